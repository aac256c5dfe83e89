"""Components: what is printed on board, sheets and cards, as data."""

from typing import Generic, Literal, TypeVar

from domain.core.content import Provenance, read
from domain.core.record import Record
from domain.mediation.state import Camp, Difficulty, SlotKind, mediation

Names = dict[Literal["fr", "en"], str]
Pair = tuple[int, int]
"""A figure for four characters and one for seven."""
Area = Literal["cell", "plus", "square", "column"]


class Entry(Record, forbid_unknown_fields=True):
    """One printed thing: the rule it serves, and whether the rulebook states it or it had to be reconstructed."""

    rule: str
    source: Literal["rulebook", "reconstructed", "mixed"]


class Named(Entry):
    """A printed thing with a name."""

    id: str
    name: Names


class CampCard(Named):
    """A camp and the question that opens its mediations."""

    question: Names


class Attacks(Record, forbid_unknown_fields=True):
    """How many attacks a space shows: a number, or dice."""

    number: int = 0
    dice: int = 0


class Space(Entry):
    """A space of the turn track."""

    id: int
    label: str
    attacks_4: Attacks
    attacks_7: Attacks
    disaster: bool


class ShipSpace(Entry):
    """A space of the ship's track."""

    id: int
    event: Literal["first_powers", "clairvoyance"] | None
    pyramid_advanced: bool
    pyramid_expert: bool


class CharacterCard(Named):
    """A character's sheet."""

    role: Literal["teleporter", "protector", "mediator"]
    slots: dict[SlotKind, int]
    speciality: Names


class EffectCard(Named):
    """What an effect card does, and what its cancellation costs."""

    cost: Pair | None
    amount: Pair
    starred: bool
    text: Names


class MediationCard(Named):
    """A card of a camp's pile."""

    camp: Camp
    type: Literal["need", "justification", "effect"]
    effect: str | None = None
    starred: bool = False


class PowerCard(Named):
    """A kind of power card."""

    timing: Literal["start", "reveal", "any"]
    copies: int
    starred: bool
    text: Names


class DisasterCard(Named):
    """A kind of disaster card."""

    copies: int
    cost: Pair
    area: Area
    amount: Pair
    text: Names


class Level(Named):
    """A level of difficulty."""

    id: Difficulty
    needs: int


class Timer(Entry):
    """How long an action phase lasts with so many characters."""

    id: int
    base: int
    per_seat: int
    alone: int


class Board(Entry):
    """The board's shape and the pieces that the rules only count."""

    id: str
    columns: str
    rows: int
    corners: tuple[str, ...]
    cell_capacity: int
    base_capacity: int
    corner_capacity: int
    ship_capacity: int
    ship_load: int
    populations: int
    permanent_destructions: int
    pyramids: int
    disaster_tokens: int
    first_attacks: int
    cubes: int
    energy: int


class CellCard(Record):
    """A cell of the board and the attack card that names it."""

    id: str
    name: Names
    column: int
    row: int
    corner: bool
    attack_card: str


E = TypeVar("E", bound=Entry)


class Printed(Record, Generic[E], forbid_unknown_fields=True):
    """A content file: where its figures come from, and its entries."""

    provenance: Provenance
    entries: tuple[E, ...]


def entries(name: str, kind: type[E]) -> tuple[E, ...]:
    """The entries of a content file, in printed order."""
    return read("domain.mediation", f"content/{name}.yaml", Printed[kind]).entries  # type: ignore[valid-type]


BOARD = entries("board", Board)[0]
CAMP_CARDS = {camp.id: camp for camp in entries("camps", CampCard)}
TRACK = {space.id: space for space in entries("track", Space)}
SHIP_TRACK = {space.id: space for space in entries("ship", ShipSpace)}
CHARACTERS = {character.id: character for character in entries("characters", CharacterCard)}
EFFECTS = {effect.id: effect for effect in entries("effects", EffectCard)}
MEDIATION_CARDS = {card.id: card for card in entries("mediation_cards", MediationCard)}
POWERS = {power.id: power for power in entries("powers", PowerCard)}
DISASTERS = {disaster.id: disaster for disaster in entries("disasters", DisasterCard)}
LEVELS = {level.id: level for level in entries("difficulties", Level)}
TIMERS = {timer.id: timer for timer in entries("timers", Timer)}

CAMPS: tuple[Camp, Camp] = ("red", "blue")
PROTECTORS = tuple(name for name, card in CHARACTERS.items() if card.role == "protector")
MEDIATORS = tuple(name for name, card in CHARACTERS.items() if card.role == "mediator")
TELEPORTER = next(name for name, card in CHARACTERS.items() if card.role == "teleporter")
LAST_SPACE = max(TRACK)
LAST_SHIP_SPACE = max(SHIP_TRACK)
CORNERS = BOARD.corners
CELLS = tuple(f"{column}{row}" for row in range(1, BOARD.rows + 1) for column in BOARD.columns)

mediation.lists("camp", CAMP_CARDS.values())
mediation.lists("track_space", TRACK.values())
mediation.lists("ship_space", SHIP_TRACK.values())
mediation.lists("character", CHARACTERS.values())
mediation.lists("role", entries("roles", Named))
mediation.lists("effect", EFFECTS.values())
mediation.lists("mediation_card", MEDIATION_CARDS.values())
mediation.lists("face", (*MEDIATION_CARDS.values(), *POWERS.values(), *DISASTERS.values()))
mediation.lists("power", POWERS.values())
mediation.lists("disaster", DISASTERS.values())
mediation.lists("difficulty", LEVELS.values())
mediation.lists("timer", TIMERS.values())
mediation.lists("board", (BOARD,))
mediation.lists(
    "cell",
    (
        CellCard(
            id=cell,
            name={"fr": cell, "en": cell},
            column=BOARD.columns.index(cell[0]),
            row=int(cell[1]),
            corner=cell in CORNERS,
            attack_card=f"AT-{cell}",
        )
        for cell in CELLS
    ),
)
