"""Publishing checkpoints: heads of tables become leaves, and the tree over them is signed."""

from datetime import datetime
from pathlib import Path
from typing import Any
from uuid import UUID

from msgspec import Struct

from events import faults
from events.pool import Connection, Pool
from server.checkpoints import keys, merkle, notes
from server.checkpoints.notes import Tree

EVERY = 200
"""A running table gets a leaf whenever it has grown by so many versions; a finished one at its end."""

_LOCK = 7_353_020
_DUE = """
SELECT s.stream, s.version, s.head FROM streams s
 WHERE s.kind = 'table' AND s.version >= (SELECT coalesce(max(l.version), 0) FROM leaves l WHERE l.stream = s.stream)
       + CASE WHEN s.waits IS NULL THEN 1 ELSE %s::bigint END
   AND EXISTS (SELECT 1 FROM events e WHERE e.stream = s.stream AND e.type = 'table.started.v1')
 ORDER BY s.stream LIMIT 1000
"""
_LEAF = "INSERT INTO leaves (idx, stream, version, head) VALUES (%s::bigint, %s, %s::bigint, %s)"
_LEAVES = "SELECT stream, version, head FROM leaves WHERE idx < %s::bigint ORDER BY idx"
_KEY = "INSERT INTO signing_keys (public) VALUES (%s) ON CONFLICT DO NOTHING"
_CHECKPOINT = "INSERT INTO checkpoints (size, root, note, at, public) VALUES (%s::bigint, %s, %s, now(), %s)"
_NEWEST = "SELECT size, note, at, public FROM checkpoints ORDER BY size DESC LIMIT 1"
_OF_SIZE = "SELECT size, note, at, public FROM checkpoints WHERE size = %s::bigint"
_OF_TABLE = "SELECT idx, version, head FROM leaves WHERE stream = %s ORDER BY version DESC LIMIT 1"


class Signed(Struct, frozen=True):
    """A checkpoint as published."""

    size: int
    note: str
    at: datetime
    public_key: bytes


class Inclusion(Struct, frozen=True, kw_only=True):
    """A proof that a table's head is a leaf of a signed tree."""

    index: int
    version: int
    head: bytes
    proof: tuple[bytes, ...]
    checkpoint: Signed


def publish(pool: Pool, place: Path) -> Signed | None:
    """Take in the heads that are due and sign the tree; nothing if none is due."""
    key = keys.current(place)
    with pool.connection() as connection, connection.transaction():
        connection.execute("SELECT pg_advisory_xact_lock(%s::bigint)", (_LOCK,))
        due = connection.execute(_DUE, (EVERY,)).fetchall()
        if not due:
            return None
        known = _leaves(connection, 2**62)
        for index, (stream, version, head) in enumerate(due, len(known)):
            connection.execute(_LEAF, (index, stream, version, head))
            known.append(merkle.leaf_hash(stream, version, head))
        tree = Tree(len(known), merkle.root(known))
        public = notes.public_bytes(key)
        connection.execute(_KEY, (public,))
        connection.execute(_CHECKPOINT, (tree.size, tree.root, notes.signed(tree, key), public))
    faults.reach("checkpoint.signed")
    return newest(pool)


def newest(pool: Pool) -> Signed | None:
    """The newest checkpoint."""
    return _signed(pool, _NEWEST)


def of_size(pool: Pool, size: int) -> Signed | None:
    """The checkpoint of that many leaves."""
    return _signed(pool, _OF_SIZE, size)


def included(pool: Pool, table: UUID) -> Inclusion | None:
    """The proof that a table's newest published head is in the newest tree."""
    with pool.connection() as connection:
        leaf = connection.execute(_OF_TABLE, (table,)).fetchone()
        row = connection.execute(_NEWEST).fetchone()
        if leaf is None or row is None:
            return None
        index, version, head = leaf
        signed = Signed(*row)
        proof = merkle.inclusion(_leaves(connection, signed.size), index)
    return Inclusion(index=index, version=version, head=bytes(head), proof=proof, checkpoint=signed)


def grown(pool: Pool, old: int, new: int) -> tuple[bytes, ...]:
    """The proof that the tree of one size is the beginning of that of another."""
    with pool.connection() as connection:
        return merkle.consistency(_leaves(connection, new), old)


def public_keys(pool: Pool) -> list[tuple[bytes, datetime]]:
    """Every key that has signed, newest first."""
    with pool.connection() as connection:
        rows = connection.execute("SELECT public, since FROM signing_keys ORDER BY since DESC").fetchall()
    return [(bytes(public), since) for public, since in rows]


def _leaves(connection: Connection, size: int) -> list[bytes]:
    rows = connection.execute(_LEAVES, (size,))
    return [merkle.leaf_hash(stream, version, bytes(head)) for stream, version, head in rows]


def _signed(pool: Pool, query: str, *values: Any) -> Signed | None:
    with pool.connection() as connection:
        row = connection.execute(query, values).fetchone()
    return None if row is None else Signed(row[0], row[1], row[2], bytes(row[3]))
