"""Stored streams against their chain."""

from collections.abc import Iterator
from uuid import UUID

import psycopg
import pytest

from events.audit import verified
from events.envelope import GENESIS, Appended, new_stream_id
from events.errors import ChainBroken
from events.pool import Pool
from events.store import Store
from tests.events.examples import SALT_KEY, batch, events, meta

TRIGGERS = "ALTER TABLE events {0} TRIGGER append_only; ALTER TABLE commits {0} TRIGGER append_only"


@pytest.fixture
def store(database_url: str) -> Iterator[Store]:
    """Give a store on the database that all tests share: what is doctored here is one stream of it."""
    pool = Pool(database_url, size=2)
    yield Store(pool)
    pool.close()


@pytest.fixture
def table(store: Store) -> UUID:
    """Give a table of three commits and six events."""
    table, position = new_stream_id(), GENESIS
    for size in (2, 3, 1):
        secrets = {} if position.version else {"salt": SALT_KEY}
        told = store.append(
            batch(table, position, events=events(size, name="été"), meta=meta(seat=size), secrets=secrets)
        )
        assert isinstance(told, Appended)
        position = told.position
    return table


def test_a_stream_as_it_was_written_verifies(store: Store, table: UUID) -> None:
    assert verified(store.pool, table) == store.head(table)
    assert verified(store.pool, new_stream_id()) == GENESIS


@pytest.mark.parametrize(
    ("doctoring", "version", "reason"),
    [
        (
            "UPDATE events SET payload = payload || '{\"n\": 7}' WHERE stream = %(table)s AND version = 4",
            4,
            "example.noted.v1. was changed",
        ),
        (
            "UPDATE events SET payload = payload || '{\"n\": 0.5}' WHERE stream = %(table)s AND version = 4",
            4,
            "was changed",
        ),
        ("UPDATE events SET type = 'example.noted.v2' WHERE stream = %(table)s AND version = 2", 2, "was changed"),
        ("UPDATE events SET leaf = sha256('x') WHERE stream = %(table)s AND version = 5", 5, "was changed"),
        ("DELETE FROM events WHERE stream = %(table)s AND version = 3", 3, "missing"),
        ("DELETE FROM events WHERE stream = %(table)s AND version = 6", 6, "missing"),
        ("UPDATE commits SET meta = meta || '{\"seat\": 0}' WHERE stream = %(table)s AND last = 5", 5, "metadata"),
        ("UPDATE commits SET at = at + interval '1 microsecond' WHERE stream = %(table)s AND last = 2", 2, "head"),
        ("DELETE FROM commits WHERE stream = %(table)s AND last = 5", 3, "no commit begins here"),
        ("DELETE FROM commits WHERE stream = %(table)s AND last = 6", 6, "the log ends at 5"),
        ("UPDATE streams SET head = sha256('x') WHERE stream = %(table)s", 7, "the log ends at 6"),
        (
            "INSERT INTO events SELECT stream, 7, type, schema, payload, leaf FROM events"
            " WHERE stream = %(table)s AND version = 6",
            7,
            "beyond",
        ),
    ],
)
def test_a_doctored_row_is_named(
    store: Store, table: UUID, database_url: str, doctoring: str, version: int, reason: str
) -> None:
    with psycopg.connect(database_url) as superuser:
        superuser.execute(TRIGGERS.format("DISABLE"))
        superuser.execute(doctoring, {"table": table})
        superuser.execute(TRIGGERS.format("ENABLE ALWAYS"))
    with pytest.raises(ChainBroken, match=reason) as broken:
        verified(store.pool, table)
    assert (broken.value.stream, broken.value.version) == (table, version)
