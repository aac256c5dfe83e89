"""Seats that change hands or are added while a match runs, over HTTP."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import UUID

from flask import Flask

from server.records.exporting import export
from server.records.verifying import verify
from tests.api.conftest import Person
from tests.api.test_playing import opened, started

Register = Callable[[str], Person]


def climate(host: Person, **wishes: Any) -> str:
    """A running climate table: its host, and two built-in opponents; its address."""
    table = f"/v1/tables/{opened(host, game='climate', seats=3, **wishes)}"
    host.put(f"{table}/seats/0", json={})
    for seat in (1, 2):
        host.put(f"{table}/seats/{seat}", json={"engine": "random"})
    assert host.post(f"{table}/start").status_code == 201
    return table


def play_on(app: Flask, table: str, people: dict[int, Person], until: Callable[[dict[str, Any]], bool]) -> None:
    """Everybody gives defaults, workers work, until a state is reached."""
    use_cases, name = app.extensions["plateau"].tables.playing, UUID(table.rpartition("/")[2])
    for _ in range(600):
        if until(people[0].get(f"{table}/views/me").json["state"]):
            return
        if use_cases.resolve(name, "test") or use_cases.play_engine(name, "test"):
            continue
        for who in people.values():
            for entry in who.get(f"{table}/decisions").json["items"]:
                if entry["form"] and entry["mode"] != "offer":
                    who.put(f"{table}/decisions/{entry['id']}/answer", json={"answer": entry["default"]})
                    break
    raise AssertionError("never reached")


def kinds(who: Person, table: str) -> list[str]:
    """What somebody is asked."""
    return [entry["kind"] for entry in who.get(f"{table}/decisions").json["items"] if entry["form"]]


def test_a_newcomer_joins_a_running_match_by_invitation(app: Flask, alice: Person, bob: Person) -> None:
    table = climate(alice)
    refused = bob.put(f"{table}/seats/3", json={})
    assert (refused.status_code, refused.json["code"]) == (403, "not-your-table")
    code = alice.post(f"{table}/invitations", json={}).json["code"]
    assert bob.put(f"{table}/seats/4", json={"invitation_code": code}).json["code"] == "not-found"
    assert bob.put(f"{table}/seats/3", json={"invitation_code": code, "contribution": "x"}).status_code == 422
    assert bob.put(f"{table}/seats/3", json={"invitation_code": code}).status_code == 201
    assert bob.put(f"{table}/seats/3", json={"invitation_code": code}).status_code == 200
    assert len(bob.get(table).json["seats"]) == 4
    play_on(app, table, {0: alice}, lambda state: len(state["seats"]) == 4)
    assert kinds(bob, table) == ["pick_character"]
    play_on(app, table, {0: alice, 3: bob}, lambda state: state["turn"] == 4)
    seen = bob.get(f"{table}/views/me").json["state"]
    assert seen["seats"][3]["character"] and seen["hands"][3] is not None
    assert alice.get(f"{table}/views/3").json["code"] == "not-your-seat"
    with_event = {event["type"] for event in alice.get(f"{table}/events?limit=1000").json["items"]}
    assert {"table.joined.v1", "climate.seat_joined.v1", "climate.seat_entered.v1"} <= with_event


def test_a_newcomer_stays_whatever_is_taken_back(app: Flask, alice: Person, bob: Person) -> None:
    table = climate(alice, undo_policy="director", chance={"source": "fixed", "seed": "join"})
    play_on(app, table, {0: alice}, lambda state: bool(kinds(alice, table)))
    before = alice.get(table).json["version"]
    alice.post(f"{table}/invitations", json={"player_id": bob.id})
    assert bob.put(f"{table}/seats/3", json={}).status_code == 201
    assert alice.get(f"{table}/views/me").json["state"]["joining"] == [3]
    (asked,) = [entry for entry in alice.get(f"{table}/decisions").json["items"] if entry["form"]]
    assert alice.put(f"{table}/decisions/{asked['id']}/answer", json={"answer": asked["default"]}).status_code == 201
    rewound = alice.post(f"{table}/rewinds", json={"kind": "undo", "to_version": before, "reason": "a slip"})
    assert rewound.status_code == 201, rewound.text
    assert alice.get(f"{table}/views/me").json["state"]["joining"] == [3]
    play_on(app, table, {0: alice, 3: bob}, lambda state: len(state["seats"]) == 4 and state["turn"] == 3)
    assert_verified(app, table)


def assert_verified(app: Flask, table: str) -> None:
    """The rules decide the whole log again."""
    services = app.extensions["plateau"]
    loaded = services.tables.playing.wait(UUID(table.rpartition("/")[2]), 0)
    verdict = verify(export(services.pool, loaded))
    assert verdict.finding is None, verdict.finding


def test_at_most_five_sit_and_other_games_take_no_newcomers(alice: Person, bob: Person, person: Register) -> None:
    table = climate(alice)
    for seat in (3, 4):
        assert alice.put(f"{table}/seats/{seat}", json={"engine": "random"}).status_code == 201
    full = alice.put(f"{table}/seats/5", json={"engine": "random"})
    assert (full.status_code, full.json["code"]) == (409, "no-place")
    assert full.json["rules"][0]["id"] == "climate.seat.join"
    closed = alice.put(f"/v1/tables/{started(alice, bob)}/seats/2", json={"engine": "random"})
    assert (closed.status_code, closed.json["code"]) == (409, "no-place")


def test_a_seat_is_taken_over(app: Flask, alice: Person, bob: Person, person: Register) -> None:
    table = f"/v1/tables/{started(alice, bob, leaver_policy='random')}"
    dan = person("dan")
    assert dan.put(f"{table}/seats/1", json={}).json["code"] == "seat-taken"
    bob.post(f"{table}/resignations")
    assert dan.put(f"{table}/seats/1", json={}).json["code"] == "not-your-table"
    alice.post(f"{table}/invitations", json={"player_id": dan.id})
    seat = dan.put(f"{table}/seats/1", json={}).json["seats"][1]
    assert (seat["occupant"]["id"], seat["mine"], seat["resigned"]) == (dan.id, True, False)
    assert bob.get(f"{table}/views/1").json["code"] == "not-your-seat"
    handed = dan.put(f"{table}/seats/1", json={"engine": "sensible"})
    assert handed.json["seats"][1]["occupant"]["engine"] == "sensible", "a player hands the own seat to an engine"
    assert dan.put(f"{table}/seats/1", json={}).status_code == 201, "and, still invited, takes it back"
    assert_verified(app, table)


def test_who_left_comes_back_before_the_seat_is_gone(app: Flask, alice: Person, bob: Person) -> None:
    table = climate(alice)
    alice.put(f"{table}/seats/3", json={"engine": "random"})
    alice.post(f"{table}/invitations", json={"player_id": bob.id})
    bob.put(f"{table}/seats/1", json={})
    bob.post(f"{table}/resignations")
    assert alice.get(f"{table}/views/me").json["state"]["leaving"] == [1]
    assert bob.put(f"{table}/seats/1", json={}).status_code == 201
    assert alice.get(f"{table}/views/me").json["state"]["leaving"] == []
    play_on(app, table, {0: alice, 1: bob}, lambda state: len(state["seats"]) == 4 and state["turn"] == 3)
    bob.post(f"{table}/resignations")
    play_on(app, table, {0: alice}, lambda state: not state["seats"][1]["in_play"])
    gone = bob.put(f"{table}/seats/1", json={})
    assert (gone.status_code, gone.json["code"]) == (409, "no-place")
