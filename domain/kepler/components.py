"""Components: what is printed on board, tokens, tracks and cards, as data."""

from typing import Generic, Literal, TypeVar

from domain.core.content import Provenance, read
from domain.core.record import Record
from domain.kepler.state import Clan, Face, Map, UnitType, kepler

Names = dict[Literal["fr", "en"], str]


class Entry(Record, forbid_unknown_fields=True):
    """One printed thing: the rule it serves, and whether the rulebook states it or it had to be reconstructed."""

    rule: str
    source: Literal["rulebook", "reconstructed", "mixed"]


class ClanCard(Entry):
    """A clan with its satellite slots."""

    id: Clan
    name: Names
    shade: str
    slots: tuple[str, ...]


class Planet(Entry):
    """A planet of the board."""

    id: str
    name: Names
    clan: Clan
    ring: Literal["centre", "rim"]


class Passage(Entry):
    """A passage between two planets."""

    id: str
    between: tuple[str, str]
    part: Literal["centre_ring", "rim_ring", "spoke"]


class Token(Entry):
    """A majority token: points of the first, second and third seat on either face."""

    id: str
    faces: dict[Face, tuple[int, int, int]]


class Track(Entry):
    """An influence track."""

    id: int
    name: Names
    ability: Names
    start: int
    top: int


class Satellite(Entry):
    """A satellite and the track it raises."""

    id: str
    name: Names
    track: int


class Corporation(Entry):
    """A corporation card."""

    id: str
    name: Names
    when: Literal["before_the_game", "own_turn", "scoring", "always"]
    effect: Names


class UnitCard(Entry):
    """A type of unit; its price is in identical dice."""

    id: UnitType
    name: Names
    level: int
    price: int | None
    destroyable: bool
    movable: bool
    figures: int


class DiscGain(Record, forbid_unknown_fields=True):
    """Up to `max` different discs rise by `step` levels each."""

    max: int
    step: int


class ActionCard(Entry):
    """One of the numbered actions: its groups of ships, then its discs."""

    id: int
    groups: tuple[int, ...]
    discs: DiscGain | None


class Colour(Entry):
    """A seat's colour."""

    id: str
    name: Names
    shade: str


class Row(Entry):
    """A row of numbers printed on board or rulebook."""

    id: str
    values: tuple[int, ...]


class Drawing(Entry):
    """Where a client may draw things on a plane of 100 × 100."""

    id: Map
    planets: dict[str, tuple[int, int]]
    passages: dict[str, tuple[int, int]]
    portraits: dict[Clan, tuple[int, int]]
    slots: dict[str, tuple[int, int]]


E = TypeVar("E", bound=Entry)


class Sheet(Record, Generic[E], forbid_unknown_fields=True):
    """A content file: where its figures come from, and its entries."""

    provenance: Provenance
    entries: tuple[E, ...]


def entries(name: str, kind: type[E]) -> tuple[E, ...]:
    """The entries of a content file, in printed order."""
    return read("domain.kepler", f"content/{name}.yaml", Sheet[kind]).entries  # type: ignore[valid-type]


CLANS = {clan.id: clan for clan in entries("clans", ClanCard)}
PLANETS = {planet.id: planet for planet in entries("planets", Planet)}
PASSAGES = entries("passages", Passage)
TOKENS = {token.id: token for token in entries("tokens", Token)}
TRACKS = {track.id: track for track in entries("tracks", Track)}
SATELLITES = {satellite.id: satellite for satellite in entries("satellites", Satellite)}
CORPORATIONS = {card.id: card for card in entries("corporations", Corporation)}
UNITS = {unit.id: unit for unit in entries("units", UnitCard)}
ACTIONS = {action.id: action for action in entries("actions", ActionCard)}
COLOURS = entries("colours", Colour)
SCORING = {row.id: row.values for row in entries("scoring", Row)}
DRAWINGS = entries("drawing", Drawing)

CENTRE = tuple(planet.id for planet in PLANETS.values() if planet.ring == "centre")
SLOTS = tuple(slot for clan in CLANS.values() for slot in clan.slots)
TOP = TRACKS[1].top
THRESHOLDS = SCORING["thresholds"]
NEIGHBOURS = {
    planet: frozenset(end for passage in PASSAGES if planet in passage.between for end in passage.between) - {planet}
    for planet in PLANETS
}

kepler.lists("clan", CLANS.values())
kepler.lists("planet", PLANETS.values())
kepler.lists("passage", PASSAGES)
kepler.lists("token", TOKENS.values())
kepler.lists("track", TRACKS.values())
kepler.lists("satellite", SATELLITES.values())
kepler.lists("corporation", CORPORATIONS.values())
kepler.lists("unit", UNITS.values())
kepler.lists("action", ACTIONS.values())
kepler.lists("colour", COLOURS)
kepler.lists("row", entries("scoring", Row))
kepler.lists("drawing", DRAWINGS)
