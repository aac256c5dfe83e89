"""The board: which cells lie beside which, what may stand where, and who is where."""

from domain.core.rules import rule
from domain.mediation.components import (
    BOARD,
    CAMPS,
    CELLS,
    CHARACTERS,
    CORNERS,
    LAST_SPACE,
    MEDIATION_CARDS,
    PROTECTORS,
    Pair,
)
from domain.mediation.state import Camp, Pile, PileName, Sheet, SlotKind, State

CELLS_SET = frozenset(CELLS)
INDEX = {cell: place for place, cell in enumerate(CELLS)}
ROWS = tuple(tuple(f"{column}{row}" for column in BOARD.columns) for row in range(1, BOARD.rows + 1))

_STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))
_DIAGONALS = ((1, -1), (1, 1), (-1, 1), (-1, -1))


def _at(column: int, row: int) -> str | None:
    is_on_board = 0 <= column < len(BOARD.columns) and 1 <= row <= BOARD.rows
    return f"{BOARD.columns[column]}{row}" if is_on_board else None


def _beside(cell: str, steps: tuple[tuple[int, int], ...]) -> tuple[str, ...]:
    column, row = BOARD.columns.index(cell[0]), int(cell[1])
    found = (_at(column + right, row + down) for right, down in steps)
    return tuple(place for place in found if place)


def _wrapped(cell: str) -> tuple[str, ...]:
    column, row = BOARD.columns.index(cell[0]), int(cell[1])
    width, height = len(BOARD.columns), BOARD.rows
    places = (_at((column + right) % width, (row - 1 + down) % height + 1) for right, down in _STEPS)
    return tuple(place for place in places if place)


ORTH = {cell: _beside(cell, _STEPS) for cell in CELLS}
DIAGONAL = {cell: _beside(cell, _DIAGONALS) for cell in CELLS}
AROUND = {cell: tuple(sorted(ORTH[cell] + DIAGONAL[cell], key=INDEX.__getitem__)) for cell in CELLS}
WRAPPED = {cell: _wrapped(cell) for cell in CELLS}


@rule("mediation.adj.1")
def orth(cell: str) -> tuple[str, ...]:
    """Adjacent cells share an edge: north, east, south, west."""
    return ORTH[cell]


def around(cell: str) -> tuple[str, ...]:
    """The up to eight cells around, diagonals included."""
    return AROUND[cell]


def plus(cell: str) -> tuple[str, ...]:
    """A cell and its adjacent ones."""
    return in_order((cell, *ORTH[cell]))


def square(cell: str) -> tuple[str, ...]:
    """A cell and all around it."""
    return in_order((cell, *AROUND[cell]))


def column(cell: str) -> tuple[str, ...]:
    """The column of a cell, from top to bottom."""
    return tuple(f"{cell[0]}{row}" for row in range(1, BOARD.rows + 1))


def in_order(cells: tuple[str, ...] | frozenset[str] | set[str]) -> tuple[str, ...]:
    """Cells in canonical order, row by row."""
    return tuple(sorted(cells, key=INDEX.__getitem__))


@rule("mediation.pop.1", "mediation.var.pyr.6")
def capacity(state: State, cell: str) -> int:
    """A cell holds two populations, Base U four, a corner with a pyramid four."""
    if cell == state.base_u:
        return BOARD.base_capacity
    return BOARD.corner_capacity if is_corner_pyramid(state, cell) else BOARD.cell_capacity


def is_corner_pyramid(state: State, cell: str) -> bool:
    """Whether a pyramid stands in this corner."""
    return cell in CORNERS and cell in state.pyramids


@rule("mediation.var.pyr.6")
def is_corner_overfull(state: State, cell: str) -> bool:
    """A corner's only pyramid stays while more populations live there than a bare cell holds."""
    is_bare = cell in CORNERS and cell != state.base_u and state.pyramids.count(cell) == 1
    return is_bare and state.pop[cell] > BOARD.cell_capacity


