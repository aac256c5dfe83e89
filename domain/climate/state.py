"""The whole table of Bataille pour le Climat, and the game its rules are registered with."""

from typing import Annotated, Literal, TypeVar

from msgspec import Meta

from domain.climate import components
from domain.climate.components import REGION_IDS, back_of, colour_of
from domain.core.game import Described, Game
from domain.core.record import Record
from domain.core.words import by_seat, count_for_others, kinds_for_others, nobody, only, public, until_field

T = TypeVar("T")
Public = Annotated[T, public]

Cards = tuple[str, ...]
Occasion = Literal["event", "institution", "electricity"]
Phase = Literal["setup", "draw", "event", "actions", "activation", "final", "over"]
ScenarioId = Literal[
    "first_steps",
    "chain_reactions",
    "standard",
    "oil_collapse",
    "global_warming",
    "ragnarok",
    "demographic_bomb",
    "fractured_world",
]


class Options(Record, kw_only=True, forbid_unknown_fields=True):
    """What a table may choose before it starts."""

    mode: Public[Literal["normal", "expert"]] = "normal"
    scenario: Public[ScenarioId] = "standard"
    propagation: Public[Literal["simple", "precise"]] = "simple"
    region_order: Public[Literal["random", "default"]] = "random"
    assignment: Public[Literal["suggested", "draft", "random"]] = "suggested"
    weaknesses: Annotated[bool | None, Meta(description="None: in force in expert mode only."), public] = None
    runaway: Annotated[bool, Meta(description="The red marker moves two squares."), public] = False
    no_powers: Public[bool] = False
    no_employers: Public[bool] = False
    first_seat: Annotated[
        Annotated[int, Meta(ge=0, le=4)] | Literal["random"], Meta(description="A seat number, or drawn."), public
    ] = "random"


class Region(Record, kw_only=True, forbid_unknown_fields=True):
    """Everything that lies on the sheet of a region."""

    ls: Public[int]
    population: Public[int]
    brown: Public[int]
    red_oil: Public[int]
    orange: Public[int]
    elec: Public[Cards]
    ghg: Public[int]
    discipline: Public[int]
    demography: Public[int]
    seized: Public[int] = 0
    nuclear_added: Public[int] = 0
    riots: Public[int] = 0
    conflicts: Public[int] = 0
    war: Public[int] = 0
    shortages: Public[int] = 0
    scarcities: Public[int] = 0
    famine: Public[bool] = False
    epizootics: Public[int] = 0
    epidemic: Public[bool] = False
    pandemic: Public[bool] = False
    refugees: Public[int] = 0
    dictatorship: Public[bool] = False
    chaos: Public[bool] = False
    pts: Public[Cards] = ()
    ab: Public[bool] = False
    cd: Public[bool] = False
    ef: Public[bool] = False
    overproduction: Public[int] = 0
    overconsumption: Public[int] = 0


class SeatState(Record, kw_only=True, forbid_unknown_fields=True):
    """What everybody sees of a seat; its cards lie in `State.hands`."""

    character: Public[str | None] = None
    employer: Public[str | None] = None
    location: Public[str | None] = None
    power_used: Public[bool] = False
    turns_taken: Public[int] = 0
    joined_turn: Public[int] = 0
    in_play: Public[bool] = True


Pile = Annotated[Cards, nobody, count_for_others]


class InfluencePiles(Record, kw_only=True, forbid_unknown_fields=True):
    """The six influence piles, top first."""

    military: Pile = ()
    media: Pile = ()
    industry: Pile = ()
    ngo: Pile = ()
    politics: Pile = ()
    education: Pile = ()


class Decks(Record, kw_only=True, forbid_unknown_fields=True):
    """Every pile and discard, top (or last discarded) first."""

    influence: Public[InfluencePiles] = InfluencePiles()
    discard: Public[dict[str, Cards]] = {}
    external: Pile = ()
    external_discard: Public[Cards] = ()
    events: Annotated[Cards, nobody, kinds_for_others(back_of)] = ()
    events_discard: Public[Cards] = ()
    climate: Pile = ()
    climate_discard: Public[Cards] = ()
    removed: Public[Cards] = ()


class Event(Record, kw_only=True, forbid_unknown_fields=True):
    """The event card in play."""

    card: Public[str]
    region: Public[str | None] = None
    settled: Public[bool] = False


class Aci(Record, kw_only=True, forbid_unknown_fields=True):
    """A joint action in progress."""

    occasion: Public[Occasion]
    initiator: Public[int]
    region: Public[str | None]
    asked: Public[tuple[str, ...]]
    thresholds: Public[tuple[int, ...]]
    open: Public[bool] = False
    external: Annotated[Cards, count_for_others, until_field("external_shown")] = ()
    external_shown: Public[bool] = False
    contributions: Annotated[dict[int, Cards], by_seat, count_for_others] = {}
    hints: Public[dict[int, str]] = {}
    shown: Public[dict[int, Cards]] = {}
    revealed: Public[bool] = False
    checked: Public[tuple[str, ...]] = ()
    modifier: Public[int] = 0
    assembly_played: Public[bool] = False


