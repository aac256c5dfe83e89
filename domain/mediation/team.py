"""Who decides for the team, and the characters of a seat that leaves."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from domain.core.chance import Chance
from domain.core.errors import NoPlace
from domain.core.forms import Answer
from domain.core.game import Change
from domain.core.model import Ask, Fact, Limit, Outcome, ask, ask_each, ask_team
from domain.core.rules import rule
from domain.mediation.board import in_play
from domain.mediation.components import CHARACTERS, TIMERS
from domain.mediation.facts import CharactersPassed, SeatLeft, TimerExpired
from domain.mediation.frames import ActionPhase
from domain.mediation.piles import Story
from domain.mediation.state import State, mediation

Answering = Callable[[Any, Any, dict[int, Answer], Chance], Outcome]

PHASE = "phase"
"""The one time limit of an action phase."""


@rule("mediation.coop.1", "mediation.coop.5")
def lead_seat(state: State) -> int:
    """The lead goes round with the turns, past seats that have left."""
    first = (state.turn - 1) % state.players
    round_table = [(first + step) % state.players for step in range(state.players)]
    return next((seat for seat in round_table if not state.seats[seat].left), first)


@rule("mediation.coop.3", "mediation.coop.4")
def decider(state: State, owner: int | None) -> int:
    """A team decision belongs to the seat behind it, else to the lead seat."""
    return lead_seat(state) if owner is None else owner


@rule("mediation.var.time.1", "mediation.var.time.2")
def phase_limit(state: State) -> Limit | None:
    """One time limit covers every question of an action phase."""
    if not state.options.timer or state.phase != "action":
        return None
    timer = TIMERS[state.options.characters]
    usual = timer.alone if state.players == 1 else timer.base + timer.per_seat * state.players
    return Limit(PHASE, state.options.timer_seconds or usual)


def timed(state: State, question: Ask) -> Ask:
    """The question under the limit of the phase, if there is one."""
    limit = phase_limit(state)
    return question if limit is None else replace(question, limit=limit)


@mediation.expired(PHASE)
@rule("mediation.var.time.3")
def expire(state: State, frame: Any, name: str) -> tuple[Fact, ...]:
    """When the time is up, what is left of the phase takes its defaults."""
    return (TimerExpired(),)


@rule("mediation.coop.5", "mediation.var.time.3")
def answers_itself(state: State, seat: int) -> bool:
    """Nobody is waited for after the time is up, nor a seat that has left."""
    return state.expired or state.seats[seat].left


def ask_the_team(state: State, frame: Any, question: Ask, answer: Answering, chance: Chance) -> Outcome:
    """Ask the owner or let all vote; what answers itself takes the default."""
    here = tuple(number for number, seat in enumerate(state.seats) if not seat.left)
    if state.options.team_policy == "vote" and len(here) == 1:
        question = replace(question, seat=here[0])
    is_vote = state.options.team_policy == "vote" and len(here) > 1
    if state.expired or (state.seats[question.seat].left and not is_vote):
        return answer(state, frame, {question.seat: question.default}, chance)
    return ask_team(timed(state, question), here)


def ask_seat(state: State, frame: Any, question: Ask, answer: Answering, chance: Chance) -> Outcome:
    """Ask one seat; what answers itself takes the default."""
    if answers_itself(state, question.seat):
        return answer(state, frame, {question.seat: question.default}, chance)
    return ask(timed(state, question))


def ask_sealed(state: State, frame: Any, questions: list[Ask], answer: Answering, chance: Chance) -> Outcome:
    """Ask several seats at once; seats that are not waited for count with their defaults."""
    waited = [timed(state, question) for question in questions if not answers_itself(state, question.seat)]
    if not waited:
        return answer(state, frame, {}, chance)
    return ask_each(waited, gather=True)


@mediation.seats_changed
@rule("mediation.coop.5")
def note_change(state: State, change: Change) -> tuple[Fact, ...]:
    """A seat that leaves is noted; a new holder of one that has not left changes nothing; nobody joins on the way."""
    if change.what == "joined":
        raise NoPlace("Nobody can join a running match of this game.", rules=("mediation.coop.5",))
    if change.what == "replaced" and state.seats[change.seat].left:
        raise NoPlace("This seat has left the match; its characters are with the others.", rules=("mediation.coop.5",))
    return (SeatLeft(seat=change.seat),) if change.what == "left" else ()


@rule("mediation.coop.5")
def handed_over(state: State) -> tuple[Fact, ...]:
    """Characters of seats that left go one by one to the remaining seat with the fewest."""
    story = Story(state)
    staying = [number for number, seat in enumerate(state.seats) if not seat.left]
    for giver, seat in enumerate(state.seats):
        if not seat.left or not staying:
            continue
        for name in sorted(seat.characters, key=list(CHARACTERS).index):
            receiver = min(staying, key=lambda other: (len(story.state.seats[other].characters), other))
            story.tell(CharactersPassed(giver=giver, receiver=receiver, character=name))
    return tuple(story.facts)


@mediation.marks
def marks(state: State) -> dict[str, int]:
    """Standing instructions may run until the end of a turn."""
    return {"turn": state.turn}


def is_between_actions(frame: Any) -> bool:
    """Whether no action is in progress."""
    return isinstance(frame, ActionPhase)


def own_characters(state: State, seat: int) -> tuple[str, ...]:
    """A seat's characters, in canonical order."""
    return tuple(name for name in in_play(state) if name in state.seats[seat].characters)
