"""Promised work: a row lives until its effect is stored, and is leased to whoever carries it out."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from msgspec import Struct
from psycopg.types.json import Jsonb

from events.envelope import Job, Payload
from events.pool import Connection

LEASE = timedelta(seconds=30)

_CLAIM = """
UPDATE outbox SET due = now() + %s, tries = tries + 1
 WHERE id IN (SELECT id FROM outbox WHERE due <= now() ORDER BY due LIMIT %s::int FOR UPDATE SKIP LOCKED)
RETURNING job, queue, stream, version, args, tries
"""
_RENEW = "UPDATE outbox SET due = now() + %s WHERE job = %s AND tries = %s::int"
_PROMISE = """
INSERT INTO outbox (job, queue, stream, version, args, due)
VALUES (%s, %s, %s, %s::bigint, %s, coalesce(%s, now() + interval '2 seconds')) ON CONFLICT DO NOTHING
"""
_FORGOTTEN = """
SELECT stream, version, updated_at FROM streams s
 WHERE waits = 'worker' AND updated_at < now() - %s
   AND NOT EXISTS (SELECT 1 FROM outbox o WHERE o.stream = s.stream AND o.queue = %s)
 ORDER BY updated_at LIMIT %s::int
"""
_BACKLOG = """
SELECT count(*), count(*) FILTER (WHERE due < now()),
       coalesce(extract(epoch FROM now() - min(due)), 0)::float8 FROM outbox
"""


class Claimed(Struct, frozen=True):
    """A row that is ours until its lease ends; `tries` tells this claim from later ones."""

    job: str
    queue: str
    stream: UUID | None
    version: int | None
    args: Payload
    tries: int


class Forgotten(Struct, frozen=True):
    """A stream that waits for a worker although nothing is promised for it."""

    stream: UUID
    version: int
    since: datetime


class Backlog(Struct, frozen=True):
    """How much is promised, how much of it is due, and by how many seconds the oldest is late."""

    rows: int
    due: int
    late: float


def claim(connection: Connection, limit: int = 100, lease: timedelta = LEASE) -> list[Claimed]:
    """Lease rows that are due; rows that others are claiming at this moment are passed over."""
    return [Claimed(*row) for row in connection.execute(_CLAIM, (lease, limit), prepare=True)]


def renew(connection: Connection, job: str, tries: int, lease: timedelta = LEASE) -> bool:
    """Prolong a lease; False if the row is gone or was claimed again, and the work is no longer ours."""
    return connection.execute(_RENEW, (lease, job, tries), prepare=True).rowcount == 1


def release(connection: Connection, job: str, tries: int, delay: timedelta) -> bool:
    """Give a row back, to be claimed again after a delay."""
    return renew(connection, job, tries, delay)


def finish(connection: Connection, jobs: Iterable[str]) -> int:
    """Delete rows whose effect is stored elsewhere; an append deletes its own by `Batch.finished`."""
    return connection.execute("DELETE FROM outbox WHERE job = ANY(%s)", (list(jobs),)).rowcount


def promise(connection: Connection, job: Job) -> bool:
    """Write a row outside of an append, unless there is one of that name."""
    values = (job.job, job.queue, job.stream, job.version, Jsonb(job.args), job.due)
    return connection.execute(_PROMISE, values).rowcount == 1


def tries_of(connection: Connection, job: str) -> int | None:
    """Say how often a row was claimed, or None if it is gone."""
    row = connection.execute("SELECT tries FROM outbox WHERE job = %s", (job,), prepare=True).fetchone()
    return None if row is None else int(row[0])


def next_due(connection: Connection) -> timedelta | None:
    """Say how long it is until a row falls due, or None if nothing is promised."""
    row: tuple[Any, ...] | None = connection.execute("SELECT min(due) - now() FROM outbox").fetchone()
    return None if row is None else row[0]


def forgotten(
    connection: Connection, queue: str, older_than: timedelta = timedelta(seconds=5), limit: int = 100
) -> list[Forgotten]:
    """Find streams that wait for a worker without a row in that queue; there should be none."""
    return [Forgotten(*row) for row in connection.execute(_FORGOTTEN, (older_than, queue, limit))]


def backlog(connection: Connection) -> Backlog:
    """Measure what is promised and not yet done."""
    row = connection.execute(_BACKLOG).fetchone()
    assert row is not None
    rows, due, late = row
    return Backlog(rows, due, max(0.0, late))