@rule("mediation.attack.5", "mediation.attack.9", "mediation.var.pyr.6")
def is_immune(state: State, cell: str) -> bool:
    """Base U, destroyed cells and corner pyramids take no hit."""
    return cell == state.base_u or cell in state.pd or is_corner_pyramid(state, cell)


def is_military_base(state: State, cell: str) -> bool:
    """Whether a camp's base stands on the cell."""
    return cell in state.bases.values()


@rule("mediation.pop.2")
def is_forbidden(state: State, cell: str) -> bool:
    """No population stays on an attack, a destroyed or contaminated cell, or a military base."""
    return cell in state.attacks or cell in state.pd or cell in state.contaminated or cell in state.bases.values()


def free_places(state: State, cell: str) -> int:
    """How many populations may still come to a cell."""
    return 0 if is_forbidden(state, cell) else capacity(state, cell) - state.pop[cell]


@rule("mediation.pop.1", "mediation.pop.2")
def is_available(state: State, cell: str) -> bool:
    """Whether one more population may come."""
    return free_places(state, cell) > 0


@rule("mediation.end.2")
def is_covered(state: State, cell: str) -> bool:
    """Attacks, destroyed cells and Base U cover a cell; military bases do not."""
    return cell in state.attacks or cell in state.pd or cell == state.base_u


def full_row(state: State) -> int | None:
    """The first row that is covered from end to end."""
    return next((n for n, row in enumerate(ROWS, 1) if all(is_covered(state, cell) for cell in row)), None)


def lost_space(state: State) -> int:
    """Where the lost-population cube stands."""
    return LAST_SPACE - state.lost


def gap(state: State) -> int:
    """How many spaces lie between the two cubes."""
    return lost_space(state) - state.turn


def by_size(state: State, pair: Pair) -> int:
    """The figure for four or for seven characters."""
    return pair[0] if state.options.characters == 4 else pair[1]


def cost_of(state: State, pair: Pair | None) -> int | None:
    """A cost for the number of characters in play, if there is one."""
    return None if pair is None else by_size(state, pair)


def in_play(state: State) -> tuple[str, ...]:
    """The characters in play, in canonical order."""
    return tuple(name for name in CHARACTERS if name in state.chars)


def sheet(state: State, character: str) -> Sheet:
    """A character's sheet."""
    return state.chars[character]


def is_on_base_u(state: State, character: str) -> bool:
    """Whether a character stands on Base U."""
    return state.chars[character].cell == state.base_u


def owner_of(state: State, character: str) -> int:
    """The seat that plays a character."""
    return next(number for number, seat in enumerate(state.seats) if character in seat.characters)


@rule("mediation.action.1")
def can_use(state: State, character: str, slot: SlotKind) -> bool:
    """An action needs a cube in reserve and a free place for it."""
    return state.chars[character].cubes > 0 and has_free_slot(state, character, slot)


def has_free_slot(state: State, character: str, slot: SlotKind) -> bool:
    """Whether the sheet has a free place of this kind."""
    return state.chars[character].used.get(slot, 0) < CHARACTERS[character].slots[slot]


@rule("mediation.char.protector")
def protectors_around(state: State, cell: str) -> tuple[str, ...]:
    """Protectors guard the cells around them, not their own."""
    return tuple(name for name in PROTECTORS if name in state.chars and state.chars[name].cell in AROUND[cell])


def pile_of(camp: Camp) -> PileName:
    """The name of a camp's pile."""
    return "med_red" if camp == "red" else "med_blue"


def has_cards(state: State, name: PileName) -> bool:
    """Whether a pile is in use and a card is left in it or in its discard."""
    pile = state.piles.get(name, Pile())
    return bool(pile.cards or pile.discard)


def open_camps(state: State) -> tuple[Camp, ...]:
    """Camps that are not closed and have a card left."""
    return tuple(camp for camp in CAMPS if camp not in state.closed and has_cards(state, pile_of(camp)))


def effect_of(card: str) -> str:
    """The effect that a card bears."""
    return MEDIATION_CARDS[card].effect or ""
