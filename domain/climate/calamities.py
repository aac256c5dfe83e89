"""Calamities: tokens of three colours and three levels, and how one leads to the next."""

from msgspec.structs import replace

from domain.climate import frames
from domain.climate.board import down_from, is_sick, resilience
from domain.climate.course import Course
from domain.climate.facts import TokenAdded, TokenIgnored, TokenPromoted, TokenRemoved
from domain.climate.losses import lose_population
from domain.climate.state import State, climate
from domain.core.chance import Chance
from domain.core.model import Frame, Outcome, again, done
from domain.core.rules import rule

LOCAL = "local_refugees"


def added(course: Course, name: str, token: str, cause: str) -> None:
    """One more token of a kind."""
    count = getattr(course.region(name), token) + 1
    course.note(TokenAdded(region=name, token=token, count=int(count), rule=cause))


def removed(course: Course, name: str, token: str, cause: str, *, left: int = 0) -> None:
    """Tokens of a kind go, if there are any."""
    if getattr(course.region(name), token) > left:
        course.note(TokenRemoved(region=name, token=token, count=left, rule=cause))


def ignored(course: Course, name: str, token: str, cause: str) -> None:
    """A token has no effect here."""
    course.note(TokenIgnored(region=name, token=token, rule=cause))


@rule("climate.cal.2")
def promoted(course: Course, name: str, token: str, into: str) -> None:
    """All tokens of a kind give way to one of the next level."""
    course.note(TokenPromoted(region=name, token=token, into=into, rule="climate.cal.2"))


def overflows(course: Course, name: str, token: str) -> bool:
    """Whether a region holds more tokens of a kind than its Resilience bears."""
    region = course.region(name)
    return bool(getattr(region, token) > resilience(region))


@rule("climate.cal.red.1", "climate.cal.1")
def add_riot(course: Course, name: str) -> bool:
    """A riot; above Resilience all riots become a conflict; true if a war breaks out."""
    region = course.region(name)
    if region.war or region.dictatorship or region.chaos:
        ignored(course, name, "riots", "climate.cal.red.1")
        return False
    if region.conflicts:
        return add_conflict(course, name)
    added(course, name, "riots", "climate.cal.red.1")
    if overflows(course, name, "riots"):
        promoted(course, name, "riots", "conflicts")
        return add_conflict(course, name)
    return False


@rule("climate.cal.red.2", "climate.chaos.2")
def add_conflict(course: Course, name: str) -> bool:
    """A conflict; above Resilience all conflicts become a war; true if a war breaks out."""
    region = course.region(name)
    if region.dictatorship:
        ignored(course, name, "conflicts", "climate.cal.red.2")
        return False
    if region.war or region.chaos:
        lose_population(course, name, 1, "climate.cal.red.2")
        return False
    added(course, name, "conflicts", "climate.cal.red.2")
    if overflows(course, name, "conflicts"):
        promoted(course, name, "conflicts", "war")
        return True
    return False


@rule("climate.cal.orange.1", "climate.cal.1")
def add_shortage(course: Course, name: str) -> None:
    """A shortage; above Resilience all shortages become a scarcity."""
    region = course.region(name)
    if region.famine or region.chaos:
        ignored(course, name, "shortages", "climate.cal.orange.1")
    elif region.scarcities:
        add_scarcity(course, name)
    else:
        added(course, name, "shortages", "climate.cal.orange.1")
        if overflows(course, name, "shortages"):
            promoted(course, name, "shortages", "scarcities")
            add_scarcity(course, name)


@rule("climate.cal.orange.2", "climate.chaos.2")
def add_scarcity(course: Course, name: str) -> None:
    """A scarcity; above Resilience all scarcities become a famine."""
    region = course.region(name)
    if region.famine or region.chaos:
        lose_population(course, name, 1, "climate.cal.orange.2")
        return
    added(course, name, "scarcities", "climate.cal.orange.2")
    if overflows(course, name, "scarcities"):
        place_famine(course, name)


@rule("climate.cal.orange.3")
def place_famine(course: Course, name: str) -> None:
    """A famine takes the place of every other orange token."""
    promoted(course, name, "scarcities", "famine")
    course.note(TokenAdded(region=name, token="famine", count=1, rule="climate.cal.orange.3"))


@rule("climate.cal.green.1", "climate.cal.1")
def add_epizootic(course: Course, name: str) -> None:
    """An epizootic; above Resilience all of them become an epidemic; the sick get a shortage instead."""
    if is_sick(course.region(name)):
        add_shortage(course, name)
        return
    added(course, name, "epizootics", "climate.cal.green.1")
    if overflows(course, name, "epizootics"):
        promoted(course, name, "epizootics", "epidemic")
        place_epidemic(course, name)


