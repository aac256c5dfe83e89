"""What buildings need, and what they still lack."""

from domain.core.rules import rule
from domain.water.board import BONUS
from domain.water.components import TILES, Amounts, Tile
from domain.water.networks import own_cells
from domain.water.state import State


def tile_on(state: State, cell: str) -> Tile:
    """The tile that stands on a cell."""
    return TILES[state.constructions[cell].type]


def has_needs(tile: Tile) -> bool:
    """Whether a tile needs anything to work."""
    return tile.needs != Amounts()


def needs_choice(tile: Tile) -> bool:
    """Whether a tile needs energy, food or coins, so that its owner must activate it."""
    return bool(tile.needs.energy or tile.needs.food or tile.needs.coins)


@rule("water.p3.3")
def unmet(state: State, cell: str) -> int:
    """The water that a building still lacks; a blocked one asks for none."""
    return 0 if cell in state.blocked else tile_on(state, cell).needs.water - state.placed.get(cell, 0)


def thirsty(state: State, seat: int) -> dict[str, int]:
    """The own buildings that lack water, and how much."""
    lacking = {cell: unmet(state, cell) for cell in own_cells(state, seat)}
    return {cell: number for cell, number in lacking.items() if number > 0}


def unmet_of(state: State, seat: int) -> int:
    """The water that a community still lacks."""
    return sum(thirsty(state, seat).values())


@rule("water.p4.4")
def is_watered(state: State, cell: str) -> bool:
    """Whether the whole water need of a building lies on it."""
    return state.placed.get(cell, 0) >= tile_on(state, cell).needs.water


@rule("water.bonus.1")
def makes(state: State, cell: str) -> Amounts:
    """What a building makes on its cell, with the bonus of its kind."""
    made = tile_on(state, cell).makes
    kind, amount = BONUS.get(cell, ("", 0))
    kind = "coins" if kind == "money" else kind
    if state.constructions[cell].type == "dam" or not getattr(made, kind, 0):
        return made
    return Amounts(**{name: getattr(made, name) + amount * (name == kind) for name in made.__struct_fields__})
