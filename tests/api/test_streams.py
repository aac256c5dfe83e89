"""Streams as the contract describes them, message by message."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from flask import Flask
from schemathesis.openapi.checks import JsonSchemaError

from api import streams
from api.app import create_app
from server.tables.hub import Bounds
from tests.api.conftest import Person
from tests.api.test_rewinds import crossing, playing
from tests.contract.checked import CheckedClient


def names(text: str) -> list[str]:
    """The names of the messages of a stream."""
    return [line.removeprefix("event: ") for line in text.splitlines() if line.startswith("event: ")]


def test_every_kind_of_message_fits_the_contract(alice: Person, bob: Person) -> None:
    table = playing(alice, bob)
    mover, other, seat = crossing(table, (alice, bob))
    proposal = mover.post(f"{table}/rewinds", json={"kind": "undo"}).json
    other.put(f"{table}/rewinds/{proposal['id']}/votes/{1 - seat}", json={"agrees": True})
    told = alice.get(f"{table}/stream?follow=false")
    assert {"table", "move", "rewind", "decision"} <= set(names(told.text))
    lost = alice.get(f"{table}/stream?follow=false", headers={"Last-Event-ID": "999"})
    assert names(lost.text) == ["resync", "decision"]
    gathering = (
        f"/v1/tables/{alice.post('/v1/tables', json={'game': 'kepler', 'name': 'short', 'seats': 2}).json['id']}"
    )
    alice.delete(gathering, headers={"If-Match": "*"})
    assert names(alice.get(f"{gathering}/stream").text) == ["table", "table", "closed"]


def test_a_message_that_does_not_fit_is_noticed(alice: Person, bob: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    table = playing(alice, bob)
    monkeypatch.setattr(streams, "seats_shown", lambda table: [{"seat": "first"}])
    with pytest.raises(JsonSchemaError):
        alice.get(f"{table}/stream?follow=false")


@pytest.fixture
def short_lived(database_url: str, redis_url: str) -> Iterator[Flask]:
    """An application whose streams last for a moment."""
    made = create_app(database_url, redis_url, bounds=Bounds(seconds=0.3))
    made.test_client_class = CheckedClient
    yield made
    made.extensions["plateau"].pool.close()


def test_a_stream_ends_after_its_time_and_says_when_to_come_back(
    short_lived: Flask, alice: Person, bob: Person
) -> None:
    table = playing(alice, bob)
    client = short_lived.test_client()
    told = client.get(f"{table}/stream", headers={"Authorization": f"Bearer {alice.secret}"})
    assert told.text.startswith("retry: ")
    assert told.text.rstrip().splitlines()[-1].startswith("retry: ")
