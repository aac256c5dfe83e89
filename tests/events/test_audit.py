"""Stored streams against their chain."""

import psycopg
import pytest

from events.audit import verified
from events.envelope import GENESIS, Appended, Position, new_stream_id
from events.errors import ChainBroken
from events.store import Store
from tests.events.examples import SALT_KEY, batch, events, meta

TABLE = new_stream_id()


@pytest.fixture
def position(store: Store) -> Position:
    position = GENESIS
    for size in (2, 3, 1):
        secrets = {} if position.version else {"salt": SALT_KEY}
        told = store.append(
            batch(TABLE, position, events=events(size, name="été"), meta=meta(seat=size), secrets=secrets)
        )
        assert isinstance(told, Appended)
        position = told.position
    return position


def test_a_stream_as_it_was_written_verifies(store: Store, position: Position) -> None:
    assert verified(store.pool, TABLE) == position
    assert verified(store.pool, new_stream_id()) == GENESIS


@pytest.mark.parametrize(
    ("doctoring", "version", "reason"),
    [
        ("UPDATE events SET payload = payload || '{\"n\": 7}' WHERE version = 4", 4, "example.noted.v1. was changed"),
        ("UPDATE events SET payload = payload || '{\"n\": 0.5}' WHERE version = 4", 4, "was changed"),
        ("UPDATE events SET type = 'example.noted.v2' WHERE version = 2", 2, "was changed"),
        ("UPDATE events SET leaf = sha256('x') WHERE version = 5", 5, "was changed"),
        ("DELETE FROM events WHERE version = 3", 3, "missing"),
        ("DELETE FROM events WHERE version = 6", 6, "missing"),
        ("UPDATE commits SET meta = meta || '{\"seat\": 0}' WHERE last = 5", 5, "metadata"),
        ("UPDATE commits SET at = at + interval '1 microsecond' WHERE last = 2", 2, "head"),
        ("DELETE FROM commits WHERE last = 5", 3, "no commit begins here"),
        ("DELETE FROM commits WHERE last = 6", 6, "the log ends at 5"),
        ("UPDATE streams SET head = sha256('x')", 7, "the log ends at 6"),
        ("INSERT INTO events SELECT stream, 7, type, schema, payload, leaf FROM events WHERE version = 6", 7, "beyond"),
    ],
)
def test_a_doctored_row_is_named(
    store: Store, position: Position, superuser: psycopg.Connection, doctoring: str, version: int, reason: str
) -> None:
    superuser.execute("ALTER TABLE events DISABLE TRIGGER ALL; ALTER TABLE commits DISABLE TRIGGER ALL")
    superuser.execute(doctoring)
    with pytest.raises(ChainBroken, match=reason) as broken:
        verified(store.pool, TABLE)
    assert (broken.value.stream, broken.value.version) == (TABLE, version)
