"""Old shapes brought to the newest on read."""

import psycopg
import pytest

from events import upcasts
from events.audit import verified
from events.envelope import Appended, NewEvent, Payload, new_stream_id
from events.store import Store
from events.upcasts import newest, upcast
from tests.events.examples import SALT_KEY, batch


@pytest.fixture(autouse=True)
def _registered(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two steps for one type, forgotten after the test."""
    monkeypatch.setattr(upcasts, "_upcasts", {})

    @upcast("example.paid.v1")
    def name_the_coins(payload: Payload) -> Payload:
        return {"coins": payload["amount"]}

    @upcast("example.paid.v2")
    def say_to_whom(payload: Payload) -> Payload:
        return {**payload, "to": None}


def test_every_step_is_taken() -> None:
    assert newest("example.paid.v1", 1, {"amount": 3}) == ("example.paid.v3", 3, {"coins": 3, "to": None})
    assert newest("example.paid.v2", 2, {"coins": 3}) == ("example.paid.v3", 3, {"coins": 3, "to": None})
    assert newest("example.kept.v1", 1, {"a": 1}) == ("example.kept.v1", 1, {"a": 1})


def test_reading_gives_the_newest_and_the_log_keeps_the_old(store: Store, superuser: psycopg.Connection) -> None:
    table = new_stream_id()
    stored = batch(table, events=(NewEvent("example.paid.v1", {"amount": 3}),), secrets={"salt": SALT_KEY})
    told = store.append(stored)
    assert isinstance(told, Appended)
    (event,) = store.read(table)
    assert (event.type, event.schema, event.payload) == ("example.paid.v3", 3, {"coins": 3, "to": None})
    row = superuser.execute("SELECT type, schema, payload FROM events").fetchone()
    assert row == ("example.paid.v1", 1, {"amount": 3})
    assert verified(store.pool, table) == told.position


def test_a_type_has_one_upcast() -> None:
    with pytest.raises(ValueError, match="has an upcast already"):
        upcast("example.paid.v1")(dict)
    with pytest.raises(ValueError, match="ends in its version"):
        upcast("example.paid")
