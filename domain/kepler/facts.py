"""What can happen in Kepler-3AD."""

from typing import Literal

from msgspec import field

from domain.core.model import Fact
from domain.kepler.state import Clan, Face, Public, Units, UnitType

DiscCause = Literal["helios", "action1", "action2", "action3", "base", "scoria"]
RollCause = Literal["roll", "track1", "track2", "fortuna"]


class FirstPlayerDrawn(Fact, tag="kepler.first_player_drawn.v1"):
    """The seat that plays first was drawn."""

    seat: Public[int]


class SatellitesPlaced(Fact, tag="kepler.satellites_placed.v1"):
    """Satellites were laid face up in their slots, the others in the pile."""

    slots: Public[dict[str, str]]
    pile: Public[tuple[str, ...]]


class TokensTurned(Fact, tag="kepler.tokens_turned.v1"):
    """Each planet in play got its token on a random face."""

    faces: Public[dict[str, Face]]


class CorporationsDealt(Fact, tag="kepler.corporations_dealt.v1"):
    """Each seat got a corporation; the others lie aside."""

    cards: Public[tuple[str, ...]]
    aside: Public[tuple[str, ...]]


class VanguardPlaced(Fact, tag="kepler.vanguard_placed.v1"):
    """Orion placed ships before the game, or (without a planet) declined."""

    seat: Public[int]
    planet: Public[str | None]
    ships: Public[int]


class TurnStarted(Fact, tag="kepler.turn_started.v1"):
    """A seat began its turn, its own turn of that number."""

    seat: Public[int]
    round: Public[int]
    turn: Public[int]


class DiceRolled(Fact, tag="kepler.dice_rolled.v1"):
    """Dice were rolled or rerolled together."""

    dice: Public[dict[str, int]]
    cause: Public[RollCause]
    first_turn: Public[bool] = False


class DieShifted(Fact, tag="kepler.die_shifted.v1"):
    """A die was turned to a neighbouring face."""

    die: Public[str]
    face: Public[int]


class InfluenceSpent(Fact, tag="kepler.influence_spent.v1"):
    """The active seat lowered its disc to use a track."""

    track: Public[int]
    level_after: Public[int]


class UnitMoved(Fact, tag="kepler.unit_moved.v1"):
    """A unit went through a passage, by influence of the seat `by`."""

    owner: Public[int]
    unit: Public[UnitType]
    origin: Public[str] = field(name="from")
    to: Public[str]
    by: Public[int]


class UnitDestroyed(Fact, tag="kepler.unit_destroyed.v1"):
    """A ship went back to its supply by influence."""

    owner: Public[int]
    planet: Public[str]


class Bonus421Offered(Fact, tag="kepler.bonus_421_offered.v1"):
    """The dice showed 4, 2 and 1 for the first time this turn."""

    lost: Public[bool]


class Bonus421Used(Fact, tag="kepler.bonus_421_used.v1"):
    """An opponent's disc went down by the 421 bonus."""

    seat: Public[int]
    track: Public[int]
    level_after: Public[int]


class Bonus421Declined(Fact, tag="kepler.bonus_421_declined.v1"):
    """The 421 bonus was not used."""


class ActionChosen(Fact, tag="kepler.action_chosen.v1"):
    """Dice were put on an action."""

    number: Public[int]
    value: Public[int]
    dice: Public[tuple[str, ...]]
    build: Public[UnitType | None] = None


class GroupPlaced(Fact, tag="kepler.group_placed.v1"):
    """A group of ships came from the supply; `first`: the seat had no unit on the board."""

    index: Public[int]
    size: Public[int]
    planet: Public[str]
    first: Public[bool]


class GroupMoved(Fact, tag="kepler.group_moved.v1"):
    """A group of ships went through a passage."""

    index: Public[int]
    size: Public[int]
    origin: Public[str] = field(name="from")
    to: Public[str]


