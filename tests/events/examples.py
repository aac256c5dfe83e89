"""Events and batches to try the store with."""

from typing import Any
from uuid import UUID, uuid4

from events.envelope import GENESIS, Actor, Batch, Change, Key, Meta, NewEvent, Position, new_stream_id

SALT_KEY = bytes(range(32))
ALICE = UUID("0199a3c2-0000-7000-8000-00000000000a")
BOB = UUID("0199a3c2-0000-7000-8000-00000000000b")


def events(count: int, **fields: Any) -> tuple[NewEvent, ...]:
    """Make some events of one type, numbered."""
    return tuple(NewEvent("example.noted.v1", {"n": n, **fields}) for n in range(count))


def meta(**fields: Any) -> Meta:
    """Make metadata of a player's move."""
    return Meta(**{"actor": Actor("player", str(ALICE)), "cause": "move", "rules_version": "1.0.0", **fields})


def change(stream: UUID | None = None, expected: Position = GENESIS, **fields: Any) -> Change:
    """Make a change of one event unless told otherwise."""
    given = {"events": events(1), "meta": meta(), "salt_key": SALT_KEY, **fields}
    return Change(stream=stream or new_stream_id(), expected=expected, **given)


def batch(stream: UUID | None = None, expected: Position = GENESIS, **fields: Any) -> Batch:
    """Make a batch of one change; what is not a field of the batch goes to the change."""
    own = {name: fields.pop(name) for name in ("key", "jobs", "finished") if name in fields}
    return Batch(changes=(change(stream, expected, **fields),), **own)


def key(text: str | None = None, **fields: Any) -> Key:
    """Make an idempotency key with an answer."""
    given = {"scope": ALICE, "actor": BOB, "fingerprint": b"f" * 32, "status": 201, "body": b'{"ok":1}', **fields}
    return Key(key=text or str(uuid4()), **given)
