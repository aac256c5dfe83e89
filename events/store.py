"""Appending to the log and reading streams from it."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

import msgspec
import psycopg

from events import faults, listings, sending, upcasts
from events.envelope import Appended, Batch, Commit, Listed, Meta, Position, Recorded, Replayed
from events.errors import KeyReused, StaleVersion
from events.pool import Connection, Pool

_COMMITS = """
SELECT first, last, at, meta, head FROM commits
 WHERE stream = %s AND last > %s::bigint AND first <= %s::bigint ORDER BY last LIMIT %s::bigint
"""
_EVENTS = """
SELECT version, type, schema, payload FROM events
 WHERE stream = %s AND version BETWEEN %s::bigint AND %s::bigint ORDER BY version
"""
_DECISION = """
SELECT first, last, at, meta, head FROM commits
 WHERE stream = %s AND meta ->> 'decision' = %s AND meta ->> 'decision' IS NOT NULL ORDER BY last DESC LIMIT 1
"""
_KEY = "SELECT fingerprint, status, body, last FROM idempotency WHERE scope = %s AND actor = %s AND key = %s"
_END = 2**62


class Store:
    """The log as one process uses it."""

    def __init__(self, pool: Pool) -> None:
        self.pool = pool

    def append(self, batch: Batch) -> Appended | Replayed:
        """Store a batch in one round trip, or return the answer that its idempotency key stands for."""
        packed = sending.pack(batch)
        told = self._send(packed)
        match told["outcome"]:
            case "appended":
                faults.reach("append.committed")
                return Appended(packed.commits)
            case "replayed":
                return Replayed(*msgspec.convert((told["status"], told["body"], told["last"]), tuple[int, bytes, int]))
            case "stale":
                raise StaleVersion(tuple(commit.stream for commit in packed.commits))
            case _:
                raise KeyReused("the idempotency key was used before for another request")

    def _send(self, packed: sending.Packed) -> dict[str, Any]:
        """Send until the server has answered; after a broken connection the heads tell whose append was stored."""
        tries = 0

        def attempt(connection: Connection) -> dict[str, Any]:
            nonlocal tries
            tries += 1
            try:
                told = sending.send(connection, packed.document)
            except psycopg.DatabaseError as error:
                if error.sqlstate != sending.STALE:
                    raise
                told = {"outcome": "stale"}
            if tries > 1 and told["outcome"] in ("stale", "replayed") and _is_stored(connection, packed.commits[0]):
                return {"outcome": "appended"}
            return told

        return self.pool.run(attempt)

    def read(self, stream: UUID, after: int = 0, upto: int | None = None) -> list[Recorded]:
        """Read the events of a stream in order, each brought to the newest version of its type."""
        return self.pool.run(lambda connection: _read(connection, stream, after, upto))

    def commits(self, stream: UUID, after: int = 0, upto: int | None = None, limit: int | None = None) -> list[Commit]:
        """Read the commits of a stream that hold versions above `after` and up to `upto`."""
        return self.pool.run(lambda connection: _commits(connection, stream, after, upto, limit))

    def commit_of_decision(self, stream: UUID, decision: str) -> Commit | None:
        """Find the commit by which a decision was answered, the newest if its answer was taken back and given anew."""
        row = self._one(_DECISION, stream, decision)
        return None if row is None else _commit(stream, row)

    def head(self, stream: UUID) -> Position | None:
        """Say how far a stream has come, or None if there is none of that id."""
        row = self._one("SELECT version, head FROM streams WHERE stream = %s", stream)
        return None if row is None else Position(*row)

    def heads(self, streams: Iterable[UUID]) -> dict[UUID, Position]:
        """Say how far each of several streams has come, in one query."""
        rows = self._all("SELECT stream, version, head FROM streams WHERE stream = ANY(%s)", list(streams))
        return {stream: Position(version, head) for stream, version, head in rows}

    def secret(self, stream: UUID, name: str) -> bytes | None:
        """Read what was stored beside a stream and apart from its log."""
        row = self._one("SELECT value FROM secrets WHERE stream = %s AND name = %s", stream, name)
        return None if row is None else bytes(row[0])

    def secrets(self, stream: UUID) -> dict[str, bytes]:
        """Read everything that was stored beside a stream."""
        rows = self._all("SELECT name, value FROM secrets WHERE stream = %s", stream)
        return {name: bytes(value) for name, value in rows}

    def listing(self, stream: UUID) -> Listed | None:
        """Find a table's listing."""
        return self.pool.run(lambda connection: listings.one(connection, stream))

    def listings(self, query: listings.Query) -> listings.Page:
        """Find a page of tables, newest first."""
        return self.pool.run(lambda connection: listings.page(connection, query))

    def replayed(self, scope: UUID, actor: UUID, key: str, fingerprint: bytes) -> Replayed | None:
        """Find the answer that an idempotency key stands for, before doing work that only an append could refuse."""
        row = self._one(_KEY, scope, actor, key)
        if row is None:
            return None
        if row[0] != fingerprint:
            raise KeyReused("the idempotency key was used before for another request")
        return Replayed(row[1], bytes(row[2]), row[3])

    def forget_keys(self, older_than: timedelta = timedelta(hours=24)) -> int:
        """Delete idempotency keys that have had their time."""
        sql = "DELETE FROM idempotency WHERE at < now() - %s"
        return self.pool.run(lambda connection: connection.execute(sql, (older_than,)).rowcount)

    def now(self) -> datetime:
        """Ask the database for the time, by which jobs fall due."""
        row = self._one("SELECT now()")
        assert row is not None
        return msgspec.convert(row[0], datetime)

    def _one(self, sql: str, *values: Any) -> tuple[Any, ...] | None:
        return self.pool.run(lambda lent: lent.execute(sql, values, prepare=True, binary=True).fetchone())

    def _all(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        return self.pool.run(lambda lent: lent.execute(sql, values, prepare=True, binary=True).fetchall())


def _is_stored(connection: Connection, commit: Commit) -> bool:
    # Heads cover salted leaves and the time in microseconds: nobody else's append has this one.
    sql = "SELECT head FROM commits WHERE stream = %s AND last = %s::bigint"
    return connection.execute(sql, (commit.stream, commit.last)).fetchone() == (commit.head,)


def _read(connection: Connection, stream: UUID, after: int, upto: int | None) -> list[Recorded]:
    commits = _commits(connection, stream, after, upto)
    if not commits:
        return []
    last = commits[-1].last if upto is None else min(upto, commits[-1].last)
    rows = connection.execute(_EVENTS, (stream, after + 1, last), prepare=True, binary=True)
    return _recorded(stream, commits, rows)


def _commits(
    connection: Connection, stream: UUID, after: int, upto: int | None, limit: int | None = None
) -> list[Commit]:
    bounds = (stream, after, _END if upto is None else upto, limit)
    return [_commit(stream, row) for row in connection.execute(_COMMITS, bounds, prepare=True, binary=True)]


def _commit(stream: UUID, row: tuple[Any, ...]) -> Commit:
    first, last, at, meta, head = row
    return Commit(stream=stream, first=first, last=last, at=at, meta=msgspec.convert(meta, Meta), head=head)


def _recorded(stream: UUID, commits: list[Commit], rows: Iterable[tuple[Any, ...]]) -> list[Recorded]:
    of_commit = iter(commits)
    commit = next(of_commit)
    found = []
    for version, event_type, schema, payload in rows:
        while version > commit.last:
            commit = next(of_commit)
        newest = upcasts.newest(event_type, schema, payload)
        found.append(Recorded(stream, version, *newest, commit))
    return found
