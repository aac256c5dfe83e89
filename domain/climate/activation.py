"""The activation of a region: its calamities, slot by slot, then six more steps."""

from collections.abc import Callable

from msgspec.structs import replace

from domain.climate import frames
from domain.climate.board import (
    emissions,
    is_sharing,
    pop_unit,
    population_change,
    region_ghg,
    resilience,
    scenario,
    serves,
)
from domain.climate.calamities import add_peaceful, add_shortage, place_pandemic, removed, spread_epidemic
from domain.climate.china import remove_overconsumption, remove_overproduction
from domain.climate.climate_track import advance
from domain.climate.course import Course
from domain.climate.facts import RegionGhgChanged
from domain.climate.losses import (
    change_demography,
    change_ghg,
    change_population,
    lose_by_dice,
    lose_population,
)
from domain.climate.state import State, climate
from domain.climate.war import change_discipline, chaos_goes_on, dictatorship_acts, end_war, war_goes_on
from domain.core.chance import Chance
from domain.core.model import Frame, Outcome, again, done
from domain.core.rules import rule

Stage = Callable[[Course, frames.Activation, Chance], "Going"]
Going = tuple[str, tuple[Frame, ...]]
"""The next stage, and what is done before it."""


@climate.step(frames.Activation, background=True)
@rule("climate.turn.5", "climate.cal.order", "climate.cal.noback", "climate.act.1")
def activate(state: State, frame: frames.Activation, chance: Chance) -> Outcome:
    """Each slot and step looks at the region as it is when its turn comes, and none comes twice."""
    course = Course(state)
    stage, then = STAGES[frame.stage](course, frame, chance)
    if stage == "end":
        return done(*course.facts)
    return again(replace(frame, stage=stage), *course.facts, then=then)


def tokens(name: str, token: str, count: int) -> tuple[Frame, ...]:
    """Tokens to be added, if any."""
    return (frames.AddTokens(region=name, token=token, count=count),) if count else ()


def flight(name: str, count: int, *, forced: bool = False) -> tuple[Frame, ...]:
    """Refugees who leave."""
    return (frames.GenRefugees(region=name, count=count, forced=forced),)


@rule("climate.elec.6", "climate.elec.8")
def renewables(course: Course, frame: frames.Activation, chance: Chance) -> Going:
    """Each intermittent token brings a shortage, two renewables together a riot."""
    name, elec = frame.region, course.region(frame.region).elec
    add_peaceful(course, name, "shortages", elec.count("ren_int"))
    is_riot = elec.count("ren_int") + elec.count("ren_disp") >= 2
    return "1b", tokens(name, "riots", int(is_riot))


@rule("climate.nam.4")
def purge(course: Course, frame: frames.Activation, chance: Chance) -> Going:
    """Calamities may shake North America out of its overconsumption: surely when grave, by a roll when light."""
    name, region = frame.region, course.region(frame.region)
    if not region.overconsumption:
        return "1c", ()
    if region.conflicts or region.scarcities:
        end_war(course, name, "climate.nam.4")
        clear(course, name, "riots", "conflicts", "shortages", "scarcities", "famine")
        remove_overconsumption(course, "climate.nam.4")
        return "1c", ()
    if region.riots + region.shortages == 0:
        return "1c", ()
    target = region.riots + region.shortages
    return "1b_rolled", (frames.RollD8(purpose="overconsumption", region=name, target=target),)


def clear(course: Course, name: str, *kinds: str) -> None:
    """Tokens of several kinds go."""
    for token in kinds:
        removed(course, name, token, "climate.nam.4")


@rule("climate.nam.4")
def purge_rolled(course: Course, frame: frames.Activation, chance: Chance) -> Going:
    """On a success riots, shortages and one token go; on a failure everything stays."""
    if frame.given:
        clear(course, frame.region, "riots", "shortages")
        if course.region(frame.region).overconsumption:
            remove_overconsumption(course, "climate.nam.4")
    return "1c", ()


@rule("climate.cal.red.1", "climate.cal.red.2", "climate.war.2", "climate.dict.2", "climate.chaos.3")
def red_slot(course: Course, frame: frames.Activation, chance: Chance) -> Going:
    """Dictatorship, chaos, war, conflicts or riots at the limit: the first that is there acts."""
    name, region = frame.region, course.region(frame.region)
    unit = pop_unit(region)
    if region.dictatorship:
        dictatorship_acts(course, name)
        return "1d", ()
    if region.chaos:
        return "1c_chaos", flight(name, 2 * unit, forced=True)
    if region.war:
        return "1c_war", (frames.WarEffects(region=name),)
    if region.conflicts:
        return "1d", flight(name, unit)
    return "1d", flight(name, 1) if region.riots == resilience(region) else ()


def war_slot(course: Course, frame: frames.Activation, chance: Chance) -> Going:
    """A war that still stands after its effects is turned, or becomes a dictatorship."""
    war_goes_on(course, frame.region)
    return "1d", ()


def chaos_slot(course: Course, frame: frames.Activation, chance: Chance) -> Going:
    """After the flight chaos takes its toll."""
    chaos_goes_on(course, frame.region)
    return "1d", ()


@rule("climate.cal.orange.1", "climate.cal.orange.2", "climate.cal.orange.3")
def orange_slot(course: Course, frame: frames.Activation, chance: Chance) -> Going:
    """Famine, scarcities or shortages at the limit."""
    name, region = frame.region, course.region(frame.region)
    if region.famine:
        return famine(course, name, chance)
    if region.scarcities:
        return "1e", (*flight(name, pop_unit(region)), *tokens(name, "riots", 1))
    return "1e", flight(name, 1) if region.shortages == resilience(region) else ()


