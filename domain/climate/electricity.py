"""Electricity production: which tokens may come, what they bring, which one is lost."""

from msgspec.structs import replace

from domain.climate import frames
from domain.climate.board import elec_units, is_sharing, is_weak, oil_units, pawns_at, serves
from domain.climate.calamities import LOCAL, add_peaceful
from domain.climate.components import CLEAN, ELECTRICITY, ELECTRICITY_ASKS, ELECTRICITY_THRESHOLDS, SHEETS
from domain.climate.course import Course
from domain.climate.facts import ElecChanged
from domain.climate.forms import ask_all, things
from domain.climate.state import State, climate
from domain.core.chance import Chance
from domain.core.forms import Answer, Option
from domain.core.model import Frame, Outcome, again, done
from domain.core.rules import rule

NEW_TYPES = ("gas", "nuclear", "hydro", "ren_int", "ren_disp")


@rule("climate.elec.3", "climate.elec.4", "climate.elec.5", "climate.elec.6", "climate.elec.7")
def is_installable(state: State, name: str, old: str | None, new: str) -> bool:
    """Gas always; nuclear once after M; one hydro; dispatchable ones direct in the Middle East, elsewhere later."""
    region = state.regions[name]
    if old is not None and (old not in region.elec or old == new):
        return False
    match new:
        case "gas":
            return True
        case "nuclear":
            return "M" in state.global_pts and region.nuclear_added == 0
        case "hydro":
            return "hydro" not in region.elec
        case "ren_int":
            return name != "MEA"
        case "ren_disp":
            return name == "MEA" or old == "ren_int"
    return False


@rule("climate.elec.2")
def may_add(state: State, name: str) -> bool:
    """A token may be added below LS 4, and only while electricity is not ahead of oil."""
    region = state.regions[name]
    return region.ls <= 3 and elec_units(region) <= oil_units(region)


@rule("climate.elec.1", "climate.emp.volunteers.c")
def threshold(state: State, name: str) -> int:
    """The power a change of electricity asks, by living standard."""
    return ELECTRICITY_THRESHOLDS[state.regions[name].ls - 1] - (4 if serves(state, "volunteers") else 0)


@rule("climate.emp.shift.w", "climate.emp.trco.w", "climate.emp.malmo.w")
def is_weakness_in_the_way(state: State, seat: int, name: str) -> bool:
    """Some employers keep their people away from certain regions."""
    return (
        (is_weak(state, seat, "shift") and state.regions[name].ls == 1)
        or (is_weak(state, seat, "trco") and not SHEETS[name].reserve)
        or (is_weak(state, seat, "malmo") and pawns_at(state, name) != (seat,))
    )


def change_options(state: State, name: str) -> tuple[Option, ...]:
    """Every replacement and addition that is legal in a region now."""
    present = [token for token in ELECTRICITY if token in state.regions[name].elec]
    found = [
        Option(f"replace:{old}:{new}", {"old": old, "new": new})
        for old in present
        for new in NEW_TYPES
        if is_installable(state, name, old, new)
    ]
    if may_add(state, name):
        found += [Option(f"add:{new}", {"new": new}) for new in NEW_TYPES if is_installable(state, name, None, new)]
    return tuple(found)


@climate.step(frames.Electricity)
@rule("climate.elec.1", "climate.elec.2", "climate.aci.1")
def electricity(state: State, frame: frames.Electricity, chance: Chance) -> Outcome:
    """A joint action on the spot; if its power suffices and the change is still legal, the token comes."""
    if frame.stage == "act":
        joint = frames.JointAction(
            occasion="electricity",
            initiator=frame.seat,
            region=frame.region,
            asked=ELECTRICITY_ASKS,
            thresholds=(threshold(state, frame.region),),
        )
        return again(replace(frame, stage="result"), then=(joint,))
    region = frame.region
    is_reached = frame.given >= threshold(state, region)
    is_legal = is_sharing(state.regions[region]) and is_installable(state, region, frame.old, frame.new)
    if not is_reached or not is_legal or (frame.old is None and not may_add(state, region)):
        return done()
    return done(then=(frames.Install(region=region, old=frame.old, new=frame.new),))


@climate.step(frames.Install)
@rule("climate.elec.5", "climate.elec.6")
def install(state: State, frame: frames.Install, chance: Chance) -> Outcome:
    """A dam drives two people away; intermittent power in place of another brings a shortage."""
    course, name = Course(state), frame.region
    change_tokens(course, name, removed=frame.old, added=frame.new, cause="climate.elec.2")
    then: tuple[Frame, ...] = ()
    if frame.new == "hydro":
        then = (frames.AddTokens(region=name, token=LOCAL, count=2),)
    if frame.new == "ren_int" and frame.old is not None:
        add_peaceful(course, name, "shortages", 1)
    return done(*course.facts, then=then)


def lose_token(course: Course, name: str, token: str | None, cause: str) -> None:
    """A token of electricity goes, if it is there."""
    if token is not None and token in course.region(name).elec:
        change_tokens(course, name, removed=token, cause=cause)


def change_tokens(
    course: Course, name: str, *, cause: str, removed: str | None = None, added: str | None = None
) -> None:
    """A token goes, a token comes, or both."""
    left = list(course.region(name).elec)
    if removed is not None:
        left.remove(removed)
    if added is not None:
        left.append(added)
    elec = tuple(sorted(left, key=list(ELECTRICITY).index))
    course.note(ElecChanged(region=name, elec=elec, removed=removed, added=added, rule=cause))


@climate.step(frames.RemoveElec)
@rule("climate.ls.token")
def remove_elec(state: State, frame: frames.RemoveElec, chance: Chance) -> Outcome:
    """The team chooses which token is lost; without any, nothing is."""
    present = tuple(token for token in ELECTRICITY if token in state.regions[frame.region].elec)
    if not present:
        return done()
    return ask_all(state, "remove_elec", things("token", "elec", present), "climate.ls.token")


@climate.answer(frames.RemoveElec)
@rule("climate.ls.token")
def removal_chosen(state: State, frame: frames.RemoveElec, given: dict[int, Answer], chance: Chance) -> Outcome:
    """The choice goes to the business that asked for it."""
    return done(give=only(given)["token"])


@climate.step(frames.CleanToken)
@rule("climate.elec.3")
def clean_token(state: State, frame: frames.CleanToken, chance: Chance) -> Outcome:
    """The team chooses among the clean tokens that may come."""
    legal = tuple(token for token in CLEAN if is_installable(state, frame.region, frame.old, token))
    if not legal:
        return done()
    return ask_all(state, "clean_token", things("token", "elec", legal), "climate.elec.3")


@climate.answer(frames.CleanToken)
@rule("climate.elec.3")
def clean_token_chosen(state: State, frame: frames.CleanToken, given: dict[int, Answer], chance: Chance) -> Outcome:
    """The choice goes to the business that asked for it."""
    return done(give=only(given)["token"])


def only(given: dict[int, Answer]) -> Answer:
    """The one answer that was given."""
    return next(iter(given.values()))
