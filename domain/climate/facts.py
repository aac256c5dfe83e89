"""What can happen in Bataille pour le Climat; every fact names the rule that caused it."""

from typing import Annotated, Literal

from domain.climate.components import back_of
from domain.climate.state import Cards, InfluencePiles, Occasion, Phase, Public
from domain.core.model import Fact
from domain.core.words import count_for_others, kinds_for_others, nobody, only, reveals

Shown = Annotated[Public[Cards], reveals]
Unseen = Annotated[Cards, nobody, count_for_others]


class Cited(Fact):
    """A fact and the rule it follows from."""

    rule: Public[str]


# Setting up, turns, seats


class GameSetUp(Cited, tag="climate.game_set_up.v1"):
    influence: Public[InfluencePiles]
    external: Unseen
    events: Annotated[Cards, nobody, kinds_for_others(back_of)]
    climate: Unseen
    removed: Public[Cards]
    region_order: Public[tuple[str, ...]]
    first_seat: Public[int]
    zones: Public[dict[str, int]]


class CharacterTaken(Cited, tag="climate.character_taken.v1"):
    seat: Public[int]
    character: Public[str]


class EmployerTaken(Cited, tag="climate.employer_taken.v1"):
    seat: Public[int]
    employer: Public[str]


class PawnPlaced(Cited, tag="climate.pawn_placed.v1"):
    seat: Public[int]
    location: Public[str]


class PhaseBegan(Cited, tag="climate.phase_began.v1"):
    phase: Public[Phase]


class TurnBegan(Cited, tag="climate.turn_began.v1"):
    turn: Public[int]
    seat: Public[int]
    region: Public[str]


class TurnEnded(Cited, tag="climate.turn_ended.v1"):
    turn: Public[int]


class SeatJoined(Cited, tag="climate.seat_joined.v1"):
    seat: Public[int]


class SeatLeft(Cited, tag="climate.seat_left.v1"):
    seat: Public[int]


class SeatEntered(Cited, tag="climate.seat_entered.v1"):
    seat: Public[int]


class SeatDue(Cited, tag="climate.seat_due.v1"):
    seat: Public[int]


class SeatWithdrew(Cited, tag="climate.seat_withdrew.v1"):
    seat: Public[int]
    cards: Shown


class GameEnded(Cited, tag="climate.game_ended.v1"):
    outcome: Public[Literal["victory", "defeat"]]
    grade: Public[str]
    score: Public[int]
    ghg: Public[int]
    free_population: Public[int]


# Influence cards


class CardsDrawn(Cited, tag="climate.cards_drawn.v1"):
    seat: Public[int]
    colours: Public[tuple[str, ...]]
    cards: Annotated[Cards, only("seat"), reveals]
    in_turn_draw: Public[bool] = False


class CardsDiscarded(Cited, tag="climate.cards_discarded.v1"):
    seat: Public[int]
    cards: Shown


class CardPlayed(Cited, tag="climate.card_played.v1"):
    seat: Public[int]
    card: Annotated[Public[str], reveals]
    effect: Public[str]


class PileRefilled(Cited, tag="climate.pile_refilled.v1"):
    pile: Public[str]
    cards: Unseen


# Events


class EventRevealed(Cited, tag="climate.event_revealed.v1"):
    event: Annotated[Public[str], reveals]


class EventTarget(Cited, tag="climate.event_target.v1"):
    region: Public[str | None]


class EventSettled(Cited, tag="climate.event_settled.v1"):
    event: Public[str]


class EventDiscarded(Cited, tag="climate.event_discarded.v1"):
    event: Public[str]


class EventsShown(Cited, tag="climate.events_shown.v1"):
    events: Shown


class EventsReordered(Cited, tag="climate.events_reordered.v1"):
    top: Public[Cards]
    bottom: Public[Cards]


class EffectApplied(Cited, tag="climate.effect_applied.v1"):
    region: Public[str | None]
    effect: Public[str]


class DestructionPlaced(Cited, tag="climate.destruction_placed.v1"):
    zone: Public[str]
    count: Public[int]


# Joint actions and implantations


class AciOpened(Cited, tag="climate.aci_opened.v1"):
    occasion: Public[Occasion]
    initiator: Public[int]
    region: Public[str | None]
    colours: Public[tuple[str, ...]]
    thresholds: Public[tuple[int, ...]]


class AciUncovered(Cited, tag="climate.aci_uncovered.v1"):
    seat: Public[int]


class ExternalDrawn(Cited, tag="climate.external_drawn.v1"):
    cards: Unseen


class AciContributed(Cited, tag="climate.aci_contributed.v1"):
    seat: Public[int]
    count: Public[int]
    hint: Public[str]
    cards: Annotated[Cards, only("seat")]


class AciShown(Cited, tag="climate.aci_shown.v1"):
    seat: Public[int | None]
    cards: Shown


class AciRevealed(Cited, tag="climate.aci_revealed.v1"):
    external: Shown
    contributions: Annotated[Public[dict[int, Cards]], reveals]
    values: Public[dict[str, int]]


class AciAltered(Cited, tag="climate.aci_altered.v1"):
    colour: Public[str | None] = None
    by: Public[int] = 0