@rule("climate.cal.orange.3", "climate.china.6")
def famine(course: Course, name: str, chance: Chance) -> Going:
    """A famine kills, undermines discipline and drives people out; China can trade it for overproduction."""
    if course.region(name).overproduction:
        remove_overproduction(course)
        removed(course, name, "famine", "climate.china.6")
        add_shortage(course, name)
        return "1e", ()
    cited = "climate.cal.orange.3"
    lose_by_dice(course, chance, name, "famine", cited)
    change_demography(course, name, -1, cited)
    then = change_discipline(course, chance, name, -1, 0)
    return "1d_end", (*then, frames.Exodus(region=name))


def famine_ends(course: Course, frame: frames.Activation, chance: Chance) -> Going:
    """The famine has passed."""
    removed(course, frame.region, "famine", "climate.cal.orange.3")
    return "1e", ()


@rule("climate.cal.green.1", "climate.cal.green.2", "climate.cal.green.3")
def green_slot(course: Course, frame: frames.Activation, chance: Chance) -> Going:
    """A pandemic, an epidemic or epizootics at the limit."""
    name, region = frame.region, course.region(frame.region)
    if region.pandemic:
        add_peaceful(course, name, "shortages", 2)
        then: tuple[Frame, ...] = ()
        if not is_sharing(course.region(name)):
            lose_by_dice(course, chance, name, "pandemic", "climate.cal.green.3")
            then = change_discipline(course, chance, name, -1, 0)
        return "1e_pandemic", (*then, frames.RollD8(purpose="pandemic", region=name, target=2))
    if region.epidemic:
        add_shortage(course, name)
        if not is_sharing(course.region(name)):
            lose_population(course, name, pop_unit(course.region(name)), "climate.cal.green.2")
        return "1e_epidemic", (frames.RollD8(purpose="epidemic", region=name, target=2),)
    if region.epizootics == resilience(region):
        add_shortage(course, name)
    return "1f", ()


@rule("climate.cal.green.3")
def pandemic_rolled(course: Course, frame: frames.Activation, chance: Chance) -> Going:
    """A pandemic ends by a success, otherwise it reaches one more region."""
    if frame.given:
        removed(course, frame.region, "pandemic", "climate.cal.green.3")
    elif course.region(frame.region).pandemic:
        spread_epidemic(course, frame.region)
    return "1f", ()


@rule("climate.cal.green.2")
def epidemic_rolled(course: Course, frame: frames.Activation, chance: Chance) -> Going:
    """An epidemic ends by a success, otherwise it becomes a pandemic."""
    if frame.given:
        removed(course, frame.region, "epidemic", "climate.cal.green.2")
    elif course.region(frame.region).epidemic:
        place_pandemic(course, frame.region)
    return "1f", ()


@rule("climate.refugee.3", "climate.pt.global")
def yellow_slot(course: Course, frame: frames.Activation, chance: Chance) -> Going:
    """A region full of refugees integrates one, with a riot unless the world fund pays."""
    name, region = frame.region, course.region(frame.region)
    if region.refugees == 0 or region.refugees != resilience(region):
        return "2", ()
    removed(course, name, "refugees", "climate.refugee.3", left=region.refugees - 1)
    return "2", () if "O" in course.state.global_pts else tokens(name, "riots", 1)


def propagation_step(course: Course, frame: frames.Activation, chance: Chance) -> Going:
    """Step 2: the region imitates the others."""
    return "3", (frames.Propagation(region=frame.region),)


def standard_step(course: Course, frame: frames.Activation, chance: Chance) -> Going:
    """Step 3: energy and living standard."""
    return "4", (frames.LivingStandard(region=frame.region),)


@rule("climate.act.4")
def demography_step(course: Course, frame: frames.Activation, chance: Chance) -> Going:
    """Step 4: population grows or shrinks by its rate."""
    change = population_change(course.state, course.region(frame.region))
    change_population(course, frame.region, change, "climate.act.4")
    return "5", ()


@rule("climate.act.5", "climate.act.6", "climate.ghg.2")
def ghg_steps(course: Course, frame: frames.Activation, chance: Chance) -> Going:
    """Steps 5 and 6: the region's cube moves to its place on the table, the counter by as much."""
    name, region = frame.region, course.region(frame.region)
    after = region_ghg(emissions(course.state, name), region.population)
    if after != region.ghg:
        course.note(RegionGhgChanged(region=name, region_ghg=after, rule="climate.act.5"))
        change_ghg(course, after - region.ghg, "climate.act.6")
    return "7", ()


@rule("climate.act.7", "climate.clim.1", "climate.emp.malmo.c")
def track_step(course: Course, frame: frames.Activation, chance: Chance) -> Going:
    """Step 7: the green marker climbs by the tens of the counter, one less with the Malmö institute."""
    if scenario(course.state).id != "first_steps":
        squares = course.state.ghg // 10 - (1 if serves(course.state, "malmo") else 0)
        advance(course, chance, max(0, squares))
    return "end", ()


STAGES: dict[str, Stage] = {
    "1a": renewables,
    "1b": purge,
    "1b_rolled": purge_rolled,
    "1c": red_slot,
    "1c_war": war_slot,
    "1c_chaos": chaos_slot,
    "1d": orange_slot,
    "1d_end": famine_ends,
    "1e": green_slot,
    "1e_pandemic": pandemic_rolled,
    "1e_epidemic": epidemic_rolled,
    "1f": yellow_slot,
    "2": propagation_step,
    "3": standard_step,
    "4": demography_step,
    "5": ghg_steps,
    "7": track_step,
}
