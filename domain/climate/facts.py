"""What can happen in Bataille pour le Climat; every fact names the rule that caused it."""

from typing import Annotated, Literal

from domain.climate.components import back_of
from domain.climate.state import Cards, InfluencePiles, Occasion, Phase, Public
from domain.core.model import Fact
from domain.core.words import count_for_others, kinds_for_others, nobody, only, reveals

Shown = Annotated[Public[Cards], reveals]
Unseen = Annotated[Cards, nobody, count_for_others]


# Setting up, turns, seats


class GameSetUp(Fact, tag="climate.game_set_up.v1"):
    rule: Public[str]
    influence: Public[InfluencePiles]
    external: Unseen
    events: Annotated[Cards, nobody, kinds_for_others(back_of)]
    climate: Unseen
    removed: Public[Cards]
    region_order: Public[tuple[str, ...]]
    first_seat: Public[int]
    zones: Public[dict[str, int]]


class CharacterTaken(Fact, tag="climate.character_taken.v1"):
    rule: Public[str]
    seat: Public[int]
    character: Public[str]


class EmployerTaken(Fact, tag="climate.employer_taken.v1"):
    rule: Public[str]
    seat: Public[int]
    employer: Public[str]


class PawnPlaced(Fact, tag="climate.pawn_placed.v1"):
    rule: Public[str]
    seat: Public[int]
    location: Public[str]


class PhaseBegan(Fact, tag="climate.phase_began.v1"):
    rule: Public[str]
    phase: Public[Phase]


class TurnBegan(Fact, tag="climate.turn_began.v1"):
    rule: Public[str]
    turn: Public[int]
    seat: Public[int]
    region: Public[str]


class TurnEnded(Fact, tag="climate.turn_ended.v1"):
    rule: Public[str]
    turn: Public[int]


class SeatJoined(Fact, tag="climate.seat_joined.v1"):
    rule: Public[str]
    seat: Public[int]


class SeatLeft(Fact, tag="climate.seat_left.v1"):
    rule: Public[str]
    seat: Public[int]


class SeatStayed(Fact, tag="climate.seat_stayed.v1"):
    rule: Public[str]
    seat: Public[int]


class SeatEntered(Fact, tag="climate.seat_entered.v1"):
    rule: Public[str]
    seat: Public[int]


class SeatDue(Fact, tag="climate.seat_due.v1"):
    rule: Public[str]
    seat: Public[int]


class SeatWithdrew(Fact, tag="climate.seat_withdrew.v1"):
    rule: Public[str]
    seat: Public[int]
    cards: Shown


class GameEnded(Fact, tag="climate.game_ended.v1"):
    rule: Public[str]
    outcome: Public[Literal["victory", "defeat"]]
    grade: Public[str]
    score: Public[int]
    ghg: Public[int]
    free_population: Public[int]


# Influence cards


class CardsDrawn(Fact, tag="climate.cards_drawn.v1"):
    rule: Public[str]
    seat: Public[int]
    colours: Public[tuple[str, ...]]
    cards: Annotated[Cards, only("seat"), reveals]
    in_turn_draw: Public[bool] = False


class CardsDiscarded(Fact, tag="climate.cards_discarded.v1"):
    rule: Public[str]
    seat: Public[int]
    cards: Shown


class CardPlayed(Fact, tag="climate.card_played.v1"):
    rule: Public[str]
    seat: Public[int]
    card: Annotated[Public[str], reveals]
    effect: Public[str]


class PileRefilled(Fact, tag="climate.pile_refilled.v1"):
    rule: Public[str]
    pile: Public[str]
    cards: Unseen


# Events


class EventRevealed(Fact, tag="climate.event_revealed.v1"):
    rule: Public[str]
    event: Annotated[Public[str], reveals]


class EventTarget(Fact, tag="climate.event_target.v1"):
    rule: Public[str]
    region: Public[str | None]


class EventSettled(Fact, tag="climate.event_settled.v1"):
    rule: Public[str]
    event: Public[str]


class EventDiscarded(Fact, tag="climate.event_discarded.v1"):
    rule: Public[str]
    event: Public[str]


