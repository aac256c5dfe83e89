"""Components: cards, powers, colours and planets, as data."""

from typing import Generic, Literal, TypeVar

from msgspec import field

from domain.core.content import Provenance, read
from domain.core.record import Record
from domain.cosmic.state import cosmic

Names = dict[Literal["fr", "en"], str]
Origin = Literal["rulebook", "public", "reconstructed"]
When = Literal[
    "turn",
    "start",
    "disc",
    "target",
    "invite",
    "answers",
    "before",
    "set",
    "reveal",
    "outcome",
    "loss",
    "end",
    "cleanup",
    "continue",
    "edict",
]
"""Windows and stages at which powers act; `edict`: whenever one has been played."""


class Card(Record, kw_only=True, forbid_unknown_fields=True):
    """A face of the deck and how many copies the box holds."""

    id: str
    name: Names
    kind: Literal["attack", "compromise", "edict"] = field(name="class")
    copies: int
    value: int = 0


class PowerSource(Record, forbid_unknown_fields=True):
    """Where a power's name and its effect come from."""

    name: Origin
    effect: Origin


class PowerCard(Record, forbid_unknown_fields=True):
    """One extraterrestrial power."""

    id: str
    name: Names
    mandatory: bool
    role: str
    windows: tuple[When, ...]
    """The moments at which it acts."""
    limit: int | None
    """Uses per duel by the same seat; none: as often as it applies."""
    two_seats: bool
    graft: bool
    effect: Names
    source: PowerSource


class Colour(Record, forbid_unknown_fields=True):
    """A colour of tokens, discs and one home system."""

    id: str
    name: Names
    shade: str


class Planet(Record, forbid_unknown_fields=True):
    """One of the five planets of a system."""

    id: str
    name: Names
    colour: str


class Stage(Record, forbid_unknown_fields=True):
    """A point in the course of a duel."""

    id: str
    phase: str
    name: Names


class Sentence(Record, forbid_unknown_fields=True):
    """What a judge may add to the outcome."""

    id: str
    name: Names


E = TypeVar("E", bound=Record)


class File(Record, Generic[E], forbid_unknown_fields=True):
    """A content file: its origin and its entries."""

    provenance: Provenance
    entries: tuple[E, ...]


def _entries(path: str, kind: type[E]) -> tuple[E, ...]:
    found: File[E] = read("domain.cosmic", f"content/{path}.yaml", File[kind])  # type: ignore[valid-type]
    return found.entries


CARDS = {card.id: card for card in _entries("cards", Card)}
POWERS = {power.id: power for power in _entries("powers", PowerCard)}
COLOURS = tuple(colour.id for colour in _entries("colours", Colour))
PLANETS = {planet.id: planet for planet in _entries("planets", Planet)}
SENTENCES = tuple(sentence.id for sentence in _entries("sentences", Sentence))

cosmic.lists("card", CARDS.values())
cosmic.lists("power", POWERS.values())
cosmic.lists("colour", _entries("colours", Colour))
cosmic.lists("planet", PLANETS.values())
cosmic.lists("stage", _entries("stages", Stage))
cosmic.lists("sentence", _entries("sentences", Sentence))

CARD_ORDER = {kind: place for place, kind in enumerate(CARDS)}
PLANET_ORDER = {planet: place for place, planet in enumerate(PLANETS)}
BOX = tuple(card.id for card in CARDS.values() for _ in range(card.copies))
ATTACKS = tuple(card.id for card in CARDS.values() if card.kind == "attack")
EDICTS = tuple(card.id for card in CARDS.values() if card.kind == "edict")
COMPROMISE = "compromise"
VIRTUAL = "virtual0"
"""What stands for the card of a defence that cannot have one: an attack of value 0 that is no card."""

DISCARD_ORDER = ("edict_gas", "edict_force_field", "edict_emotion", "edict_moebius", "edict_plague", "edict_zap")
"""Edicts from the one given up first to the one kept longest."""


def kind_of(card: str) -> str:
    """Whether a face is an attack, a compromise or an edict."""
    return "attack" if card == VIRTUAL else CARDS[card].kind


def value_of(face: str) -> int:
    """The number on an attack; nothing counts zero."""
    return CARDS[face].value if face in CARDS else 0


def is_duel_card(card: str) -> bool:
    """Whether a card can be played in a duel."""
    return kind_of(card) != "edict"


def in_order(cards: object) -> tuple[str, ...]:
    """Cards in canonical order, which tells nothing of how they came."""
    return tuple(sorted(cards, key=CARD_ORDER.__getitem__))  # type: ignore[call-overload]


def planets_of(colour: str) -> tuple[str, ...]:
    """The five planets of a colour's home system."""
    return tuple(planet.id for planet in PLANETS.values() if planet.colour == colour)
