"""What can happen in Kepler-3AD."""

from typing import Literal

from msgspec import field

from domain.core.model import Fact
from domain.kepler.state import Clan, Face, Public, Units, UnitType

DiscCause = Literal["helios", "action1", "action2", "action3", "base", "scoria"]
RollCause = Literal["roll", "track1", "track2", "fortuna"]


class FirstPlayerDrawn(Fact, tag="kepler.first_player_drawn.v1"):
    seat: Public[int]


class SatellitesPlaced(Fact, tag="kepler.satellites_placed.v1"):
    slots: Public[dict[str, str]]
    pile: Public[tuple[str, ...]]


class TokensTurned(Fact, tag="kepler.tokens_turned.v1"):
    faces: Public[dict[str, Face]]


class CorporationsDealt(Fact, tag="kepler.corporations_dealt.v1"):
    cards: Public[tuple[str, ...]]
    aside: Public[tuple[str, ...]]


class VanguardPlaced(Fact, tag="kepler.vanguard_placed.v1"):
    seat: Public[int]
    planet: Public[str | None]
    ships: Public[int]


class TurnStarted(Fact, tag="kepler.turn_started.v1"):
    seat: Public[int]
    round: Public[int]
    turn: Public[int]


class DiceRolled(Fact, tag="kepler.dice_rolled.v1"):
    dice: Public[dict[str, int]]
    cause: Public[RollCause]
    first_turn: Public[bool] = False


class DieShifted(Fact, tag="kepler.die_shifted.v1"):
    die: Public[str]
    face: Public[int]


class InfluenceSpent(Fact, tag="kepler.influence_spent.v1"):
    track: Public[int]
    level_after: Public[int]


class UnitMoved(Fact, tag="kepler.unit_moved.v1"):
    owner: Public[int]
    unit: Public[UnitType]
    origin: Public[str] = field(name="from")
    to: Public[str]
    by: Public[int]


class UnitDestroyed(Fact, tag="kepler.unit_destroyed.v1"):
    owner: Public[int]
    planet: Public[str]


class Bonus421Offered(Fact, tag="kepler.bonus_421_offered.v1"):
    lost: Public[bool]


class Bonus421Used(Fact, tag="kepler.bonus_421_used.v1"):
    seat: Public[int]
    track: Public[int]
    level_after: Public[int]


class Bonus421Declined(Fact, tag="kepler.bonus_421_declined.v1"):
    pass


class ActionChosen(Fact, tag="kepler.action_chosen.v1"):
    number: Public[int]
    value: Public[int]
    dice: Public[tuple[str, ...]]
    build: Public[UnitType | None] = None


class GroupPlaced(Fact, tag="kepler.group_placed.v1"):
    index: Public[int]
    size: Public[int]
    planet: Public[str]
    first: Public[bool]


class GroupMoved(Fact, tag="kepler.group_moved.v1"):
    index: Public[int]
    size: Public[int]
    origin: Public[str] = field(name="from")
    to: Public[str]


class GroupSkipped(Fact, tag="kepler.group_skipped.v1"):
    index: Public[int]
    auto: Public[bool]


class UnitBuilt(Fact, tag="kepler.unit_built.v1"):
    unit: Public[UnitType]
    planet: Public[str]
    removed: Public[Units]


class DiscsRaised(Fact, tag="kepler.discs_raised.v1"):
    seat: Public[int]
    tracks: Public[tuple[int, ...]]
    step: Public[int]
    levels_after: Public[tuple[int, ...]]
    cause: Public[DiscCause]


class LeftoverGained(Fact, tag="kepler.leftover_gained.v1"):
    track: Public[int]
    dice: Public[tuple[str, ...]]
    level_after: Public[int]


class MilitaryUpdated(Fact, tag="kepler.military_updated.v1"):
    values: Public[dict[int, int]]


class ScoringStarted(Fact, tag="kepler.scoring_started.v1"):
    index: Public[int]
    threshold: Public[int | None]
    final: Public[bool]


class PlanetScored(Fact, tag="kepler.planet_scored.v1"):
    planet: Public[str]
    bands: Public[tuple[int, ...]]
    levels: Public[tuple[int, ...]]
    points: Public[tuple[int, ...]]


class AllegianceWon(Fact, tag="kepler.allegiance_won.v1"):
    clan: Public[Clan]
    seat: Public[int]
    strengths: Public[tuple[int, ...]]


class AllegianceNotWon(Fact, tag="kepler.allegiance_not_won.v1"):
    clan: Public[Clan]
    strengths: Public[tuple[int, ...]]
    tied: Public[tuple[int, ...]]


class SatelliteWon(Fact, tag="kepler.satellite_won.v1"):
    slot: Public[str]
    satellite: Public[str]
    seat: Public[int]
    track: Public[int]
    level_after: Public[int]


class SatellitesRefilled(Fact, tag="kepler.satellites_refilled.v1"):
    slots: Public[dict[str, str]]
    pile: Public[tuple[str, ...]]


class TrackScored(Fact, tag="kepler.track_scored.v1"):
    track: Public[int]
    levels: Public[tuple[int, ...]]
    points: Public[tuple[int, ...]]


class PrestigeScored(Fact, tag="kepler.prestige_scored.v1"):
    points: Public[tuple[int, ...]]


class AllegianceBonus(Fact, tag="kepler.allegiance_bonus.v1"):
    points: Public[tuple[int, ...]]


class ScoringFinished(Fact, tag="kepler.scoring_finished.v1"):
    index: Public[int]
    totals: Public[tuple[int, ...]]


class TurnEnded(Fact, tag="kepler.turn_ended.v1"):
    pass


class TiebreakRolled(Fact, tag="kepler.tiebreak_rolled.v1"):
    roll_off: Public[int]
    dice: Public[dict[int, tuple[int, ...]]]
    sums: Public[dict[int, int]]


class GameOver(Fact, tag="kepler.game_over.v1"):
    seat: Public[int]
    reason: Public[str]
    points: Public[tuple[int, ...]]
