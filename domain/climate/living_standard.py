"""Step 3 of the activation: oil, electricity and the living standard, and wars for oil."""

from msgspec.structs import replace

from domain.climate import frames
from domain.climate.board import down_from, elec_units, oil_units, pairs, resilience
from domain.climate.china import adjust_overproduction, remove_overconsumption, remove_overproduction
from domain.climate.components import SHEETS
from domain.climate.course import Course
from domain.climate.electricity import change_tokens, lose_token
from domain.climate.standards import lower_standard, raise_standard
from domain.climate.state import Region, State, climate
from domain.core.chance import Chance
from domain.core.model import Frame, Outcome, again, done
from domain.core.rules import rule


@climate.step(frames.LivingStandard, background=True)
@rule("climate.act.3", "climate.oil.3")
def living_standard(state: State, frame: frames.LivingStandard, chance: Chance) -> Outcome:
    """Missing imports first, then a surplus or lack of electricity, then a chosen decrease; one change at most."""
    return STAGES[frame.stage](state, frame)


@rule("climate.oil.2")
def import_problem(state: State, frame: frames.LivingStandard) -> Outcome:
    """A negative balance bites when an importer above LS 1 is activated."""
    region = state.regions[frame.region]
    if not (region.red_oil and state.oil_balance < 0 and region.ls >= 2):
        return again(replace(frame, stage="electricity"))
    target = war_target(state, frame.region)
    if target is None:
        return sacrifice(state, frame)
    return again(replace(frame, stage="import_war", target=target), then=(refusal_roll(state, frame.region, "war"),))


@rule("climate.oil.war", "climate.ls.cancel")
def import_war(state: State, frame: frames.LivingStandard) -> Outcome:
    """If the people do not refuse, a weaker region is attacked and nothing more is lacking."""
    if frame.given:
        return sacrifice(state, frame)
    assert frame.target is not None
    return again(replace(frame, stage="electricity"), then=(frames.PlaceWar(region=frame.target),))


@rule("climate.china.3", "climate.nam.3", "climate.oil.3")
def sacrifice(state: State, frame: frames.LivingStandard) -> Outcome:
    """China and North America give up a special token; others live on less."""
    course, name = Course(state), frame.region
    if course.region(name).overproduction:
        remove_overproduction(course)
        return again(replace(frame, stage="electricity"), *course.facts)
    if course.region(name).overconsumption:
        remove_overconsumption(course, "climate.nam.3")
        return again(replace(frame, stage="electricity"), *course.facts)
    must_lose = elec_units(course.region(name)) > course.region(name).ls - 1
    then: tuple[Frame, ...] = (frames.RemoveElec(region=name),) if must_lose else ()
    return again(replace(frame, stage="import_loss"), then=then)


@rule("climate.ls.down")
def import_loss(state: State, frame: frames.LivingStandard) -> Outcome:
    """The standard falls against people's will: they riot, and there will be more of them."""
    course, name = Course(state), frame.region
    if elec_units(course.region(name)) > course.region(name).ls - 1:
        lose_token(course, name, frame.given, "climate.ls.token")
    return fall(course, frame)


@rule("climate.ls.down")
def fall(course: Course, frame: frames.LivingStandard) -> Outcome:
    """An unwanted fall: tokens above the new Resilience are promoted, then as many riots as the new standard."""
    name = frame.region
    lower_standard(course, name, is_voluntary=False, cause="climate.ls.down")
    riots = frames.AddTokens(region=name, token="riots", count=course.region(name).ls)
    after = replace(frame, stage="china")
    return again(after, *course.facts, then=(frames.Recheck(region=name), riots))


@rule("climate.act.3")
def electricity_problem(state: State, frame: frames.LivingStandard) -> Outcome:
    """More electricity than oil tempts to rise, less forces down, balance may let a wise region choose less."""
    region = state.regions[frame.region]
    if elec_units(region) > oil_units(region):
        return surplus(state, frame)
    if elec_units(region) < oil_units(region) and region.ls >= 2:
        return deficit(state, frame)
    if elec_units(region) == oil_units(region) and wants_less(region):
        return again(replace(frame, stage="chosen_loss"), then=(frames.RemoveElec(region=frame.region),))
    return again(replace(frame, stage="china"))


def wants_less(region: Region) -> bool:
    """Two pairs and discipline three let LS 3 and 4 go down of their own will."""
    return pairs(region) >= 2 and region.discipline >= 3 and region.ls >= 3


@rule("climate.ls.voluntary")
def chosen_loss(state: State, frame: frames.LivingStandard) -> Outcome:
    """A chosen decrease saves oil and electricity without riots."""
    course, name = Course(state), frame.region
    if not wants_less(course.region(name)):
        return again(replace(frame, stage="china"))
    lose_token(course, name, frame.given, "climate.ls.voluntary")
    lower_standard(course, name, is_voluntary=True, cause="climate.ls.voluntary")
    then = (frames.Recheck(region=name),)
    return again(replace(frame, stage="china"), *course.facts, then=then)