class GroupSkipped(Fact, tag="kepler.group_skipped.v1"):
    """A group was not played; `auto`: it could not be."""

    index: Public[int]
    auto: Public[bool]


class UnitBuilt(Fact, tag="kepler.unit_built.v1"):
    """Three units were replaced by one."""

    unit: Public[UnitType]
    planet: Public[str]
    removed: Public[Units]


class DiscsRaised(Fact, tag="kepler.discs_raised.v1"):
    """A seat raised discs, or none."""

    seat: Public[int]
    tracks: Public[tuple[int, ...]]
    step: Public[int]
    levels_after: Public[tuple[int, ...]]
    cause: Public[DiscCause]


class LeftoverGained(Fact, tag="kepler.leftover_gained.v1"):
    """Unused equal dice raised the disc of the action."""

    track: Public[int]
    dice: Public[tuple[str, ...]]
    level_after: Public[int]


class MilitaryUpdated(Fact, tag="kepler.military_updated.v1"):
    """Markers of seats whose total changed were moved."""

    values: Public[dict[int, int]]


class ScoringStarted(Fact, tag="kepler.scoring_started.v1"):
    """A scoring began, by a threshold or (without one) by the round limit."""

    index: Public[int]
    threshold: Public[int | None]
    final: Public[bool]


class PlanetScored(Fact, tag="kepler.planet_scored.v1"):
    """A planet gave points; lists are by seat."""

    planet: Public[str]
    bands: Public[tuple[int, ...]]
    levels: Public[tuple[int, ...]]
    points: Public[tuple[int, ...]]


class AllegianceWon(Fact, tag="kepler.allegiance_won.v1"):
    """A seat won a clan's allegiance."""

    clan: Public[Clan]
    seat: Public[int]
    strengths: Public[tuple[int, ...]]


class AllegianceNotWon(Fact, tag="kepler.allegiance_not_won.v1"):
    """A clan was won by nobody, for a tie or because nobody stands there."""

    clan: Public[Clan]
    strengths: Public[tuple[int, ...]]
    tied: Public[tuple[int, ...]]


class SatelliteWon(Fact, tag="kepler.satellite_won.v1"):
    """A satellite raised a disc of its winner and was discarded."""

    slot: Public[str]
    satellite: Public[str]
    seat: Public[int]
    track: Public[int]
    level_after: Public[int]


class SatellitesRefilled(Fact, tag="kepler.satellites_refilled.v1"):
    """Emptied slots got new satellites."""

    slots: Public[dict[str, str]]
    pile: Public[tuple[str, ...]]


class TrackScored(Fact, tag="kepler.track_scored.v1"):
    """A track gave points; lists are by seat."""

    track: Public[int]
    levels: Public[tuple[int, ...]]
    points: Public[tuple[int, ...]]


class PrestigeScored(Fact, tag="kepler.prestige_scored.v1"):
    """The last track gave its levels as points."""

    points: Public[tuple[int, ...]]


class AllegianceBonus(Fact, tag="kepler.allegiance_bonus.v1"):
    """Allied clans gave points at the end."""

    points: Public[tuple[int, ...]]


class ScoringFinished(Fact, tag="kepler.scoring_finished.v1"):
    """A scoring ended with these totals."""

    index: Public[int]
    totals: Public[tuple[int, ...]]


class TurnEnded(Fact, tag="kepler.turn_ended.v1"):
    """The turn ended; the next seat clockwise follows."""


class TiebreakRolled(Fact, tag="kepler.tiebreak_rolled.v1"):
    """Seats that cannot be told apart rolled dice for the first place."""

    roll_off: Public[int]
    dice: Public[dict[int, tuple[int, ...]]]
    sums: Public[dict[int, int]]


class GameOver(Fact, tag="kepler.game_over.v1"):
    """The game ended with this winner."""

    seat: Public[int]
    reason: Public[str]
    points: Public[tuple[int, ...]]
