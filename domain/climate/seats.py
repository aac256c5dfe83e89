"""Seats that join or leave between two turns."""

from collections.abc import Iterable
from typing import Literal

from msgspec.structs import replace

from domain.climate import frames
from domain.climate.board import is_covering, seats_in_play
from domain.climate.components import CHARACTERS
from domain.climate.drafting import character_ask, employer_ask
from domain.climate.facts import (
    CharacterTaken,
    EmployerTaken,
    SeatDue,
    SeatEntered,
    SeatJoined,
    SeatLeft,
    SeatStayed,
    SeatWithdrew,
)
from domain.climate.forms import first_of, things
from domain.climate.state import State, climate
from domain.core.chance import Chance
from domain.core.errors import NoPlace
from domain.core.forms import Answer
from domain.core.game import Change
from domain.core.model import Ask, Fact, Outcome, again, ask, done
from domain.core.rules import rule

FEWEST, MOST = 3, 5


@climate.seats_changed
@rule("climate.seat.join", "climate.seat.leave")
def seats_changed(state: State, change: Change) -> Iterable[Fact]:
    """A change of seats is noted and carried out between two turns."""
    match change.what:
        case "joined":
            return joined(state, change.seat)
        case "replaced":
            return replaced(state, change.seat)
    return (SeatLeft(seat=change.seat, rule="climate.seat.leave"),)


@rule("climate.seat.join")
def joined(state: State, seat: int) -> tuple[Fact, ...]:
    """A newcomer sits down if fewer than five seats will be in play."""
    staying = [other for other in seats_in_play(state) if other not in state.leaving]
    if len(staying) + len(state.joining) >= MOST:
        raise NoPlace(f"At most {MOST} seats play.", rules=("climate.seat.join",))
    return (SeatJoined(seat=seat, rule="climate.seat.join"),)


@rule("climate.seat.leave")
def replaced(state: State, seat: int) -> tuple[Fact, ...]:
    """A seat that is taken over before it has left stays; one that has left is gone."""
    if seat in state.joining:
        return ()
    if seat >= len(state.seats):
        return joined(state, seat)
    if not state.seats[seat].in_play:
        raise NoPlace("This seat has left the match; take a new one.", rules=("climate.seat.leave",))
    return (SeatStayed(seat=seat, rule="climate.seat.leave"),) if seat in state.leaving else ()


@climate.step(frames.Seats)
@rule("climate.seat.join", "climate.seat.leave")
def seats(state: State, frame: frames.Seats, chance: Chance) -> Outcome:
    """First seats leave, then characters are mended, then newcomers sit down; the seat that was due goes on."""
    match frame.stage:
        case "leave":
            return leave(state, frame)
        case "mend":
            return mend(state, frame)
        case "join":
            return join(state, frame)
        case "character":
            return ask(character_ask(state, newcomer(state, "character"), "climate.seat.join"))
        case "employer":
            if state.options.no_employers:
                return again(replace(frame, stage="join"))
            return ask(employer_ask(state, newcomer(state, "employer"), "climate.seat.join"))
        case _:
            return done(SeatDue(seat=frame.due, rule="climate.turn.6"))


@rule("climate.seat.leave")
def leave(state: State, frame: frames.Seats) -> Outcome:
    """A hand is discarded, a pawn and an employer leave; three seats must remain."""
    leaving = [seat for seat in state.leaving if state.seats[seat].in_play]
    if not leaving or len(seats_in_play(state)) <= FEWEST:
        return again(replace(frame, stage="mend"))
    seat = leaving[0]
    others = [other for other in seats_in_play(state) if other != seat]
    due = frame.due
    if due == seat:
        due = next((other for other in others if other > seat), others[0])
    gone = SeatWithdrew(seat=seat, cards=state.hands[seat], rule="climate.seat.leave")
    return again(replace(frame, due=due), gone)


@rule("climate.seat.leave")
def mend(state: State, frame: frames.Seats) -> Outcome:
    """If the six colours are out of reach, the first seat exchanges its character."""
    in_play = seats_in_play(state)
    characters = [state.seats[seat].character or "" for seat in in_play]
    if is_covering(characters, len(in_play)):
        return again(replace(frame, stage="join"))
    others = characters[1:]
    legal = [c for c in CHARACTERS if c not in characters and is_covering((*others, c), len(in_play))]
    form = things("character", "character", legal)
    rules = ("climate.seat.leave",)
    return ask(Ask(seat=in_play[0], kind="reassign_character", form=form, default=first_of(form), rules=rules))


@rule("climate.seat.join")
def join(state: State, frame: frames.Seats) -> Outcome:
    """A newcomer sits after the last seat, without cards."""
    if not state.joining or len(seats_in_play(state)) >= MOST:
        return again(replace(frame, stage="due"))
    entered = SeatEntered(seat=state.joining[0], rule="climate.seat.join")
    return again(replace(frame, stage="character"), entered)


def newcomer(state: State, lacking: Literal["character", "employer"]) -> int:
    """The seat that has just sat down: of those who came together, the one that still lacks something."""
    arrived = [seat for seat in seats_in_play(state) if state.seats[seat].joined_turn == state.turn + 1]
    return next(seat for seat in arrived if getattr(state.seats[seat], lacking) is None)


@climate.answer(frames.Seats)
@rule("climate.seat.join", "climate.seat.leave")
def answer_seats(state: State, frame: frames.Seats, given: dict[int, Answer], chance: Chance) -> Outcome:
    """A seat takes a character or an employer."""
    [(seat, answer)] = given.items()
    if frame.stage == "employer":
        taken = EmployerTaken(seat=seat, employer=answer["employer"], rule="climate.seat.join")
        return again(replace(frame, stage="join"), taken)
    following = "employer" if frame.stage == "character" else "join"
    cited = "climate.seat.join" if frame.stage == "character" else "climate.seat.leave"
    chosen = CharacterTaken(seat=seat, character=answer["character"], rule=cited)
    return again(replace(frame, stage=following), chosen)
