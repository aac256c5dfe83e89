"""What can happen in Hexag'o."""

from typing import Annotated, Literal

from domain.core.model import Fact
from domain.core.record import Record
from domain.core.words import count_for_others, nobody, only, public, reveals, role, until_field
from domain.water.state import Announcement, Cause, Good, Goods, Phase, Public, Stock, TradeOffer

Revealed = Annotated[str, public, reveals]


class Placement(Record, kw_only=True, forbid_unknown_fields=True):
    """A construction that stands from the start."""

    type: Public[str]
    owners: Public[tuple[int, ...]]
    cells: Public[tuple[str, ...]]


class Effect(Record, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """What an action card changes; numbers are added."""

    coins: Public[dict[int, int]] = {}
    vp: Public[dict[int, int]] = {}
    water: Public[dict[str, int]] = {}
    placed: Public[dict[str, int]] = {}
    pollution: Public[dict[str, int]] = {}
    network: Public[str | None] = None
    stock: Public[Stock] = Stock()
    blocked: Public[str | None] = None
    trade_deal: Public[bool] = False
    embargo: Public[int | None] = None
    public_works: Public[int] = 0


class GameSetUp(Fact, tag="water.game_set_up.v1"):
    first_seat: Public[int]
    coins: Public[int]
    layout: Public[tuple[Placement, ...]]


class ObjectiveDealt(Fact, tag="water.objective_dealt.v1"):
    seat: Public[int]
    objective: Annotated[str, only("seat"), reveals]


class ActionDeckShuffled(Fact, tag="water.action_deck_shuffled.v1"):
    deck: Annotated[tuple[str, ...], nobody, count_for_others]


class ActionDealt(Fact, tag="water.action_dealt.v1"):
    seat: Public[int]
    card: Annotated[str, only("seat"), reveals]


class ResourceRowFixed(Fact, tag="water.resource_row_fixed.v1"):
    row_is_public: Public[bool]
    cards: Annotated[tuple[str, ...], role("mediator"), until_field("row_is_public"), count_for_others, reveals]


class HomePlaced(Fact, tag="water.home_placed.v1"):
    seat: Public[int]
    cell: Public[str]


class OpeningPassed(Fact, tag="water.opening_passed.v1"):
    seat: Public[int]


class OpeningEnded(Fact, tag="water.opening_ended.v1"):
    pass


class TurnStarted(Fact, tag="water.turn_started.v1"):
    turn: Public[int]
    order: Public[tuple[int, ...]]


class PhaseStarted(Fact, tag="water.phase_started.v1"):
    phase: Public[Phase]


class ResourceRevealed(Fact, tag="water.resource_revealed.v1"):
    resource: Revealed
    water: Public[int]
    energy: Public[int]
    food: Public[int]


class WaterTaken(Fact, tag="water.water_taken.v1"):
    seat: Public[int]
    water: Public[dict[str, int]]


class DamFilled(Fact, tag="water.dam_filled.v1"):
    seat: Public[int]
    dam: Public[str]
    water: Public[dict[str, int]]


class PollutionTreated(Fact, tag="water.pollution_treated.v1"):
    seat: Public[int]
    station: Public[str]
    cell: Public[str]
    use: Public[str]


class CollectDone(Fact, tag="water.collect_done.v1"):
    seat: Public[int]


class ClaimOpened(Fact, tag="water.claim_opened.v1"):
    cause: Public[Cause]
    actor: Public[int]
    action: Public[Announcement]
    eligible: Public[tuple[int, ...]]


class ClaimsClosed(Fact, tag="water.claims_closed.v1"):
    seats: Public[tuple[int, ...]]
    claims: Public[dict[int, dict[str, int]]]


class Conceded(Fact, tag="water.conceded.v1"):
    actor: Public[int]
    got: Public[dict[int, dict[str, int]]]


class StakesRevealed(Fact, tag="water.stakes_revealed.v1"):
    stakes: Annotated[dict[int, int], public, reveals]
    cards: Annotated[dict[int, str], public, reveals]


class ConflictResolved(Fact, tag="water.conflict_resolved.v1"):
    outcome: Public[Literal["actor", "claimant", "called_off"]]
    winner: Public[int | None] = None
    rolls: Public[dict[int, int]] = {}
    scores: Public[dict[int, int]] = {}
    lost: Public[dict[int, int]] = {}


class CellReserved(Fact, tag="water.cell_reserved.v1"):
    cells: Public[tuple[str, ...]]
    seat: Public[int]


class Activated(Fact, tag="water.activated.v1"):
    seat: Public[int]
    cell: Public[str]
    network: Public[str]
    paid: Public[Goods]
    made: Public[Stock]
    auto: Public[bool] = False


class DamGenerated(Fact, tag="water.dam_generated.v1"):
    dam: Public[str]
    owners: Public[tuple[int, ...]]
    networks: Public[tuple[str, ...]]
    energy: Public[int]


class Bought(Fact, tag="water.bought.v1"):
    seat: Public[int]
    network: Public[str]
    kind: Public[Good]
    count: Public[int]
    coins: Public[int]


class Sold(Fact, tag="water.sold.v1"):
    seat: Public[int]
    network: Public[str]
    kind: Public[Good]
    count: Public[int]
    coins: Public[int]


class OfferMade(Fact, tag="water.offer_made.v1"):
    seat: Public[int]
    to: Public[int]
    offer: Public[TradeOffer]


class OfferClosed(Fact, tag="water.offer_closed.v1"):
    id: Public[str]
    how: Public[Literal["accepted", "declined", "withdrawn", "lapsed"]]


class Traded(Fact, tag="water.traded.v1"):
    id: Public[str]
    seat: Public[int]
    to: Public[int]
    network: Public[str]
    network_to: Public[str]
    give: Public[Goods]
    get: Public[Goods]


class SeatReady(Fact, tag="water.seat_ready.v1"):
    seat: Public[int]
    ready: Public[bool]


class Harvested(Fact, tag="water.harvested.v1"):
    seat: Public[int]
    cell: Public[str]
    coins: Public[int]
    vp: Public[int]


class CrisisCleared(Fact, tag="water.crisis_cleared.v1"):
    seat: Public[int]
    cell: Public[str]


class CrisisSet(Fact, tag="water.crisis_set.v1"):
    seat: Public[int]
    cell: Public[str]


class Riot(Fact, tag="water.riot.v1"):
    seat: Public[int]
    cell: Public[str]
    die: Public[int]
    lost: Public[int]


class RiotAverted(Fact, tag="water.riot_averted.v1"):
    seat: Public[int]
    cell: Public[str]
    card: Revealed


class Polluted(Fact, tag="water.polluted.v1"):
    cell: Public[str]
    outfall: Public[str]
    cause: Public[Literal["running", "building"]]


class Built(Fact, tag="water.built.v1"):
    owners: Public[tuple[int, ...]]
    tile: Public[str]
    cells: Public[tuple[str, ...]]
    costs: Public[tuple[int, ...]]


class DamBuilt(Fact, tag="water.dam_built.v1"):
    owners: Public[tuple[int, ...]]
    tile: Public[str]
    cells: Public[tuple[str, ...]]
    costs: Public[tuple[int, ...]]


class DamRefused(Fact, tag="water.dam_refused.v1"):
    actor: Public[int]
    site: Public[str]
    seats: Public[tuple[int, ...]]


class DemolitionRefused(Fact, tag="water.demolition_refused.v1"):
    actor: Public[int]
    dam: Public[str]
    seats: Public[tuple[int, ...]]


class Destroyed(Fact, tag="water.destroyed.v1"):
    owners: Public[tuple[int, ...]]
    tile: Public[str]
    cells: Public[tuple[str, ...]]


class NetworksChanged(Fact, tag="water.networks_changed.v1"):
    seat: Public[int]
    stocks: Public[dict[str, Stock]]


class CardPlayed(Fact, tag="water.card_played.v1"):
    seat: Public[int]
    card: Revealed
    action: Public[Announcement]


class CardResolved(Fact, tag="water.card_resolved.v1"):
    seat: Public[int]
    card: Public[str]
    cancelled: Public[bool]
    effect: Public[Effect] = Effect()


class PollutionFlowed(Fact, tag="water.pollution_flowed.v1"):
    moves: Public[dict[str, int]]
    """Cubes by `from>to`, steps and dilution together, in the order of the flow."""
    sea: Public[int]


class TreatDone(Fact, tag="water.treat_done.v1"):
    seat: Public[int]


class BuildDone(Fact, tag="water.build_done.v1"):
    seat: Public[int]


class TurnEnded(Fact, tag="water.turn_ended.v1"):
    turn: Public[int]


class GameEnded(Fact, tag="water.game_ended.v1"):
    pollution: Public[int]
    objectives: Annotated[tuple[str | None, ...], public, reveals]
    reached: Public[tuple[bool, ...]]
    scores: Public[tuple[int, ...]]
