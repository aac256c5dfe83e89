"""Phase d'action. Seats act in any order, one action at a time, until nobody wants to."""

from domain.core.chance import Chance
from domain.core.forms import Answer, Form, Option, Pick, pick_form
from domain.core.model import Ask, Fact, Frame, Offer, Outcome, again, ask_each, done
from domain.core.rules import rule
from domain.mediation.cancelling import cancel, cancel_options
from domain.mediation.components import TELEPORTER
from domain.mediation.disasters import pay_options
from domain.mediation.facts import ActionCompleted, CubePlaced, Passed, Resumed
from domain.mediation.forms import PASS, lists_of
from domain.mediation.frames import ActionPhase, Completed, Mediation, Power, Resume, Ship
from domain.mediation.groups import (
    TOGETHER,
    may_propose,
    remote_cancel_options,
    remote_teleport_options,
    started,
)
from domain.mediation.mediation_cards import mediate, mediate_options
from domain.mediation.movement import move, move_options, population_options, pyramid_options, teleport
from domain.mediation.powers import usable_options
from domain.mediation.pyramids import base_options
from domain.mediation.result import watched
from domain.mediation.ship import ship_options
from domain.mediation.state import State, mediation
from domain.mediation.team import handed_over, is_between_actions, own_characters, timed

ACTION_RULES = ("mediation.action.1", "mediation.action.2", "mediation.action.3")
IN_ACTION = frozenset({"any"})


@mediation.step(ActionPhase)
@watched
@rule("mediation.action.2", "mediation.action.3", "mediation.turn.4", "mediation.var.time.3")
def action_phase(state: State, frame: ActionPhase, chance: Chance) -> Outcome:
    """Every seat that has not passed is asked; the phase ends when all have."""
    handed = handed_over(state)
    if handed:
        return again(frame, *handed)
    active = tuple(seat for seat in range(state.players) if state.seats[seat].passed_at is None)
    idle = tuple(Passed(seat=seat) for seat in active if state.expired or not can_do_more(state, seat))
    if idle:
        return again(frame, *idle)
    if not active:
        return done()
    return ask_each([timed(state, action_question(state, seat)) for seat in active])


def action_question(state: State, seat: int) -> Ask:
    """All that a seat may do now, or pass."""
    options = (*legal_actions(state, seat), PASS)
    form = Form((Pick(name="do", options=options),), lists_of(state, options))
    return Ask(seat=seat, kind="action", form=form, default={"do": "pass"}, rules=ACTION_RULES, pace=True)


@rule("mediation.action.1", "mediation.coop.2", "mediation.form.1")
def legal_actions(state: State, seat: int) -> tuple[Option, ...]:
    """A seat acts with its own characters; details are slots of the option."""
    names = own_characters(state, seat)
    found: list[Option] = [option for name in names for option in move_options(state, name)]
    found += usable_options(state, seat, IN_ACTION)
    for options_of in (population_options, pyramid_options, ship_options, cancel_options, mediate_options):
        found += [option for name in names for option in options_of(state, name)]
    if may_propose(state, seat):
        for options_of in (remote_teleport_options, remote_cancel_options):
            found += [option for name in names for option in options_of(state, name)]
    return (*found, *free_actions(state, seat))


@rule("mediation.group.consent", "mediation.var.dis.4", "mediation.var.pyr.8")
def free_actions(state: State, seat: int) -> tuple[Option, ...]:
    """Team actions that take no cube."""
    return (*pay_options(state), *base_options(state)) if may_propose(state, seat) else ()


@rule("mediation.action.9")
def can_do_more(state: State, seat: int) -> bool:
    """A seat without cubes is passed, unless a free team action is left to it."""
    if state.seats[seat].left:
        return False
    return any(state.chars[name].cubes for name in own_characters(state, seat)) or bool(free_actions(state, seat))


@mediation.answer(ActionPhase)
@watched
@rule("mediation.action.3", "mediation.action.9", "mediation.form.1")
def act(state: State, frame: ActionPhase, given: dict[int, Answer], chance: Chance) -> Outcome:
    """One action is carried through before the next begins."""
    ((seat, answer),) = given.items()
    if answer["do"] == "pass":
        return again(frame, Passed(seat=seat))
    if answer["do"].split(":")[0] in TOGETHER:
        facts, then = started(state, seat, answer)
        return again(frame, *facts, then=then)
    facts, then = alone(seat, answer)
    return again(frame, *facts, then=(*then, Completed()))


@rule("mediation.action.1")
def alone(seat: int, answer: Answer) -> tuple[tuple[Fact, ...], tuple[Frame, ...]]:
    """An action of one character, for one cube."""
    match answer["do"].split(":"):
        case ["move", character, *path]:
            return move(character, tuple(path)), ()
        case ["teleport", character, what, cell]:
            return teleport(character, what, cell, answer), ()
        case ["cancel", character, what, cell]:
            return cancel(character, what, cell), ()
        case ["mediate", character, ("red" | "blue") as camp]:
            talk = Mediation(character=character, camp=camp, owner=seat)
            return mediate(character, camp), (talk,)
        case ["use", character, power]:
            choice = {name: value for name, value in answer.items() if name != "do"}
            use = Power(character=character, power=power, choice=choice, owner=seat)
            return (CubePlaced(character=character, slot="power"),), (use,)
    return (CubePlaced(character=TELEPORTER, slot="teleport"),), (Ship(owner=seat),)


@mediation.step(Completed)
@rule("mediation.action.3", "mediation.action.9")
def completed(state: State, frame: Completed, chance: Chance) -> Outcome:
    """An action is done; seats that passed may come back."""
    return done(ActionCompleted(acted=state.acted + 1))


@mediation.offers
@rule("mediation.action.9")
def offers(state: State, frame: Frame) -> tuple[Offer, ...]:
    """A seat that passed may resume after an action was completed, if it can do something."""
    if not is_between_actions(frame):
        return ()
    return tuple(resume_offer(seat) for seat in range(state.players) if can_resume(state, seat))


def can_resume(state: State, seat: int) -> bool:
    """Whether something was done since the seat passed, and it has something to do."""
    passed_at = state.seats[seat].passed_at
    return passed_at is not None and state.acted > passed_at and can_do_more(state, seat)


def resume_offer(seat: int) -> Offer:
    """The standing offer to come back."""
    form = pick_form("do", Option("resume"))
    question = Ask(
        seat=seat, kind="resume", form=form, default={"do": "resume"}, rules=("mediation.action.9",), pace=True
    )
    return Offer(question, lambda answer: Resume(seat=seat))


@mediation.step(Resume)
@rule("mediation.action.9")
def resume(state: State, frame: Resume, chance: Chance) -> Outcome:
    """The seat is asked again."""
    return done(Resumed(seat=frame.seat))
