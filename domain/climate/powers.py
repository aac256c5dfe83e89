"""Whether the power of an employer can be used."""

from domain.climate.state import State
from domain.core.rules import rule


@rule("climate.emp.2", "climate.challenge.2", "climate.seat.join")
def can_use(state: State, seat: int) -> bool:
    """A power serves once, not where the table plays without, and not before a newcomer's second turn."""
    return power_refusal(state, seat) is None


def power_refusal(state: State, seat: int) -> str | None:
    """The reason why a seat cannot use its power, if there is one."""
    held = state.seats[seat]
    if state.options.no_powers or held.employer is None:
        return "power_disabled"
    if held.power_used:
        return "power_spent"
    if held.joined_turn and held.turns_taken < 2:
        return "power_not_yet"
    return None