@rule("climate.china.4", "climate.ls.down")
def deficit(state: State, frame: frames.LivingStandard) -> Outcome:
    """Too little electricity: China burns coal for a token of overproduction, others fall."""
    course, name = Course(state), frame.region
    if not course.region(name).overproduction:
        return fall(course, frame)
    remove_overproduction(course)
    change_tokens(course, name, added="coal", cause="climate.china.4")
    return again(replace(frame, stage="china"), *course.facts)


@rule("climate.ls.up", "climate.ls.cancel")
def surplus(state: State, frame: frames.LivingStandard) -> Outcome:
    """A rise needs oil: an export kept back, an import that the world can give, or a war."""
    region = state.regions[frame.region]
    if region.ls > 3 or oil_source(state, frame.region) is None:
        return lose_surplus(frame)
    if region.ls == 1:
        return take_oil(state, frame)
    return again(replace(frame, stage="rise"), then=(refusal_roll(state, frame.region, "rise"),))


def oil_source(state: State, name: str) -> str | None:
    """Where a rising region would find its oil."""
    if state.regions[name].orange:
        return "export"
    if state.oil_balance >= 1:
        return "import"
    return "war" if war_target(state, name) is not None else None


@rule("climate.ls.cancel")
def rise(state: State, frame: frames.LivingStandard) -> Outcome:
    """People with pairs and discipline may refuse to rise."""
    return lose_surplus(frame) if frame.given else take_oil(state, frame)


def take_oil(state: State, frame: frames.LivingStandard) -> Outcome:
    """The oil is taken where it is, or fought for."""
    source = oil_source(state, frame.region)
    if source is None:
        return lose_surplus(frame)
    if source != "war":
        return rises(state, frame, source)
    target = war_target(state, frame.region)
    return again(replace(frame, stage="rise_war", target=target), then=(refusal_roll(state, frame.region, "war"),))


@rule("climate.oil.war", "climate.ls.cancel")
def rise_war(state: State, frame: frames.LivingStandard) -> Outcome:
    """If the people do not refuse the war, the unit it frees is theirs."""
    if frame.given:
        return lose_surplus(frame)
    assert frame.target is not None
    return again(replace(frame, stage="spoils"), then=(frames.PlaceWar(region=frame.target),))


def spoils(state: State, frame: frames.LivingStandard) -> Outcome:
    """The attacker takes the unit that its war has freed, whatever the balance."""
    return rises(state, frame, "war")


@rule("climate.ls.up")
def rises(state: State, frame: frames.LivingStandard, source: str) -> Outcome:
    """The standard rises; with less discipline tokens may overflow."""
    course, name = Course(state), frame.region
    raise_standard(course, name, source)
    then = (frames.Recheck(region=name),)
    return again(replace(frame, stage="china"), *course.facts, then=then)


@rule("climate.ls.token")
def lose_surplus(frame: frames.LivingStandard) -> Outcome:
    """A token of electricity that nobody can use is lost."""
    return again(replace(frame, stage="surplus_lost"), then=(frames.RemoveElec(region=frame.region),))


def surplus_lost(state: State, frame: frames.LivingStandard) -> Outcome:
    """The token goes."""
    course = Course(state)
    if elec_units(state.regions[frame.region]) > oil_units(state.regions[frame.region]):
        lose_token(course, frame.region, frame.given, "climate.ls.token")
    return again(replace(frame, stage="china"), *course.facts)


@rule("climate.china.1")
def china(state: State, frame: frames.LivingStandard) -> Outcome:
    """At the end China counts the rich regions it still produces for."""
    course = Course(state)
    if frame.region == "CHN":
        adjust_overproduction(course)
    return done(*course.facts)


@rule("climate.oil.war")
def war_target(state: State, name: str) -> str | None:
    """The first region down the list that is weaker, above LS 1, without the bomb and not in turmoil."""
    attacker = state.regions[name]
    if attacker.ls <= 2 or attacker.war or attacker.chaos:
        return None
    return next((other for other in down_from(state, name) if is_prey(state, attacker, other)), None)


def is_prey(state: State, attacker: Region, name: str) -> bool:
    """Whether a region can be attacked for its oil."""
    region = state.regions[name]
    is_weaker = resilience(region) < resilience(attacker) and region.ls >= 2
    return is_weaker and not (SHEETS[name].nuclear_weapon or region.war or region.dictatorship or region.chaos)


@rule("climate.ls.cancel")
def refusal_roll(state: State, name: str, what: str) -> frames.RollD8:
    """Two chances to refuse for each pair, and two more with discipline three."""
    region = state.regions[name]
    target = 2 * pairs(region) + (2 if region.discipline >= 3 else 0)
    return frames.RollD8(purpose=f"refuse_{what}", region=name, target=target)


STAGES = {
    "import": import_problem,
    "import_war": import_war,
    "import_loss": import_loss,
    "electricity": electricity_problem,
    "chosen_loss": chosen_loss,
    "rise": rise,
    "rise_war": rise_war,
    "spoils": spoils,
    "surplus_lost": surplus_lost,
    "china": china,
}