class Pool(Record, kw_only=True, forbid_unknown_fields=True):
    """An implantation in progress; cards are known once a round is complete."""

    initiator: Public[int]
    region: Public[str | None]
    letter: Public[str]
    threshold: Public[int]
    round: Public[int] = 1
    cards: Public[dict[int, Cards]] = {}
    earlier: Public[dict[int, Cards]] = {}
    """What the round before has shown."""


class Die(Record, kw_only=True, forbid_unknown_fields=True):
    """The D8 on the table."""

    purpose: Public[str]
    region: Public[str]
    target: Public[int]
    number: Public[int]
    reroll_used: Public[bool] = False
    helmets_used: Public[bool] = False
    forced: Public[bool] = False


class State(Record, kw_only=True, forbid_unknown_fields=True):
    """Board, seats, piles and what is being resolved."""

    options: Public[Options]
    phase: Public[Phase] = "setup"
    turn: Public[int] = 0
    seats: Public[tuple[SeatState, ...]]
    hands: Annotated[tuple[Cards, ...], by_seat, kinds_for_others(colour_of)]
    first_seat: Public[int] = 0
    active_seat: Public[int] = 0
    region_order: Public[tuple[str, ...]] = REGION_IDS
    actions_left: Public[int] = 0
    kinds_used: Public[tuple[str, ...]] = ()
    free_move_used: Public[bool] = False
    free_card_used: Public[bool] = False
    ghg: Public[int] = 100
    oil_balance: Public[int] = 0
    green: Public[int] = 0
    red: Public[int] = 30
    specials_flipped: Public[bool] = False
    zones: Public[dict[str, int]] = {}
    global_pts: Public[tuple[str, ...]] = ()
    decks: Public[Decks] = Decks()
    regions: Public[dict[str, Region]]
    event: Public[Event | None] = None
    aci: Public[Aci | None] = None
    pool: Public[Pool | None] = None
    die: Public[Die | None] = None
    joining: Public[tuple[int, ...]] = ()
    leaving: Public[tuple[int, ...]] = ()
    spent_employers: Public[tuple[str, ...]] = ()
    cards_drawn: Annotated[Cards, only("active_seat")] = ()
    """The cards of the turn's draw, while one of them may be exchanged."""


climate = Game(
    Described(
        slug="climate",
        names={"fr": "Bataille pour le Climat", "en": "Battle for the Climate"},
        kind="cooperative",
        seats=(3, 5),
        minutes=(120, 240),
        rules_version="1.0",
        about={
            "fr": "Neuf régions, cent points de gaz à effet de serre à ramener à 33 en 36 tours, tous ensemble. "
            "De Laurent-Xavier Lamory.",
            "en": "Nine regions, a hundred points of greenhouse gases to bring down to 33 in 36 turns, together. "
            "By Laurent-Xavier Lamory.",
        },
    ),
    "domain.climate",
    state=State,
    options=Options,
    argument_kinds={
        "region": "region",
        "origin": "region",
        "to": "place",
        "location": "place",
        "card": "card",
        "cards": "card",
        "event": "event",
        "events": "event",
        "colour": "colour",
        "colours": "colour",
        "character": "character",
        "employer": "employer",
        "letter": "letter",
        "zone": "zone",
        "old": "energy",
        "new": "energy",
        "removed": "energy",
        "added": "energy",
        "elec": "energy",
        "seat": "seat",
        "initiator": "seat",
        "colour_a": "colour",
        "colour_b": "colour",
        "event_1": "event",
        "event_2": "event",
        "event_3": "event",
        "external": "card",
        "into": "token",
    },
)

climate.lists("region", components.SHEETS.values())
climate.lists("institution", components.INSTITUTIONS.values())
climate.lists("place", (*components.SHEETS.values(), *components.INSTITUTIONS.values()))
climate.lists("energy", (*components.OIL.values(), *components.ELECTRICITY.values()))
climate.lists("colour", components.COLOURS.values())
climate.lists("card", components.CARDS.values())
climate.lists("character", components.CHARACTERS.values())
climate.lists("employer", components.EMPLOYERS.values())
climate.lists("letter", components.LETTERS.values())
climate.lists(
    "event",
    (
        *components.GREEN_CARDS.values(),
        *components.OIL_CARDS.values(),
        *components.WARMING_CARDS.values(),
        *components.CONSEQUENCES.values(),
    ),
)
climate.lists("zone", components.ZONES.values())
climate.lists("scenario", components.SCENARIOS.values())
