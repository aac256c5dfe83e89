"""Migrations: whole steps, once, by whoever may."""

from collections.abc import Iterator
from pathlib import Path
from threading import Thread

import psycopg
import pytest

from events import migrate as migrating
from events.envelope import GENESIS, Appended, new_stream_id
from events.errors import DatabaseNewer, LogAheadOfCluster, MigrationFailed
from events.feed import Cursor, read
from events.migrate import migrate, pending
from events.pool import Pool
from events.rebase import rebase
from events.store import Store
from server.embedded.postgres import Postgres
from tests.events.children import killed
from tests.events.examples import batch

STEPS = tuple(step.name for step in migrating.all_steps())


class Virgin:
    """A database on a server of its own, and an ordinary login that owns it."""

    database = "evening"

    def __init__(self, postgres: Postgres) -> None:
        self._postgres = postgres
        self.execute(f"CREATE DATABASE {self.database}")

    def execute(self, sql: str) -> None:
        with psycopg.connect(self._postgres.url("postgres"), autocommit=True) as connection:
            connection.execute(sql)

    def login(self, rights: str) -> str:
        self.execute(f"CREATE ROLE carol LOGIN {rights}")
        self.execute(f"ALTER DATABASE {self.database} OWNER TO carol")
        return psycopg.conninfo.make_conninfo(self._postgres.url(self.database), user="carol")

    def clear(self) -> None:
        self.execute(f"DROP DATABASE {self.database} WITH (FORCE)")
        for role in ("plateau_owner", "plateau_app", "carol"):
            self.execute(f"DROP ROLE IF EXISTS {role}")


def test_migrating_twice_does_nothing_the_second_time(empty_database: str) -> None:
    assert pending(empty_database) == STEPS
    assert migrate(empty_database) == STEPS
    assert pending(empty_database) == ()
    assert migrate(empty_database) == ()
    with psycopg.connect(empty_database) as connection:
        names = connection.execute("SELECT name FROM migrations ORDER BY number").fetchall()
    assert tuple(name for (name,) in names) == STEPS


