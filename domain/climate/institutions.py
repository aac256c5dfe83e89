"""The four institutions: what each of their thresholds can heal."""

from collections.abc import Callable

from msgspec.structs import replace

from domain.climate import frames
from domain.climate.board import in_list_order, serves
from domain.climate.calamities import removed
from domain.climate.components import FAMOX_THRESHOLDS, INSTITUTION_THRESHOLDS, INSTITUTIONS
from domain.climate.course import Course
from domain.climate.forms import deeds, named
from domain.climate.state import Region, State, climate
from domain.climate.war import end_chaos, end_dictatorship, end_war
from domain.core.chance import Chance
from domain.core.forms import Answer, Option, Pick, Select, Split, Target
from domain.core.model import Ask, Frame, Outcome, again, ask, done
from domain.core.rules import rule

CITED = "climate.inst.1"
Slots = tuple[Pick | Select | Split, ...]


@rule("climate.inst.1", "climate.emp.famox.c")
def thresholds(state: State) -> tuple[int, int, int]:
    """Eight, twelve and sixteen, each two less with Famox."""
    return FAMOX_THRESHOLDS if serves(state, "famox") else INSTITUTION_THRESHOLDS


@climate.step(frames.Institution)
@rule("climate.inst.1", "climate.aci.1", "climate.aci.4")
def institution(state: State, frame: frames.Institution, chance: Chance) -> Outcome:
    """A joint action; the highest threshold reached says what may be healed, and only that."""
    if frame.stage == "act":
        joint = frames.JointAction(
            occasion="institution",
            initiator=frame.seat,
            region=None,
            asked=INSTITUTIONS[frame.place].asks,
            thresholds=thresholds(state),
        )
        return again(replace(frame, stage="result"), then=(joint,))
    if frame.stage == "result":
        return again(replace(frame, stage="effect", power=frame.given))
    options = effect_options(state, frame.place, frame.power)
    if not options:
        return done()
    form = deeds(*options)
    default = default_effect(state, options[0])
    return ask(Ask(seat=frame.seat, kind="institution_effect", form=form, default=default, rules=(CITED,)))


def effect_options(state: State, place: str, power: int) -> tuple[Option, ...]:
    """The options of the highest column reached that find a target."""
    reached = sum(power >= threshold for threshold in thresholds(state))
    if reached == 0:
        return ()
    found = (option_for(state, name, power) for name in INSTITUTIONS[place].options[reached - 1])
    return tuple(option for option in found if option is not None)


Condition = Callable[[Region], int]
"""How many tokens of a kind a region holds."""


def counts(token: str) -> Condition:
    """How many tokens of a kind a region holds."""
    return lambda region: int(getattr(region, token))


def at_war(region: Region) -> int:
    """Whether a region is at war."""
    return int(region.war > 0)


def places(state: State, condition: Condition) -> tuple[str, ...]:
    """The regions that hold what is to be healed, in list order."""
    return in_list_order(state, (name for name, region in state.regions.items() if condition(region)))


def one(slot: str, condition: Condition) -> Callable[[State, int], Slots | None]:
    """One region that holds the token."""

    def slots(state: State, power: int) -> Slots | None:
        found = places(state, condition)
        return (Pick(name=slot, options=named("region", found)),) if found else None

    return slots


def some(condition: Condition, most: int) -> Callable[[State, int], Slots | None]:
    """One to several regions that hold the token."""

    def slots(state: State, power: int) -> Slots | None:
        found = places(state, condition)
        bound = min(most, len(found))
        return (Select(name="regions", min=1, max=bound, items=named("region", found)),) if found else None

    return slots


def tokens(condition: Condition, least: int, most: int) -> Callable[[State, int], Slots | None]:
    """Several tokens wherever they are."""

    def slots(state: State, power: int) -> Slots | None:
        found = places(state, condition)
        if not found and least:
            return None
        targets = tuple(Target(name, 0, condition(state.regions[name]), {"region": name}) for name in found)
        total = sum(target.max for target in targets)
        return (Split(name="tokens", targets=targets, min=least, max=min(most, total)),)

    return slots


def both(*parts: Callable[[State, int], Slots | None]) -> Callable[[State, int], Slots | None]:
    """Two things in one option; the first must find a target."""

    def slots(state: State, power: int) -> Slots | None:
        found = [part(state, power) for part in parts]
        if found[0] is None:
            return None
        return tuple(slot for part in found for slot in part or ())

    return slots


def optional_epizootics(state: State, power: int) -> Slots | None:
    """At most one region with epizootics."""
    found = places(state, counts("epizootics"))
    return (Select(name="regions", min=0, max=min(1, len(found)), items=named("region", found)),)


@rule("climate.dict.4", "climate.emp.famox.c")
def dictatorships(state: State, power: int) -> Slots | None:
    """A dictatorship falls only to a power higher by twice its discipline."""
    high = thresholds(state)[2]
    found = places(state, lambda region: int(region.dictatorship and power >= high + 2 * region.discipline))
    return (Pick(name="region", options=named("region", found)),) if found else None


