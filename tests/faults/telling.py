"""What clients were told, noted while they play."""

from dataclasses import dataclass, field
from typing import Any
from uuid import UUID


@dataclass(frozen=True)
class Acknowledged:
    """A move that the server has confirmed: when it was first sent, when confirmed, and as what."""

    table: UUID
    seat: int
    decision: str
    answer: dict[str, Any]
    move: int
    sent: float
    told: float


@dataclass(frozen=True)
class Seen:
    """A version of a table that a seat was told."""

    table: UUID
    seat: int
    version: int
    sent: float
    told: float


@dataclass(frozen=True)
class Refused:
    """An answer that the server has not taken."""

    table: UUID
    decision: str
    code: str
    sent: float


@dataclass
class Sitting:
    """A table and who sits there: the seats held by clients with their tokens."""

    table: UUID
    seats: int
    has_clock: bool
    tokens: dict[int, str]


@dataclass
class Told:
    """Everything that all clients were told; each list only grows, so threads may share it."""

    sittings: list[Sitting] = field(default_factory=list)
    moves: list[Acknowledged] = field(default_factory=list)
    seen: list[Seen] = field(default_factory=list)
    refused: list[Refused] = field(default_factory=list)
    repeats: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
