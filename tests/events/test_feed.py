"""The whole log, without gaps."""

from collections import defaultdict
from pathlib import Path
from threading import Event, Thread
from time import monotonic, sleep
from uuid import UUID

import psycopg
import pytest

from events import feed, sending
from events.envelope import GENESIS, Appended, Commit, new_stream_id
from events.feed import START, Cursor, FeedBroken, Projection
from events.pool import Connection, Pool, connect
from events.store import Store
from tests.events.children import killed
from tests.events.examples import batch, events


def test_a_transaction_that_commits_late_is_not_passed_over(store: Store, database: str) -> None:
    late, early = new_stream_id(), new_stream_id()
    with connect(database) as slow, connect(database) as reader:
        with slow.transaction():
            sending.send(slow, sending.pack(batch(late)).document)
            store.append(batch(early))
            assert feed.read(reader, START) == []
            waiting = feed.lag(reader, "someone")
        assert (waiting.commits, waiting.seconds >= 0) == (1, True)
        entries = _eventually(reader, START, 2)
    assert [entry.commit.stream for entry in entries] == [late, early]


def test_reading_goes_on_from_a_cursor(store: Store, database: str) -> None:
    tables = [new_stream_id() for _ in range(5)]
    for table in tables:
        store.append(batch(table, events=events(2)))
    with connect(database) as reader:
        _eventually(reader, START, 5)
        first = feed.read(reader, START, limit=2)
        rest = feed.read(reader, first[-1].cursor)
    assert [entry.commit.stream for entry in first + rest] == tables
    assert [(entry.commit.first, entry.commit.last) for entry in rest] == [(1, 2)] * 3


def test_nothing_is_skipped_or_repeated_while_many_write(store: Store, database: str) -> None:
    written: dict[UUID, int] = {new_stream_id(): 0 for _ in range(4)}

    def write(table: UUID) -> None:
        position = GENESIS
        for n in range(40):
            told = store.append(batch(table, position, events=events(1 + n % 3)))
            assert isinstance(told, Appended)
            position = told.position
        written[table] = position.version

    threads = [Thread(target=write, args=(table,)) for table in written]
    seen: dict[UUID, int] = defaultdict(int)
    for thread in threads:
        thread.start()
    with connect(database) as reader:
        cursor, delivered, deadline = START, 0, monotonic() + 20
        while delivered < 160 and monotonic() < deadline:
            for entry in feed.read(reader, cursor, limit=7):
                assert entry.commit.first == seen[entry.commit.stream] + 1
                seen[entry.commit.stream] = entry.commit.last
                cursor, delivered = entry.cursor, delivered + 1
    for thread in threads:
        thread.join()
    assert delivered == 160
    assert seen == written


def test_a_stream_delivered_backwards_is_noticed(store: Store, database: str, superuser: psycopg.Connection) -> None:
    table = new_stream_id()
    told = store.append(batch(table))
    assert isinstance(told, Appended)
    store.append(batch(table, told.position))
    superuser.execute("ALTER TABLE commits DISABLE TRIGGER append_only")
    superuser.execute("UPDATE commits SET txid = '4' WHERE last = 2")
    with connect(database) as reader, pytest.raises(FeedBroken, match=f"{table}: version 2"):
        feed.read(reader, START)


def test_a_projection_takes_in_every_commit_once(store: Store, pool: Pool, seen: None) -> None:
    for _ in range(5):
        store.append(batch())
    projection = Projection(pool, "seen", project)
    taken = _advance_until(projection, 5, limit=3)
    assert taken == 5
    assert projection.advance() == 0
    with pool.connection() as connection:
        assert connection.execute("SELECT count(*), count(DISTINCT stream) FROM seen").fetchone() == (5, 5)
        assert feed.lag(connection, "seen") == feed.Lag(0, 0.0)


def test_two_processes_of_one_projection_do_not_repeat_each_other(store: Store, pool: Pool, seen: None) -> None:
    store.append(batch())
    _until_readable(pool, 1)
    inside, go_on = Event(), Event()

    def slow(connection: Connection, commits: list[Commit]) -> None:
        project(connection, commits)
        inside.set()
        go_on.wait(5)

    taken: list[int] = []
    threads = [Thread(target=lambda: taken.append(Projection(pool, "seen", slow).advance()))]
    threads[0].start()
    inside.wait(5)
    threads.append(Thread(target=lambda: taken.append(Projection(pool, "seen", project).advance())))
    threads[1].start()
    sleep(0.1)
    go_on.set()
    for thread in threads:
        thread.join()
    assert sorted(taken) == [0, 1]


def test_a_projection_killed_before_its_commit_reads_again(
    store: Store, pool: Pool, database: str, seen: None, tmp_path: Path
) -> None:
    store.append(batch())
    _until_readable(pool, 1)
    code = (
        "from events.feed import Projection; from events.pool import Pool; from tests.events.test_feed import project\n"
        f"Projection(Pool({database!r}), 'seen', project).advance()"
    )
    assert killed(code, "projection.before_commit", tmp_path)
    with pool.connection() as connection:
        assert feed.cursor(connection, "seen") == START
    assert _advance_until(Projection(pool, "seen", project), 1) == 1
    with pool.connection() as connection:
        assert connection.execute("SELECT count(*) FROM seen").fetchone() == (1,)


def project(connection: Connection, commits: list[Commit]) -> None:
    """Note which commits were taken in."""
    for commit in commits:
        connection.execute("INSERT INTO seen VALUES (%s, %s)", (commit.stream, commit.last))


@pytest.fixture
def seen(superuser: psycopg.Connection) -> None:
    """Make a table to project into."""
    superuser.execute("CREATE TABLE seen (stream uuid, last bigint); GRANT ALL ON seen TO plateau_app")


def _eventually(reader: Connection, after: Cursor, count: int) -> list[feed.Entry]:
    # Transactions of other tests on the same server hold the feed back for a moment.
    deadline = monotonic() + 10
    while len(entries := feed.read(reader, after)) < count and monotonic() < deadline:
        sleep(0.02)
    return entries


def _until_readable(pool: Pool, count: int) -> None:
    with pool.connection() as connection:
        assert len(_eventually(connection, START, count)) == count


def _advance_until(projection: Projection, count: int, limit: int = 500) -> int:
    taken, deadline = 0, monotonic() + 10
    while taken < count and monotonic() < deadline:
        taken += projection.advance(limit)
    return taken
