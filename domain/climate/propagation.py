"""Propagation: a region imitates the transformations of the others."""

from msgspec.structs import replace

from domain.climate import frames
from domain.climate.board import is_sharing
from domain.climate.components import PAIRS
from domain.climate.course import Course
from domain.climate.electricity import only
from domain.climate.forms import ask_all, things
from domain.climate.state import State, climate
from domain.climate.transformations import can_implant, implant_pt, learnable, sources
from domain.core.chance import Chance
from domain.core.forms import Answer
from domain.core.model import Outcome, again, done
from domain.core.rules import rule

CHANCES = 8


@rule("climate.pt.prop.1", "climate.pt.prop.2", "climate.pt.prop.3")
def chances(state: State, name: str) -> int:
    """Two for each region with something to teach, or (precise) one for each letter it can teach."""
    teachable = [
        sum(can_implant(state, name, letter, by_hand=False) for letter in state.regions[source].pts)
        for source in sources(state, name)
    ]
    if state.options.propagation == "precise":
        return sum(teachable)
    return 2 * sum(count > 0 for count in teachable)


@climate.step(frames.Propagation, background=True)
@rule("climate.act.2", "climate.pt.prop.5")
def propagate(state: State, frame: frames.Propagation, chance: Chance) -> Outcome:
    """Each eight chances are a letter for sure, the rest is a roll."""
    match frame.stage:
        case "count":
            return count_chances(state, frame)
        case "rolled":
            return again(replace(frame, stage="gain", gains=frame.gains + int(bool(frame.given))))
        case "gain" if frame.gains > 0:
            return gain(state, frame)
        case "learn":
            course = Course(state)
            if frame.given is not None and can_implant(state, frame.region, frame.given, by_hand=False):
                implant_pt(course, frame.region, frame.given)
            return again(replace(frame, stage="gain", gains=frame.gains - 1), *course.facts)
        case _:
            return done()


@rule("climate.pt.prop.5", "climate.pt.global")
def count_chances(state: State, frame: frames.Propagation) -> Outcome:
    """A cut-off region learns nothing; a successful COP makes every roll easier by one."""
    name = frame.region
    total = chances(state, name) if is_sharing(state.regions[name]) else 0
    if total == 0:
        return done()
    gains, rest = divmod(total + frame.bonus, CHANCES)
    if rest == 0:
        return again(replace(frame, stage="gain", gains=gains))
    target = rest + (1 if "N" in state.global_pts else 0)
    roll = frames.RollD8(purpose="propagation", region=name, target=target)
    return again(replace(frame, stage="rolled", gains=gains), then=(roll,))


@rule("climate.pt.prop.3", "climate.pt.prop.4")
def gain(state: State, frame: frames.Propagation) -> Outcome:
    """The players choose among the letters that others hold and the region may learn now."""
    if not learnable(state, frame.region):
        return done()
    return again(replace(frame, stage="learn"), then=(frames.ChoosePt(region=frame.region),))


@climate.step(frames.ChoosePt)
@rule("climate.pt.prop.4")
def choose_pt(state: State, frame: frames.ChoosePt, chance: Chance) -> Outcome:
    """The team chooses the letter that is learnt."""
    letters = learnable(state, frame.region)
    if not letters:
        return done()
    form = things("letter", "letter", letters)
    default = {"letter": preferred(state, frame.region, letters)}
    return ask_all(state, "choose_pt", form, "climate.pt.prop.4", default=default)


@climate.answer(frames.ChoosePt)
@rule("climate.pt.prop.4")
def pt_chosen(state: State, frame: frames.ChoosePt, given: dict[int, Answer], chance: Chance) -> Outcome:
    """The choice goes to the business that asked for it."""
    return done(give=only(given)["letter"])


def preferred(state: State, name: str, letters: tuple[str, ...]) -> str:
    """A letter that completes a pair, then discipline, then demography where it grows, then any."""
    region = state.regions[name]

    def rank(letter: str) -> int:
        pair = next((both for both in PAIRS.values() if letter in both), None)
        if pair and set(pair) - {letter} <= set(region.pts):
            return 0
        if letter in "GH":
            return 1 if letter == "G" else 2
        return 3 if letter in "IJKL" and region.demography > 0 else 4

    return min(letters, key=lambda letter: (rank(letter), letter))
