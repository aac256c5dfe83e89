"""The turn: draw, event, actions, activation, and what is checked at its end."""

from msgspec.structs import replace

from domain.climate import frames
from domain.climate.board import active_region, seats_in_play
from domain.climate.components import GOAL
from domain.climate.course import Course
from domain.climate.facts import PawnPlaced, PhaseBegan, TurnBegan, TurnEnded
from domain.climate.scenarios import is_tutorial_passed, last_turn
from domain.climate.state import State, climate
from domain.core.chance import Chance
from domain.core.model import Frame, Outcome, again, done
from domain.core.rules import rule

PHASES = ("draw", "event", "actions", "activation")


@climate.step(frames.Turn)
@rule("climate.turn.1")
def turn(state: State, frame: frames.Turn, chance: Chance) -> Outcome:
    """A seat's turn and the activation of a region alternate, four phases in this order."""
    if frame.stage == "begin":
        return begin_turn(state, frame)
    if frame.stage == "end":
        return end_turn(state, frame)
    place = PHASES.index(frame.stage)
    following = PHASES[place + 1] if place + 1 < len(PHASES) else "end"
    began = PhaseBegan(phase=frame.stage, rule=f"climate.turn.{place + 2}")  # type: ignore[arg-type]
    return again(replace(frame, stage=following), began, then=(business(state, frame.stage),))


def business(state: State, phase: str) -> Frame:
    """What a phase consists of."""
    match phase:
        case "draw":
            return frames.Draw()
        case "event":
            return frames.DrawEvent()
        case "actions":
            return frames.Actions()
    return frames.Activation(region=active_region(state))


@rule("climate.turn.1", "climate.turn.6", "climate.setup.10")
def begin_turn(state: State, frame: frames.Turn) -> Outcome:
    """The markers stand on a seat and a region; a newcomer's pawn enters on the region of its first turn."""
    course = Course(state)
    number = state.turn + 1
    seat = state.active_seat
    region = state.region_order[(number - 1) % len(state.region_order)]
    course.note(TurnBegan(turn=number, seat=seat, region=region, rule="climate.turn.1"))
    if state.seats[seat].location is None:
        course.note(PawnPlaced(seat=seat, location=region, rule="climate.seat.join"))
    return again(replace(frame, stage="draw"), *course.facts)


@rule("climate.end.1", "climate.turn.6")
def end_turn(state: State, frame: frames.Turn) -> Outcome:
    """Thirty-three or less is a victory at once; otherwise the last turn ends the game."""
    if state.ghg <= GOAL:
        return done(then=(frames.Final(won=True),))
    if state.turn >= last_turn(state):
        return done(then=(frames.Final(won=is_tutorial_passed(state)),))
    ended = TurnEnded(turn=state.turn, rule="climate.turn.6")
    due = next_seat(state)
    return again(replace(frame, stage="begin"), ended, then=(frames.Seats(due=due),))


def next_seat(state: State) -> int:
    """The seat after the active one in table order."""
    seats = seats_in_play(state)
    return next((seat for seat in seats if seat > state.active_seat), seats[0])
