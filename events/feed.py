"""The whole log in one order, without gaps, and projections that follow it.

Commits are ordered by transaction id and position, and a reader stops at the oldest transaction still running: one that
commits late has smaller numbers than rows that can be seen already, and must not be passed over.
"""

from collections.abc import Callable
from typing import Any

import msgspec
from msgspec import Struct

from events import faults
from events.envelope import Commit, Meta
from events.errors import StoreError
from events.pool import Connection, Pool

_READ = """
SELECT c.txid::text::bigint, c.seq, c.stream, c.first, c.last, c.at, c.meta, c.head,
       c.first = 1 OR (p.txid, p.seq) < (c.txid, c.seq)
  FROM commits c LEFT JOIN commits p ON p.stream = c.stream AND p.last = c.first - 1
 WHERE (c.txid, c.seq) > (%s::text::xid8, %s::bigint) AND c.txid < pg_snapshot_xmin(pg_current_snapshot())
 ORDER BY c.txid, c.seq LIMIT %s::int
"""
_LAG = """
WITH behind AS (SELECT at FROM commits WHERE (txid, seq) > (%s::text::xid8, %s::bigint) ORDER BY txid, seq LIMIT 10000)
SELECT count(*), coalesce(extract(epoch FROM now() - min(at)), 0)::float8 FROM behind
"""
_MOVE = """
UPDATE cursors SET txid = %s::text::xid8, seq = %s::bigint
 WHERE reader = %s AND txid = %s::text::xid8 AND seq = %s::bigint
"""


class Cursor(Struct, frozen=True, order=True):
    """A place in the log: everything up to it has been read."""

    txid: int
    seq: int


START = Cursor(0, 0)


class Entry(Struct, frozen=True):
    """A commit and its place in the log."""

    cursor: Cursor
    commit: Commit


class Lag(Struct, frozen=True):
    """How far a reader is behind: commits (counted up to 10,000) and the age of the oldest in seconds."""

    commits: int
    seconds: float


class FeedBroken(StoreError):
    """A commit came before the one it follows on its stream."""


Project = Callable[[Connection, list[Commit]], None]


def read(connection: Connection, after: Cursor, limit: int = 500) -> list[Entry]:
    """Read the commits after a place, in an order that has no gaps and never delivers a stream backwards."""
    rows = connection.execute(_READ, (str(after.txid), after.seq, limit), prepare=True)
    return [_entry(row) for row in rows]


def _entry(row: tuple[Any, ...]) -> Entry:
    txid, seq, stream, first, last, at, meta, head, follows = row
    if not follows:
        raise FeedBroken(f"stream {stream}: version {first} comes before the commit it follows")
    commit = Commit(stream=stream, first=first, last=last, at=at, meta=msgspec.convert(meta, Meta), head=head)
    return Entry(Cursor(txid, seq), commit)


class Projection:
    """A named reader of the log whose rows and cursor are written together."""

    def __init__(self, pool: Pool, reader: str, project: Project) -> None:
        self._pool = pool
        self._reader = reader
        self._project = project

    def advance(self, limit: int = 500) -> int:
        """Take in the next commits; return how many, 0 if there are none or another process took them."""
        with self._pool.connection() as connection:
            after = cursor(connection, self._reader)
            entries = read(connection, after, limit)
            if not entries:
                return 0
            # The transaction that writes is short: while it is open, all readers of the log wait for it.
            with connection.transaction():
                if not _move(connection, self._reader, after, entries[-1].cursor):
                    return 0
                self._project(connection, [entry.commit for entry in entries])
                faults.reach("projection.before_commit")
        return len(entries)


def cursor(connection: Connection, reader: str) -> Cursor:
    """Say how far a reader has come, making it known if it is new."""
    sql = "SELECT txid::text::bigint, seq FROM cursors WHERE reader = %s"
    row = connection.execute(sql, (reader,), prepare=True).fetchone()
    if row is None:
        connection.execute("INSERT INTO cursors VALUES (%s, '0', 0) ON CONFLICT DO NOTHING", (reader,))
        return START
    return Cursor(*row)


def _move(connection: Connection, reader: str, before: Cursor, now: Cursor) -> bool:
    values = (str(now.txid), now.seq, reader, str(before.txid), before.seq)
    return connection.execute(_MOVE, values, prepare=True).rowcount == 1


def lag(connection: Connection, reader: str) -> Lag:
    """Measure how far a reader is behind everything that is committed, delivered yet or not."""
    after = cursor(connection, reader)
    row = connection.execute(_LAG, (str(after.txid), after.seq)).fetchone()
    assert row is not None
    return Lag(row[0], max(0.0, row[1]))
