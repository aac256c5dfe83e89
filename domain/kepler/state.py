"""The whole table of Kepler-3AD, and the game its rules are registered with."""

from typing import Annotated, Literal, TypeVar

from msgspec import Meta

from domain.core.game import Described, Game
from domain.core.record import Record
from domain.core.rules import rule
from domain.core.words import public

T = TypeVar("T")
Public = Annotated[T, public]  # kepler.info.1: nothing is hidden

Map = Literal["centre", "full"]
Clan = Literal["mauve", "green", "orange"]
Face = Literal["A", "B"]
UnitType = Literal["ship", "base", "frigate", "cruiser"]


class Options(Record, kw_only=True, forbid_unknown_fields=True):
    """What a table may choose before it starts."""

    two_player_map: Annotated[Map | None, public] = None
    """None: the centre with two seats, the full map with more."""
    round_limit: Annotated[int, Meta(ge=5, le=300), public] = 300


class Units(Record, kw_only=True, forbid_unknown_fields=True):
    """How many figures of each type stand somewhere."""

    ship: Public[int] = 0
    base: Public[int] = 0
    frigate: Public[int] = 0
    cruiser: Public[int] = 0


class PhasePoints(Record, kw_only=True, forbid_unknown_fields=True):
    """Points by the phase that gave them."""

    A: Public[int] = 0
    C: Public[int] = 0
    D: Public[int] = 0
    E: Public[int] = 0


class SeatState(Record, kw_only=True, forbid_unknown_fields=True):
    """What lies in front of one seat, and its pieces on the board."""

    corporation: Public[str | None]
    supply: Public[Units]
    units: Public[dict[str, Units]]
    level: Public[dict[int, int]]
    military: Public[int] = 0
    score: Public[int] = 0
    by_phase: Public[PhasePoints] = PhasePoints()
    allegiances: Public[tuple[Clan, ...]] = ()
    turns_taken: Public[int] = 0


class Die(Record, kw_only=True, forbid_unknown_fields=True):
    """A die of the turn; a locked one lies on the action."""

    id: Public[str]
    face: Public[int]
    locked: Public[bool] = False


class Action(Record, kw_only=True, forbid_unknown_fields=True):
    """The action of the turn and the dice that paid for it."""

    number: Public[int]
    value: Public[int]
    dice: Public[tuple[str, ...]]
    build: Public[UnitType | None] = None


class Turn(Record, kw_only=True, forbid_unknown_fields=True):
    """What the seat whose turn it is has rolled, spent and done so far."""

    seat: Public[int]
    dice: Public[tuple[Die, ...]] = ()
    spent: Public[tuple[int, ...]] = ()
    bonus_421_done: Public[bool] = False
    free_reroll_done: Public[bool] = False
    action: Public[Action | None] = None
    targets: Public[tuple[str, ...]] = ()
    arrived: Public[dict[str, int]] = {}


@rule("kepler.info.1")
class State(Record, kw_only=True, forbid_unknown_fields=True):
    """Board, seats, satellites and the turn in play."""

    options: Public[Options]
    phase: Public[Literal["setup", "play", "over"]] = "setup"
    players: Public[int]
    planets: Public[tuple[str, ...]]
    first_seat: Public[int] = 0
    round: Public[int] = 1
    seats: Public[tuple[SeatState, ...]]
    tokens: Public[dict[str, Face]] = {}
    satellites: Public[dict[str, str | None]] = {}
    satellite_pile: Public[tuple[str, ...]] = ()
    satellite_discard: Public[tuple[str, ...]] = ()
    corporations_aside: Public[tuple[str, ...]] = ()
    scorings_done: Public[int] = 0
    turn: Public[Turn | None] = None


kepler = Game(
    Described(
        slug="kepler",
        names={"fr": "Kepler-3AD", "en": "Kepler-3AD"},
        kind="competitive",
        seats=(2, 5),
        minutes=(40, 100),
        rules_version="1.0",
        about={
            "fr": "Dés, majorités sur douze planètes et sept pistes, en trois comptages. De Christophe Coat.",
            "en": "Dice, majorities on twelve planets and seven tracks, in three scorings. By Christophe Coat.",
        },
    ),
    "domain.kepler",
    state=State,
    options=Options,
    argument_kinds={
        "planet": "planet",
        "from": "planet",
        "to": "planet",
        "clan": "clan",
        "track": "track",
        "unit": "unit",
        "build": "unit",
        "satellite": "satellite",
        "seat": "seat",
        "owner": "seat",
        "by": "seat",
        "tracks": "track",
        "slots": "satellite",
        "cards": "corporation",
        "faces": "planet",
    },
)