class EventsShown(Fact, tag="climate.events_shown.v1"):
    rule: Public[str]
    events: Shown


class EventsReordered(Fact, tag="climate.events_reordered.v1"):
    rule: Public[str]
    top: Public[Cards]
    bottom: Public[Cards]


class EffectApplied(Fact, tag="climate.effect_applied.v1"):
    rule: Public[str]
    region: Public[str | None]
    effect: Public[str]


class DestructionPlaced(Fact, tag="climate.destruction_placed.v1"):
    rule: Public[str]
    zone: Public[str]
    count: Public[int]


# Joint actions and implantations


class AciOpened(Fact, tag="climate.aci_opened.v1"):
    rule: Public[str]
    occasion: Public[Occasion]
    initiator: Public[int]
    region: Public[str | None]
    colours: Public[tuple[str, ...]]
    thresholds: Public[tuple[int, ...]]


class AciUncovered(Fact, tag="climate.aci_uncovered.v1"):
    rule: Public[str]
    seat: Public[int]


class ExternalDrawn(Fact, tag="climate.external_drawn.v1"):
    rule: Public[str]
    cards: Unseen


class AciContributed(Fact, tag="climate.aci_contributed.v1"):
    rule: Public[str]
    seat: Public[int]
    count: Public[int]
    hint: Public[str]
    cards: Annotated[Cards, only("seat")]


class AciShown(Fact, tag="climate.aci_shown.v1"):
    rule: Public[str]
    seat: Public[int | None]
    cards: Shown


class AciRevealed(Fact, tag="climate.aci_revealed.v1"):
    rule: Public[str]
    external: Shown
    contributions: Annotated[Public[dict[int, Cards]], reveals]
    values: Public[dict[str, int]]


class AciAltered(Fact, tag="climate.aci_altered.v1"):
    rule: Public[str]
    colour: Public[str | None] = None
    by: Public[int] = 0


class AciResult(Fact, tag="climate.aci_result.v1"):
    rule: Public[str]
    power: Public[int]


class PoolOpened(Fact, tag="climate.pool_opened.v1"):
    rule: Public[str]
    initiator: Public[int]
    region: Public[str | None]
    letter: Public[str]
    threshold: Public[int]


class PoolShown(Fact, tag="climate.pool_shown.v1"):
    rule: Public[str]
    round: Public[int]
    cards: Annotated[Public[dict[int, Cards]], reveals]
    power: Public[int]


class PoolReopened(Fact, tag="climate.pool_reopened.v1"):
    rule: Public[str]
    round: Public[int]


class PoolClosed(Fact, tag="climate.pool_closed.v1"):
    rule: Public[str]
    confirmed: Public[bool]


# Actions, powers, dice


class ActionTaken(Fact, tag="climate.action_taken.v1"):
    rule: Public[str]
    seat: Public[int]
    action: Public[str]
    free: Public[bool] = False


class PowerUsed(Fact, tag="climate.power_used.v1"):
    rule: Public[str]
    seat: Public[int]
    employer: Public[str]


class DieRolled(Fact, tag="climate.die_rolled.v1"):
    rule: Public[str]
    purpose: Public[str]
    region: Public[str]
    target: Public[int]
    number: Public[int]
    again: Public[bool] = False


class DieModified(Fact, tag="climate.die_modified.v1"):
    rule: Public[str]
    seat: Public[int]
    number: Public[int]
    target: Public[int]
    forced: Public[bool] = False
    helmets: Public[bool] = False


class DieSettled(Fact, tag="climate.die_settled.v1"):
    rule: Public[str]
    success: Public[bool]


class FourSidedRolled(Fact, tag="climate.four_sided_rolled.v1"):
    rule: Public[str]
    purpose: Public[str]
    region: Public[str]
    numbers: Public[tuple[int, ...]]


# Regions


class TokenAdded(Fact, tag="climate.token_added.v1"):
    rule: Public[str]
    region: Public[str]
    token: Public[str]
    count: Public[int]


