"""What can happen in Ultimédiation."""

from typing import Annotated, Literal

from msgspec import field

from domain.core.forms import Answer
from domain.core.model import Fact
from domain.core.words import nobody, public, reveals, seats
from domain.mediation.state import Camp, Phase, PileName, Public, SlotKind

HomeCause = Literal["hit", "exhausted", "expelled", "base_teleported"]
BaseCause = Literal["setup", "hit", "relocation", "teleported"]
DiscardCause = Literal["immune", "shielded", "no_site", "drawn_for"]
CancelCause = Literal["action", "remote", "power", "energy"]


class TeamChosen(Fact, tag="mediation.team_chosen.v1"):
    characters: Public[tuple[str, ...]]


class SquadsSplit(Fact, tag="mediation.squads_split.v1"):
    agapi: Public[tuple[str, ...]]
    ilias: Public[tuple[str, ...]]


class CharacterTaken(Fact, tag="mediation.character_taken.v1"):
    seat: Public[int]
    character: Public[str]


class BoardLaid(Fact, tag="mediation.board_laid.v1"):
    pass


class BaseUPlaced(Fact, tag="mediation.base_u_placed.v1"):
    cell: Public[str]


class SquadPlaced(Fact, tag="mediation.squad_placed.v1"):
    characters: Public[tuple[str, ...]]
    cell: Public[str]


class DeckShuffled(Fact, tag="mediation.deck_shuffled.v1"):
    pile: Public[PileName]
    count: Public[int]
    order: Annotated[tuple[str, ...], nobody]


class TurnBegan(Fact, tag="mediation.turn_began.v1"):
    turn: Public[int]


class DiceRolled(Fact, tag="mediation.dice_rolled.v1"):
    turn: Public[int]
    faces: Public[tuple[int, ...]]


class AttacksSet(Fact, tag="mediation.attacks_set.v1"):
    left: Public[int]


class PhaseBegan(Fact, tag="mediation.phase_began.v1"):
    phase: Public[Phase]


class AttackDrawn(Fact, tag="mediation.attack_drawn.v1"):
    cell: Annotated[str, public, reveals]


class AttackPlaced(Fact, tag="mediation.attack_placed.v1"):
    cell: Public[str]


class AttackDiscarded(Fact, tag="mediation.attack_discarded.v1"):
    cell: Public[str]
    why: Public[DiscardCause]


class AttackCancelled(Fact, tag="mediation.attack_cancelled.v1"):
    cell: Public[str]


class CharacterMoved(Fact, tag="mediation.character_moved.v1"):
    character: Public[str]
    path: Public[tuple[str, ...]]


class CharacterProtected(Fact, tag="mediation.character_protected.v1"):
    character: Public[str]
    by: Public[str]


class CharacterSentHome(Fact, tag="mediation.character_sent_home.v1"):
    character: Public[str]
    why: Public[HomeCause]


class EnergySet(Fact, tag="mediation.energy_set.v1"):
    character: Public[str]
    energy: Public[int]


class BaseMoved(Fact, tag="mediation.base_moved.v1"):
    camp: Public[Camp]
    cell: Public[str]
    why: Public[BaseCause]


class PopulationMoved(Fact, tag="mediation.population_moved.v1"):
    origin: Public[str] = field(name="from")
    to: Public[str]


class PopulationLost(Fact, tag="mediation.population_lost.v1"):
    cell: Public[str]
    lost: Public[int]


class PopulationsReturned(Fact, tag="mediation.populations_returned.v1"):
    cells: Public[dict[str, int]]


class CubePlaced(Fact, tag="mediation.cube_placed.v1"):
    character: Public[str]
    slot: Public[SlotKind]


class ActionCompleted(Fact, tag="mediation.action_completed.v1"):
    acted: Public[int]


class Passed(Fact, tag="mediation.passed.v1"):
    seat: Public[int]


