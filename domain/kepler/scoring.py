"""Step 5. Scoring: planets, allegiances, tracks, prestige and, at the end, the allegiance bonus."""

from collections.abc import Callable, Sequence

from msgspec.structs import replace

from domain.core.chance import Chance
from domain.core.model import Fact, Outcome, again, done
from domain.core.rules import rule
from domain.kepler import frames
from domain.kepler.board import planet_level, planets_of, raised
from domain.kepler.components import CLANS, SATELLITES, SCORING, SLOTS, THRESHOLDS, TOKENS, TRACKS
from domain.kepler.corporations import embassy
from domain.kepler.facts import (
    AllegianceBonus,
    AllegianceNotWon,
    AllegianceWon,
    PlanetScored,
    PrestigeScored,
    SatellitesRefilled,
    SatelliteWon,
    ScoringFinished,
    ScoringStarted,
    TrackScored,
)
from domain.kepler.state import Clan, State, kepler

PRESTIGE = 7
Phase = Callable[[State, frames.Scoring, Chance], tuple[Fact, ...]]


@kepler.step(frames.Scoring, background=True)
@rule("kepler.scoring.1", "kepler.scoring.3")
def scoring(state: State, frame: frames.Scoring, chance: Chance) -> Outcome:
    """Phases A, B, C and D in this order, then E with the last scoring."""
    facts = PHASES[frame.stage](state, frame, chance)
    if frame.stage == "end":
        return done(*facts, then=(frames.Ending(forced=frame.forced),) if is_final(state, frame) else ())
    return again(replace(frame, stage=following(frame.stage, final=is_final(state, frame))), *facts)


def following(stage: frames.ScoringStage, *, final: bool) -> frames.ScoringStage:
    """The stage after this one; satellites are refilled if the game goes on, E is scored if it does not."""
    stages: list[frames.ScoringStage] = [name for name in PHASES if name != ("refill" if final else "E")]
    return stages[stages.index(stage) + 1]


@rule("kepler.scoring.1", "kepler.option.round_limit")
def is_final(state: State, frame: frames.Scoring) -> bool:
    """The third scoring is the last one, or the one that the round limit forces."""
    return frame.forced or state.scorings_done + 1 == len(THRESHOLDS)


@rule("kepler.scoring.A2")
def degressive(values: dict[int, int], bands: Sequence[int], players: int) -> tuple[int, ...]:
    """A seat gets the band of the number of seats that have as much or more, itself included."""
    points = [0] * players
    for seat, value in values.items():
        rank = sum(other >= value for other in values.values())
        points[seat] = bands[rank - 1] if rank <= len(bands) else 0
    return tuple(points)


@rule("kepler.scoring.A1")
def planets(state: State, frame: frames.Scoring, chance: Chance) -> tuple[Fact, ...]:
    """Phase A: on each planet the first three seats present gain the bands of its token."""
    index = state.scorings_done + 1
    threshold = None if frame.forced else THRESHOLDS[state.scorings_done]
    started = ScoringStarted(index=index, threshold=threshold, final=is_final(state, frame))
    return (started, *(fact for planet in state.planets for fact in planet_majority(state, planet)))


@rule("kepler.scoring.A1", "kepler.scoring.A2")
def planet_majority(state: State, planet: str) -> tuple[PlanetScored, ...]:
    """Only seats with a unit on the planet count."""
    levels = tuple(planet_level(seat, planet) for seat in state.seats)
    present = {seat: level for seat, level in enumerate(levels) if level}
    if not present:
        return ()
    bands = TOKENS[planet].faces[state.tokens[planet]]
    points = degressive(present, bands, state.players)
    return (PlanetScored(planet=planet, bands=bands, levels=levels, points=points),)


@rule("kepler.scoring.B1", "kepler.scoring.B3")
def allegiances(state: State, frame: frames.Scoring, chance: Chance) -> tuple[Fact, ...]:
    """Phase B: the clans mauve, green and orange are won one after the other."""
    facts: list[Fact] = []
    for clan in CLANS:
        won = allegiance(state, clan)
        facts += won
        for fact in won:
            state = kepler.apply(state, fact)
    return tuple(facts)


