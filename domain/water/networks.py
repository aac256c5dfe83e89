"""Networks: connected constructions of one community, what they reach and what they keep."""

from functools import lru_cache

from domain.core.rules import rule
from domain.water.board import INDEX, NEIGHBOURS, RIVER, canonical
from domain.water.state import Construction, State, Stock

Cells = frozenset[str]
RIVERS = frozenset(RIVER)


class Same:
    """A mapping that never changes, as a key: it is found again by being the same one."""

    __slots__ = ("mapping",)

    def __init__(self, mapping: dict[str, Construction]) -> None:
        self.mapping = mapping

    def __hash__(self) -> int:
        return id(self.mapping)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and self.mapping is other.mapping


def owned(constructions: dict[str, Construction], seat: int) -> Cells:
    """The cells that carry a construction of a seat; a shared dam counts for each owner."""
    return _owned(Same(constructions), seat)


@lru_cache(maxsize=512)
def _owned(board: Same, seat: int) -> Cells:
    return frozenset(cell for cell, built in board.mapping.items() if seat in built.owners)


def own_cells(state: State, seat: int) -> tuple[str, ...]:
    """The cells of a seat's constructions in the order of the board, a dam by its river cell only."""
    return _own_cells(Same(state.constructions), seat)


@lru_cache(maxsize=512)
def _own_cells(board: Same, seat: int) -> tuple[str, ...]:
    built = board.mapping
    return tuple(cell for cell in canonical(_owned(board, seat)) if built[cell].dam in (None, cell))


@lru_cache(maxsize=8192)
@rule("water.net.1")
def components(cells: Cells) -> dict[str, Cells]:
    """Groups of touching cells, each named by its first cell in the order of the board."""
    found: dict[str, Cells] = {}
    left = set(cells)
    for cell in canonical(cells):
        if cell in left:
            group = _connected(cell, cells)
            left -= group
            found[cell] = group
    return found


def _connected(start: str, cells: Cells) -> Cells:
    group, edge = {start}, [start]
    while edge:
        new = (NEIGHBOURS[edge.pop()] & cells) - group
        group |= new
        edge += new
    return frozenset(group)


def networks(state: State, seat: int) -> dict[str, Cells]:
    """The networks of a seat."""
    return components(owned(state.constructions, seat))


def network_of(state: State, seat: int, cell: str) -> str:
    """The network of a seat that holds a cell."""
    return next(key for key, cells in networks(state, seat).items() if cell in cells)


@lru_cache(maxsize=8192)
def touched(cells: Cells) -> Cells:
    """River cells under or beside cells."""
    return frozenset(river for cell in cells for river in ({cell} | NEIGHBOURS[cell]) & RIVERS)


@rule("water.p3.2", "water.dam.7")
def reach(state: State, seat: int, cells: Cells) -> Cells:
    """River cells that a network can draw from: dams of others close theirs."""
    closed = {river for river, dam in state.dams.items() if seat not in dam.owners}
    return touched(cells) - closed


def access(state: State, seat: int) -> Cells:
    """All river cells that a community can draw from."""
    return reach(state, seat, owned(state.constructions, seat))


def reach_of(state: State, seat: int, cell: str) -> Cells:
    """The reach of the network that holds a cell."""
    return reach(state, seat, networks(state, seat)[network_of(state, seat, cell)])


@rule("water.net.4")
def restocked(before: dict[str, Cells], stocks: dict[str, Stock], after: dict[str, Cells]) -> dict[str, Stock]:
    """Merged networks add their stocks; of a split one the largest part keeps all; a vanished one loses it."""
    found = dict.fromkeys(after, Stock())
    for key, stock in stocks.items():
        parts = [name for name, cells in after.items() if cells & before[key]]
        if parts:
            heir = min(parts, key=lambda name: (-len(after[name]), INDEX[name]))
            kept = found[heir]
            found[heir] = Stock(energy=kept.energy + stock.energy, food=kept.food + stock.food)
    return found