class Resumed(Fact, tag="mediation.resumed.v1"):
    seat: Public[int]


class GroupStarted(Fact, tag="mediation.group_started.v1"):
    seat: Public[int]
    do: Public[Answer]


class GroupRefused(Fact, tag="mediation.group_refused.v1"):
    seat: Public[int]


class QuestionShown(Fact, tag="mediation.question_shown.v1"):
    camp: Public[Camp]


class MediationCardRevealed(Fact, tag="mediation.mediation_card_revealed.v1"):
    camp: Public[Camp]
    card: Annotated[str, public, reveals]


class MediationCardDiscarded(Fact, tag="mediation.mediation_card_discarded.v1"):
    camp: Public[Camp]
    card: Public[str]


class NeedFound(Fact, tag="mediation.need_found.v1"):
    camp: Public[Camp]
    card: Public[str]


class EffectCancelled(Fact, tag="mediation.effect_cancelled.v1"):
    card: Public[str]
    energy: Public[dict[str, int]]


class CampClosed(Fact, tag="mediation.camp_closed.v1"):
    camp: Public[Camp]


class BlackoutBegan(Fact, tag="mediation.blackout_began.v1"):
    pass


class ExtraAttacksSet(Fact, tag="mediation.extra_attacks_set.v1"):
    n: Public[int]


class GoodwillSet(Fact, tag="mediation.goodwill_set.v1"):
    n: Public[int]


class PdPlaced(Fact, tag="mediation.pd_placed.v1"):
    cell: Public[str]


class ShipLoaded(Fact, tag="mediation.ship_loaded.v1"):
    pass


class ShipTokenMoved(Fact, tag="mediation.ship_token_moved.v1"):
    space: Public[int]


class PowersUnlocked(Fact, tag="mediation.powers_unlocked.v1"):
    pass


class PowerDrawn(Fact, tag="mediation.power_drawn.v1"):
    power: Annotated[str, public, reveals]


class PowerGiven(Fact, tag="mediation.power_given.v1"):
    character: Public[str]
    power: Public[str]


class PowerUsed(Fact, tag="mediation.power_used.v1"):
    character: Public[str]
    power: Public[str]


class CardsSeen(Fact, tag="mediation.cards_seen.v1"):
    pile: Public[PileName]
    cards: Annotated[tuple[str, ...], seats, reveals]


class CardsArranged(Fact, tag="mediation.cards_arranged.v1"):
    pile: Public[PileName]
    cards: Annotated[tuple[str, ...], seats]


class PyramidLifted(Fact, tag="mediation.pyramid_lifted.v1"):
    cell: Public[str]


class PyramidPlaced(Fact, tag="mediation.pyramid_placed.v1"):
    cell: Public[str]


class PyramidMoved(Fact, tag="mediation.pyramid_moved.v1"):
    origin: Public[str] = field(name="from")
    to: Public[str]


class PyramidGone(Fact, tag="mediation.pyramid_gone.v1"):
    pass


class DisasterDrawn(Fact, tag="mediation.disaster_drawn.v1"):
    disaster: Annotated[str, public, reveals] = field(name="kind")
    cell: Public[str]


class DisasterCancelled(Fact, tag="mediation.disaster_cancelled.v1"):
    how: Public[CancelCause]


class DisasterResolved(Fact, tag="mediation.disaster_resolved.v1"):
    pass


class Contaminated(Fact, tag="mediation.contaminated.v1"):
    cell: Public[str]


class Cleaned(Fact, tag="mediation.cleaned.v1"):
    cell: Public[str]


class TimerExpired(Fact, tag="mediation.timer_expired.v1"):
    pass


class SeatLeft(Fact, tag="mediation.seat_left.v1"):
    seat: Public[int]


class CharactersPassed(Fact, tag="mediation.characters_passed.v1"):
    giver: Public[int] = field(name="from")
    receiver: Public[int] = field(name="to")
    character: Public[str]
