"""What the team could undertake: the plans a sensible seat compares before it acts."""

from collections.abc import Iterator

from domain.climate.action_forms import may_not_work_in
from domain.climate.appraisal import best_letter, change_value, lead, power_price, value
from domain.climate.board import destruction, is_sharing, is_weak, pawns_at, scenario
from domain.climate.components import ELECTRICITY_ASKS, GOAL, INSTITUTIONS, WORLD_LETTERS
from domain.climate.course import Course
from domain.climate.electricity import change_options, is_weakness_in_the_way, threshold
from domain.climate.institutions import carry_out, default_effect, option_for, thresholds
from domain.climate.reckoning import guessed_power, has_all_colours
from domain.climate.state import State
from domain.climate.transformations import implant_threshold
from domain.core.forms import Answer
from domain.core.record import Record

MARGIN = 2
LUCK = 0.75
HEALING, HEALING_AHEAD = 0.1, 0.06
"""How much of what is healed counts against the gases, which decide the game; in a tutorial more for each gas ahead."""


class Project(Record):
    """Something worth doing in a place, with the answer that does it."""

    worth: float
    place: str | None
    answer: Answer


def projects(state: State, seat: int, eyes: int | None = None) -> tuple[Project, ...]:
    """All that is worth a seat's doing and within reach of the team's cards as one seat sees them, best first."""
    seen = seat if eyes is None else eyes
    found = [*implantations(state, seat, seen), *changes(state, seat, seen), *healings(state, seen)]
    return tuple(sorted((p for p in found if p.worth > 0), key=lambda project: -project.worth))


def implantations(state: State, seat: int, eyes: int) -> Iterator[Project]:
    """Letters, world letters and restraint, if six colours and the power are there."""
    every = tuple(colour for colour in ("military", "media", "industry", "ngo", "politics", "education"))
    power = guessed_power(state, eyes, every)
    needed = implant_threshold(state, "A")
    if not has_all_colours(state) or power < needed + MARGIN:
        return
    cost = power_price(state) * needed
    for name, region in state.regions.items():
        best = best_letter(state, name) if is_sharing(region) and not is_kept_away(state, seat, name) else None
        if best is not None:
            yield Project(worth=best[0] - cost, place=name, answer={"do": "implant", "letter": best[1]})
    yield from world_letters(state, cost)
    dear = implant_threshold(state, "overconsumption")
    north = state.regions["NAM"]
    if north.overconsumption and is_sharing(north) and power >= dear + MARGIN:
        worth = 4 * north.population / 10 - power_price(state) * dear
        yield Project(worth=worth, place="NAM", answer={"do": "implant", "letter": "overconsumption"})


def world_letters(state: State, cost: float) -> Iterator[Project]:
    """Emergency measures when they win or are worth their price, the COP when there is much to learn."""
    measures = destruction(state) // 2
    is_winning = state.ghg - measures <= GOAL
    worths = {"P": 50.0 if is_winning else measures - 1.0, "N": 1.2, "M": 2.4, "O": 0.5}
    for letter in WORLD_LETTERS:
        if letter not in state.global_pts:
            yield Project(worth=worths[letter] - cost, place=None, answer={"do": "implant", "letter": letter})


def is_kept_away(state: State, seat: int, name: str) -> bool:
    """Whether a weakness would forbid work in a region once the pawn is there."""
    others = [pawn for pawn in pawns_at(state, name) if pawn != seat]
    is_crowded = bool(others) and is_weak(state, seat, "malmo")
    return is_crowded or (may_not_work_in(state, seat, name) and not is_weak(state, seat, "malmo"))


def changes(state: State, seat: int, eyes: int) -> Iterator[Project]:
    """The best change of electricity of each region that the team's cards can carry."""
    power = guessed_power(state, eyes, ELECTRICITY_ASKS)
    for name, region in state.regions.items():
        needed = threshold(state, name)
        is_bound = is_weak(state, seat, "malmo") and any(pawn != seat for pawn in pawns_at(state, name))
        is_bound = is_bound or (not is_weak(state, seat, "malmo") and is_weakness_in_the_way(state, seat, name))
        if not is_sharing(region) or is_bound or power < needed + MARGIN:
            continue
        options = (
            (option.args.get("old"), str(option.args["new"]), option.id) for option in change_options(state, name)
        )
        ranked = [(change_value(state, name, str(old) if old else None, new), change) for old, new, change in options]
        worth, change = max(ranked, default=(0.0, ""))
        answer = {"do": "electricity", "change": change}
        yield Project(worth=LUCK * worth - power_price(state) * needed, place=name, answer=answer)


def healings(state: State, eyes: int) -> Iterator[Project]:
    """What an institution could heal at the threshold the team's cards reach."""
    before = value(state)
    weight = healing_weight(state)
    for place, institution in INSTITUTIONS.items():
        power = guessed_power(state, eyes, institution.asks) - MARGIN
        reached = [needed for needed in thresholds(state) if power >= needed]
        if not reached:
            continue
        gain = max(healed(state, place, len(reached) - 1, before), default=0.0)
        worth = weight * (LUCK * gain - power_price(state) * reached[-1])
        yield Project(worth=worth, place=place, answer={"do": "institution"})


def healing_weight(state: State) -> float:
    """Gases come first; but once they fall fast enough for a tutorial, what may still spoil it is a fallen region."""
    ahead = max(0.0, lead(state)) if scenario(state).tutorial else 0.0
    return min(1.0, HEALING + HEALING_AHEAD * ahead)


def healed(state: State, place: str, column: int, before: float) -> Iterator[float]:
    """What each option of a column would be worth."""
    for name in INSTITUTIONS[place].options[column]:
        option = option_for(state, name, thresholds(state)[column])
        if option is not None:
            course = Course(state)
            carry_out(course, default_effect(state, option), "climate.inst.1")
            yield value(course.state) - before
