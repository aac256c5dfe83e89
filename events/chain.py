"""The hash chain of a stream: salted leaves, heads, and their verification.

A field is hashed with a salt of its own, an event's leaf covers its fields, a commit's head covers the previous
head and its leaves. Whoever is shown some fields of an event gets their salts and the digests of the other fields,
and can still check the leaf; whoever is shown nothing gets the leaf, which tells nothing.

    part  = SHA-256(02, part's salt, canonical [part, value])    parts: "#" (type and schema), then ".name" by name
    leaf  = SHA-256(00, parts)                                   part's salt = SHA-256(04, event's salt, its number)
    about = SHA-256(03, commit's salt, canonical meta)
    head  = SHA-256(01, previous head, stream, first, last, microseconds since 1970, about, leaves)
"""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from typing import Any
from uuid import UUID

import msgspec
from msgspec import Struct

from events.envelope import GENESIS, NewEvent, Position
from events.errors import ChainBroken, NotCanonical

LARGEST = 2**53 - 1
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)
_encode = msgspec.json.Encoder(order="deterministic").encode
_HEADER = "#"


class Sealed(Struct, frozen=True):
    """The hashes of one commit."""

    leaves: tuple[bytes, ...]
    meta_leaf: bytes
    head: bytes


class StoredEvent(Struct, frozen=True):
    """An event's row as the chain sees it."""

    version: int
    type: str
    schema: int
    payload: Any
    leaf: bytes


class StoredCommit(Struct, frozen=True, kw_only=True):
    """A commit's row as the chain sees it."""

    stream: UUID
    first: int
    last: int
    at: datetime
    meta: Any
    meta_leaf: bytes
    head: bytes


def canonical(value: Any) -> bytes:
    """Encode a JSON value in the one form that can be rebuilt from jsonb: sorted keys, compact, integers only."""
    _check(value)
    return _encode(value)


def _check(value: Any) -> None:
    kind = type(value)
    if kind is str:
        _check_text(value)
    elif kind is int:
        if not -LARGEST <= value <= LARGEST:
            raise NotCanonical(f"integers stay within 53 bits: {value}")
    elif kind is dict:
        for name, part in value.items():
            if type(name) is not str:
                raise NotCanonical(f"names are strings: {name!r}")
            _check_text(name)
            _check(part)
    elif kind is list or kind is tuple:
        for part in value:
            _check(part)
    elif kind is not bool and value is not None:
        raise NotCanonical(f"not a value of the log: {value!r}")


def _check_text(text: str) -> None:
    if "\0" in text:
        raise NotCanonical(f"strings hold no NUL: {text!r}")
    if not text.isascii():
        try:
            text.encode()
        except UnicodeEncodeError:
            raise NotCanonical(f"strings hold no lone surrogates: {text!r}") from None


class Salts:
    """The salts of a stream, each an HMAC-SHA-256 under its key; showing one opens what it covers and nothing else."""

    def __init__(self, key: bytes) -> None:
        # The two halves of HMAC with the key taken in, so that each salt costs two short hashes.
        padded = key.ljust(64, b"\0") if len(key) <= 64 else sha256(key).digest().ljust(64, b"\0")
        self._inner = sha256(bytes(byte ^ 0x36 for byte in padded))
        self._outer = sha256(bytes(byte ^ 0x5C for byte in padded))

    def of_event(self, version: int) -> bytes:
        """Derive the salt of one event."""
        return self._hmac(b"event" + version.to_bytes(8, "big"))

    def of_meta(self, last: int) -> bytes:
        """Derive the salt of one commit's metadata."""
        return self._hmac(b"meta" + last.to_bytes(8, "big"))

    def _hmac(self, message: bytes) -> bytes:
        inner, outer = self._inner.copy(), self._outer.copy()
        inner.update(message)
        outer.update(inner.digest())
        return outer.digest()


def part_salts(salt: bytes, names: Iterable[str]) -> dict[str, bytes]:
    """Derive the salts of an event's parts from its own: first the type and schema (`#`), then the fields by name."""
    parts = [_HEADER, *("." + name for name in sorted(names))]
    return {part: sha256(b"\x04" + salt + number.to_bytes(2, "big")).digest() for number, part in enumerate(parts)}


def part_digest(salt: bytes, part: str, value: Any) -> bytes:
    """Hash one part of an event under its own salt; what is hashed must have been checked to be canonical."""
    return sha256(b"\x02" + salt + _encode((part, value))).digest()


