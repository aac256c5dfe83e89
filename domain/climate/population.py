"""Refugees and exodus: who leaves, where to, and what it does there."""

from collections.abc import Callable

from msgspec.structs import replace

from domain.climate import frames
from domain.climate.board import is_sick, pop_unit, resilience
from domain.climate.calamities import LOCAL, removed
from domain.climate.components import EXODUS_LINES, REFUGEE_LINKS
from domain.climate.course import Course
from domain.climate.electricity import only
from domain.climate.facts import ExodusMoved, RefugeeMoved
from domain.climate.forms import named
from domain.climate.losses import lose_population
from domain.climate.state import Region, State, climate
from domain.core.chance import Chance
from domain.core.forms import Answer, Form, Select
from domain.core.model import Ask, Frame, Outcome, again, ask, done
from domain.core.rules import rule

GRAVE = 5
"""What a war, famine, epidemic or pandemic weighs among calamity tokens."""


@rule("climate.refugee.2")
def open_to_refugees(state: State, name: str) -> tuple[str, ...]:
    """Linked regions without war, dictatorship or chaos."""
    regions = state.regions
    linked = ((other, regions[other]) for other in REFUGEE_LINKS[name])
    return tuple(other for other, region in linked if not (region.war or region.dictatorship or region.chaos))


@rule("climate.exodus.2")
def open_to_exodus(state: State, name: str) -> tuple[str, ...]:
    """Regions at the end of an exodus line without war, famine or dictatorship."""
    regions = state.regions
    linked = ((other, regions[other]) for other in EXODUS_LINES[name])
    return tuple(other for other, region in linked if not (region.war or region.famine or region.dictatorship))


@climate.step(frames.GenRefugees, background=True)
@rule("climate.refugee.1", "climate.dict.3")
def gen_refugees(state: State, frame: frames.GenRefugees, chance: Chance) -> Outcome:
    """Refugees leave at once for linked regions; the sick stay, and with every border closed there are riots."""
    name, region = frame.region, state.regions[frame.region]
    if not frame.started:
        if region.dictatorship:
            return done()
        if is_sick(region) and not frame.forced:
            return done(then=(frames.AddTokens(region=name, token=LOCAL, count=frame.count),))
        return again(replace(frame, started=True))
    if frame.count == 0:
        return done()
    return refugees_go_on(state, replace(frame, route=frame.route if frame.given is None else tuple(frame.given)))


@rule("climate.refugee.2", "climate.refugee.4")
def refugees_go_on(state: State, frame: frames.GenRefugees) -> Outcome:
    """The next refugee follows the route while it is open; the rest are routed again when it is not."""
    name = frame.region
    places = open_to_refugees(state, name)
    if frame.route and frame.route[0] in places:
        return refugee_arrives(state, frame)
    if not places:
        return done(then=(frames.AddTokens(region=name, token="riots", count=frame.count),))
    if len(places) == 1:
        return again(replace(frame, route=places * frame.count))
    return again(replace(frame, route=()), then=(frames.RouteRefugees(region=name, count=frame.count),))


@rule("climate.refugee.2", "climate.refugee.3")
def refugee_arrives(state: State, frame: frames.GenRefugees) -> Outcome:
    """A refugee stays where there is room, otherwise there is a riot; those who flee chaos may carry sickness."""
    place, course = frame.route[0], Course(state)
    stays = course.region(place).refugees < resilience(course.region(place))
    course.note(RefugeeMoved(origin=frame.region, region=place, stays=stays, rule="climate.refugee.2"))
    then: tuple[Frame, ...] = () if stays else (frames.AddTokens(region=place, token="riots", count=1),)
    if frame.forced and is_sick(course.region(frame.region)):
        then += (frames.AddTokens(region=place, token="epidemic", count=1),)
    return again(replace(frame, count=frame.count - 1, route=frame.route[1:]), *course.facts, then=then)


@climate.step(frames.Exodus, background=True)
@rule("climate.exodus.1", "climate.dict.3")
def exodus(state: State, frame: frames.Exodus, chance: Chance) -> Outcome:
    """As many points of population as units leave one by one; a dictatorship lets nobody out but the sick."""
    if frame.count is None:
        return exodus_begins(state, frame)
    if frame.count == 0:
        return exodus_ends(state, frame)
    route = frame.route if frame.given is None else tuple(frame.given)
    return exodus_goes_on(state, replace(frame, route=route), frame.count)


@rule("climate.exodus.2", "climate.exodus.3")
def exodus_goes_on(state: State, frame: frames.Exodus, count: int) -> Outcome:
    """The next point follows the route while it is open; with every line closed the rest are lost."""
    name, places = frame.region, open_to_exodus(state, frame.region)
    if frame.route and frame.route[0] in places:
        return point_moves(state, frame, count)
    if not places:
        course = Course(state)
        lose_population(course, name, min(count, state.regions[name].population - 1), "climate.exodus.3")
        return again(replace(frame, count=0), *course.facts)
    if len(places) == 1:
        return again(replace(frame, route=places * count))
    return again(replace(frame, route=()), then=(frames.RouteExodus(region=name, count=count),))


