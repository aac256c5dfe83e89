"""The end: last effects of calamities, and the score."""

from msgspec.structs import replace

from domain.climate import frames
from domain.climate.board import is_sharing, pop_unit, resilience, scenario, seats_in_play
from domain.climate.calamities import removed
from domain.climate.components import GOAL
from domain.climate.course import Course
from domain.climate.facts import GameEnded, PhaseBegan
from domain.climate.losses import lose_by_dice, lose_population
from domain.climate.state import State, climate
from domain.climate.war import end_war, place_dictatorship
from domain.core.chance import Chance
from domain.core.model import Outcome, again, over
from domain.core.result import Place, Result
from domain.core.rules import rule

TURNS = 36
FINE = 144403552893600
"""The least common multiple of 1 to 36: it makes the fraction of a score a whole number."""
LABELS = ((200, "brilliant"), (120, "solid"), (60, "bitter"), (0, "hollow"))
CLEARED = (
    "riots",
    "conflicts",
    "shortages",
    "scarcities",
    "famine",
    "epizootics",
    "epidemic",
    "pandemic",
    "refugees",
)
BANDS = ((45, "tropics_lost"), (60, "few_refuges"), (75, "small_life"), (90, "deep_sea_life"))


@climate.step(frames.Final, background=True)
@rule("climate.end.2")
def final(state: State, frame: frames.Final, chance: Chance) -> Outcome:
    """Last powers, riots of the refugees, the losses of sickness, famine and war, then the count."""
    course = Course(state)
    match frame.stage:
        case "powers":
            began = PhaseBegan(phase="final", rule="climate.end.2")
            return again(replace(frame, stage="refugees", ghg=state.ghg), began, then=(frames.LastPower(),))
        case "refugees":
            return again(replace(frame, stage="riots", waiting=crowded(state)))
        case "riots":
            return last_riots(state, frame)
        case "losses":
            last_losses(course, chance)
            return again(replace(frame, stage="count"), *course.facts)
    return count(state, frame)


@rule("climate.end.2", "climate.pt.global")
def crowded(state: State) -> tuple[str, ...]:
    """The regions full of refugees, noted all at once; with the world fund they stay calm."""
    if "O" in state.global_pts:
        return ()
    regions = state.regions
    return tuple(n for n in state.region_order if regions[n].refugees and regions[n].refugees == resilience(regions[n]))


def last_riots(state: State, frame: frames.Final) -> Outcome:
    """A riot in each of them, wars included."""
    if not frame.waiting:
        return again(replace(frame, stage="losses"))
    riot = frames.AddTokens(region=frame.waiting[0], token="riots", count=1)
    return again(replace(frame, waiting=frame.waiting[1:]), then=(riot,))


@rule("climate.end.2")
def last_losses(course: Course, chance: Chance) -> None:
    """Sickness, famine and war kill once more; long wars leave dictatorships; all tokens go."""
    for loss in (sickness, famine, short_war):
        for name in course.state.region_order:
            loss(course, chance, name)
    for name in course.state.region_order:
        if course.region(name).war == 2:
            place_dictatorship(course, name, "climate.end.2")
        clear(course, name)


def sickness(course: Course, chance: Chance, name: str) -> None:
    """The sick of regions that are cut off die."""
    region = course.region(name)
    if is_sharing(region):
        return
    if region.epidemic:
        lose_population(course, name, pop_unit(region), "climate.end.2")
    if region.pandemic:
        lose_by_dice(course, chance, name, "final_pandemic", "climate.end.2")


def famine(course: Course, chance: Chance, name: str) -> None:
    """The hungry die."""
    if course.region(name).famine:
        lose_by_dice(course, chance, name, "final_famine", "climate.end.2")


def short_war(course: Course, chance: Chance, name: str) -> None:
    """A war on its first face kills a unit of population."""
    if course.region(name).war == 1:
        lose_population(course, name, pop_unit(course.region(name)), "climate.end.2")


def clear(course: Course, name: str) -> None:
    """Red, orange, green and yellow tokens go; dictatorship and chaos stay."""
    end_war(course, name, "climate.end.2")
    for token in CLEARED:
        removed(course, name, token, "climate.end.2")


@rule("climate.score.1", "climate.score.2")
def count(state: State, frame: frames.Final) -> Outcome:
    """Free people, the more the sooner; or a band of defeat by what is left of the gases."""
    decided = replace(state, ghg=frame.ghg)
    result = result_of(decided, won=frame.won)
    ended = GameEnded(
        outcome="victory" if frame.won else "defeat",
        grade=result.details["grade"],
        score=result.places[0].score,
        ghg=decided.ghg,
        free_population=free_population(decided),
        rule="climate.score.1" if frame.won else "climate.score.2",
    )
    return over(result, ended)


@rule("climate.score.1")
def free_population(state: State) -> int:
    """The people who live under neither dictatorship nor chaos."""
    return sum(r.population for r in state.regions.values() if not (r.dictatorship or r.chaos))


@rule("climate.score.2")
def band(ghg: int) -> str:
    """How bad a defeat is."""
    return next((name for most, name in BANDS if ghg <= most), "hothouse")


def label(score: int) -> str:
    """How good a victory is."""
    return next(name for least, name in LABELS if score >= least)


def tournament_points(*, won: bool, score: int, ghg: int) -> int:
    """One number that ranks tables of the same event."""
    return 1000 + score if won else max(0, 400 - 4 * (ghg - GOAL))


@rule("climate.score.1", "climate.score.2")
def result_of(state: State, *, won: bool) -> Result:
    """One result for the whole team."""
    people, is_tutorial = free_population(state), won and state.ghg > GOAL
    top, bottom = (0, 1) if not won else (people, 1) if is_tutorial else (TURNS * people, state.turn)
    score = top // bottom
    fraction = (top % bottom) * FINE // bottom
    key = (int(won), score, fraction, -state.ghg, -state.turn)
    seats = seats_in_play(state)
    details = {
        "free_population": people,
        "score_numerator": top,
        "score_denominator": bottom,
        "ghg": state.ghg,
        "turn": state.turn,
        "grade": label(score) if won else band(state.ghg),
        "tournament": tournament_points(won=won, score=score, ghg=state.ghg),
    }
    return Result(
        kind="team",
        reason=reason(state, won=won),
        outcome="victory" if won else "defeat",
        places=tuple(Place(seat=seat, place=1, score=score, shared=len(seats) > 1, key=key) for seat in seats),
        winners=seats if won else (),
        details=details,
    )


def reason(state: State, *, won: bool) -> str:
    """Why the game is over."""
    if won and state.ghg <= GOAL:
        return "ghg"
    return "tutorial" if scenario(state).tutorial else "turns_over"
