"""Small changes of the table that several facts make."""

from collections.abc import Callable
from typing import TypeVar

from msgspec.structs import replace

from domain.water.components import TILES
from domain.water.networks import components, owned, restocked
from domain.water.state import Construction, Dam, State, Stock

T = TypeVar("T")


def at(values: tuple[T, ...], seat: int, value: T) -> tuple[T, ...]:
    """The values with that of one seat replaced."""
    return (*values[:seat], value, *values[seat + 1 :])


def added(values: tuple[int, ...], numbers: dict[int, int]) -> tuple[int, ...]:
    """Numbers by seat with others added, none below zero."""
    return tuple(max(0, value + numbers.get(seat, 0)) for seat, value in enumerate(values))


def plus(numbers: dict[str, int], more: dict[str, int], sign: int = 1) -> dict[str, int]:
    """Numbers by name with others added; what comes to nothing is left out."""
    found = {name: numbers.get(name, 0) + sign * more.get(name, 0) for name in {**numbers, **more}}
    return {name: number for name, number in found.items() if number}


def raised(numbers: dict[str, int], more: dict[str, int], sign: int = 1) -> dict[str, int]:
    """Numbers by name with others added, all names kept."""
    return {name: number + sign * more.get(name, 0) for name, number in numbers.items()}


def stocked(state: State, seat: int, network: str, energy: int, food: int) -> State:
    """A network's stock with some more, or less, of both goods."""
    held = state.stock[seat][network]
    stock = Stock(energy=held.energy + energy, food=held.food + food)
    return replace(state, stock=at(state.stock, seat, {**state.stock[seat], network: stock}))


def standing(state: State, owners: tuple[int, ...], tile: str, cells: tuple[str, ...]) -> State:
    """The board with a new construction, its tile from the supply and a marker of each owner on it."""
    is_dam = tile == "dam"
    built = Construction(type=tile, owners=owners, dam=cells[0] if is_dam else None)
    dams = {**state.dams, cells[0]: Dam(land=(cells[1], cells[2]), owners=owners)} if is_dam else state.dams
    return replace(
        with_constructions(state, {**state.constructions, **dict.fromkeys(cells, built)}),
        dams=dams,
        supply={**state.supply, tile: state.supply[tile] - 1},
        markers=added(state.markers, dict.fromkeys(owners, -1)),
    )


def fallen(state: State, owners: tuple[int, ...], tile: str, cells: tuple[str, ...]) -> State:
    """The board without a construction: tile and markers go back, crisis cube and water leave."""
    gone = set(cells)
    left = {cell: built for cell, built in state.constructions.items() if cell not in gone}
    return replace(
        with_constructions(state, left),
        dams={river: dam for river, dam in state.dams.items() if river not in gone},
        supply={**state.supply, tile: state.supply[tile] + 1},
        markers=added(state.markers, dict.fromkeys(owners, 1)),
        crisis=state.crisis - gone,
        activated=state.activated - gone,
        blocked=state.blocked - gone,
        placed={cell: number for cell, number in state.placed.items() if cell not in gone},
        station_uses={cell: number for cell, number in state.station_uses.items() if cell not in gone},
    )


def with_constructions(state: State, constructions: dict[str, Construction]) -> State:
    """The board with other constructions; stocks follow the networks."""
    stock = tuple(
        restocked(
            components(owned(state.constructions, seat)), state.stock[seat], components(owned(constructions, seat))
        )
        for seat in range(state.n)
    )
    return replace(state, constructions=constructions, stock=stock)


def without_card(state: State, seat: int, card: str) -> State:
    """A card goes from a hand to the discard."""
    hand = list(state.hand[seat])
    hand.remove(card)
    return replace(
        state, hand=at(state.hand, seat, tuple(hand)), action_discard=tuple(sorted((*state.action_discard, card)))
    )


def changed(values: tuple[T, ...], seat: int, change: Callable[[T], T]) -> tuple[T, ...]:
    """The values with that of one seat changed."""
    return at(values, seat, change(values[seat]))


def full_supply() -> dict[str, int]:
    """All tiles in the box."""
    return {tile.id: tile.supply for tile in TILES.values()}
