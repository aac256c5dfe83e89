"""States that need not be folded again; never trusted without a check, never needed."""

from hashlib import sha256
from typing import Any
from uuid import UUID

import msgspec
from msgspec import Struct

from events import faults
from events.history import REWOUND, History, Rewind
from events.pool import Connection, Pool

_KEPT = 3  # after a rewind an older one may be the only one of use
_FITTING = """
SELECT s.version FROM snapshots s JOIN commits c ON c.stream = s.stream AND c.last = s.version AND c.head = s.head
 WHERE s.stream = %s AND s.schema = %s AND s.version <= %s::bigint ORDER BY s.version DESC
"""
_REWINDS = f"""
SELECT version, (payload ->> 'to')::bigint FROM events
 WHERE stream = %s AND type = '{REWOUND}' AND version <= %s::bigint ORDER BY version
"""
_LOAD = "SELECT head, state FROM snapshots WHERE stream = %s AND version = %s::bigint AND schema = %s"
_SAVE = """
INSERT INTO snapshots (stream, version, head, schema, state) VALUES (%s, %s::bigint, %s, %s, %s)
ON CONFLICT (stream, version) DO UPDATE SET head = excluded.head, schema = excluded.schema, state = excluded.state
"""
_PRUNE = """
DELETE FROM snapshots WHERE stream = %(stream)s AND version NOT IN
 (SELECT version FROM snapshots WHERE stream = %(stream)s ORDER BY version DESC LIMIT %(kept)s::int)
"""


class Snapshot(Struct, frozen=True, kw_only=True):
    """The encoded state of a stream at the end of a commit, with the digest of the state's schema."""

    stream: UUID
    version: int
    head: bytes
    schema: bytes
    state: bytes


def schema_digest(*types: Any) -> bytes:
    """Digest the shape of the types that a state is made of, so that a state of another shape is not decoded."""
    described = msgspec.json.schema_components(types)
    return sha256(msgspec.json.encode(described, order="deterministic")).digest()


def save(pool: Pool, snapshot: Snapshot) -> None:
    """Keep a snapshot beside the newest ones of its stream."""
    values = (snapshot.stream, snapshot.version, snapshot.head, snapshot.schema, snapshot.state)
    with pool.connection() as connection, connection.transaction():
        connection.execute(_SAVE, values)
        connection.execute(_PRUNE, {"stream": snapshot.stream, "kept": _KEPT})
    faults.reach("snapshot.written")


def latest(pool: Pool, stream: UUID, version: int, schema: bytes) -> Snapshot | None:
    """Find the newest snapshot from which the state at `version` can be reached by folding forward."""
    with pool.connection() as connection:
        rows = connection.execute(_FITTING, (stream, schema, version), prepare=True).fetchall()
        if not rows:
            return None
        history = _history(connection, stream, version)
        for (candidate,) in rows:
            if history.is_on_line(candidate):
                return _load(connection, stream, candidate, schema)
    return None


def _history(connection: Connection, stream: UUID, version: int) -> History:
    rows = connection.execute(_REWINDS, (stream, version), prepare=True)
    return History(version, tuple(Rewind(*row) for row in rows))


def _load(connection: Connection, stream: UUID, version: int, schema: bytes) -> Snapshot | None:
    row = connection.execute(_LOAD, (stream, version, schema), prepare=True, binary=True).fetchone()
    if row is None:
        return None
    return Snapshot(stream=stream, version=version, head=row[0], schema=schema, state=row[1])
