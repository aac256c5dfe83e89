"""Losses and changes of a region that no one decides: population, discipline, demography, oil, GHG."""

from domain.climate.board import pop_unit
from domain.climate.course import Course
from domain.climate.facts import (
    DemographyChanged,
    FourSidedRolled,
    GhgChanged,
    OilChanged,
    PopulationChanged,
)
from domain.climate.state import Region
from domain.core.chance import Chance
from domain.core.rules import rule

LOWEST_RATE, HIGHEST_RATE = -4, 5


@rule("climate.region.7")
def lose_population(course: Course, name: str, points: int, cause: str) -> None:
    """Population falls, but never below one."""
    change_population(course, name, -points, cause)


def change_population(course: Course, name: str, by: int, cause: str) -> None:
    """Population changes, but never below one."""
    now = course.region(name).population
    after = max(1, now + by)
    if after != now:
        course.note(PopulationChanged(region=name, population=after, rule=cause))


def lose_by_dice(course: Course, chance: Chance, name: str, purpose: str, cause: str) -> None:
    """One four-sided die per unit of population, all rolled before the loss."""
    label = f"d4.{purpose}/{course.state.turn}"
    numbers = tuple(chance.die(label, 4) for _ in range(pop_unit(course.region(name))))
    course.note(FourSidedRolled(purpose=purpose, region=name, numbers=numbers, rule=cause))
    lose_population(course, name, sum(numbers), cause)


def change_demography(course: Course, name: str, by: int, cause: str) -> None:
    """The rate of demography changes within its bounds."""
    now = course.region(name).demography
    after = bounded_rate(now + by)
    if after != now:
        course.note(DemographyChanged(region=name, demography=after, rule=cause))


def bounded_rate(rate: int) -> int:
    """A rate of demography within the bounds of the tables."""
    return min(HIGHEST_RATE, max(LOWEST_RATE, rate))


@rule("climate.event.ghg")
def change_ghg(course: Course, by: int, cause: str) -> None:
    """The global counter moves, but never below zero."""
    after = max(0, course.state.ghg + by)
    if after != course.state.ghg:
        course.note(GhgChanged(ghg=after, rule=cause))


@rule("climate.oil.1")
def freed_oil(region: Region) -> tuple[int, int, int, int]:
    """Local, imported and exported oil after one unit is saved, and by how much the balance rises."""
    if region.red_oil:
        return region.brown, region.red_oil - 1, region.orange, 1
    if region.brown:
        return region.brown - 1, region.red_oil, region.orange + 1, 1
    return region.brown, region.red_oil, region.orange, 0


def change_oil(course: Course, name: str, brown: int, red_oil: int, orange: int, cause: str) -> None:
    """Oil tokens of a region change, and the balance with them."""
    region = course.region(name)
    balance = course.state.oil_balance + (orange - region.orange) - (red_oil - region.red_oil)
    course.note(OilChanged(region=name, brown=brown, red_oil=red_oil, orange=orange, oil_balance=balance, rule=cause))
