"""Destroying what one owns."""

from domain.core.forms import Option
from domain.core.model import Fact, Frame
from domain.core.rules import rule
from domain.water import frames
from domain.water.facts import Destroyed, NetworksChanged
from domain.water.forms import deed
from domain.water.networks import networks, own_cells
from domain.water.state import State
from domain.water.telling import Telling


@rule("water.destroy.1", "water.destroy.2", "water.destroy.3")
def options(state: State, seat: int) -> tuple[Option, ...]:
    """Own constructions but the last residential zone; a shared dam is asked about once a turn."""
    return tuple(
        deed(f"destroy:{cell}", cell=cell, tile=state.constructions[cell].type)
        for cell in own_cells(state, seat)
        if not is_last_home(state, seat, cell) and not (is_shared(state, cell) and cell in state.demolition_asked)
    )


@rule("water.destroy.2")
def is_last_home(state: State, seat: int, cell: str) -> bool:
    """A community keeps one residential zone."""
    homes = [own for own in own_cells(state, seat) if state.constructions[own].type == "residential_zone"]
    return homes == [cell]


def is_shared(state: State, cell: str) -> bool:
    """Whether others own it too."""
    return len(state.constructions[cell].owners) > 1


@rule("water.destroy.3")
def wanted(state: State, seat: int, cell: str) -> tuple[tuple[Fact, ...], tuple[Frame, ...]]:
    """The construction falls, or the other owners are asked."""
    if not is_shared(state, cell):
        return destroyed(state, cell), ()
    others = tuple(owner for owner in state.constructions[cell].owners if owner != seat)
    return (), (frames.Consent(what="demolition", actor=seat, seats=others, site=cell),)


@rule("water.destroy.1")
def destroyed(state: State, cell: str) -> tuple[Fact, ...]:
    """Tile and markers go back; nothing is refunded, nothing polluted."""
    gone, told = state.constructions[cell], Telling(state)
    cells = (cell, *state.dams[cell].land) if gone.dam else (cell,)
    told.tell(Destroyed(owners=gone.owners, tile=gone.type, cells=cells))
    for seat in gone.owners:
        if networks(state, seat).keys() != networks(told.state, seat).keys():
            told.tell(NetworksChanged(seat=seat, stocks=told.state.stock[seat]))
    return tuple(told.facts)