def test_two_migrators_take_turns(empty_database: str) -> None:
    done: list[tuple[str, ...]] = []
    threads = [Thread(target=lambda: done.append(migrate(empty_database))) for _ in "ab"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(done) == [(), STEPS]


def test_a_step_that_fails_is_undone_and_said(empty_database: str, folder: Path) -> None:
    (folder / "9998_half.sql").write_text("CREATE TABLE half (a int); SELECT 1 / 0;")
    with pytest.raises(MigrationFailed, match="9998_half failed and was undone: division by zero"):
        migrate(empty_database)
    assert pending(empty_database) == ("9998_half",)
    with psycopg.connect(empty_database) as connection:
        assert connection.execute("SELECT to_regclass('half')").fetchone() == (None,)


def test_a_killed_migrator_leaves_whole_steps(empty_database: str, tmp_path: Path) -> None:
    code = f"from events.migrate import migrate; migrate({empty_database!r})"
    assert killed(code, "migrate.step:2", tmp_path)
    assert pending(empty_database) == STEPS[1:]
    assert migrate(empty_database) == STEPS[1:]


def test_a_newer_database_is_refused(empty_database: str, folder: Path) -> None:
    newest = folder / "9999_tomorrow.sql"
    newest.write_text("CREATE TABLE tomorrow (a int);")
    migrate(empty_database)
    newest.unlink()
    for look in (migrate, pending):
        with pytest.raises(DatabaseNewer, match="9999_tomorrow"):
            look(empty_database)


def test_an_edited_step_is_refused(empty_database: str, folder: Path) -> None:
    step = folder / "9999_today.sql"
    step.write_text("CREATE TABLE today (a int);")
    migrate(empty_database)
    step.write_text("CREATE TABLE today (a bigint);")
    with pytest.raises(MigrationFailed, match="9999_today was edited"):
        migrate(empty_database)


def test_a_login_that_may_create_roles_is_enough(virgin: Virgin) -> None:
    url = virgin.login("CREATEROLE")
    assert migrate(url) == STEPS
    assert (migrate(url), pending(url)) == ((), ())
    pool = Pool(url)
    assert isinstance(Store(pool).append(batch()), Appended)
    with pool.connection() as connection, pytest.raises(psycopg.errors.InsufficientPrivilege):
        connection.execute("DELETE FROM events")
    pool.close()


def test_a_login_without_rights_is_told_what_to_do_step_by_step(virgin: Virgin) -> None:
    url = virgin.login("NOCREATEROLE")
    with pytest.raises(MigrationFailed, match="`CREATE ROLE plateau_owner NOLOGIN; GRANT plateau_owner TO carol`"):
        migrate(url)
    virgin.execute("CREATE ROLE plateau_owner NOLOGIN; CREATE ROLE plateau_app NOLOGIN")
    with pytest.raises(MigrationFailed, match="`GRANT plateau_owner TO carol`"):
        migrate(url)
    virgin.execute("GRANT plateau_owner, plateau_app TO carol")
    virgin.execute(f"ALTER DATABASE {virgin.database} OWNER TO plateau")
    with pytest.raises(MigrationFailed, match=f"`ALTER DATABASE {virgin.database} OWNER TO carol`"):
        migrate(url)
    virgin.execute(f"ALTER DATABASE {virgin.database} OWNER TO carol")
    assert migrate(url) == STEPS


def test_a_database_that_does_not_answer_is_said() -> None:
    with pytest.raises(MigrationFailed, match="no connection to the database at /nowhere/none"):
        migrate("postgresql:///none?host=/nowhere")


def test_a_restored_log_is_rebased(database: str) -> None:
    pool = Pool(database)
    store = Store(pool)
    tables = [new_stream_id() for _ in range(4)]
    for table in tables:
        told = store.append(batch(table))
        assert isinstance(told, Appended)
    with psycopg.connect(database, autocommit=True) as connection:
        # As if the dump came from a server that had seen many more transactions.
        connection.execute("ALTER TABLE commits DISABLE TRIGGER append_only")
        connection.execute("UPDATE commits SET txid = (txid::text::bigint + 4000000000)::text::xid8")
        connection.execute("ALTER TABLE commits ENABLE ALWAYS TRIGGER append_only")
        connection.execute("INSERT INTO cursors SELECT 'half', txid, seq FROM commits WHERE stream = %s", (tables[1],))
    with pytest.raises(LogAheadOfCluster, match="plateau rebase"):
        migrate(database)

    rebase(database)

    assert migrate(database) == ()
    told = store.append(batch(tables[0], store.head(tables[0]) or GENESIS))
    with pool.connection() as connection:
        row = connection.execute("SELECT txid::text::bigint, seq FROM cursors").fetchone()
        assert row is not None
        first = [entry.commit.stream for entry in read(connection, Cursor(0, 0))][:4]
        rest = [entry.commit.stream for entry in read(connection, Cursor(*row))][:2]
    assert (first, rest) == (tables, tables[2:])
    with pool.connection() as connection, pytest.raises(psycopg.errors.InsufficientPrivilege):
        connection.execute("UPDATE commits SET meta = '{}'")
    pool.close()


@pytest.fixture
def folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Give a copy of the folder of steps to add to."""
    for step in migrating.FOLDER.glob("*.sql"):
        (tmp_path / step.name).write_text(step.read_text())
    monkeypatch.setattr(migrating, "all_steps", lambda real=migrating.all_steps: real(tmp_path))
    return tmp_path


@pytest.fixture
def virgin(spare_postgres: Postgres) -> Iterator[Virgin]:
    """Give a server that has never seen our roles."""
    virgin = Virgin(spare_postgres)
    yield virgin
    virgin.clear()
