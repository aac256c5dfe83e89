"""Questions about board and seats that several chapters ask."""

from collections.abc import Iterator
from functools import cache

from domain.core.rules import rule
from domain.kepler.components import NEIGHBOURS, PLANETS, TOP, UNITS
from domain.kepler.state import Clan, SeatState, State, Turn, Units, UnitType

NOTHING = Units()
UNIT_TYPES: tuple[UnitType, ...] = tuple(UNITS)
SHIP, BASE, FRIGATE, CRUISER = (unit.level for unit in UNITS.values())


@rule("kepler.place.3", "kepler.two.1")
@cache
def neighbours(planet: str, planets: tuple[str, ...]) -> tuple[str, ...]:
    """Planets in play that a passage joins to this one, in canonical order."""
    return tuple(other for other in planets if other in NEIGHBOURS[planet])


@cache
def planets_of(clan: Clan, planets: tuple[str, ...]) -> tuple[str, ...]:
    """The clan's planets in play."""
    return tuple(planet for planet in planets if PLANETS[planet].clan == clan)


@rule("kepler.unit.1")
def weight(units: Units) -> int:
    """A ship counts 1, a base 3, a frigate 5, a cruiser 7."""
    return units.ship * SHIP + units.base * BASE + units.frigate * FRIGATE + units.cruiser * CRUISER


def units_on(seat: SeatState, planet: str) -> Units:
    """The seat's units on a planet."""
    return seat.units.get(planet, NOTHING)


def planet_level(seat: SeatState, planet: str) -> int:
    """The seat's weight on one planet."""
    return weight(units_on(seat, planet))


def count(units: Units) -> int:
    """The number of figures, whatever their type."""
    return units.ship + units.base + units.frigate + units.cruiser


def amount(units: Units, unit: UnitType) -> int:
    """The number of figures of one type."""
    found: int = getattr(units, unit)
    return found


def is_on_board(seat: SeatState) -> bool:
    """Whether the seat has a unit anywhere."""
    return any(count(units) for units in seat.units.values())


def turn_of(state: State) -> Turn:
    """The turn in play; rules of a turn run only while there is one."""
    assert state.turn is not None
    return state.turn


def active(state: State) -> SeatState:
    """The seat whose turn it is."""
    return state.seats[turn_of(state).seat]


def opponents(state: State) -> Iterator[tuple[int, SeatState]]:
    """The other seats, by number."""
    me = turn_of(state).seat
    return ((number, seat) for number, seat in enumerate(state.seats) if number != me)


def in_turn_order(state: State) -> tuple[int, ...]:
    """Seats clockwise from the first one."""
    return tuple((state.first_seat + place) % state.players for place in range(state.players))


@rule("kepler.track.cap")
def raised(level: int, step: int) -> int:
    """A disc never rises above the top of its track."""
    return min(level + step, TOP)
