"""The whole table of Hexag'o, and the game its rules are registered with."""

from typing import Annotated, Literal, TypeVar

from msgspec import Meta, field

from domain.core.game import Described, Game
from domain.core.record import Record
from domain.core.words import by_seat, count_for_others, nobody, public, role, until_field

T = TypeVar("T")
Public = Annotated[T, public]

Mode = Literal["normal", "simplified"]
Scenario = Literal["none", "s1", "s2", "s3", "p1"]
Phase = Literal["setup", "opening_home", "opening_build", "p1", "p2", "p3", "p4", "p5", "p6", "p7", "p8", "ended"]
Good = Literal["energy", "food"]
Cause = Literal["take", "fill", "card", "build"]
Row = Annotated[tuple[str, ...], role("mediator"), until_field("row_is_public"), count_for_others]


class Options(Record, kw_only=True, forbid_unknown_fields=True):
    """What a table may choose before it starts; what is left out follows from the scenario."""

    mode: Annotated[Mode | None, public] = None
    """None: simplified in s1, s2 and s3, else normal."""
    scenario: Annotated[Scenario, public] = "none"
    turns: Annotated[Annotated[int, Meta(ge=1, le=7)] | None, public] = None
    """None: the scenario's number of turns, else 6."""
    first: Annotated[Literal["random"] | Annotated[int, Meta(ge=0, le=3)], public] = "random"
    mediator: Annotated[Literal["server", "human"], public] = "server"
    resource_pool: Annotated[Literal["all", "dry"], public] = "all"
    action_draw: Annotated[Literal[0, 1] | None, public] = None
    """None: 0. With 1 each seat draws an action card at the start of every turn."""


class Construction(Record, kw_only=True, forbid_unknown_fields=True):
    """What stands on a cell; the three cells of a dam each name its river cell."""

    type: Public[str]
    owners: Public[tuple[int, ...]]
    dam: Public[str | None] = None


class Dam(Record, kw_only=True, forbid_unknown_fields=True):
    """A dam, named by its river cell; `intake` is the water that cell received this turn."""

    land: Public[tuple[str, str]]
    owners: Public[tuple[int, ...]]
    intake: Public[int] = 0


class Stock(Record, kw_only=True, forbid_unknown_fields=True):
    """What a network keeps from turn to turn."""

    energy: Public[int] = 0
    food: Public[int] = 0


class Goods(Record, kw_only=True, forbid_unknown_fields=True):
    """One side of a trade."""

    thunes: Public[int] = 0
    energy: Public[int] = 0
    food: Public[int] = 0


class TradeOffer(Record, kw_only=True, forbid_unknown_fields=True):
    """What a community offers another; the cubes come from and go to the named network of its maker."""

    id: Public[str]
    maker: Public[int] = field(name="from")
    to: Public[int]
    network: Public[str]
    give: Public[Goods] = Goods()
    get: Public[Goods] = Goods()


class Counts(Record, kw_only=True, forbid_unknown_fields=True):
    """What a seat has done in this phase that is limited."""

    offers_made: Public[int] = 0
    market_moves: Public[int] = 0
    dams_declined: Public[int] = 0


class Modifiers(Record, kw_only=True, forbid_unknown_fields=True):
    """Effects of cards that end with the phase."""

    trade_deal: Public[bool] = False
    embargo: Public[bool] = False
    public_works: Public[int] = 0


class Announcement(Record, kw_only=True, forbid_unknown_fields=True):
    """A deed that others may contest before it is carried out."""

    cause: Public[Cause]
    actor: Public[int]
    water: Public[dict[str, int]] = {}
    """Cubes by `cell>building` (take) or by cell (fill)."""
    dam: Public[str | None] = None
    tile: Public[str | None] = None
    cells: Public[tuple[str, ...]] = ()
    owners: Public[tuple[int, ...]] = ()
    card: Public[str | None] = None
    target: Public[int | None] = None
    """The seat a card is played against."""
    cell: Public[str | None] = None
    cubes: Public[dict[str, int]] = {}


