"""Components: what is printed on tiles and cards, as data."""

from typing import Generic, Literal, TypeVar

from domain.core.content import Provenance, read
from domain.core.record import Record
from domain.water.state import Mode, Phase, Scenario, water

Names = dict[Literal["fr", "en"], str]
Place = Literal["meadow", "mountain", "land", "bank", "coast", "any", "site"]


class Entry(Record, kw_only=True, forbid_unknown_fields=True):
    """One printed thing."""

    id: str


class Amounts(Record, kw_only=True, forbid_unknown_fields=True):
    """What a tile needs or makes in a turn."""

    water: int = 0
    energy: int = 0
    food: int = 0
    coins: int = 0
    vp: int = 0


class Tile(Entry, kw_only=True):
    """A construction and its figures."""

    name: Names
    supply: int
    cost: int
    stands: Place
    source: Literal["rulebook", "mixed"]
    needs: Amounts = Amounts()
    makes: Amounts = Amounts()
    pollution: int = 0
    shares: tuple[int, ...] = ()
    """What each owner pays when there are one, two, three of them."""


class ResourceCard(Entry, kw_only=True):
    """The water of every river cell and the world prices of a turn."""

    name: Names
    water: int
    energy: int
    food: int


class ObjectiveCard(Entry, kw_only=True):
    """A secret aim, checked once at the end."""

    name: Names
    vp: int
    condition: Names
    normal_only: bool = False


class ActionCard(Entry, kw_only=True):
    """A card that helps its player or harms an opponent; without a moment of its own it is a reaction."""

    name: Names
    copies: int
    when: tuple[Phase, ...]
    effect: Names
    own: bool = False
    amount: int = 0
    contest: Literal["collectors", "target", "construction"] | None = None
    harms: bool = False
    normal_only: bool = False
    tiles: tuple[str, ...] = ()


class SharedDam(Record, kw_only=True, forbid_unknown_fields=True):
    """A dam that stands from the start."""

    site: str
    owners: tuple[str, ...]


class ScenarioCard(Entry, kw_only=True):
    """A start; tiles by community and type."""

    id: Scenario
    name: Names
    seats: tuple[int, int]
    coins: int
    mode: Mode | None = None
    cards: tuple[str, ...] = ()
    cards_in_hand: bool = False
    dam: SharedDam | None = None
    layout: dict[str, dict[str, tuple[str, ...]]] = {}


class Community(Entry, kw_only=True):
    """One side, by its ownership markers; the order of the list is the order of seats."""

    name: Names
    shade: str


class Drawing(Entry, kw_only=True):
    """How a client may draw the board."""

    origin: tuple[int, int]
    step: tuple[int, int]
    radius: int
    terrain: dict[str, str]
    cubes: dict[str, str]


class Die(Record, kw_only=True, forbid_unknown_fields=True):
    """The six faces of the red die."""

    provenance: Provenance
    faces: tuple[int, ...]


E = TypeVar("E", bound=Entry)


class Sheet(Record, Generic[E], kw_only=True, forbid_unknown_fields=True):
    """A content file: where its figures come from, and its entries."""

    provenance: Provenance
    entries: tuple[E, ...]


def entries(name: str, kind: type[E]) -> dict[str, E]:
    """The entries of a content file by id, in printed order."""
    found: tuple[E, ...] = read("domain.water", f"content/{name}.yaml", Sheet[kind]).entries  # type: ignore[valid-type]
    return {entry.id: entry for entry in found}


TILES = entries("tiles", Tile)
RESOURCES = entries("resource_cards", ResourceCard)
OBJECTIVES = entries("objective_cards", ObjectiveCard)
ACTIONS = entries("action_cards", ActionCard)
SCENARIOS = entries("scenarios", ScenarioCard)
COMMUNITIES = entries("communities", Community)
DRAWING = entries("drawing", Drawing)["plane"]
FACES = read("domain.water", "content/die.yaml", Die).faces

MARKERS = 20
DAM_LIMIT = 9
STATION_LIMIT = 3
TREATMENT_COST = 2
DRY = 2
"""The most water on a card of the dry pool."""

water.lists("tile", TILES.values())
water.lists("resource_card", RESOURCES.values())
water.lists("objective_card", OBJECTIVES.values())
water.lists("action_card", ACTIONS.values())
water.lists("scenario", SCENARIOS.values())
water.lists("community", COMMUNITIES.values())
water.lists("drawing", (DRAWING,))


def deck(mode: Mode) -> tuple[str, ...]:
    """All action cards used in a mode, copy by copy."""
    used = (card for card in ACTIONS.values() if mode == "normal" or not card.normal_only)
    return tuple(card.id for card in used for _ in range(card.copies))


def objectives(mode: Mode) -> tuple[str, ...]:
    """The objective cards used in a mode."""
    return tuple(card.id for card in OBJECTIVES.values() if mode == "normal" or not card.normal_only)


def pool(which: str) -> tuple[str, ...]:
    """The resource cards a random row is drawn from."""
    return tuple(card.id for card in RESOURCES.values() if which == "all" or card.water <= DRY)
