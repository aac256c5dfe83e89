"""Activating buildings: what they are paid, what they make."""

from domain.core.model import Fact
from domain.core.rules import rule
from domain.water.facts import Activated
from domain.water.needs import is_watered, makes, needs_choice, tile_on
from domain.water.networks import network_of, own_cells
from domain.water.state import Goods, State, Stock
from domain.water.telling import Telling


@rule("water.p4.1", "water.p4.6")
def automatic(state: State) -> tuple[Fact, ...]:
    """Everything that needs only water, or nothing, and makes something, in the order of the turn."""
    told = Telling(state)
    for seat in state.order:
        for cell in own_cells(state, seat):
            tile = tile_on(state, cell)
            is_maker = bool(tile.makes.energy or tile.makes.food) and tile.id != "dam"
            if is_maker and not needs_choice(tile) and is_open(told.state, cell) and is_watered(state, cell):
                told.tell(activated(told.state, seat, cell, Goods(), auto=True))
    return tuple(told.facts)


@rule("water.p4.5", "water.p4.6")
def is_open(state: State, cell: str) -> bool:
    """Whether a building may be activated at all: once a turn, and not while it is blocked."""
    return cell not in state.activated and cell not in state.blocked


def pending(state: State, seat: int) -> list[str]:
    """Own buildings that have their water and wait for energy, food or coins."""
    return [
        cell
        for cell in own_cells(state, seat)
        if needs_choice(tile_on(state, cell)) and is_open(state, cell) and is_watered(state, cell)
    ]


def activatable(state: State, seat: int) -> list[tuple[str, str]]:
    """Pending buildings that can be paid now, with their tiles."""
    found = (cell for cell in pending(state, seat) if is_payable(state, seat, cell, price_of(state, cell)))
    return [(cell, tile_on(state, cell).id) for cell in found]


def price_of(state: State, cell: str) -> Goods:
    """The energy, food and coins that a building needs."""
    needs = tile_on(state, cell).needs
    return Goods(thunes=needs.coins, energy=needs.energy, food=needs.food)


@rule("water.net.2", "water.p4.7")
def is_payable(state: State, seat: int, cell: str, price: Goods) -> bool:
    """Whether its network holds the cubes and its community the coins."""
    stock = state.stock[seat][network_of(state, seat, cell)]
    return stock.energy >= price.energy and stock.food >= price.food and state.thunes[seat] >= price.thunes


@rule("water.p4.2", "water.p4.7")
def activation(state: State, seat: int, cell: str) -> Activated:
    """All needs are paid, and what the building makes is at hand at once."""
    return activated(state, seat, cell, price_of(state, cell))


def activated(state: State, seat: int, cell: str, paid: Goods, *, auto: bool = False) -> Activated:
    """A building that works this turn."""
    made = makes(state, cell)
    return Activated(
        seat=seat,
        cell=cell,
        network=network_of(state, seat, cell),
        paid=paid,
        made=Stock(energy=made.energy, food=made.food),
        auto=auto,
    )