class AciResult(Cited, tag="climate.aci_result.v1"):
    power: Public[int]


class PoolOpened(Cited, tag="climate.pool_opened.v1"):
    initiator: Public[int]
    region: Public[str | None]
    letter: Public[str]
    threshold: Public[int]


class PoolShown(Cited, tag="climate.pool_shown.v1"):
    round: Public[int]
    cards: Annotated[Public[dict[int, Cards]], reveals]
    power: Public[int]


class PoolReopened(Cited, tag="climate.pool_reopened.v1"):
    round: Public[int]


class PoolClosed(Cited, tag="climate.pool_closed.v1"):
    confirmed: Public[bool]


# Actions, powers, dice


class ActionTaken(Cited, tag="climate.action_taken.v1"):
    seat: Public[int]
    action: Public[str]
    free: Public[bool] = False


class PowerUsed(Cited, tag="climate.power_used.v1"):
    seat: Public[int]
    employer: Public[str]


class DieRolled(Cited, tag="climate.die_rolled.v1"):
    purpose: Public[str]
    region: Public[str]
    target: Public[int]
    number: Public[int]
    again: Public[bool] = False


class DieModified(Cited, tag="climate.die_modified.v1"):
    seat: Public[int]
    number: Public[int]
    target: Public[int]
    forced: Public[bool] = False
    helmets: Public[bool] = False


class DieSettled(Cited, tag="climate.die_settled.v1"):
    success: Public[bool]


class FourSidedRolled(Cited, tag="climate.four_sided_rolled.v1"):
    purpose: Public[str]
    region: Public[str]
    numbers: Public[tuple[int, ...]]


# Regions


class TokenAdded(Cited, tag="climate.token_added.v1"):
    region: Public[str]
    token: Public[str]
    count: Public[int]


class TokenRemoved(Cited, tag="climate.token_removed.v1"):
    region: Public[str]
    token: Public[str]
    count: Public[int] = 0


class TokenIgnored(Cited, tag="climate.token_ignored.v1"):
    region: Public[str]
    token: Public[str]


class TokenPromoted(Cited, tag="climate.token_promoted.v1"):
    region: Public[str]
    token: Public[str]
    into: Public[str]


class WarStarted(Cited, tag="climate.war_started.v1"):
    region: Public[str]


class WarFlipped(Cited, tag="climate.war_flipped.v1"):
    region: Public[str]
    seized: Public[int]


class WarEnded(Cited, tag="climate.war_ended.v1"):
    region: Public[str]
    conflicts: Public[int]


class DictatorshipStarted(Cited, tag="climate.dictatorship_started.v1"):
    region: Public[str]


class DictatorshipEnded(Cited, tag="climate.dictatorship_ended.v1"):
    region: Public[str]


class ChaosStarted(Cited, tag="climate.chaos_started.v1"):
    region: Public[str]


class ChaosEnded(Cited, tag="climate.chaos_ended.v1"):
    region: Public[str]


class RefugeeMoved(Cited, tag="climate.refugee_moved.v1"):
    origin: Public[str]
    region: Public[str]
    stays: Public[bool]


class ExodusMoved(Cited, tag="climate.exodus_moved.v1"):
    origin: Public[str]
    region: Public[str]


class PopulationChanged(Cited, tag="climate.population_changed.v1"):
    region: Public[str]
    population: Public[int]


class DisciplineChanged(Cited, tag="climate.discipline_changed.v1"):
    region: Public[str]
    discipline: Public[int]


class DemographyChanged(Cited, tag="climate.demography_changed.v1"):
    region: Public[str]
    demography: Public[int]


class LsChanged(Cited, tag="climate.ls_changed.v1"):
    region: Public[str]
    ls: Public[int]
    brown: Public[int]
    red_oil: Public[int]
    orange: Public[int]
    demography: Public[int]
    discipline: Public[int]
    oil_balance: Public[int]


class OilChanged(Cited, tag="climate.oil_changed.v1"):
    region: Public[str]
    brown: Public[int]
    red_oil: Public[int]
    orange: Public[int]
    oil_balance: Public[int]


class ElecChanged(Cited, tag="climate.elec_changed.v1"):
    region: Public[str]
    elec: Public[Cards]
    removed: Public[str | None] = None
    added: Public[str | None] = None


class PtImplanted(Cited, tag="climate.pt_implanted.v1"):
    region: Public[str | None]
    letter: Public[str]


class PairCompleted(Cited, tag="climate.pair_completed.v1"):
    region: Public[str]
    pair: Public[str]
    letter: Public[str]
    brown: Public[int]
    red_oil: Public[int]
    orange: Public[int]
    oil_balance: Public[int]
    removed: Public[str | None] = None


class RegionGhgChanged(Cited, tag="climate.region_ghg_changed.v1"):
    region: Public[str]
    region_ghg: Public[int]


class GhgChanged(Cited, tag="climate.ghg_changed.v1"):
    ghg: Public[int]


class TrackAdvanced(Cited, tag="climate.track_advanced.v1"):
    green: Public[int]
    red: Public[int]


class ConsequenceQueued(Cited, tag="climate.consequence_queued.v1"):
    event: Annotated[str, nobody]


class SpecialsFlipped(Cited, tag="climate.specials_flipped.v1"):
    pass
