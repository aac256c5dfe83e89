"""Permanent transformations: who may learn which letter, and what it changes."""

from domain.climate.board import destruction, is_sharing, serves
from domain.climate.china import is_barred_by_overconsumption
from domain.climate.components import ELECTRICITY, IMPLANT_THRESHOLD, LETTERS, PAIRS, REGIONAL_LETTERS
from domain.climate.course import Course
from domain.climate.facts import DisciplineChanged, PairCompleted, PtImplanted
from domain.climate.losses import change_demography, change_ghg, freed_oil
from domain.climate.state import Region, State
from domain.core.rules import rule

OTHER_LETTER = {letter: other for a, b in PAIRS.values() for letter, other in ((a, b), (b, a))}
LEAST_STANDARD = {"AB": 3, "CD": 2, "EF": 1}
HIGHEST_DISCIPLINE = 3


def can_implant(state: State, name: str, letter: str, *, by_hand: bool) -> bool:
    """Whether a region may learn a letter now."""
    return refusal(state, name, letter, by_hand=by_hand) is None


@rule("climate.pt.access", "climate.china.2", "climate.nam.1", "climate.region.9")
def refusal(state: State, name: str, letter: str, *, by_hand: bool) -> str | None:
    """The reason why a region may not learn a letter, if there is one."""
    region = state.regions[name]
    if not is_sharing(region):
        return "not_sharing"
    if letter in region.pts and not (by_hand and is_renewable(region, letter)):
        return "pt_owned"
    if name == "CHN" and region.discipline > 1 and (by_hand or letter not in OTHER_LETTER):
        return "china_by_hand"
    if is_barred_by_overconsumption(state, name, letter):
        return "overconsumption_blocks"
    return None if has_access(state, region, letter) else "pt_access"


@rule("climate.pt.g", "climate.pt.h")
def is_renewable(region: Region, letter: str) -> bool:
    """G can be implanted again by hand at discipline one, H at two."""
    return (letter, region.discipline) in (("G", 1), ("H", 2))


@rule("climate.pt.access", "climate.expert.2")
def has_access(state: State, region: Region, letter: str) -> bool:
    """Whether living standard and discipline of a region lie within a letter's bounds."""
    printed = LETTERS[letter]
    standards = printed.ls
    if state.options.mode == "expert" and printed.ls_expert is not None:
        standards = printed.ls_expert
    low, high = printed.discipline
    return standards[0] <= region.ls <= standards[1] and low <= region.discipline <= high


@rule("climate.pt.implant.2", "climate.emp.shift.c", "climate.nam.2")
def implant_threshold(state: State, letter: str) -> int:
    """Twenty less the destruction tokens; overconsumption is dearer by four for each of its tokens."""
    base = IMPLANT_THRESHOLD - destruction(state) - (1 if serves(state, "shift") else 0)
    return base + 4 * state.regions["NAM"].overconsumption if letter == "overconsumption" else base


@rule("climate.pt.pair", "climate.pt.g", "climate.pt.h", "climate.pt.i", "climate.pt.j", "climate.pt.k", "climate.pt.l")
def implant_pt(course: Course, name: str, letter: str) -> None:
    """A region learns a letter: half of a pair, more discipline or a lower rate of demography."""
    region = course.region(name)
    other = OTHER_LETTER.get(letter)
    if other in region.pts and letter not in region.pts:
        complete_pair(course, name, letter)
        return
    cited = "climate.pt.pair" if other else f"climate.pt.{letter.lower()}"
    course.note(PtImplanted(region=name, letter=letter, rule=cited))
    if LETTERS[letter].effect == "demography":
        change_demography(course, name, -1, cited)
    elif LETTERS[letter].effect == "discipline" and region.discipline < HIGHEST_DISCIPLINE:
        course.note(DisciplineChanged(region=name, discipline=region.discipline + 1, rule=cited))


@rule("climate.pt.pair", "climate.pt.ab", "climate.pt.cd", "climate.pt.ef", "climate.expert.3")
def complete_pair(course: Course, name: str, letter: str) -> None:
    """A complete pair saves oil, a token of electricity or emissions; in normal mode the counter falls too."""
    region, pair = course.region(name), LETTERS[letter].pair
    assert pair is not None
    brown, red_oil, orange, saved = region.brown, region.red_oil, region.orange, 0
    if pair == "AB":
        brown, red_oil, orange, saved = freed_oil(region)
    removed = next((token for token in ELECTRICITY if token in region.elec), None) if pair == "CD" else None
    course.note(
        PairCompleted(
            region=name,
            pair=pair,
            letter=letter,
            brown=brown,
            red_oil=red_oil,
            orange=orange,
            oil_balance=course.state.oil_balance + saved,
            removed=removed,
            rule=f"climate.pt.{pair.lower()}",
        )
    )
    if course.state.options.mode == "normal":
        change_ghg(course, -1, "climate.pt.pair")


@rule("climate.dict.2")
def complete_next_pair(course: Course, name: str) -> None:
    """The first pair that a dictatorship can impose is completed, letter by letter."""
    region = course.region(name)
    for pair, letters in PAIRS.items():
        is_complete = set(letters) <= set(region.pts)
        is_barred = any(is_barred_by_overconsumption(course.state, name, letter) for letter in letters)
        if is_complete or is_barred or region.ls < LEAST_STANDARD[pair]:
            continue
        for letter in letters:
            if letter not in region.pts:
                implant_pt(course, name, letter)
        return


def learnable(state: State, name: str) -> tuple[str, ...]:
    """The letters that some other sharing region holds and this one may learn, in order."""
    held = {letter for source in sources(state, name) for letter in state.regions[source].pts}
    return tuple(
        letter for letter in REGIONAL_LETTERS if letter in held and can_implant(state, name, letter, by_hand=False)
    )


def sources(state: State, name: str) -> tuple[str, ...]:
    """The other regions that share."""
    return tuple(other for other, region in state.regions.items() if other != name and is_sharing(region))


@rule("climate.pt.global")
def implant_world(course: Course, letter: str) -> None:
    """A letter for the whole world; emergency measures lower the counter at once."""
    course.note(PtImplanted(region=None, letter=letter, rule="climate.pt.global"))
    if letter == "P":
        change_ghg(course, -(destruction(course.state) // 2), "climate.pt.global")
