"""Promised work and its leases."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta

import psycopg
import pytest

from events import outbox
from events.envelope import Appended, Job, new_stream_id
from events.outbox import Claimed
from events.pool import Connection, Pool
from events.store import Store
from tests.events.examples import batch

LONG_AGO = datetime(2020, 1, 1, tzinfo=UTC)


@pytest.fixture
def connection(pool: Pool) -> Iterator[Connection]:
    """Give a connection with the rights of the runtime role."""
    with pool.connection() as connection:
        yield connection


def test_a_due_row_is_leased_and_counted(store: Store, connection: Connection) -> None:
    table = new_stream_id()
    due = Job(job="resolve-a", queue="resolve", stream=table, version=1, args={"n": 1}, due=LONG_AGO)
    later = Job(
        job="deadline-a", queue="deadlines", stream=table, version=1, args={}, due=datetime(2040, 1, 1, tzinfo=UTC)
    )
    store.append(batch(table, jobs=(due, later)))
    assert outbox.claim(connection) == [Claimed("resolve-a", "resolve", table, 1, {"n": 1}, 1)]
    assert outbox.claim(connection) == []
    assert outbox.tries_of(connection, "resolve-a") == 1
    assert outbox.claim(connection, lease=timedelta(0)) == []


def test_a_lease_that_ends_is_claimed_again_and_the_first_holder_loses_it(connection: Connection) -> None:
    outbox.promise(connection, Job(job="a", queue="resolve", args={}, due=LONG_AGO))
    first = outbox.claim(connection, lease=timedelta(0))[0]
    assert outbox.renew(connection, "a", first.tries, timedelta(0))
    second = outbox.claim(connection)[0]
    assert (first.tries, second.tries) == (1, 2)
    assert not outbox.renew(connection, "a", first.tries)
    assert outbox.renew(connection, "a", second.tries)
    assert outbox.release(connection, "a", second.tries, timedelta(0))
    assert outbox.claim(connection)[0].tries == 3


def test_the_append_of_the_effect_deletes_the_row(store: Store, connection: Connection) -> None:
    table = new_stream_id()
    told = store.append(batch(table, jobs=(Job(job="a", queue="resolve", stream=table, args={}),)))
    assert isinstance(told, Appended)
    store.append(batch(table, told.position, finished=("a",)))
    assert outbox.tries_of(connection, "a") is None
    assert not outbox.renew(connection, "a", 0)
    assert outbox.next_due(connection) is None


def test_a_promise_is_made_once_and_finished_once(connection: Connection) -> None:
    job = Job(job="hook-1", queue="webhooks", args={"to": "x"})
    assert outbox.promise(connection, job)
    assert not outbox.promise(connection, job)
    wait = outbox.next_due(connection)
    assert wait is not None
    assert timedelta(0) < wait <= timedelta(seconds=2)
    assert outbox.finish(connection, ["hook-1"]) == 1
    assert outbox.finish(connection, ["hook-1"]) == 0


def test_dispatchers_claim_different_rows(pool: Pool, connection: Connection) -> None:
    for n in range(200):
        outbox.promise(connection, Job(job=f"job-{n}", queue="resolve", args={}, due=LONG_AGO))

    def claim_all(_: int) -> list[str]:
        claimed: list[str] = []
        with pool.connection() as own:
            while rows := outbox.claim(own, limit=7):
                claimed += [row.job for row in rows]
        return claimed

    with ThreadPoolExecutor(4) as executor:
        claimed = [job for jobs in executor.map(claim_all, range(4)) for job in jobs]
    assert sorted(claimed) == sorted(f"job-{n}" for n in range(200))


def test_rows_that_another_claims_are_passed_over(database: str, connection: Connection) -> None:
    for name in ("a", "b"):
        outbox.promise(connection, Job(job=name, queue="resolve", args={}, due=LONG_AGO))
    with psycopg.connect(database) as other, other.transaction():
        other.execute("SELECT 1 FROM outbox WHERE job = 'a' FOR UPDATE")
        assert [row.job for row in outbox.claim(connection)] == ["b"]


def test_the_sweeper_finds_tables_that_wait_without_a_row(store: Store, connection: Connection) -> None:
    kept, lost, deadline_only, seats = (new_stream_id() for _ in range(4))
    job = Job(job="resolve-kept", queue="resolve", stream=kept, args={})
    clock = Job(job="deadline", queue="deadlines", stream=deadline_only, args={})
    store.append(batch(kept, waits="worker", jobs=(job,), at=LONG_AGO))
    store.append(batch(lost, waits="worker", at=LONG_AGO))
    store.append(batch(deadline_only, waits="worker", jobs=(clock,), at=LONG_AGO))
    store.append(batch(seats, waits="seats", at=LONG_AGO))
    store.append(batch(new_stream_id(), waits="worker"))
    found = outbox.forgotten(connection, "resolve")
    assert {row.stream for row in found} == {lost, deadline_only}
    assert {(row.version, row.since) for row in found} == {(1, LONG_AGO)}


def test_the_backlog_is_measured(connection: Connection) -> None:
    assert outbox.backlog(connection) == outbox.Backlog(0, 0, 0.0)
    outbox.promise(connection, Job(job="a", queue="resolve", args={}, due=LONG_AGO))
    outbox.promise(connection, Job(job="b", queue="resolve", args={}))
    measured = outbox.backlog(connection)
    assert (measured.rows, measured.due) == (2, 1)
    assert measured.late > 1_000_000
