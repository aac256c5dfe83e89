"""Snapshots: used only when nothing speaks against them."""

from pathlib import Path
from uuid import UUID

import psycopg
import pytest
from msgspec import Struct

from events.envelope import GENESIS, Appended, NewEvent, Position, new_stream_id
from events.pool import Pool
from events.snapshots import Snapshot, latest, save, schema_digest
from events.store import Store
from tests.events.children import killed
from tests.events.examples import batch, events

SCHEMA = b"s" * 32


class Table(Struct):
    """A table of five versions."""

    stream: UUID
    positions: list[Position]


@pytest.fixture
def table(store: Store) -> Table:
    table = Table(new_stream_id(), [GENESIS])
    for _ in range(5):
        _play(store, table, *events(1))
    return table


def test_the_newest_is_found(pool: Pool, table: Table) -> None:
    assert latest(pool, table.stream, 5, SCHEMA) is None
    for version in (2, 4):
        save(pool, _snapshot(table, version))
    assert latest(pool, table.stream, 5, SCHEMA) == _snapshot(table, 4)
    assert latest(pool, table.stream, 3, SCHEMA) == _snapshot(table, 2)
    assert latest(pool, table.stream, 1, SCHEMA) is None


def test_one_of_another_schema_is_ignored(pool: Pool, table: Table) -> None:
    save(pool, _snapshot(table, 2))
    save(pool, _snapshot(table, 4, schema=b"other" * 6))
    assert latest(pool, table.stream, 5, SCHEMA) == _snapshot(table, 2)


def test_one_with_another_head_is_ignored(pool: Pool, table: Table) -> None:
    save(pool, _snapshot(table, 2))
    save(pool, _snapshot(table, 4, head=bytes(32)))
    assert latest(pool, table.stream, 5, SCHEMA) == _snapshot(table, 2)


def test_one_that_was_rewound_is_ignored_until_it_is_redone(store: Store, pool: Pool, table: Table) -> None:
    save(pool, _snapshot(table, 2))
    save(pool, _snapshot(table, 4))
    _play(store, table, NewEvent("table.rewound.v1", {"to": 3}))
    assert latest(pool, table.stream, 6, SCHEMA) == _snapshot(table, 2)
    assert latest(pool, table.stream, 5, SCHEMA) == _snapshot(table, 4)
    _play(store, table, NewEvent("table.rewound.v1", {"to": 5}))
    assert latest(pool, table.stream, 7, SCHEMA) == _snapshot(table, 4)


def test_a_few_are_kept(pool: Pool, table: Table, superuser: psycopg.Connection) -> None:
    for version in (1, 2, 3, 4, 5, 5):
        save(pool, _snapshot(table, version))
    assert superuser.execute("SELECT version FROM snapshots ORDER BY 1").fetchall() == [(3,), (4,), (5,)]


def test_dying_after_a_snapshot_does_no_harm(pool: Pool, table: Table, database: str, tmp_path: Path) -> None:
    code = (
        "from uuid import UUID; from events.pool import Pool; from events.snapshots import Snapshot, save\n"
        f"save(Pool({database!r}), Snapshot(stream=UUID({str(table.stream)!r}), version=4,"
        f" head={table.positions[4].head!r}, schema={SCHEMA!r}, state=b'state 4'))"
    )
    assert killed(code, "snapshot.written", tmp_path)
    assert latest(pool, table.stream, 5, SCHEMA) == _snapshot(table, 4)


def test_the_digest_follows_the_shape_of_the_state() -> None:
    class Before(Struct):
        coins: int

    class After(Struct):
        coins: int
        stones: int = 0

    same = type("Before", (Struct,), {"__annotations__": {"coins": int}})
    assert schema_digest(Before) == schema_digest(same)
    assert schema_digest(Before) != schema_digest(After)
    assert schema_digest(Before, After) != schema_digest(After)


def _snapshot(table: Table, version: int, **fields: bytes) -> Snapshot:
    given = {"head": table.positions[version].head, "schema": SCHEMA, "state": b"state %d" % version, **fields}
    return Snapshot(stream=table.stream, version=version, **given)


def _play(store: Store, table: Table, *new: NewEvent) -> None:
    told = store.append(batch(table.stream, table.positions[-1], events=new))
    assert isinstance(told, Appended)
    table.positions.append(told.position)
