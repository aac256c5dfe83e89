"""Tables before and around a match, over HTTP."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest

from tests.api.conftest import Person
from tests.api.test_playing import opened, started


def test_creating_twice_with_one_key_makes_one_table(alice: Person) -> None:
    body, key = {"game": "kepler", "name": "once", "seats": 2}, {"Idempotency-Key": str(uuid4())}
    first, again = (alice.post("/v1/tables", json=body, headers=key) for _ in range(2))
    assert first.json["id"] == again.json["id"]
    assert again.headers["Idempotency-Replayed"] == "true"
    other = alice.post("/v1/tables", json={**body, "name": "twice"}, headers=key)
    assert (other.status_code, other.json["code"]) == (422, "idempotency-reused")


def test_the_host_changes_conditions_only_from_what_was_read(alice: Person, bob: Person) -> None:
    table = opened(alice)
    address = f"/v1/tables/{table}"
    assert alice.patch(address, json={"name": "Saturday"}).status_code == 428
    assert alice.patch(address, json={"name": "Saturday"}, headers={"If-Match": '"99"'}).status_code == 412
    tag = alice.get(address).headers["ETag"]
    assert bob.patch(address, json={"name": "mine"}, headers={"If-Match": tag}).json["code"] == "not-your-table"
    changed = alice.patch(address, json={"name": "Saturday", "options": {"round_limit": 5}}, headers={"If-Match": tag})
    assert (changed.json["name"], changed.json["options"]) == ("Saturday", {"round_limit": 5})
    wrong = alice.patch(address, json={"options": {"round_limit": 1}}, headers={"If-Match": "*"})
    assert (wrong.status_code, wrong.json["code"]) == (422, "invalid-options")
    assert alice.delete(address, headers={"If-Match": tag}).status_code == 412
    assert alice.delete(address, headers={"If-Match": "*"}).status_code == 204
    assert alice.get(address).json["status"] == "withdrawn"


def test_a_private_table_opens_to_invited_players_and_codes_only(alice: Person, bob: Person, carol: Person) -> None:
    table = opened(alice, visibility="private")
    address = f"/v1/tables/{table}"
    assert bob.get(address).status_code == 404
    assert bob.put(f"{address}/seats/1", json={}).status_code == 404
    assert table not in [item["id"] for item in bob.get("/v1/tables?limit=200").json["items"]]
    code = alice.post(f"{address}/invitations", json={}).json["code"]
    assert bob.put(f"{address}/seats/1", json={"invitation_code": code}).status_code == 201
    assert alice.post(f"{address}/invitations", json={"player_id": carol.id}).json["code"] is None
    assert carol.get(address).status_code == 200
    assert carol.put(f"{address}/seats/1", json={}).json["code"] in ("seat-taken", "table-full")


def test_seats_are_taken_and_left(alice: Person, bob: Person) -> None:
    table = opened(alice)
    address = f"/v1/tables/{table}"
    assert alice.post(f"{address}/start").json["code"] == "wrong-status"
    assert alice.put(f"{address}/seats/0", json={}).status_code == 201
    assert alice.put(f"{address}/seats/0", json={}).status_code == 200
    assert bob.put(f"{address}/seats/0", json={}).json["code"] == "seat-taken"
    assert bob.put(f"{address}/seats/1", json={"engine": "random"}).json["code"] == "not-your-table"
    assert alice.put(f"{address}/seats/1", json={"engine": "oracle"}).json["code"] == "invalid-options"
    assert alice.put(f"{address}/seats/1", json={"engine": "random"}).status_code == 201
    assert alice.put(f"{address}/seats/7", json={}).status_code == 404
    assert bob.delete(f"{address}/seats/0").json["code"] == "not-your-seat"
    assert alice.delete(f"{address}/seats/1").status_code == 204
    assert [seat["occupant"] is None for seat in alice.get(address).json["seats"]] == [False, True]


def test_a_seat_that_resigns_is_asked_no_more(alice: Person, bob: Person) -> None:
    table = started(alice, bob, leaver_policy="random")
    left = bob.post(f"/v1/tables/{table}/resignations")
    assert left.status_code == 201
    assert [seat["resigned"] for seat in left.json["seats"]] == [False, True]
    assert bob.post(f"/v1/tables/{table}/resignations").json["code"] == "wrong-status"
    assert all(item["form"] is None for item in bob.get(f"/v1/tables/{table}/decisions").json["items"])


@pytest.mark.parametrize(
    "wish",
    [
        {"seats": 9},
        {"options": {"round_limit": 0}},
        {"options": {"unknown": 1}},
        {"game": "chess"},
        {"chance": {"source": "fixed"}},
        {"rated": True, "chance": {"source": "entered"}},
        {"clock": {"kind": "per_decision"}},
        {"position": {"state": {}}},
    ],
)
def test_wishes_that_cannot_be_met_are_refused(alice: Person, wish: dict[str, Any]) -> None:
    refused = alice.post("/v1/tables", json={"game": "kepler", "name": "odd", "seats": 2, **wish})
    assert refused.status_code == 422, refused.text
    assert refused.json["code"] in ("invalid-options", "invalid-position", "invalid-body")


def test_instructions_are_kept_for_the_seat(alice: Person, bob: Person, carol: Person) -> None:
    table = started(alice, bob)
    body = {"pass_kinds": ["react"], "until": "match"}
    kept = alice.put(f"/v1/tables/{table}/instructions", json=body)
    assert (kept.status_code, kept.json["seat"], kept.json["pass_kinds"]) == (200, 0, ["react"])
    assert alice.put(f"/v1/tables/{table}/instructions", json={**body, "until": "never"}).status_code == 422
    assert carol.put(f"/v1/tables/{table}/instructions", json=body).json["code"] == "not-your-seat"
    assert "table.instructed.v1" not in {e["type"] for e in bob.get(f"/v1/tables/{table}/events").json["items"]}
