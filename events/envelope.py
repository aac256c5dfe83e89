"""Events on their way into the log and out of it."""

import os
import time
from collections.abc import Mapping
from datetime import datetime
from typing import Any, Literal
from uuid import UUID

from msgspec import Struct, field

Payload = dict[str, Any]
Waits = Literal["seats", "worker"]
ActorKind = Literal["player", "clock", "instruction", "worker", "host", "bot", "system"]


class Actor(Struct, frozen=True, omit_defaults=True):
    """Who or what caused an append."""

    kind: ActorKind
    id: str | None = None


class Meta(Struct, frozen=True, kw_only=True):
    """What is known about a whole append; stored as plain JSON and part of the chain."""

    actor: Actor
    cause: str
    rules_version: str
    decision: str | None = None
    seat: int | None = None
    open: bool = False


class NewEvent(Struct, frozen=True):
    """A fact to be stored: its tag and its fields."""

    type: str
    payload: Payload

    @property
    def schema(self) -> int:
        """The number after the last `.v` of the type."""
        return schema_of(self.type)


class Listing(Struct, frozen=True, kw_only=True):
    """A table as lists of tables show it."""

    game: str
    status: str
    visibility: str
    name: str
    host: UUID | None = None
    rated: bool = False
    players: tuple[UUID, ...] = ()
    summary: Payload = field(default_factory=dict)


class Listed(Listing, frozen=True, kw_only=True):
    """A listing as stored."""

    stream: UUID
    created_at: datetime
    updated_at: datetime


class Key(Struct, frozen=True, kw_only=True):
    """An idempotency key with the answer that repeating the request shall give."""

    scope: UUID
    actor: UUID
    key: str
    fingerprint: bytes
    status: int
    body: bytes


class Job(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Work promised by an append; without `due` the dispatcher takes it after two seconds."""

    job: str
    queue: str
    args: Payload
    stream: UUID | None = None
    version: int | None = None
    due: datetime | None = None


class Position(Struct, frozen=True):
    """How far a stream has come: its version and the head of its chain."""

    version: int
    head: bytes


GENESIS = Position(0, bytes(32))
SALT = "salt"  # the secret that holds a stream's salt key
SEED = "seed"


class Change(Struct, frozen=True, kw_only=True):
    """The events that one append adds to one stream standing at `expected`."""

    stream: UUID
    expected: Position
    events: tuple[NewEvent, ...]
    meta: Meta
    salt_key: bytes
    kind: str = "table"
    at: datetime | None = None
    waits: Waits | None = None
    listing: Listing | None = None
    secrets: Mapping[str, bytes] = field(default_factory=dict)


class Batch(Struct, frozen=True, kw_only=True):
    """Everything one append writes: all of it or nothing."""

    changes: tuple[Change, ...]
    key: Key | None = None
    jobs: tuple[Job, ...] = ()
    finished: tuple[str, ...] = ()


class Commit(Struct, frozen=True, kw_only=True):
    """One append as stored."""

    stream: UUID
    first: int
    last: int
    at: datetime
    meta: Meta
    head: bytes


class Recorded(Struct, frozen=True):
    """One event as stored, brought to the newest version of its type."""

    stream: UUID
    version: int
    type: str
    schema: int
    payload: Payload
    commit: Commit

    @property
    def at(self) -> datetime:
        """The moment of its append."""
        return self.commit.at

    @property
    def meta(self) -> Meta:
        """What is known about its append."""
        return self.commit.meta


class Appended(Struct, frozen=True):
    """The commits that were stored, in the order of the changes."""

    commits: tuple[Commit, ...]

    @property
    def position(self) -> Position:
        """Where the first stream stands now."""
        return Position(self.commits[0].last, self.commits[0].head)


class Replayed(Struct, frozen=True):
    """The answer stored under an idempotency key by an earlier append; nothing was written now."""

    status: int
    body: bytes
    last: int | None


def schema_of(event_type: str) -> int:
    """Read the schema number from a type such as `kepler.dice_rolled.v1`."""
    name, mark, number = event_type.rpartition(".v")
    if not (name and mark and number.isascii() and number.isdigit()):
        raise ValueError(f"an event type ends in its version, as in 'kepler.dice_rolled.v1': {event_type!r}")
    return int(number)


def new_stream_id() -> UUID:
    """Make a UUIDv7, so that streams sort by the time of their creation."""
    milliseconds = time.time_ns() // 1_000_000
    random = int.from_bytes(os.urandom(10), "big")
    value = (milliseconds & (1 << 48) - 1) << 80 | random & (1 << 80) - 1
    value = value & ~(0xF << 76) | 7 << 76
    value = value & ~(0x3 << 62) | 2 << 62
    return UUID(int=value)
