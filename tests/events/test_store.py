"""Appending and reading streams."""

import os
from datetime import UTC, datetime
from pathlib import Path
from threading import Thread
from typing import Any

import psycopg
import pytest

from events.envelope import GENESIS, Appended, Batch, Job, Listing, NewEvent, Position, Replayed, new_stream_id
from events.errors import KeyReused, StaleVersion
from events.listings import Query
from events.pool import Pool
from events.store import Store
from tests.events.examples import ALICE, BOB, SALT_KEY, batch, change, events, key, meta


def test_what_was_appended_is_read_back(store: Store) -> None:
    table = new_stream_id()
    at = datetime(2026, 3, 1, 12, 0, 0, 123456, tzinfo=UTC)
    first = store.append(batch(table, events=events(3, text="é ☃"), meta=meta(decision="0.1.2.0", seat=2), at=at))
    assert isinstance(first, Appended)
    store.append(batch(table, first.position, events=events(2)))

    recorded = store.read(table)

    assert [event.version for event in recorded] == [1, 2, 3, 4, 5]
    assert [event.payload["n"] for event in recorded] == [0, 1, 2, 0, 1]
    assert recorded[0].payload["text"] == "é ☃"
    assert (recorded[0].type, recorded[0].schema) == ("example.noted.v1", 1)
    assert recorded[0].at == at
    assert recorded[2].meta == meta(decision="0.1.2.0", seat=2)
    assert recorded[2].commit is recorded[0].commit
    assert recorded[0].commit == first.commits[0]
    assert (recorded[4].commit.first, recorded[4].commit.last) == (4, 5)


def test_parts_of_a_stream_are_read(store: Store) -> None:
    table = new_stream_id()
    position = GENESIS
    for size in (2, 3, 1):
        position = _appended(store, batch(table, position, events=events(size)))
    assert [event.version for event in store.read(table, after=1, upto=4)] == [2, 3, 4]
    assert [event.version for event in store.read(table, after=5)] == [6]
    assert store.read(table, after=6) == []
    assert [commit.last for commit in store.commits(table, after=2)] == [5, 6]
    assert [commit.last for commit in store.commits(table, limit=2)] == [2, 5]
    assert store.head(table) == position
    assert store.head(new_stream_id()) is None
    assert store.heads([table, new_stream_id()]) == {table: position}


def test_a_stale_version_is_refused_and_leaves_nothing(store: Store, superuser: psycopg.Connection) -> None:
    table = new_stream_id()
    position = _appended(store, batch(table))
    job = Job(job="late", queue="resolve", args={})
    for wrong in (GENESIS, Position(1, bytes(32)), Position(2, position.head)):
        with pytest.raises(StaleVersion) as refused:
            store.append(batch(table, wrong, key=key(), jobs=(job,)))
        assert refused.value.streams == (table,)
    assert store.head(table) == position
    for emptied in ("idempotency", "outbox"):
        assert superuser.execute(f"SELECT count(*) FROM {emptied}").fetchone() == (0,)


def test_several_streams_are_changed_together_or_not_at_all(store: Store) -> None:
    one, other = new_stream_id(), new_stream_id()
    told = store.append(Batch(changes=(change(other), change(one, events=events(2)))))
    assert isinstance(told, Appended)
    assert [commit.stream for commit in told.commits] == [other, one]
    with pytest.raises(StaleVersion):
        store.append(Batch(changes=(change(one, Position(2, told.commits[1].head)), change(other, GENESIS))))
    assert store.heads([one, other])[one].version == 2


def test_the_commit_of_a_decision_is_found(store: Store) -> None:
    table = new_stream_id()
    position = _appended(store, batch(table))
    position = _appended(store, batch(table, position, meta=meta(decision="0.41.2.0"), events=events(2)))
    _appended(store, batch(table, position, meta=meta(decision="0.42.0.0")))
    found = store.commit_of_decision(table, "0.41.2.0")
    assert found is not None
    assert (found.first, found.last) == (2, 3)
    assert store.commit_of_decision(table, "0.41.2.1") is None
    assert store.commit_of_decision(new_stream_id(), "0.41.2.0") is None


