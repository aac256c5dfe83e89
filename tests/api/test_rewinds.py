"""Undo and redo over HTTP: at once, by votes, by the director, and refused with the reason why."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest

from tests.api.conftest import Person


def playing(alice: Person, bob: Person, **wishes: Any) -> str:
    """A table at which both sit and the match runs; its address."""
    body = {"game": "kepler", "name": "rewinds", "seats": 2, "chance": {"source": "fixed", "seed": "r"}, **wishes}
    table = f"/v1/tables/{alice.post('/v1/tables', json=body).json['id']}"
    for seat, who in enumerate((alice, bob)):
        assert who.put(f"{table}/seats/{seat}", json={}).status_code == 201
    assert alice.post(f"{table}/start").status_code == 201
    return table


def play(table: str, people: tuple[Person, ...]) -> tuple[int, dict[str, Any]]:
    """Whoever is asked gives the default answer; tells the seat and the move."""
    for seat, who in enumerate(people):
        mine = [entry for entry in who.get(f"{table}/decisions").json["items"] if entry["form"]]
        if mine:
            address = f"{table}/decisions/{mine[0]['id']}/answer"
            return seat, who.put(address, json={"answer": mine[0]["default"]}).json
    raise AssertionError("nobody is asked")


def played_past_chance(table: str, people: tuple[Person, ...]) -> int:
    """Play until dice were rolled after a move; tells who moved."""
    for _ in range(30):
        seat, move = play(table, people)
        if any(event["type"] == "kepler.dice_rolled.v1" for event in move["events"]):
            return seat
    raise AssertionError("no dice were rolled")


def crossing(table: str, people: tuple[Person, ...]) -> tuple[Person, Person, int]:
    """Play past chance; tells mover, other and the mover's seat."""
    seat = played_past_chance(table, people)
    return people[seat], people[1 - seat], seat


@pytest.fixture
def people(alice: Person, bob: Person) -> tuple[Person, ...]:
    """Who sits at the table, by seat."""
    return alice, bob


def test_what_crosses_nothing_is_taken_back_and_brought_back_at_once(alice: Person, bob: Person, people: Any) -> None:
    table = playing(alice, bob)
    for _ in range(30):
        before = alice.get(f"{table}/views/me").json["state"]
        seat, move = play(table, people)
        made = people[seat].post(f"{table}/rewinds", json={"kind": "undo"})
        assert made.status_code == 201
        if made.json["status"] == "applied":
            break
        people[seat].delete(f"{table}/rewinds/{made.json['id']}")
    assert (made.json["crosses"], made.json["votes"], made.json["id"]) == ([], [], None)
    assert alice.get(f"{table}/views/me").json["state"] == before
    assert people[seat].get(f"{table}/moves/{move['id']}").json["undone"] is True
    redone = people[seat].post(f"{table}/rewinds", json={"kind": "redo"})
    assert (redone.status_code, redone.json["status"]) == (201, "applied")
    assert people[seat].get(f"{table}/moves/{move['id']}").json["undone"] is False
    again = people[seat].post(f"{table}/rewinds", json={"kind": "redo"})
    assert (again.status_code, again.json["code"]) == (409, "wrong-status")


def test_beyond_the_barrier_the_others_vote(alice: Person, bob: Person, people: Any) -> None:
    table = playing(alice, bob)
    mover, other, seat = crossing(table, people)
    made = mover.post(f"{table}/rewinds", json={"kind": "undo"})
    assert (made.status_code, made.json["status"]) == (201, "open")
    assert "chance" in made.json["crosses"]
    crossed = made.json["crossed"]
    assert any(entry["chance"] for entry in crossed) and crossed[0]["seat"] == seat
    told = mover.get(f"{table}/moves/{crossed[0]['move']}").json
    assert (told["seat"], told["from_version"]) == (seat, made.json["to_version"])
    assert made.json["votes"] == [{"voter": str(1 - seat), "agrees": None}]
    address = made.headers["Location"]
    assert other.get(address).json["kind"] == "undo"
    second = mover.post(f"{table}/rewinds", json={"kind": "undo"})
    assert (second.status_code, second.json["code"]) == (409, "proposal-open")
    assert mover.put(f"{address}/votes/{1 - seat}", json={"agrees": True}).json["code"] == "not-your-seat"
    voted = other.put(f"{address}/votes/{1 - seat}", json={"agrees": True})
    assert (voted.status_code, voted.json["status"]) == (200, "applied")
    assert other.put(f"{address}/votes/{1 - seat}", json={"agrees": True}).json == voted.json
    assert other.put(f"{address}/votes/{1 - seat}", json={"agrees": False}).status_code == 409
    listed = alice.get(f"{table}/rewinds")
    assert [entry["status"] for entry in listed.json["items"]] == ["applied"]
    tag = {"If-None-Match": listed.headers["ETag"]}
    assert alice.get(f"{table}/rewinds", headers=tag).status_code == 304
    assert alice.get(f"{table}/rewinds?after=0").json["items"] == []


