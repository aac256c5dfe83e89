"""China and North America: their special tokens and what these buy or bar."""

from domain.climate.board import in_list_order
from domain.climate.calamities import add_peaceful, removed
from domain.climate.components import PAIRS
from domain.climate.course import Course
from domain.climate.facts import TokenRemoved
from domain.climate.state import State
from domain.core.rules import rule

SHORTAGES_BY_STANDARD = {4: 2, 3: 1}


@rule("climate.china.7")
def remove_overproduction(course: Course) -> None:
    """When China gives up overproduction, rich regions lack its goods: two shortages at LS 4, one at LS 3."""
    left = course.region("CHN").overproduction - 1
    course.note(TokenRemoved(region="CHN", token="overproduction", count=left, rule="climate.china.7"))
    for name in in_list_order(course.state, course.state.regions):
        shortages = SHORTAGES_BY_STANDARD.get(course.region(name).ls, 0)
        add_peaceful(course, name, "shortages", shortages)


@rule("climate.china.1")
def adjust_overproduction(course: Course) -> None:
    """China produces for as many rich regions as there are, two at most; tokens never come back."""
    while course.region("CHN").overproduction > min(2, rich_regions(course.state)):
        remove_overproduction(course)


def rich_regions(state: State) -> int:
    """How many regions live at LS 4."""
    return sum(region.ls == 4 for region in state.regions.values())


def remove_overconsumption(course: Course, cause: str) -> None:
    """North America gives up one token of overconsumption."""
    removed(course, "NAM", "overconsumption", cause, left=course.region("NAM").overconsumption - 1)


@rule("climate.nam.1")
def is_barred_by_overconsumption(state: State, name: str, letter: str) -> bool:
    """With two tokens North America learns neither a pair nor G, with one it does not learn A and B."""
    tokens = state.regions[name].overconsumption
    if tokens >= 2:
        return letter in "ABCDEFG"
    return tokens == 1 and letter in PAIRS["AB"]
