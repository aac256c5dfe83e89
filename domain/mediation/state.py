"""The whole table of Ultimédiation, and the game its rules are registered with."""

from typing import Annotated, Literal, TypeVar

from msgspec import Meta, field

from domain.core.game import Described, Game
from domain.core.record import Record
from domain.core.words import count_for_others, nobody, public

T = TypeVar("T")
Public = Annotated[T, public]

Camp = Literal["red", "blue"]
Difficulty = Literal["initiation", "advanced", "expert"]
PileName = Literal["attack", "med_red", "med_blue", "power", "disaster"]
SlotKind = Literal["move", "power", "teleport", "cancel", "mediate", "td", "ad"]
Phase = Literal[
    "setup_team",
    "setup_draft",
    "setup_board",
    "upkeep",
    "attack",
    "disaster_draw",
    "action",
    "disaster_resolve",
    "over",
]


class Options(Record, forbid_unknown_fields=True):
    """What a table may choose before it starts."""

    characters: Public[Literal[4, 7]] = 4
    difficulty: Public[Difficulty] = "advanced"
    round_earth: Public[bool] = False
    pyramids: Public[bool] = False
    timer: Public[bool] = False
    timer_seconds: Public[Annotated[int, Meta(ge=30, le=3600)] | None] = None
    """None: the recommended value for the number of characters and seats."""
    team_policy: Public[Literal["owner", "vote"]] = "owner"
    character_assignment: Public[Literal["draft", "auto", "preset"]] = "draft"
    assignment: Public[dict[str, int] | None] = None
    """For `preset`: the seat of each character."""
    auto_flee: Public[bool] = False


class SeatState(Record, forbid_unknown_fields=True):
    """One seat: its characters, whether it left, and when it passed or was refused."""

    characters: Public[tuple[str, ...]] = ()
    left: Public[bool] = False
    passed_at: Public[int | None] = None
    refused_at: Public[int | None] = None


class Sheet(Record, forbid_unknown_fields=True):
    """A character's sheet and pawn; the cell is empty until the pawn is placed."""

    cell: Public[str] = ""
    energy: Public[int] = 2
    cubes: Public[int] = 3
    used: Public[dict[SlotKind, int]] = {}
    power: Public[str | None] = None


class Pile(Record, forbid_unknown_fields=True):
    """Cards face down, the first on top, and those discarded."""

    cards: Annotated[tuple[str, ...], nobody, count_for_others] = ()
    discard: Public[tuple[str, ...]] = ()


class RevealedCard(Record, forbid_unknown_fields=True):
    """A mediation card that is being resolved."""

    camp: Public[Camp]
    card: Public[str]


class Held(Record, forbid_unknown_fields=True):
    """Cards turned over and not laid down yet."""

    attack: Public[str | None] = None
    mediation: Public[RevealedCard | None] = None
    power: Public[str | None] = None


class ActiveDisaster(Record, forbid_unknown_fields=True):
    """The disaster of this turn and the cell of its token."""

    kind: Public[str]
    cell: Public[str]


class State(Record, forbid_unknown_fields=True):
    """Board, sheets, ship, tracks and piles."""

    options: Public[Options]
    players: Public[int]
    need_target: Public[int]
    seats: Public[tuple[SeatState, ...]]
    phase: Public[Phase] = "setup_team"
    team: Public[tuple[str, ...]] = ()
    squads: Public[tuple[tuple[str, ...], ...]] = ()
    turn: Public[int] = 1
    lost: Public[int] = 0
    acted: Public[int] = 0
    expired: Public[bool] = False
    piles: Public[dict[PileName, Pile]] = {}
    held: Public[Held] = Held()
    attacks: Public[frozenset[str]] = frozenset()
    pd: Public[frozenset[str]] = frozenset()
    contaminated: Public[frozenset[str]] = frozenset()
    bases: Public[dict[Camp, str]] = {}
    base_u: Public[str] = ""
    pop: Public[dict[str, int]] = {}
    ship: Public[int] = 0
    ship_token: Public[int] = 0
    pyramids_on_track: Public[tuple[int, ...]] = ()
    pyramids: Public[tuple[str, ...]] = ()
    pyramids_aside: Public[int] = 0
    pyramids_gone: Public[int] = 0
    chars: Public[dict[str, Sheet]] = {}
    needs_found: Public[dict[Camp, tuple[str, ...]]] = field(default_factory=lambda: {"red": (), "blue": ()})
    closed: Public[frozenset[Camp]] = frozenset()
    blackout: Public[bool] = False
    goodwill: Public[int] = 0
    extra_attacks: Public[int] = 0
    attacks_left: Public[int] = 0
    powers_unlocked: Public[bool] = False
    active_disaster: Public[ActiveDisaster | None] = None
    disaster_tokens: Public[int] = 0


mediation = Game(
    Described(
        slug="mediation",
        names={"fr": "Ultimédiation", "en": "Ultimediation"},
        kind="cooperative",
        seats=(1, 7),
        minutes=(60, 120),
        rules_version="1.0",
        about={
            "fr": "Ensemble, contrer les attaques, évacuer les populations, entendre les besoins de deux camps.",
            "en": "Together, reverse attacks, evacuate populations and hear the needs of two camps.",
        },
    ),
    "domain.mediation",
    state=State,
    options=Options,
    argument_kinds={
        "character": "character",
        "characters": "character",
        "by": "character",
        "agapi": "character",
        "ilias": "character",
        "energy": "character",
        "camp": "camp",
        "card": "mediation_card",
        "cards": "face",
        "power": "power",
        "disaster": "disaster",
        "kind": "disaster",
        "seat": "seat",
        "from": "seat",
        "to": "seat",
        "phase": "phase",
        "slot": "slot",
        "pile": "pile",
        "why": "why",
        "how": "how",
    },
)
