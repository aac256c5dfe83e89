"""Step 4. The military track, and what it sets off."""

from domain.core.rules import rule
from domain.kepler.board import turn_of, weight
from domain.kepler.components import THRESHOLDS
from domain.kepler.facts import MilitaryUpdated
from domain.kepler.state import SeatState, State


@rule("kepler.military.1", "kepler.unit.1")
def military_total(seat: SeatState) -> int:
    """The sum of the levels of a seat's units on all planets."""
    return sum(weight(units) for units in seat.units.values())


@rule("kepler.military.1")
def refreshed_markers(state: State) -> tuple[MilitaryUpdated, ...]:
    """Every marker is set to its seat's total; nothing happens where nothing changed."""
    totals = {number: military_total(seat) for number, seat in enumerate(state.seats)}
    changed = {number: total for number, total in totals.items() if total != state.seats[number].military}
    return (MilitaryUpdated(values=changed),) if changed else ()


@rule("kepler.military.2", "kepler.scoring.2")
def is_scoring_due(state: State) -> bool:
    """Someone's marker has reached the first threshold that has not been scored yet."""
    if state.scorings_done >= len(THRESHOLDS):
        return False
    return max(seat.military for seat in state.seats) >= THRESHOLDS[state.scorings_done]


@rule("kepler.option.round_limit")
def is_last_turn(state: State) -> bool:
    """The last seat of the last round allowed has played."""
    following = (turn_of(state).seat + 1) % state.players
    return following == state.first_seat and state.round >= state.options.round_limit