@rule("climate.cal.green.2")
def place_epidemic(course: Course, name: str) -> None:
    """An epidemic comes where there is neither epidemic nor pandemic."""
    if not is_sick(course.region(name)):
        course.note(TokenAdded(region=name, token="epidemic", count=1, rule="climate.cal.green.2"))


@rule("climate.cal.green.3")
def place_pandemic(course: Course, name: str) -> None:
    """A pandemic takes the place of the epidemic, and the next healthy region down the list gets an epidemic."""
    course.note(TokenAdded(region=name, token="pandemic", count=1, rule="climate.cal.green.3"))
    spread_epidemic(course, name)


@rule("climate.cal.green.3")
def spread_epidemic(course: Course, name: str) -> None:
    """The first healthy region down the list gets an epidemic."""
    healthy = (other for other in down_from(course.state, name) if not is_sick(course.region(other)))
    target = next(healthy, None)
    if target is not None:
        place_epidemic(course, target)


@rule("climate.refugee.3")
def add_local_refugee(course: Course, name: str) -> bool:
    """A local refugee stays, or is a riot where the region is full; true if a war breaks out."""
    region = course.region(name)
    if region.dictatorship or region.chaos:
        ignored(course, name, "refugees", "climate.refugee.3")
        return False
    if region.refugees >= resilience(region):
        return add_riot(course, name)
    added(course, name, "refugees", "climate.refugee.3")
    return False


def add_one(course: Course, name: str, token: str) -> bool:
    """One token with all that follows from it; true if a war breaks out."""
    if token in MAY_START_WAR:
        return MAY_START_WAR[token](course, name)
    PEACEFUL[token](course, name)
    return False


MAY_START_WAR = {"riots": add_riot, "conflicts": add_conflict, LOCAL: add_local_refugee}
PEACEFUL = {"shortages": add_shortage, "epizootics": add_epizootic, "epidemic": place_epidemic}


def add_peaceful(course: Course, name: str, token: str, count: int) -> None:
    """Several tokens of a colour that cannot start a war."""
    for _ in range(count):
        PEACEFUL[token](course, name)


@climate.step(frames.AddTokens)
@rule("climate.cal.2")
def add_tokens(state: State, frame: frames.AddTokens, chance: Chance) -> Outcome:
    """Tokens come one at a time; a war is resolved before the next one."""
    course = Course(state)
    for number in range(1, frame.count + 1):
        if add_one(course, frame.region, frame.token):
            rest = replace(frame, count=frame.count - number)
            return again(rest, *course.facts, then=(frames.PlaceWar(region=frame.region),))
    return done(*course.facts)


@climate.step(frames.Recheck)
@rule("climate.cal.2", "climate.cal.order")
def recheck(state: State, frame: frames.Recheck, chance: Chance) -> Outcome:
    """When Resilience falls, tokens above it are promoted: red, orange, green, yellow."""
    course, name = Course(state), frame.region
    for place in range(frame.place, len(RECHECKS)):
        if RECHECKS[place](course, name):
            rest = replace(frame, place=place)
            war: tuple[Frame, ...] = (frames.PlaceWar(region=name),)
            return again(rest, *course.facts, then=war)
    return done(*course.facts)


def recheck_conflicts(course: Course, name: str) -> bool:
    """Too many conflicts are a war."""
    if overflows(course, name, "conflicts"):
        promoted(course, name, "conflicts", "war")
        return True
    return False


def recheck_riots(course: Course, name: str) -> bool:
    """Too many riots are a conflict."""
    if overflows(course, name, "riots"):
        promoted(course, name, "riots", "conflicts")
        return add_conflict(course, name)
    return False


def recheck_orange(course: Course, name: str) -> bool:
    """Too many scarcities are a famine, too many shortages a scarcity."""
    if overflows(course, name, "scarcities"):
        place_famine(course, name)
    elif overflows(course, name, "shortages"):
        promoted(course, name, "shortages", "scarcities")
        add_scarcity(course, name)
    return False


def recheck_green(course: Course, name: str) -> bool:
    """Too many epizootics are an epidemic."""
    if overflows(course, name, "epizootics"):
        promoted(course, name, "epizootics", "epidemic")
        place_epidemic(course, name)
    return False


def recheck_refugees(course: Course, name: str) -> bool:
    """Each refugee too many is a riot."""
    while overflows(course, name, "refugees"):
        left = course.region(name).refugees - 1
        removed(course, name, "refugees", "climate.refugee.3", left=left)
        if add_riot(course, name):
            return True
    return False


RECHECKS = (recheck_conflicts, recheck_riots, recheck_orange, recheck_green, recheck_refugees)
