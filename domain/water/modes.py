"""Normal and simplified mode."""

from domain.core.rules import rule
from domain.water.state import Mode, State


def mode_of(state: State) -> Mode:
    """The mode that is played."""
    assert state.options.mode is not None
    return state.options.mode


@rule("water.mode.1")
def is_normal(state: State) -> bool:
    """Whether there is pollution."""
    return mode_of(state) == "normal"