SLOTS: dict[str, Callable[[State, int], Slots | None]] = {
    "u1": one("region", counts("conflicts")),
    "u2a": one("region", at_war),
    "u2b": tokens(counts("conflicts"), 1, 2),
    "u3a": one("region", at_war),
    "u3b": some(at_war, 2),
    "u3c": tokens(counts("conflicts"), 1, 4),
    "u3d": both(one("war", at_war), tokens(counts("conflicts"), 0, 2)),
    "u3e": one("region", counts("chaos")),
    "u3f": dictatorships,
    "c1": one("region", counts("scarcities")),
    "c2a": one("region", counts("famine")),
    "c2b": tokens(counts("scarcities"), 1, 2),
    "c3a": some(counts("famine"), 2),
    "c3b": tokens(counts("scarcities"), 1, 4),
    "c3c": both(one("famine", counts("famine")), tokens(counts("scarcities"), 0, 2)),
    "w1": one("region", counts("epizootics")),
    "w2a": one("region", counts("epidemic")),
    "w2b": some(counts("epizootics"), 2),
    "w3a": one("region", counts("pandemic")),
    "w3b": some(counts("epidemic"), 2),
    "w3c": both(one("epidemic", counts("epidemic")), optional_epizootics),
    "w3d": some(counts("epizootics"), 3),
    "h1": one("region", counts("refugees")),
    "h2": some(counts("refugees"), 2),
    "h3": some(counts("refugees"), 3),
}


def option_for(state: State, name: str, power: int) -> Option | None:
    """An option with its slots, if it finds a target."""
    slots = SLOTS[name](state, power)
    return None if slots is None else Option(name, {}, slots)


def default_effect(state: State, option: Option) -> Answer:
    """As many as allowed, regions by falling population."""
    answer: Answer = {"do": option.id}
    for slot in option.slots:
        match slot:
            case Pick():
                answer[slot.name] = by_population(state, [entry.id for entry in slot.options])[0]
            case Select():
                ids = [entry.id for entry in slot.items]
                wanted = by_population(state, ids)[: slot.max]
                answer[slot.name] = sorted(wanted, key=ids.index)
            case Split():
                answer[slot.name] = fill_split(state, slot)
    return answer


def fill_split(state: State, slot: Split) -> dict[str, int]:
    """Tokens of the most populous regions first, as many as allowed."""
    most, left, found = {target.id: target.max for target in slot.targets}, slot.max, dict[str, int]()
    for name in by_population(state, list(most)):
        found[name] = min(left, most[name])
        left -= found[name]
    return {name: number for name, number in found.items() if number}


def by_population(state: State, names: list[str]) -> list[str]:
    """Regions by falling population, then list order."""
    return sorted(names, key=lambda name: (-state.regions[name].population, state.region_order.index(name)))


@climate.answer(frames.Institution)
@rule("climate.inst.1")
def heal(state: State, frame: frames.Institution, given: dict[int, Answer], chance: Chance) -> Outcome:
    """The chosen option is carried out."""
    course = Course(state)
    then = carry_out(course, given[frame.seat], CITED)
    return done(*course.facts, then=then)


@rule("climate.inst.1", "climate.dict.4")
def carry_out(course: Course, answer: Answer, cited: str) -> tuple[Frame, ...]:
    """What an option of an institution heals; a fallen dictatorship may let tokens overflow."""
    option = answer["do"]
    if option == "u3f":
        end_dictatorship(course, answer["region"])
        return (frames.Recheck(region=answer["region"]),)
    if option == "u3e":
        end_chaos(course, answer["region"])
        return ()
    HEALS[option[0]](course, answer, cited)
    return ()


def regions_in(answer: Answer, *slots: str) -> list[str]:
    """The regions that an answer names in some slots."""
    found: list[str] = []
    for slot in slots:
        value = answer.get(slot, [])
        found += [value] if isinstance(value, str) else value
    return found


def take_tokens(course: Course, answer: Answer, token: str, cited: str) -> None:
    """Tokens that an answer splits over regions go."""
    for name, number in answer.get("tokens", {}).items():
        left = max(0, getattr(course.region(name), token) - number)
        removed(course, name, token, cited, left=left)


def un(course: Course, answer: Answer, cited: str) -> None:
    """The UN removes conflicts, ends wars or turns them into conflicts."""
    option = answer["do"]
    if option == "u1":
        answer = {"do": option, "tokens": {answer["region"]: 1}}
    take_tokens(course, answer, "conflicts", cited)
    for name in regions_in(answer, "region", "regions", "war"):
        end_war(course, name, cited, conflicts=0 if option == "u3a" else 1)


def red_cross(course: Course, answer: Answer, cited: str) -> None:
    """The Red Cross feeds the hungry."""
    if answer["do"] == "c1":
        answer = {"do": "c1", "tokens": {answer["region"]: 1}}
    take_tokens(course, answer, "scarcities", cited)
    for name in regions_in(answer, "region", "regions", "famine"):
        removed(course, name, "famine", cited)


WHO_TOKENS = {"w1": "epizootics", "w2b": "epizootics", "w3d": "epizootics", "w3c": "epizootics", "w3a": "pandemic"}


def health(course: Course, answer: Answer, cited: str) -> None:
    """The WHO heals the sick."""
    token = WHO_TOKENS.get(answer["do"], "epidemic")
    for name in regions_in(answer, "region", "regions"):
        removed(course, name, token, cited)
    for name in regions_in(answer, "epidemic"):
        removed(course, name, "epidemic", cited)


def asylum(course: Course, answer: Answer, cited: str) -> None:
    """The UNHCR finds a home for all refugees of a region."""
    for name in regions_in(answer, "region", "regions"):
        removed(course, name, "refugees", cited)


HEALS: dict[str, Callable[[Course, Answer, str], None]] = {"u": un, "c": red_cross, "w": health, "h": asylum}
