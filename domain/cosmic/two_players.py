"""VIII. The game for two."""

from domain.core.rules import rule
from domain.cosmic.board import bases, home
from domain.cosmic.components import POWERS
from domain.cosmic.state import State


@rule("cosmic.two.1", "cosmic.two.3")
def pool_for(seats: int) -> tuple[str, ...]:
    """Powers over discs and alliances mean nothing between two seats."""
    return tuple(power.id for power in POWERS.values() if seats > 2 or power.two_seats)


@rule("cosmic.two.1")
def only_defence(state: State, offence: int) -> int | None:
    """Between two seats the defence is known from the start."""
    return 1 - offence if state.seats == 2 else None


@rule("cosmic.two.2", "cosmic.aim.3")
def targets_at_home(state: State, offence: int, defence: int) -> tuple[str, ...]:
    """Between two seats the offence may also attack the other's bases in its own system."""
    if state.seats != 2:
        return ()
    return tuple(planet for planet in home(state, offence) if planet in bases(state, defence))