def test_a_repeated_key_gives_the_stored_answer(store: Store) -> None:
    table, first = new_stream_id(), key(status=201, body=b"\x00answer" * 40)
    position = _appended(store, batch(table, key=first, events=events(4)))
    again = store.append(batch(table, key=first))
    assert again == Replayed(201, b"\x00answer" * 40, 4)
    assert store.head(table) == position
    with pytest.raises(KeyReused):
        store.append(batch(table, key=key(first.key, fingerprint=b"other")))
    other_actor = store.append(batch(new_stream_id(), key=key(first.key, actor=ALICE)))
    assert isinstance(other_actor, Appended)


def test_the_answer_of_a_key_is_found_without_an_append(store: Store) -> None:
    used = key()
    assert store.replayed(used.scope, used.actor, used.key, used.fingerprint) is None
    _appended(store, batch(key=used, events=events(2)))
    assert store.replayed(used.scope, used.actor, used.key, used.fingerprint) == Replayed(201, used.body, 2)
    with pytest.raises(KeyReused):
        store.replayed(used.scope, used.actor, used.key, b"other")


def test_a_key_in_flight_waits_for_the_first(store: Store, superuser: psycopg.Connection) -> None:
    table, used = new_stream_id(), key()
    position = _appended(store, batch(table))
    answers: list[Appended | Replayed] = []
    with superuser.transaction():
        superuser.execute("SELECT 1 FROM streams WHERE stream = %s FOR UPDATE", (table,))
        threads = [Thread(target=lambda: answers.append(store.append(batch(table, position, key=used)))) for _ in "ab"]
        for thread in threads:
            thread.start()
        _wait_for_blocked(superuser, 2)
        assert not answers
    for thread in threads:
        thread.join(10)
    assert sorted(type(answer).__name__ for answer in answers) == ["Appended", "Replayed"]
    assert len(store.read(table)) == 2


def test_jobs_are_promised_and_finished_with_the_append(store: Store, superuser: psycopg.Connection) -> None:
    table, due = new_stream_id(), datetime(2031, 1, 1, tzinfo=UTC)
    jobs = (
        Job(job="resolve-1", queue="resolve", stream=table, version=1, args={"a": [1]}),
        Job(job="deadline-1", queue="deadlines", stream=table, version=1, args={}, due=due),
    )
    position = _appended(store, batch(table, jobs=jobs, waits="worker"))
    rows = superuser.execute(
        "SELECT job, queue, stream, version, args, due, due - now() FROM outbox ORDER BY id"
    ).fetchall()
    assert rows[0][:5] == ("resolve-1", "resolve", table, 1, {"a": [1]})
    assert 0 < rows[0][6].total_seconds() <= 2
    assert rows[1][5] == due
    assert superuser.execute("SELECT waits FROM streams").fetchone() == ("worker",)

    renewed = Job(job="resolve-1", queue="resolve", args={"again": True})
    _appended(store, batch(table, position, jobs=(renewed, jobs[1]), finished=("resolve-1", "unknown"), waits="seats"))
    rows = superuser.execute("SELECT job, args FROM outbox ORDER BY job").fetchall()
    assert rows == [("deadline-1", {}), ("resolve-1", {"again": True})]
    assert superuser.execute("SELECT waits FROM streams").fetchone() == ("seats",)


def test_secrets_are_kept_beside_the_log(store: Store) -> None:
    table = new_stream_id()
    _appended(store, batch(table, secrets={"salt": SALT_KEY, "seed": b"\x00\xff" * 16}))
    assert store.secret(table, "seed") == b"\x00\xff" * 16
    assert store.secrets(table) == {"salt": SALT_KEY, "seed": b"\x00\xff" * 16}
    assert store.secret(table, "other") is None