class Conflict(Record, kw_only=True, forbid_unknown_fields=True):
    """What is announced and, once the window has closed, claimed."""

    action: Public[Announcement]
    eligible: Public[tuple[int, ...]]
    claims: Public[dict[int, dict[str, int]]] = {}
    """By seat; cubes by `cell>building` where water is claimed, else nothing."""


class State(Record, kw_only=True, forbid_unknown_fields=True):
    """Board, communities, cards and the turn in play."""

    options: Public[Options]
    n: Public[int]
    turn: Public[int] = 0
    phase: Public[Phase] = "setup"
    first_seat: Public[int] = 0
    order: Public[tuple[int, ...]] = ()
    thunes: Public[tuple[int, ...]]
    vp: Public[tuple[int, ...]]
    markers: Public[tuple[int, ...]]
    supply: Public[dict[str, int]]
    constructions: Public[dict[str, Construction]] = {}
    dams: Public[dict[str, Dam]] = {}
    stock: Public[tuple[dict[str, Stock], ...]]
    water: Public[dict[str, int]]
    placed: Public[dict[str, int]] = {}
    activated: Public[frozenset[str]] = frozenset()
    blocked: Public[frozenset[str]] = frozenset()
    crisis: Public[frozenset[str]] = frozenset()
    pollution: Public[dict[str, int]]
    sea_pollution: Public[int] = 0
    station_uses: Public[dict[str, int]] = {}
    treated_total: Public[tuple[int, ...]]
    riots: Public[tuple[int, ...]]
    collect_done: Public[tuple[bool, ...]]
    put_back: Public[tuple[bool, ...]]
    ready: Public[tuple[bool, ...]]
    offers: Public[tuple[TradeOffer, ...]] = ()
    next_offer: Public[int] = 1
    counts: Public[tuple[Counts, ...]]
    demolition_asked: Public[frozenset[str]] = frozenset()
    modifiers: Public[tuple[Modifiers, ...]]
    reserved: Public[dict[str, int]] = {}
    claims_made: Public[tuple[frozenset[str], ...]]
    conflict: Public[Conflict | None] = None
    row_is_public: Public[bool] = False
    resource_row: Row = ()
    current_card: Public[str | None] = None
    objective: Annotated[tuple[str | None, ...], by_seat]
    hand: Annotated[tuple[tuple[str, ...], ...], by_seat, count_for_others]
    action_deck: Annotated[tuple[str, ...], nobody, count_for_others] = ()
    action_discard: Public[tuple[str, ...]] = ()
    passed: Public[frozenset[int]] = frozenset()


water = Game(
    Described(
        slug="water",
        names={"fr": "Hexag'o", "en": "Hexag'o"},
        kind="competitive",
        seats=(2, 4),
        minutes=(60, 150),
        rules_version="2",
        about={
            "fr": "Deux à quatre communautés partagent l'eau d'un bassin, bâtissent, commercent et polluent ensemble.",
            "en": "Two to four communities share the water of one basin, build, trade and pollute together.",
        },
    ),
    "domain.water",
    state=State,
    options=Options,
    argument_kinds={
        "tile": "tile",
        "type": "tile",
        "card": "action_card",
        "resource": "resource_card",
        "objective": "objective_card",
        "objectives": "objective_card",
        "seat": "seat",
        "seats": "seat",
        "to": "seat",
        "from": "seat",
        "actor": "seat",
        "owners": "seat",
        "order": "seat",
        "eligible": "seat",
        "winner": "seat",
        "partners": "seat",
        "first_seat": "seat",
        "give": "goods",
        "get": "goods",
        "paid": "goods",
        "made": "goods",
        "good": "goods",
        "kind": "goods",
        "stocks": "goods",
        "reply": "reply",
    },
)
