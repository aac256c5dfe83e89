"""War, dictatorship and chaos: their beginning, their activation and their end."""

from msgspec.structs import replace

from domain.climate import frames
from domain.climate.board import is_sick, pop_unit
from domain.climate.calamities import place_epidemic, place_famine, place_pandemic, promoted, removed
from domain.climate.china import remove_overproduction
from domain.climate.course import Course
from domain.climate.electricity import lose_token
from domain.climate.facts import (
    ChaosEnded,
    ChaosStarted,
    DictatorshipEnded,
    DictatorshipStarted,
    DisciplineChanged,
    TokenAdded,
    WarEnded,
    WarFlipped,
    WarStarted,
)
from domain.climate.losses import change_demography, lose_by_dice, lose_population
from domain.climate.standards import lower_standard
from domain.climate.state import State, climate
from domain.climate.transformations import complete_next_pair
from domain.core.chance import Chance
from domain.core.model import Frame, Outcome, again, done
from domain.core.rules import rule

UNDER_DICTATORSHIP, ELSEWHERE = 4, 3


@climate.step(frames.PlaceWar, background=True)
@rule("climate.war.1", "climate.cal.red.3")
def place_war(state: State, frame: frames.PlaceWar, chance: Chance) -> Outcome:
    """A war costs a token of electricity, a unit of oil and a living standard; refugees go, then others flee."""
    name, course = frame.region, Course(state)
    match frame.stage:
        case "start":
            return begin_war(state, frame)
        case "standard":
            lose_token(course, name, frame.given, "climate.war.1")
            lower_standard(course, name, is_voluntary=False, cause="climate.war.1")
            after = replace(frame, stage="refugees")
            return again(after, *course.facts, then=(frames.Recheck(region=name),))
        case _:
            removed(course, name, "refugees", "climate.war.1")
            return done(*course.facts, then=(frames.WarEffects(region=name),))


@rule("climate.war.1", "climate.china.5")
def begin_war(state: State, frame: frames.PlaceWar) -> Outcome:
    """War replaces every red token, unless China gives up overproduction and suffers a riot instead."""
    name, course = frame.region, Course(state)
    if course.region(name).overproduction:
        removed(course, name, "riots", "climate.china.5")
        removed(course, name, "conflicts", "climate.china.5")
        remove_overproduction(course)
        return done(*course.facts, then=(frames.AddTokens(region=name, token="riots", count=1),))
    course.note(WarStarted(region=name, rule="climate.war.1"))
    if course.region(name).ls < 2:
        return again(replace(frame, stage="refugees"), *course.facts)
    return again(replace(frame, stage="standard"), *course.facts, then=(frames.RemoveElec(region=name),))


@climate.step(frames.WarEffects, background=True)
@rule("climate.war.1", "climate.war.2")
def war_effects(state: State, frame: frames.WarEffects, chance: Chance) -> Outcome:
    """People flee, hunger and sickness rise by a level."""
    name = frame.region
    if frame.stage == "refugees":
        flight = frames.GenRefugees(region=name, count=2 * pop_unit(state.regions[name]))
        return again(replace(frame, stage="calamities"), then=(flight,))
    course = Course(state)
    worsen_hunger(course, name)
    worsen_sickness(course, name)
    return done(*course.facts)


def worsen_hunger(course: Course, name: str) -> None:
    """Scarcities become a famine, shortages a scarcity."""
    if course.region(name).scarcities:
        place_famine(course, name)
    elif course.region(name).shortages:
        promoted(course, name, "shortages", "scarcities")
        course.note(TokenAdded(region=name, token="scarcities", count=1, rule="climate.war.1"))


def worsen_sickness(course: Course, name: str) -> None:
    """An epidemic becomes a pandemic, epizootics an epidemic."""
    if course.region(name).epidemic:
        place_pandemic(course, name)
    elif course.region(name).epizootics:
        promoted(course, name, "epizootics", "epidemic")
        place_epidemic(course, name)