class TokenRemoved(Fact, tag="climate.token_removed.v1"):
    rule: Public[str]
    region: Public[str]
    token: Public[str]
    count: Public[int] = 0


class TokenIgnored(Fact, tag="climate.token_ignored.v1"):
    rule: Public[str]
    region: Public[str]
    token: Public[str]


class TokenPromoted(Fact, tag="climate.token_promoted.v1"):
    rule: Public[str]
    region: Public[str]
    token: Public[str]
    into: Public[str]


class WarStarted(Fact, tag="climate.war_started.v1"):
    rule: Public[str]
    region: Public[str]


class WarFlipped(Fact, tag="climate.war_flipped.v1"):
    rule: Public[str]
    region: Public[str]
    seized: Public[int]


class WarEnded(Fact, tag="climate.war_ended.v1"):
    rule: Public[str]
    region: Public[str]
    conflicts: Public[int]


class DictatorshipStarted(Fact, tag="climate.dictatorship_started.v1"):
    rule: Public[str]
    region: Public[str]


class DictatorshipEnded(Fact, tag="climate.dictatorship_ended.v1"):
    rule: Public[str]
    region: Public[str]


class ChaosStarted(Fact, tag="climate.chaos_started.v1"):
    rule: Public[str]
    region: Public[str]


class ChaosEnded(Fact, tag="climate.chaos_ended.v1"):
    rule: Public[str]
    region: Public[str]


class RefugeeMoved(Fact, tag="climate.refugee_moved.v1"):
    rule: Public[str]
    origin: Public[str]
    region: Public[str]
    stays: Public[bool]


class ExodusMoved(Fact, tag="climate.exodus_moved.v1"):
    rule: Public[str]
    origin: Public[str]
    region: Public[str]


class PopulationChanged(Fact, tag="climate.population_changed.v1"):
    rule: Public[str]
    region: Public[str]
    population: Public[int]


class DisciplineChanged(Fact, tag="climate.discipline_changed.v1"):
    rule: Public[str]
    region: Public[str]
    discipline: Public[int]


class DemographyChanged(Fact, tag="climate.demography_changed.v1"):
    rule: Public[str]
    region: Public[str]
    demography: Public[int]


class LsChanged(Fact, tag="climate.ls_changed.v1"):
    rule: Public[str]
    region: Public[str]
    ls: Public[int]
    brown: Public[int]
    red_oil: Public[int]
    orange: Public[int]
    demography: Public[int]
    discipline: Public[int]
    oil_balance: Public[int]


class OilChanged(Fact, tag="climate.oil_changed.v1"):
    rule: Public[str]
    region: Public[str]
    brown: Public[int]
    red_oil: Public[int]
    orange: Public[int]
    oil_balance: Public[int]


class ElecChanged(Fact, tag="climate.elec_changed.v1"):
    rule: Public[str]
    region: Public[str]
    elec: Public[Cards]
    removed: Public[str | None] = None
    added: Public[str | None] = None


class PtImplanted(Fact, tag="climate.pt_implanted.v1"):
    rule: Public[str]
    region: Public[str | None]
    letter: Public[str]


class PairCompleted(Fact, tag="climate.pair_completed.v1"):
    rule: Public[str]
    region: Public[str]
    pair: Public[str]
    letter: Public[str]
    brown: Public[int]
    red_oil: Public[int]
    orange: Public[int]
    oil_balance: Public[int]
    removed: Public[str | None] = None


class RegionGhgChanged(Fact, tag="climate.region_ghg_changed.v1"):
    rule: Public[str]
    region: Public[str]
    region_ghg: Public[int]


class GhgChanged(Fact, tag="climate.ghg_changed.v1"):
    rule: Public[str]
    ghg: Public[int]


class TrackAdvanced(Fact, tag="climate.track_advanced.v1"):
    rule: Public[str]
    green: Public[int]
    red: Public[int]


class ConsequenceQueued(Fact, tag="climate.consequence_queued.v1"):
    rule: Public[str]
    event: Annotated[str, nobody]


class SpecialsFlipped(Fact, tag="climate.specials_flipped.v1"):
    rule: Public[str]