def exodus_begins(state: State, frame: frames.Exodus) -> Outcome:
    """How many leave and whether they are sick is read once."""
    name, region = frame.region, state.regions[frame.region]
    count = min(pop_unit(region), region.population - 1)
    if region.dictatorship and not is_sick(region):
        course = Course(state)
        lose_population(course, name, count, "climate.dict.3")
        return done(*course.facts)
    return again(replace(frame, count=count, sick=is_sick(region)))


def exodus_ends(state: State, frame: frames.Exodus) -> Outcome:
    """A dictatorship is rid of its sickness when the sick have gone."""
    course, name = Course(state), frame.region
    if course.region(name).dictatorship and frame.sick:
        removed(course, name, "epidemic", "climate.dict.3")
        removed(course, name, "pandemic", "climate.dict.3")
    return done(*course.facts)


@rule("climate.exodus.3")
def point_moves(state: State, frame: frames.Exodus, count: int) -> Outcome:
    """Each point of population brings two riots, and the sick an epidemic."""
    place = frame.route[0]
    rest = replace(frame, count=count - 1, route=frame.route[1:])
    if state.regions[frame.region].population <= 1:
        return again(replace(rest, count=0))
    moved = ExodusMoved(origin=frame.region, region=place, rule="climate.exodus.1")
    sick: tuple[Frame, ...] = (frames.AddTokens(region=place, token="epidemic", count=1),) if frame.sick else ()
    return again(rest, moved, then=(*sick, frames.AddTokens(region=place, token="riots", count=2)))


def calamity_tokens(region: Region) -> int:
    """The calamity tokens of a region, grave ones weighing five."""
    light = region.riots + region.conflicts + region.shortages + region.scarcities + region.epizootics
    grave = bool(region.war) + region.famine + region.epidemic + region.pandemic
    return light + GRAVE * grave


def default_refugee_route(state: State, name: str, count: int) -> list[str]:
    """Token by token the region with most room, then fewest calamities (riots of the crowd too), then Resilience."""
    given: dict[str, int] = {}

    def rank(place: str) -> tuple[int, ...]:
        region = state.regions[place]
        room = resilience(region) - region.refugees - given.get(place, 0)
        tokens = calamity_tokens(region) + max(0, -room)
        order = state.region_order.index(place)
        return (-min(2, max(0, room)), tokens, -resilience(region), order)

    return routed(open_to_refugees(state, name), count, rank, given)


def default_exodus_route(state: State, name: str, count: int) -> list[str]:
    """Point by point the region with fewest calamities, the riots of earlier points counted."""
    given: dict[str, int] = {}

    def rank(place: str) -> tuple[int, ...]:
        region = state.regions[place]
        tokens = calamity_tokens(region) + 2 * given.get(place, 0)
        return (tokens, -resilience(region), state.region_order.index(place))

    return routed(open_to_exodus(state, name), count, rank, given)


def routed(
    places: tuple[str, ...], count: int, rank: Callable[[str], tuple[int, ...]], given: dict[str, int]
) -> list[str]:
    """The best place again and again, each choice counting for the next."""
    route = []
    for _ in range(count):
        best = min(places, key=rank)
        given[best] = given.get(best, 0) + 1
        route.append(best)
    return route


def route_ask(state: State, kind: str, places: tuple[str, ...], default: list[str], cited: str) -> Ask:
    """The captain sends each one somewhere, in the order of arrival."""
    count = len(default)
    slot = Select(name="route", min=count, max=count, items=named("region", places), ordered=True, repeat=True)
    return Ask(seat=state.active_seat, kind=kind, form=Form((slot,)), default={"route": default}, rules=(cited,))


@climate.step(frames.RouteRefugees)
@rule("climate.refugee.2")
def route_refugees(state: State, frame: frames.RouteRefugees, chance: Chance) -> Outcome:
    """The captain chooses where refugees go; with nothing to choose nobody is asked."""
    places = open_to_refugees(state, frame.region)
    if len(places) < 2:
        return done(give=list(places) * frame.count)
    default = default_refugee_route(state, frame.region, frame.count)
    return ask(route_ask(state, "route_refugees", places, default, "climate.refugee.2"))


@climate.step(frames.RouteExodus)
@rule("climate.exodus.2")
def route_exodus(state: State, frame: frames.RouteExodus, chance: Chance) -> Outcome:
    """The captain chooses where an exodus goes; with nothing to choose nobody is asked."""
    places = open_to_exodus(state, frame.region)
    if len(places) < 2:
        return done(give=list(places) * frame.count)
    default = default_exodus_route(state, frame.region, frame.count)
    return ask(route_ask(state, "route_exodus", places, default, "climate.exodus.2"))


@climate.answer(frames.RouteRefugees)
@climate.answer(frames.RouteExodus)
@rule("climate.refugee.2", "climate.exodus.2")
def route_chosen(state: State, frame: Frame, given: dict[int, Answer], chance: Chance) -> Outcome:
    """The route goes to the business that asked for it."""
    return done(give=only(given)["route"])