@rule("climate.war.2", "climate.war.3")
def war_goes_on(course: Course, name: str) -> None:
    """After its effects a war that still stands is turned and seizes an export, or ends in a dictatorship."""
    region = course.region(name)
    if region.war == 1:
        course.note(WarFlipped(region=name, seized=min(1, region.orange), rule="climate.war.2"))
    elif region.war == 2:
        place_dictatorship(course, name, "climate.war.3")


def end_war(course: Course, name: str, cause: str, *, conflicts: int = 0) -> None:
    """A war ends and gives back the export it seized."""
    if course.region(name).war:
        course.note(WarEnded(region=name, conflicts=conflicts, rule=cause))


@rule("climate.dict.1")
def place_dictatorship(course: Course, name: str, cause: str = "climate.dict.1") -> None:
    """A dictatorship clears every red and yellow token, keeps what a war seized, and sets discipline to four."""
    course.note(DictatorshipStarted(region=name, rule=cause))


@rule("climate.dict.4")
def end_dictatorship(course: Course, name: str) -> None:
    """The UN ends a dictatorship; discipline is two again."""
    course.note(DictatorshipEnded(region=name, rule="climate.dict.4"))


@rule("climate.inst.1")
def end_chaos(course: Course, name: str) -> None:
    """The UN ends a chaos; discipline is two again."""
    course.note(ChaosEnded(region=name, rule="climate.inst.1"))


@rule("climate.dict.2")
def dictatorship_acts(course: Course, name: str) -> None:
    """A healthy and fed dictatorship calms demography, imposes a pair and costs lives."""
    region = course.region(name)
    if is_sick(region) or region.famine:
        return
    rate = region.demography
    if rate:
        change_demography(course, name, -1 if rate > 0 else 1, "climate.dict.2")
    if region.discipline >= 2:
        complete_next_pair(course, name)
    lose_population(course, name, pop_unit(course.region(name)), "climate.dict.2")


@rule("climate.chaos.1")
def place_chaos(course: Course, chance: Chance, name: str) -> None:
    """Chaos kills by what is there, then clears red, orange and yellow; a war turns it into a dictatorship."""
    region = course.region(name)
    was_at_war = bool(region.war)
    if region.scarcities:
        lose_population(course, name, pop_unit(course.region(name)), "climate.chaos.1")
    if region.famine:
        lose_by_dice(course, chance, name, "chaos_famine", "climate.chaos.1")
    if region.conflicts:
        lose_population(course, name, pop_unit(course.region(name)), "climate.chaos.1")
    if was_at_war:
        lose_by_dice(course, chance, name, "chaos_war", "climate.chaos.1")
    course.note(ChaosStarted(region=name, rule="climate.chaos.1"))
    if was_at_war:
        place_dictatorship(course, name)


@rule("climate.chaos.3")
def chaos_goes_on(course: Course, name: str) -> None:
    """After people have fled, chaos lowers demography and population."""
    if course.region(name).chaos:
        change_demography(course, name, -1, "climate.chaos.3")
        lose_population(course, name, pop_unit(course.region(name)), "climate.chaos.3")


@rule("climate.region.6")
def change_discipline(course: Course, chance: Chance, name: str, by: int, lowest: int) -> tuple[Frame, ...]:
    """Discipline moves within its bounds; at zero chaos breaks out, and a fall may make tokens overflow."""
    region = course.region(name)
    if region.chaos:
        return ()
    highest = UNDER_DICTATORSHIP if region.dictatorship else ELSEWHERE
    value = min(highest, max(lowest, region.discipline + by))
    if value == 0:
        place_chaos(course, chance, name)
        return ()
    if value != region.discipline:
        course.note(DisciplineChanged(region=name, discipline=value, rule="climate.region.6"))
    return (frames.Recheck(region=name),) if value < region.discipline else ()
