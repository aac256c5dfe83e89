"""V. A turn: from its first duel to the next seat."""

from domain.core.chance import Chance
from domain.core.model import Fact, Outcome, done
from domain.core.rules import rule
from domain.cosmic import frames
from domain.cosmic.board import on_bases
from domain.cosmic.facts import DuelStarted, RoundEnded, TurnPassed, TurnSkipped, TurnStarted
from domain.cosmic.registry import step
from domain.cosmic.result import at_the_round_limit, without_tokens
from domain.cosmic.state import State
from domain.cosmic.two_players import only_defence


@step(frames.TurnBegin)
@rule("cosmic.turn.1", "cosmic.turn.3")
def turn_begin(state: State, frame: frames.TurnBegin, chance: Chance) -> Outcome:
    """A seat begins its first duel, unless all its tokens are eliminated."""
    seat = state.turn.seat
    if not on_bases(state, seat) and not state.tokens[seat].black_hole:
        return done(TurnSkipped(seat=seat), then=(frames.TurnEnd(),))
    started = TurnStarted(seat=seat, round=state.turn.round)
    return done(started, duel_started(state, 1), then=(frames.DuelCourse(),))


def duel_started(state: State, number: int) -> DuelStarted:
    """A duel of the seat whose turn it is."""
    seat = state.turn.seat
    return DuelStarted(seat=seat, duel_no=number, defence=only_defence(state, seat))


@step(frames.TurnEnd)
@rule("cosmic.turn.1", "cosmic.end.3", "cosmic.end.4", "cosmic.var.rotation")
def turn_end(state: State, frame: frames.TurnEnd, chance: Chance) -> Outcome:
    """The next seat clockwise plays; a round may be the last, or be followed by new powers."""
    if state.skipped >= state.seats:
        return without_tokens(state)
    following = (state.turn.seat + 1) % state.seats
    passed: Fact = TurnPassed(seat=following)
    if following != state.turn.first_seat:
        return done(passed, then=(frames.TurnBegin(),))
    if state.turn.round >= state.config.max_rounds:
        return at_the_round_limit(state)
    rotation = (frames.Rotation(),) if state.config.rotation else ()
    return done(RoundEnded(round=state.turn.round), passed, then=(*rotation, frames.TurnBegin()))
