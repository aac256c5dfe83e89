"""Action 7. Identical dice turn three units into one."""

from collections import Counter

from domain.core.forms import Option, Split, Target
from domain.core.model import Fact, Frame
from domain.core.rules import rule
from domain.kepler import frames
from domain.kepler.actions import dice_used
from domain.kepler.board import UNIT_TYPES, active, amount, count, turn_of, units_on
from domain.kepler.components import UNITS
from domain.kepler.corporations import discount
from domain.kepler.facts import ActionChosen, UnitBuilt
from domain.kepler.state import SeatState, State, Units, UnitType

BUILDABLE: tuple[UnitType, ...] = tuple(unit.id for unit in UNITS.values() if unit.price is not None)
UNITS_REPLACED = 3
BASE_DISCS = 2


@rule("kepler.build.2")
def price(seat: SeatState, build: UnitType) -> int:
    """A base or a frigate costs two identical dice, a cruiser three."""
    return (UNITS[build].price or 0) - discount(seat, build)


@rule("kepler.action.7", "kepler.build.1", "kepler.build.4", "kepler.build.5")
def conversion_options(state: State) -> tuple[Option, ...]:
    """A conversion is offered when dice, supply and a planet with three own units allow it."""
    seat = active(state)
    shown = Counter(die.face for die in turn_of(state).dice)
    return tuple(
        conversion_option(seat, value, build, planet)
        for value in sorted(shown)
        for build in BUILDABLE
        if shown[value] >= price(seat, build) and amount(seat.supply, build)
        for planet in state.planets
        if count(units_on(seat, planet)) >= UNITS_REPLACED
    )


@rule("kepler.build.1")
def conversion_option(seat: SeatState, value: int, build: UnitType, planet: str) -> Option:
    """Any three own units of the planet may be given up."""
    there = units_on(seat, planet)
    targets = tuple(Target(unit, 0, amount(there, unit), {"unit": unit}) for unit in UNIT_TYPES if amount(there, unit))
    removed = Split(name="units", targets=targets, min=UNITS_REPLACED, max=UNITS_REPLACED)
    args: dict[str, int | str | bool] = {"value": value, "unit": build, "planet": planet}
    return Option(f"act:7:{value}:{build}:{planet}", args, (removed,))


@rule("kepler.action.7", "kepler.build.1", "kepler.build.2", "kepler.unit.3")
def convert(
    state: State, value: int, build: UnitType, planet: str, removed: Units
) -> tuple[tuple[Fact, ...], tuple[Frame, ...]]:
    """Three units go back to the supply and the new one stands on the same planet."""
    turn = turn_of(state)
    dice = dice_used(turn, value, price(active(state), build))
    chosen = ActionChosen(number=7, value=value, dice=dice, build=build)
    return (chosen, UnitBuilt(unit=build, planet=planet, removed=removed)), discs_of(turn.seat, build)


@rule("kepler.build.3")
def discs_of(seat: int, build: UnitType) -> tuple[frames.Discs, ...]:
    """A base raises two different discs when it is built."""
    return (frames.Discs(seat=seat, cause="base", max=BASE_DISCS, rise=1),) if build == "base" else ()
