"""The effects of green events: a small vocabulary, one effect at a time."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from domain.climate import frames
from domain.climate.board import in_list_order, is_sharing
from domain.climate.calamities import LOCAL, PEACEFUL, add_peaceful, removed
from domain.climate.components import GREEN_CARDS
from domain.climate.course import Course
from domain.climate.facts import EffectApplied
from domain.climate.losses import change_demography, change_ghg, change_oil, change_population
from domain.climate.state import State, climate
from domain.climate.transformations import can_implant, implant_pt
from domain.climate.war import change_discipline
from domain.core.chance import Chance
from domain.core.model import Frame, Outcome, again, done
from domain.core.rules import rule

CITED = "climate.event.aci.3"
Then = tuple[Frame, ...]
Effect = Callable[[Course, str, Any, Chance], Then]


@climate.step(frames.Effects)
@rule("climate.event.aci.3")
def apply_effects(state: State, frame: frames.Effects, chance: Chance) -> Outcome:
    """Effects happen in the order of the card."""
    if frame.stage == "install":
        return clean_token_comes(frame)
    listed = GREEN_CARDS[frame.card].effects(frame.level)
    if frame.place >= len(listed):
        return done()
    [(effect, value)] = listed[frame.place].items()
    course = Course(state)
    course.note(EffectApplied(region=frame.region, effect=effect, rule=CITED))
    question = clean_question(course, frame.region, effect, value)
    if question is not None:
        return again(replace(frame, stage="install"), *course.facts, then=(question,))
    then = EFFECTS[effect](course, frame.region or "", value, chance)
    return again(replace(frame, place=frame.place + 1), *course.facts, then=then)


def clean_question(course: Course, name: str | None, effect: str, value: Any) -> frames.CleanToken | None:
    """The question that an effect with a clean token puts, if it is one."""
    if name is None:
        return None
    if effect == "add_elec" and value == "clean":
        return frames.CleanToken(region=name, old=None)
    if effect == "replace_elec" and value[1] == "clean" and value[0] in course.region(name).elec:
        return frames.CleanToken(region=name, old=value[0])
    return None


def clean_token_comes(frame: frames.Effects) -> Outcome:
    """The clean token that the team chose is installed."""
    assert frame.region is not None
    [(effect, value)] = GREEN_CARDS[frame.card].effects(frame.level)[frame.place].items()
    old = value[0] if effect == "replace_elec" else None
    after = replace(frame, stage="next", place=frame.place + 1)
    if frame.given is None:
        return again(after)
    return again(after, then=(frames.Install(region=frame.region, old=old, new=frame.given),))


def adds(token: str) -> Effect:
    """An effect that brings tokens."""
    return lambda course, name, count, chance: (frames.AddTokens(region=name, token=token, count=count),)


def takes(*tokens: str) -> Effect:
    """An effect that removes up to so many of whichever tokens are there."""

    def take(course: Course, name: str, count: int, chance: Chance) -> Then:
        for token in tokens:
            held = getattr(course.region(name), token)
            removed(course, name, token, CITED, left=max(0, held - count))
        return ()

    return take


def cure(course: Course, name: str, value: Any, chance: Chance) -> Then:
    """The epidemic goes, or else all epizootics."""
    token = "epidemic" if course.region(name).epidemic else "epizootics"
    removed(course, name, token, CITED)
    return ()


@rule("climate.event.ghg")
def ghg(course: Course, name: str, by: int, chance: Chance) -> Then:
    """A change of GHG on a card is one of the global counter."""
    change_ghg(course, by, "climate.event.ghg")
    return ()


def discipline(course: Course, name: str, by: int, chance: Chance) -> Then:
    """Discipline changes, but not below one."""
    return change_discipline(course, chance, name, by, 1)


def demography(course: Course, name: str, by: int, chance: Chance) -> Then:
    """The rate of demography changes."""
    change_demography(course, name, by, CITED)
    return ()


def population(course: Course, name: str, by: int, chance: Chance) -> Then:
    """Population changes."""
    change_population(course, name, by, CITED)
    return ()


def export(course: Course, name: str, by: int, chance: Chance) -> Then:
    """An export fails."""
    region = course.region(name)
    if region.orange:
        change_oil(course, name, region.brown, region.red_oil, region.orange + by, CITED)
    return ()


def add_elec(course: Course, name: str, kind: str, chance: Chance) -> Then:
    """A token is added; growth means gas where no oil is imported, coal elsewhere."""
    if kind == "growth":
        kind = "coal" if course.region(name).red_oil else "gas"
    return (frames.Install(region=name, old=None, new=kind),)


def replace_elec(course: Course, name: str, change: list[str], chance: Chance) -> Then:
    """A token becomes another, if it is there."""
    old, new = change
    return (frames.Install(region=name, old=old, new=new),) if old in course.region(name).elec else ()


def propagate(course: Course, name: str, bonus: int, chance: Chance) -> Then:
    """The region imitates the others at once, with better chances."""
    return (frames.Propagation(region=name, bonus=bonus),)


def implant(course: Course, name: str, letter: str, chance: Chance) -> Then:
    """A letter is implanted free of charge, if the region may still learn it."""
    if can_implant(course.state, name, letter, by_hand=True):
        implant_pt(course, name, letter)
    return ()


def each_standard(course: Course, name: str, value: list[Any], chance: Chance) -> Then:
    """Every sharing region of certain living standards is struck, from the top of the column."""
    standards, [(token, count)] = value[0], value[1].items()
    assert token in PEACEFUL
    for other in in_list_order(course.state, course.state.regions):
        if is_sharing(course.region(other)) and course.region(other).ls in standards:
            add_peaceful(course, other, token, count)
    return ()


EFFECTS: dict[str, Effect] = {
    "riots": adds("riots"),
    "conflicts": adds("conflicts"),
    "shortages": adds("shortages"),
    "epizootics": adds("epizootics"),
    "local_refugees": adds(LOCAL),
    "remove_red": takes("riots", "conflicts"),
    "remove_orange": takes("shortages", "scarcities"),
    "remove_epizootics": takes("epizootics"),
    "integrate": takes("refugees"),
    "cure": cure,
    "ghg": ghg,
    "discipline": discipline,
    "demography": demography,
    "population": population,
    "export": export,
    "add_elec": add_elec,
    "replace_elec": replace_elec,
    "propagate": propagate,
    "implant": implant,
    "each_ls": each_standard,
}