def test_tables_are_listed_newest_first_and_page_by_page(store: Store) -> None:
    tables = sorted(new_stream_id() for _ in range(5))
    for n, table in enumerate(tables):
        listing = Listing(
            game="kepler", status="open" if n % 2 else "running", visibility="private" if n == 4 else "public",
            name=f"table {n}", host=BOB, players=(ALICE, BOB) if n in (0, 4) else (BOB,), summary={"n": n},
        )  # fmt: skip
        _appended(store, batch(table, listing=listing))

    page = store.listings(Query(public=True, limit=2))
    assert [item.name for item in page.items] == ["table 3", "table 2"]
    assert page.after == tables[2]
    page = store.listings(Query(public=True, limit=2, after=page.after))
    assert ([item.name for item in page.items], page.after) == (["table 1", "table 0"], None)

    assert _names(store, Query(player=ALICE)) == ["table 4", "table 0"]
    assert _names(store, Query(player=ALICE, public=True, limit=3)) == ["table 4", "table 3", "table 2"]
    assert _names(store, Query(public=True, game="kepler", status="open")) == ["table 3", "table 1"]
    assert _names(store, Query(public=True, game="cosmic")) == []


def test_a_listing_follows_its_table(store: Store) -> None:
    table = new_stream_id()
    listing = Listing(game="kepler", status="open", visibility="public", name="evening", summary={"seats": 3})
    position = _appended(store, batch(table, listing=listing))
    position = _appended(store, batch(table, position))
    before = store.listing(table)
    assert before is not None
    assert (before.status, before.players, before.summary) == ("open", (), {"seats": 3})
    started = Listing(game="kepler", status="running", visibility="public", name="evening", players=(ALICE,))
    _appended(store, batch(table, position, listing=started))
    after = store.listing(table)
    assert after is not None
    assert (after.status, after.players, after.host) == ("running", (ALICE,), None)
    assert after.created_at == before.created_at
    assert after.updated_at > before.updated_at


def test_an_append_takes_one_round_trip(database: str, tmp_path: Path) -> None:
    pool, table, trace = Pool(database, size=1), new_stream_id(), tmp_path / "trace"
    store = Store(pool)
    job = Job(job="resolve-1", queue="resolve", stream=table, args={})
    position = _appended(store, batch(table, events=events(10)))
    with trace.open("wb") as file:
        with pool.connection() as connection:
            connection.pgconn.trace(file.fileno())
        position = _appended(store, batch(table, position, events=events(10), key=key(), jobs=(job,)))
        with pool.connection() as connection:
            connection.pgconn.untrace()
    pool.close()
    assert _count(trace, "ReadyForQuery") == 1
    assert _count(trace, "Bind") == 1
    assert _count(trace, "Parse") == 0
    assert position.version == 20


def test_keys_are_forgotten_after_their_time(store: Store, superuser: psycopg.Connection) -> None:
    old, young = key(), key()
    _appended(store, batch(key=old))
    _appended(store, batch(key=young))
    superuser.execute("UPDATE idempotency SET at = at - interval '25 hours' WHERE key = %s", (old.key,))
    assert store.forget_keys() == 1
    assert isinstance(store.append(batch(key=young)), Replayed)
    assert isinstance(store.append(batch(key=old)), Appended)


def test_a_batch_without_events_is_refused(store: Store) -> None:
    with pytest.raises(ValueError, match="at least one event"):
        store.append(batch(events=()))
    with pytest.raises(ValueError, match="ends in its version"):
        store.append(batch(events=(NewEvent("example.noted", {}),)))


def test_a_forked_child_opens_its_own_connections(store: Store) -> None:
    table = new_stream_id()
    position = _appended(store, batch(table))
    child = os.fork()
    if child == 0:
        told: Any = None
        try:
            told = store.append(batch(table, position))
        finally:
            os._exit(0 if isinstance(told, Appended) else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert [event.version for event in store.read(table)] == [1, 2]


def _appended(store: Store, wanted: Batch) -> Position:
    told = store.append(wanted)
    assert isinstance(told, Appended)
    return told.position


def _names(store: Store, query: Query) -> list[str]:
    return [item.name for item in store.listings(query).items]


def _count(trace: Path, message: str) -> int:
    return sum(message in line.split("\t") for line in trace.read_text().splitlines())


def _wait_for_blocked(connection: psycopg.Connection, count: int) -> None:
    waiting = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()"
    while connection.execute(waiting).fetchone() != (count,):
        connection.execute("SELECT pg_sleep(0.01), pg_stat_clear_snapshot()")