def test_a_refusal_makes_the_next_request_wait(alice: Person, bob: Person, people: Any) -> None:
    table = playing(alice, bob)
    mover, other, seat = crossing(table, people)
    address = mover.post(f"{table}/rewinds", json={"kind": "undo"}).headers["Location"]
    assert other.put(f"{address}/votes/{1 - seat}", json={"agrees": False}).json["status"] == "refused"
    soon = mover.post(f"{table}/rewinds", json={"kind": "undo"})
    assert (soon.status_code, soon.json["code"]) == (409, "too-soon")
    assert 20 <= int(soon.headers["Retry-After"]) <= 30


def test_a_proposal_is_withdrawn_or_overtaken(alice: Person, bob: Person, people: Any) -> None:
    table = playing(alice, bob)
    mover, other, _ = crossing(table, people)
    address = mover.post(f"{table}/rewinds", json={"kind": "undo"}).headers["Location"]
    assert other.delete(address).json["code"] == "not-your-seat"
    assert mover.delete(address).status_code == 204
    assert mover.delete(address).status_code == 204
    assert mover.get(address).json["status"] == "withdrawn"
    further = mover.post(f"{table}/rewinds", json={"kind": "undo"}).headers["Location"]
    play(table, people)
    assert mover.get(further).json["status"] == "moved"
    assert mover.get(f"{table}/rewinds/7").json["code"] == "not-found"


def test_the_same_request_takes_effect_once(alice: Person, bob: Person, people: Any) -> None:
    table = playing(alice, bob)
    mover, other, seat = crossing(table, people)
    key = {"Idempotency-Key": str(uuid4())}
    first = mover.post(f"{table}/rewinds", json={"kind": "undo"}, headers=key)
    again = mover.post(f"{table}/rewinds", json={"kind": "undo"}, headers=key)
    assert (again.status_code, again.json) == (201, first.json)
    assert again.headers["Idempotency-Replayed"] == "true"
    assert mover.post(f"{table}/rewinds", json={"kind": "redo"}, headers=key).json["code"] == "idempotency-reused"
    assert len(mover.get(f"{table}/rewinds").json["items"]) == 1


@pytest.mark.parametrize(("policy", "code"), [("off", "undo-off"), ("free", "secret-crossed")])
def test_the_policy_of_the_table_is_kept(alice: Person, bob: Person, people: Any, policy: str, code: str) -> None:
    table = playing(alice, bob, undo_policy=policy)
    assert alice.get(table).json["undo_policy"] == policy
    mover, _, _ = crossing(table, people)
    refused = mover.post(f"{table}/rewinds", json={"kind": "undo"})
    assert (refused.status_code, refused.json["code"]) == (409, code)


def test_the_director_decides(alice: Person, bob: Person, people: Any) -> None:
    table = playing(alice, bob, undo_policy="director")
    start, start_for_bob = (who.get(table).json["version"] for who in people)
    mover, _, _ = crossing(table, people)
    asked = mover.post(f"{table}/rewinds", json={"kind": "undo"})
    assert asked.json["votes"] == [{"voter": "director", "agrees": None}]
    vote = f"{asked.headers['Location']}/votes/director"
    assert bob.put(vote, json={"agrees": True}).json["code"] == "not-your-seat"
    assert alice.put(vote, json={"agrees": True}).json["status"] == "applied"
    play(table, people)
    wanted = {"kind": "undo", "to_version": start, "reason": "a piece was misread"}
    not_his = bob.post(f"{table}/rewinds", json={**wanted, "to_version": start_for_bob})
    assert (not_his.status_code, not_his.json["code"]) == (403, "not-your-table")
    done = alice.post(f"{table}/rewinds", json=wanted)
    assert (done.json["status"], done.json["reason"], done.json["to_version"]) == ("applied", wanted["reason"], start)
    last = alice.get(f"{table}/versions", query_string={"limit": 200}).json["items"][-1]
    assert "a piece was misread" in last["headline"]


def test_a_version_that_is_none_to_go_back_to(alice: Person, bob: Person, people: Any) -> None:
    table = playing(alice, bob)
    seat, _ = play(table, people)
    refused = people[seat].post(f"{table}/rewinds", json={"kind": "undo", "to_version": 999})
    assert (refused.status_code, refused.json["code"]) == (404, "version-unknown")
    assert alice.post(f"{table}/rewinds", json={"kind": "sideways"}).status_code == 422


def test_a_spectator_looks_and_does_not_touch(alice: Person, bob: Person, carol: Person, people: Any) -> None:
    table = playing(alice, bob)
    mover, _, seat = crossing(table, people)
    address = mover.post(f"{table}/rewinds", json={"kind": "undo"}).headers["Location"]
    assert carol.get(address).json["status"] == "open"
    assert carol.put(f"{address}/votes/{1 - seat}", json={"agrees": True}).status_code == 403
    assert carol.post(f"{table}/rewinds", json={"kind": "redo"}).status_code in (403, 409)
