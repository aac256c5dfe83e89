"""What the runtime role may do, and what nobody may."""

import psycopg
import pytest

from events.envelope import new_stream_id
from events.pool import connect
from events.store import Store
from tests.events.examples import SALT_KEY, batch

LOG = ("events", "commits", "secrets", "leaves", "checkpoints")
CHANGES = {
    "events": "UPDATE events SET payload = '{}'",
    "commits": "UPDATE commits SET meta = '{}'",
    "secrets": "UPDATE secrets SET value = ''",
    "leaves": "UPDATE leaves SET version = 1",
    "checkpoints": "UPDATE checkpoints SET note = ''",
}


def _attempts(table: str) -> list[str]:
    return [CHANGES[table], f"DELETE FROM {table}", f"TRUNCATE {table}"]


@pytest.mark.parametrize("sql", [sql for table in LOG for sql in _attempts(table)])
def test_the_runtime_role_cannot_change_the_log(database_url: str, sql: str) -> None:
    with connect(database_url) as connection, pytest.raises(psycopg.errors.InsufficientPrivilege):
        connection.execute(sql)


@pytest.mark.parametrize(
    "sql",
    [
        "INSERT INTO events VALUES (gen_random_uuid(), 1, 'a.b.v1', 1, '{}', sha256(''))",
        "INSERT INTO secrets VALUES (gen_random_uuid(), 'seed', '')",
        "UPDATE streams SET version = version + 1",
        "DELETE FROM streams",
        "TRUNCATE streams",
        "INSERT INTO migrations VALUES (1, 'x', '')",
        "SELECT append_change('{}')",
        "SELECT claim_key('{}')",
        "ALTER TABLE events DISABLE TRIGGER append_only",
        "CREATE TABLE mine (a int)",
        "SET ROLE plateau_owner; DROP TABLE events",
    ],
)
def test_the_runtime_role_writes_the_log_by_append_alone(database_url: str, sql: str) -> None:
    login = "CREATE ROLE bob LOGIN; GRANT plateau_app TO bob"
    with psycopg.connect(database_url, autocommit=True) as superuser, superuser.transaction(force_rollback=True):
        superuser.execute(login)
        superuser.execute("SET SESSION AUTHORIZATION bob")
        with pytest.raises(psycopg.errors.InsufficientPrivilege), superuser.transaction():
            superuser.execute(sql)


@pytest.mark.parametrize("replication", ["origin", "replica"])
def test_even_a_superuser_meets_the_triggers(store: Store, superuser: psycopg.Connection, replication: str) -> None:
    store.append(batch(secrets={"salt": SALT_KEY}))
    superuser.execute(f"SET session_replication_role = {replication}")
    for sql in [sql for table in LOG for sql in _attempts(table)] + ["DELETE FROM streams", "TRUNCATE streams"]:
        with pytest.raises(psycopg.DatabaseError, match="append-only") as refused:
            superuser.execute(sql)
        assert refused.value.sqlstate == "PT403"


def test_append_must_be_the_first_write_of_its_transaction(database: str) -> None:
    with connect(database) as connection, connection.transaction():
        connection.execute("INSERT INTO cursors VALUES ('x', '1', 1)")
        with pytest.raises(psycopg.DatabaseError, match="first write") as refused, connection.transaction():
            connection.execute("""SELECT append('{"changes": []}')""")
    assert refused.value.sqlstate == "PT412"


def test_connections_time_out_rather_than_hold_the_feed(database_url: str) -> None:
    with connect(database_url) as connection:
        settings = ("role", "TimeZone", "idle_in_transaction_session_timeout", "transaction_timeout")
        shown = [connection.execute(f"SHOW {name}").fetchone() for name in settings]
    assert shown == [("plateau_app",), ("UTC",), ("10s",), ("30s",)]


def test_options_of_the_address_are_kept(database_url: str) -> None:
    url = psycopg.conninfo.make_conninfo(database_url, options="-c work_mem=7MB")
    with connect(url) as connection:
        assert connection.execute("SHOW work_mem").fetchone() == ("7MB",)
        assert connection.execute("SELECT current_user").fetchone() == ("plateau_app",)


def test_secrets_are_read_by_the_runtime_role(store: Store) -> None:
    table = new_stream_id()
    store.append(batch(table, secrets={"salt": SALT_KEY}))
    assert store.secret(table, "salt") == SALT_KEY