@rule("kepler.scoring.B1", "kepler.scoring.B4", "kepler.scoring.B6")
def allegiance(state: State, clan: Clan) -> tuple[Fact, ...]:
    """Only a seat stronger than every other wins a clan; with a tie, or with nobody there, nothing is won."""
    strengths = clan_strengths(state, clan)
    best = max(strengths)
    strongest = tuple(seat for seat, strength in enumerate(strengths) if strength == best and best > 0)
    if len(strongest) != 1:
        return (AllegianceNotWon(clan=clan, strengths=strengths, tied=strongest),)
    winner = strongest[0]
    return (AllegianceWon(clan=clan, seat=winner, strengths=strengths), *satellites_won(state, clan, winner))


@rule("kepler.scoring.B1")
def clan_strengths(state: State, clan: Clan) -> tuple[int, ...]:
    """A seat's strength is its level on all planets of the clan."""
    places = planets_of(clan, state.planets)
    return tuple(sum(planet_level(seat, place) for place in places) + embassy(seat, places) for seat in state.seats)


@rule("kepler.scoring.B2")
def satellites_won(state: State, clan: Clan, winner: int) -> tuple[SatelliteWon, ...]:
    """The winner's discs rise by the clan's satellites, which are then discarded."""
    facts = []
    levels = dict(state.seats[winner].level)
    for slot in CLANS[clan].slots:
        satellite = state.satellites[slot]
        if satellite is not None:
            track = SATELLITES[satellite].track
            levels[track] = raised(levels[track], 1)
            won = SatelliteWon(slot=slot, satellite=satellite, seat=winner, track=track, level_after=levels[track])
            facts.append(won)
    return tuple(facts)


@rule("kepler.scoring.B5")
def refill(state: State, frame: frames.Scoring, chance: Chance) -> tuple[Fact, ...]:
    """Satellites that were won are replaced at random from discard and pile together."""
    empty = [slot for slot in SLOTS if state.satellites[slot] is None]
    if not empty:
        return ()
    label = f"satellites/scoring/{state.scorings_done + 1}"
    drawn = chance.shuffle(label, (*state.satellite_pile, *state.satellite_discard))
    slots = dict(zip(empty, drawn, strict=False))
    return (SatellitesRefilled(slots=slots, pile=tuple(sorted(drawn[len(empty) :]))),)


@rule("kepler.scoring.C1")
def tracks(state: State, frame: frames.Scoring, chance: Chance) -> tuple[Fact, ...]:
    """Phase C: on each track the first three discs gain 3, 2 and 1 points, level 0 ranking like any other."""
    return tuple(track_majority(state, track) for track in TRACKS)


@rule("kepler.scoring.C1", "kepler.scoring.A2")
def track_majority(state: State, track: int) -> TrackScored:
    """All discs of a track are compared, ties going down as on planets."""
    levels = tuple(seat.level[track] for seat in state.seats)
    points = degressive(dict(enumerate(levels)), SCORING["track_bands"], state.players)
    return TrackScored(track=track, levels=levels, points=points)


@rule("kepler.scoring.D1", "kepler.track.7")
def prestige(state: State, frame: frames.Scoring, chance: Chance) -> tuple[Fact, ...]:
    """Phase D: each seat gains the level of its disc on the last track."""
    return (PrestigeScored(points=tuple(seat.level[PRESTIGE] for seat in state.seats)),)


@rule("kepler.scoring.E1")
def bonus(state: State, frame: frames.Scoring, chance: Chance) -> tuple[Fact, ...]:
    """Phase E: different allied clans are worth 5, 10 or 20 points at the end."""
    values = SCORING["allegiance_bonus"]
    return (AllegianceBonus(points=tuple(values[len(seat.allegiances)] for seat in state.seats)),)


@rule("kepler.scoring.3")
def finish(state: State, frame: frames.Scoring, chance: Chance) -> tuple[Fact, ...]:
    """The scoring is done and its threshold used up."""
    totals = tuple(seat.score for seat in state.seats)
    return (ScoringFinished(index=state.scorings_done + 1, totals=totals),)


PHASES: dict[frames.ScoringStage, Phase] = {
    "A": planets,
    "B": allegiances,
    "refill": refill,
    "C": tracks,
    "D": prestige,
    "E": bonus,
    "end": finish,
}
