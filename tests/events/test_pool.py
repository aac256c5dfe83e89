"""Connections that break, and servers that come back."""

import os
import signal
from collections.abc import Callable
from threading import Thread
from typing import Any

import psycopg
import pytest

from events import sending
from events.envelope import GENESIS, Appended, Batch, Position, Replayed, new_stream_id
from events.errors import StaleVersion, Unavailable
from events.migrate import migrate
from events.pool import Connection, Pool
from events.store import Store
from server.embedded.postgres import Postgres
from tests.events.examples import batch, key

_OTHERS = "FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"


def test_connections_closed_by_the_server_are_replaced_unnoticed(store: Store, superuser: psycopg.Connection) -> None:
    table = new_stream_id()
    position = _appended(store, batch(table))
    for _ in range(3):
        superuser.execute(f"SELECT pg_terminate_backend(pid) {_OTHERS}")
        position = _appended(store, batch(table, position))
    assert position.version == 4


@pytest.mark.parametrize("used", [None, key()])
def test_a_backend_killed_under_an_append_is_settled(store: Store, superuser: psycopg.Connection, used: Any) -> None:
    table = new_stream_id()
    position = _appended(store, batch(table))
    told: list[Appended | Replayed] = []
    with superuser.transaction():
        superuser.execute("SELECT 1 FROM streams WHERE stream = %s FOR UPDATE", (table,))
        thread = Thread(target=lambda: told.append(store.append(batch(table, position, key=used))))
        thread.start()
        while not superuser.execute(
            f"SELECT pg_terminate_backend(pid) {_OTHERS} AND wait_event_type = 'Lock'"
        ).fetchall():
            superuser.execute("SELECT pg_sleep(0.01), pg_stat_clear_snapshot()")
    thread.join(10)
    assert [type(answer) for answer in told] == [Appended]
    assert len(store.commits(table)) == 2


@pytest.mark.parametrize("used", [None, key()])
def test_an_append_whose_answer_was_lost_is_found_stored(
    store: Store, monkeypatch: pytest.MonkeyPatch, used: Any
) -> None:
    table = new_stream_id()
    monkeypatch.setattr(sending, "send", _losing_the_first_answer(sending.send))
    told = store.append(batch(table, key=used))
    assert isinstance(told, Appended)
    assert store.head(table) == told.position
    assert len(store.commits(table)) == 1


def test_an_append_whose_answer_was_lost_to_another_is_stale(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    table = new_stream_id()
    _appended(store, batch(table))
    real = sending.send

    def lost_before_it_was_sent(connection: Any, document: Any) -> Any:
        monkeypatch.setattr(sending, "send", real)
        connection.close()
        raise psycopg.OperationalError("gone")

    monkeypatch.setattr(sending, "send", lost_before_it_was_sent)
    with pytest.raises(StaleVersion):
        store.append(batch(table, GENESIS))


def test_a_server_that_is_killed_and_comes_back_is_found_again(spare_postgres: Postgres) -> None:
    url = spare_postgres.url("restarted")
    with psycopg.connect(spare_postgres.url("postgres"), autocommit=True) as connection:
        connection.execute("CREATE DATABASE restarted")
    migrate(url)
    pool, table = Pool(url, patience=10), new_stream_id()
    store = Store(pool)
    position = _appended(store, batch(table))
    assert spare_postgres.process is not None
    os.kill(spare_postgres.process.pid, signal.SIGKILL)
    spare_postgres.process.wait()
    told: list[Position] = []
    thread = Thread(target=lambda: told.append(_appended(store, batch(table, position))))
    thread.start()
    spare_postgres.start()
    thread.join()
    assert [position.version for position in told] == [2]
    assert [event.version for event in store.read(table)] == [1, 2]
    pool.close()
    with psycopg.connect(spare_postgres.url("postgres"), autocommit=True) as connection:
        connection.execute("DROP DATABASE restarted WITH (FORCE)")
        connection.execute("DROP ROLE plateau_owner; DROP ROLE plateau_app")


def test_reading_goes_on_over_another_connection(store: Store, superuser: psycopg.Connection) -> None:
    told = _appended(store, batch(table := new_stream_id()))
    threads = [Thread(target=store.head, args=(table,)) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    superuser.execute(f"SELECT pg_terminate_backend(pid) {_OTHERS}")
    assert store.head(table) == told
    assert len(store.read(table)) == 1


def test_what_is_not_a_broken_connection_is_not_repeated(store: Store) -> None:
    tries = 0

    def work(connection: Connection) -> None:
        nonlocal tries
        tries += 1
        raise psycopg.errors.DiskFull("no space left")

    with pytest.raises(Unavailable, match="no space left"):
        store.pool.run(work)
    assert tries == 1


def test_a_server_that_does_not_answer_is_said() -> None:
    pool = Pool("postgresql:///none?host=/nowhere", patience=0.1)
    with pytest.raises(Unavailable):
        Store(pool).append(batch())
    pool.close()


def _losing_the_first_answer(send: Callable[..., Any]) -> Callable[..., Any]:
    lost: list[bool] = []

    def losing(connection: Any, document: Any) -> Any:
        told = send(connection, document)
        if not lost:
            lost.append(True)
            connection.close()
            raise psycopg.OperationalError("the connection broke")
        return told

    return losing


def _appended(store: Store, wanted: Batch) -> Position:
    told = store.append(wanted)
    assert isinstance(told, Appended)
    return told.position
