"""Bringing a database to the shape that this code needs, one recorded transaction per step."""

from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path

import psycopg
from msgspec import Struct
from psycopg.conninfo import conninfo_to_dict

from events import faults, roles
from events.errors import DatabaseNewer, LogAheadOfCluster, MigrationFailed
from events.pool import APP, OWNER, Connection

FOLDER = Path(__file__).parent / "migrations"
_OLDEST_SERVER = 140_000
_LOCK = 7_523_094_288  # any number of our own: two migrators of one database take turns
_RECORD = "INSERT INTO migrations (number, name, digest) VALUES (%s::int, %s, %s)"
_TABLE = f"""
CREATE TABLE IF NOT EXISTS migrations (
  number int PRIMARY KEY,
  name text NOT NULL,
  digest bytea NOT NULL,
  at timestamptz NOT NULL DEFAULT now()
);
GRANT SELECT ON migrations TO {APP};
"""


class Step(Struct, frozen=True):
    """One file of the folder `migrations`."""

    number: int
    name: str
    text: str

    @property
    def digest(self) -> bytes:
        """Tell whether a step that was carried out has been edited since."""
        return sha256(self.text.encode()).digest()


def migrate(url: str) -> tuple[str, ...]:
    """Carry out all pending steps and return their names."""
    with migrating(url) as connection:
        if not _applied(connection):
            with connection.transaction():
                connection.execute(f"SET LOCAL ROLE {OWNER}")
                connection.execute(_TABLE)
        steps = _pending(connection)
        for step in steps:
            _carry_out(connection, step)
        check_transaction_ids(connection)
        return tuple(step.name for step in steps)


@contextmanager
def migrating(url: str) -> Iterator[Connection]:
    """Connect with the login's own rights, alone among migrators, with the roles in place."""
    with _connection(url) as connection, _alone(connection):
        roles.ensure(connection)
        yield connection


def pending(url: str) -> tuple[str, ...]:
    """Name the steps that this database still lacks."""
    with _connection(url) as connection:
        return tuple(step.name for step in _pending(connection))


def check_transaction_ids(connection: Connection) -> None:
    """Refuse a log whose transaction ids this cluster has yet to reach: readers of the whole log would stand still."""
    ahead = connection.execute(
        "SELECT 1 FROM commits WHERE txid >= pg_snapshot_xmax(pg_current_snapshot()) LIMIT 1"
    ).fetchone()
    if ahead:
        raise LogAheadOfCluster(
            "the log carries transaction ids that this database server has not reached yet, as happens when a dump"
            " is restored into a new server: run `plateau rebase` once, then start again"
        )


def all_steps(folder: Path = FOLDER) -> tuple[Step, ...]:
    """Read the steps in their order."""
    return tuple(
        Step(int(path.name.partition("_")[0]), path.stem, path.read_text(encoding="utf-8"))
        for path in sorted(folder.glob("[0-9]*_*.sql"))
    )


def _pending(connection: Connection) -> tuple[Step, ...]:
    applied = _applied(connection)
    steps = all_steps()
    unknown = sorted(applied.keys() - {step.number for step in steps})
    if unknown:
        names = ", ".join(applied[number][0] for number in unknown)
        raise DatabaseNewer(f"the database was migrated by newer code ({names}): run that version, or restore a backup")
    for step in steps:
        if step.number in applied and applied[step.number][1] != step.digest:
            raise MigrationFailed(
                f"{step.name} was edited after it had been carried out: put it back and add a new step"
            )
    return tuple(step for step in steps if step.number not in applied)


def _applied(connection: Connection) -> dict[int, tuple[str, bytes]]:
    if connection.execute("SELECT to_regclass('public.migrations')").fetchone() == (None,):
        return {}
    rows = connection.execute("SELECT number, name, digest FROM migrations").fetchall()
    return {number: (name, digest) for number, name, digest in rows}


def _carry_out(connection: Connection, step: Step) -> None:
    try:
        with connection.transaction():
            connection.execute(f"SET LOCAL ROLE {OWNER}")
            connection.execute(step.text.encode())
            connection.execute(_RECORD, (step.number, step.name, step.digest))
            faults.reach("migrate.step")
    except psycopg.Error as error:
        raise MigrationFailed(f"{step.name} failed and was undone: {error}") from error


@contextmanager
def _connection(url: str) -> Iterator[Connection]:
    try:
        connection = psycopg.connect(url, autocommit=True, connect_timeout=10)
    except psycopg.OperationalError as error:
        raise MigrationFailed(f"no connection to the database at {_where(url)}: {str(error).strip()}") from error
    with connection:
        if connection.info.server_version < _OLDEST_SERVER:
            raise MigrationFailed("PostgreSQL 14 or newer is needed")
        yield connection


def _where(url: str) -> str:
    parts = conninfo_to_dict(url)
    return f"{parts.get('host', 'localhost')}/{parts.get('dbname', '')}"


@contextmanager
def _alone(connection: Connection) -> Iterator[None]:
    connection.execute("SET lock_timeout = '60s'")
    try:
        connection.execute("SELECT pg_advisory_lock(%s)", (_LOCK,))
    except psycopg.errors.LockNotAvailable as error:
        raise MigrationFailed("another migration of this database has been running for a minute: try later") from error
    connection.execute("SET lock_timeout = 0")
    try:
        yield
    finally:
        if not connection.closed:
            connection.execute("SELECT pg_advisory_unlock(%s)", (_LOCK,))
