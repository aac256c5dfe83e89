"""The board: cells in canonical order, rivers and where they lead."""

from collections.abc import Iterable
from functools import cache
from typing import Literal

from domain.core.content import Provenance, read
from domain.core.record import Record
from domain.core.rules import rule
from domain.water.components import DRAWING
from domain.water.state import water

SEA = "sea"
Terrain = Literal["mountain", "meadow", "spring", "river", "sea"]
TERRAINS: dict[str, Terrain] = {"^": "mountain", ".": "meadow", "S": "spring", "r": "river", "~": "sea"}
STEPS_AROUND = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))
MIDDLE = 10
"""The doubled column at which the right-hand elements begin."""


class Bonus(Record, kw_only=True, forbid_unknown_fields=True):
    """Cells on which a building makes more of what it makes anyway."""

    amount: int
    cells: tuple[str, ...]


class Sheet(Record, kw_only=True, forbid_unknown_fields=True):
    """The board as it is written down."""

    provenance: Provenance
    rows: dict[str, str]
    links: dict[str, str]
    outfalls: dict[str, str]
    bonuses: dict[str, Bonus]
    dam_sites: tuple[tuple[str, ...], ...]


class Cell(Record, kw_only=True, forbid_unknown_fields=True):
    """One hexagon, as clients draw it."""

    id: str
    terrain: Terrain
    q: int
    r: int
    x: int
    y: int
    element: str
    next: str | None = None
    steps: int | None = None
    outfall: str | None = None
    bonus: str | None = None
    bonus_amount: int = 0


class Site(Record, kw_only=True, forbid_unknown_fields=True):
    """Where a dam can stand: a river cell between two land cells."""

    id: str
    river: str
    land: tuple[str, str]


SHEET = read("domain.water", "content/board.yaml", Sheet)
LETTERS = tuple(SHEET.rows)
TERRAIN = {f"{row}{place}": TERRAINS[sign] for row, signs in SHEET.rows.items() for place, sign in enumerate(signs, 1)}
CELLS = tuple(TERRAIN)
INDEX = {cell: place for place, cell in enumerate(CELLS)}
LINKS = SHEET.links
RIVER = tuple(cell for cell in CELLS if TERRAIN[cell] in ("river", "spring"))
LAND = tuple(cell for cell in CELLS if TERRAIN[cell] in ("meadow", "mountain"))
BONUS = {cell: (kind, bonus.amount) for kind, bonus in SHEET.bonuses.items() for cell in bonus.cells}


def axial(cell: str) -> tuple[int, int]:
    """The coordinates (q, r) of a cell."""
    r = LETTERS.index(cell[0])
    return int(cell[1:]) - 1 - r // 2, r


AXIAL = {cell: axial(cell) for cell in CELLS}
CELL_AT = {place: cell for cell, place in AXIAL.items()}


def around(cell: str) -> frozenset[str]:
    """The cells that touch a cell."""
    q, r = AXIAL[cell]
    places = ((q + dq, r + dr) for dq, dr in STEPS_AROUND)
    return frozenset(CELL_AT[place] for place in places if place in CELL_AT)


NEIGHBOURS = {cell: around(cell) for cell in CELLS}


@cache
def distance(one: str, other: str) -> int:
    """The number of steps between two cells."""
    (q, r), (s, t) = AXIAL[one], AXIAL[other]
    return max(abs(q - s), abs(r - t), abs(q - s + r - t))


@cache
def downstream(cell: str) -> tuple[str, ...]:
    """The river cells below a river cell, down to the sea."""
    below = LINKS[cell]
    return () if below == SEA else (below, *downstream(below))


STEPS = {cell: len(downstream(cell)) + 1 for cell in RIVER}
FLOW_ORDER = tuple(sorted(RIVER, key=lambda cell: (-STEPS[cell], INDEX[cell])))
OUTFALLS = {**SHEET.outfalls, **{cell: cell for cell in RIVER}}
SITES = {
    name: Site(id=name, river=name.split(":")[0], land=(name.split(":")[1], name.split(":")[2]))
    for line in SHEET.dam_sites
    for name in line
}
BANKS = frozenset(cell for cell in LAND if NEIGHBOURS[cell] & set(RIVER))
COAST = frozenset(cell for cell in LAND if any(TERRAIN[near] == SEA for near in NEIGHBOURS[cell]))


def cells_of(site: str) -> tuple[str, ...]:
    """The three cells of a dam site, river first."""
    return SITES[site].river, *SITES[site].land


def canonical(cells: Iterable[str]) -> list[str]:
    """Cells in the order of the board."""
    return sorted(cells, key=lambda cell: INDEX[cell])


def _published(cell: str) -> Cell:
    q, r = AXIAL[cell]
    column = 2 * q + r
    kind, amount = BONUS.get(cell, (None, 0))
    return Cell(
        id=cell,
        terrain=TERRAIN[cell],
        q=q,
        r=r,
        x=DRAWING.origin[0] + DRAWING.step[0] * column,
        y=DRAWING.origin[1] + DRAWING.step[1] * r,
        element=f"{6 - min(r, 10) // 2}{'G' if column < MIDDLE else 'D'}",
        next=LINKS.get(cell),
        steps=STEPS.get(cell),
        outfall=OUTFALLS.get(cell),
        bonus=kind,
        bonus_amount=amount,
    )


@rule("water.setup.4")
def publish() -> None:
    """The board is the same at every table; clients draw it from what is listed here."""
    water.lists("cell", (_published(cell) for cell in CELLS))
    water.lists("dam_site", SITES.values())


publish()