def digests(salt: bytes, event_type: str, schema: int, payload: dict[str, Any]) -> dict[str, bytes]:
    """Hash the parts of an event, each under its own salt, in the order of the leaf."""
    _check(payload)
    salts = part_salts(salt, payload)
    hashed = {part: part_digest(own, part, payload[part[1:]]) for part, own in salts.items() if part != _HEADER}
    return {_HEADER: part_digest(salts[_HEADER], _HEADER, (event_type, schema)), **hashed}


def leaf_of(parts: Iterable[bytes]) -> bytes:
    """Hash the digests of an event's parts into its leaf."""
    return sha256(b"\x00" + b"".join(parts)).digest()


def event_leaf(salt: bytes, event_type: str, schema: int, payload: Any) -> bytes:
    """Hash an event under its salt."""
    if type(payload) is not dict:
        raise NotCanonical(f"a payload is an object: {payload!r}")
    return leaf_of(digests(salt, event_type, schema, payload).values())


def meta_leaf(salt: bytes, meta: Any) -> bytes:
    """Hash a commit's metadata under its salt."""
    return sha256(b"\x03" + salt + canonical(meta)).digest()


def head_of(previous: Position, stream: UUID, at: datetime, meta: bytes, leaves: Sequence[bytes]) -> bytes:
    """Hash a commit onto the head before it."""
    first, last = previous.version + 1, previous.version + len(leaves)
    span = first.to_bytes(8, "big") + last.to_bytes(8, "big")
    return sha256(b"\x01" + previous.head + stream.bytes + span + _moment(at) + meta + b"".join(leaves)).digest()


def _moment(at: datetime) -> bytes:
    return ((at - _EPOCH) // _MICROSECOND).to_bytes(8, "big", signed=True)


def seal(
    previous: Position, stream: UUID, at: datetime, meta: Any, events: Sequence[NewEvent], salt_key: bytes
) -> Sealed:
    """Compute the hashes of a commit that is about to be stored."""
    salts = Salts(salt_key)
    leaves = tuple(
        event_leaf(salts.of_event(version), event.type, event.schema, event.payload)
        for version, event in enumerate(events, previous.version + 1)
    )
    about = meta_leaf(salts.of_meta(previous.version + len(events)), meta)
    return Sealed(leaves, about, head_of(previous, stream, at, about, leaves))


def verify(
    commits: Iterable[StoredCommit],
    events: Iterable[StoredEvent],
    salt_key: bytes | None = None,
    start: Position = GENESIS,
) -> Position:
    """Follow a stream's rows and name the first that does not fit; without the key, salts stay closed."""
    position = start
    salts = None if salt_key is None else Salts(salt_key)
    rows = iter(events)
    for commit in commits:
        if commit.first != position.version + 1:
            raise ChainBroken(commit.stream, position.version + 1, f"no commit begins here, the next at {commit.first}")
        leaves = [_verified_leaf(commit, version, next(rows, None), salts) for version in _span(commit)]
        if salts is not None and commit.meta_leaf != _meta_leaf_as_stored(commit, salts):
            raise ChainBroken(commit.stream, commit.last, "the commit's metadata was changed")
        if commit.head != head_of(position, commit.stream, commit.at, commit.meta_leaf, leaves):
            raise ChainBroken(commit.stream, commit.last, "the commit's head does not follow from what it covers")
        position = Position(commit.last, commit.head)
    return position


def _span(commit: StoredCommit) -> range:
    return range(commit.first, commit.last + 1)


def _verified_leaf(commit: StoredCommit, version: int, row: StoredEvent | None, salts: Salts | None) -> bytes:
    if row is None or row.version != version:
        raise ChainBroken(commit.stream, version, "the event is missing")
    if salts is not None and row.leaf != _leaf_as_stored(row, salts):
        raise ChainBroken(commit.stream, version, f"the event ({row.type}) was changed")
    return row.leaf


def _leaf_as_stored(row: StoredEvent, salts: Salts) -> bytes | None:
    try:
        return event_leaf(salts.of_event(row.version), row.type, row.schema, row.payload)
    except NotCanonical:
        return None


def _meta_leaf_as_stored(commit: StoredCommit, salts: Salts) -> bytes | None:
    try:
        return meta_leaf(salts.of_meta(commit.last), commit.meta)
    except NotCanonical:
        return None
