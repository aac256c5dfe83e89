"""A seat held by several players, over HTTP: who sees, who answers, how they vote."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any
from uuid import UUID

import pytest
from flask import Flask

from events.store import Store
from tests.api.conftest import Person
from tests.api.test_playing import opened
from tests.contract.stranger import any_answer

Register = Callable[[str], Person]


@pytest.fixture
def dan(person: Register) -> Person:
    """Somebody who holds a seat with alice."""
    return person("dan")


@pytest.fixture
def eve(person: Register) -> Person:
    """Somebody else who does."""
    return person("eve")


def together(table: str, alice: Person, bob: Person, *members: Person) -> str:
    """alice sits down with others, bob alone, and the match begins; its address."""
    address = f"/v1/tables/{table}"
    alice.put(f"{address}/seats/0", json={})
    for member in members:
        assert member.put(f"{address}/seats/0/members/me", json={}).status_code == 201
    bob.put(f"{address}/seats/1", json={})
    assert alice.post(f"{address}/start").status_code == 201
    return address


def mine(table: str, who: Person) -> dict[str, Any] | None:
    """What somebody is asked, if anything."""
    items = who.get(f"{table}/decisions").json["items"]
    return next((item for item in items if item["form"] is not None), None)


def until_asked(table: str, who: Person, other: Person) -> dict[str, Any]:
    """Let the other seat give defaults until this one is asked."""
    for _ in range(40):
        found = mine(table, who)
        if found is not None and options(found):
            return found
        mover, decision = (who, found) if found is not None else (other, mine(table, other))
        assert decision is not None
        assert send(table, mover, decision, decision["default"]).status_code == 201
    raise AssertionError("the seat is never asked")


def options(decision: dict[str, Any]) -> list[dict[str, Any]]:
    """Two answers to choose from, if the question is a plain choice."""
    slot = decision["form"]["slots"][0]
    plain = [option["id"] for option in slot.get("options", []) if not option.get("slots")]
    return [{slot["name"]: name} for name in plain[:2]] if len(plain) > 1 else []


def send(table: str, who: Person, decision: dict[str, Any], answer: Any) -> Any:
    """Answer as somebody."""
    return who.put(f"{table}/decisions/{decision['id']}/answer", json={"answer": answer})


def test_who_holds_a_seat_with_others_sees_what_it_sees_and_leaves_answering_to_the_first(
    alice: Person, bob: Person, dan: Person
) -> None:
    table = together(opened(alice), alice, bob, dan)
    seat = dan.get(table).json["seats"][0]
    assert (seat["mine"], [member["id"] for member in seat["members"]]) == (True, [dan.id])
    assert dan.get(f"{table}/views/0").json["state"] == alice.get(f"{table}/views/me").json["state"]
    assert dan.get(f"{table}/views/1").json["code"] == "not-your-seat"
    decision = until_asked(table, alice, bob)
    assert mine(table, dan) == mine(table, alice)
    refused = send(table, dan, decision, decision["default"])
    assert (refused.status_code, refused.json["code"]) == (403, "not-your-seat")
    assert dan.post(f"{table}/rewinds", json={"kind": "undo"}).json["code"] == "not-your-seat"
    assert send(table, alice, decision, decision["default"]).status_code == 201
    assert table.rpartition("/")[2] in [item["id"] for item in dan.get("/v1/players/me/tables").json["items"]]


def test_three_vote_and_the_second_of_one_mind_settles_it(alice: Person, bob: Person, dan: Person, eve: Person) -> None:
    table = together(opened(alice, team_policy="vote"), alice, bob, dan, eve)
    decision = until_voting(table, (alice, dan, eve), bob)
    one, other = options(decision)
    first = send(table, alice, decision, one)
    assert (first.status_code, first.json["status"], first.json["answer"]) == (201, "voting", one)
    assert "Content-Location" not in first.headers
    assert send(table, alice, decision, one).status_code == 200, "the same vote again is the same vote"
    assert send(table, dan, decision, other).json["status"] == "voting"
    assert mine(table, eve)["ballots"] == [  # type: ignore[index]
        {"player_id": alice.id, "answer": one},
        {"player_id": dan.id, "answer": other},
    ]
    assert bob.get(f"{table}/decisions").json["items"][0].get("ballots") == []
    hidden = [event["type"] for event in bob.get(f"{table}/events").json["items"]]
    assert "table.balloted.v1" not in hidden
    settled = send(table, eve, decision, other)
    assert (settled.status_code, settled.json["status"], settled.json["answer"]) == (201, "done", other)
    again = send(table, dan, decision, other)
    assert (again.status_code, again.json["id"]) == (200, settled.json["id"])
    assert send(table, alice, decision, one).json["code"] == "decision-answered"


def until_voting(table: str, team: tuple[Person, ...], other: Person) -> dict[str, Any]:
    """Play on, all of a team voting for the default, until it has two plain answers to choose from."""
    for _ in range(40):
        found = mine(table, team[0])
        if found is not None and options(found):
            return found
        if found is None:
            decision = mine(table, other)
            assert decision is not None
            send(table, other, decision, decision["default"])
            continue
        for voter in team:
            if (now := mine(table, voter)) is not None and now["id"] == found["id"]:
                assert send(table, voter, now, now["default"]).status_code == 201
    raise AssertionError("the team is never asked")


def test_a_tie_goes_to_the_first_of_a_team(alice: Person, bob: Person, dan: Person) -> None:
    table = together(opened(alice, team_policy="vote"), alice, bob, dan)
    decision = until_voting(table, (alice, dan), bob)
    one, other = options(decision)
    assert send(table, dan, decision, other).json["status"] == "voting"
    assert send(table, alice, decision, one).json["answer"] == one


def test_when_time_is_up_the_votes_cast_decide(
    app: Flask, alice: Person, bob: Person, dan: Person, eve: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = {"kind": "per_decision", "seconds": 60}
    table = together(opened(alice, team_policy="vote", clock=clock), alice, bob, dan, eve)
    decision = until_voting(table, (alice, dan, eve), bob)
    wanted = next(answer for answer in options(decision) if answer != decision["default"])
    assert send(table, dan, decision, wanted).json["status"] == "voting"
    services = app.extensions["plateau"]
    monkeypatch.setattr(Store, "now", lambda store: datetime.now(UTC) + timedelta(hours=1))
    assert services.tables.playing.meet_deadlines(UUID(table.rpartition("/")[2]), "test")
    given = [
        move for move in dan.get(f"{table}/moves?limit=200").json["items"] if move["decision_id"] == decision["id"]
    ]
    assert [(move["answer"], move["actor"]) for move in given] == [(wanted, "clock")]


def test_a_team_goes_on_without_who_leaves_it(alice: Person, bob: Person, dan: Person) -> None:
    table = together(opened(alice), alice, bob, dan)
    left = alice.post(f"{table}/resignations")
    seat = left.json["seats"][0]
    assert (seat["occupant"]["id"], seat["members"], seat["resigned"]) == (dan.id, [], False)
    decision = until_asked(table, dan, bob)
    assert mine(table, alice) is None
    assert send(table, dan, decision, decision["default"]).status_code == 201
    assert dan.post(f"{table}/resignations").json["seats"][0]["resigned"]


def test_teams_are_formed_before_the_start(alice: Person, bob: Person, dan: Person, eve: Person) -> None:
    table = f"/v1/tables/{opened(alice)}"
    assert dan.put(f"{table}/seats/0/members/me", json={}).json["code"] == "not-found", "nobody sits there yet"
    alice.put(f"{table}/seats/0", json={})
    assert alice.put(f"{table}/seats/1", json={"engine": "random"}).status_code == 201
    assert dan.put(f"{table}/seats/1/members/me", json={}).json["code"] == "seat-taken"
    assert dan.put(f"{table}/seats/0/members/me", json={}).status_code == 201
    assert dan.put(f"{table}/seats/0/members/me", json={}).status_code == 200
    assert eve.delete(f"{table}/seats/0/members/{dan.id}").json["code"] == "not-your-seat"
    assert alice.delete(f"{table}/seats/0/members/{dan.id}").status_code == 204
    assert dan.put(f"{table}/seats/0/members/me", json={}).status_code == 201
    assert alice.delete(f"{table}/seats/0").status_code == 204, "the first stands up, the team stays"
    assert alice.get(table).json["seats"][0]["occupant"]["id"] == dan.id
    assert alice.post(f"{table}/start").status_code == 201
    assert eve.put(f"{table}/seats/0/members/me", json={}).json["code"] == "wrong-status"


@pytest.mark.rule("water.team.1")
def test_communities_are_played_by_teams_through_all_phases(
    app: Flask, alice: Person, bob: Person, dan: Person, eve: Person
) -> None:
    made = alice.post(
        "/v1/tables",
        json={"game": "water", "name": "teams", "seats": 2, "team_policy": "vote", "options": {"turns": 3}},
    )
    table = together(made.json["id"], alice, bob, dan)
    finished, chance = False, Random(3)
    for _ in range(900):
        listed = alice.get(f"{table}/decisions").json
        finished = listed["status"] == "finished"
        if finished:
            break
        if any(entry["worker"] for entry in listed["waiting_for"]):
            app.extensions["plateau"].tables.playing.resolve(UUID(table.rpartition("/")[2]), "test")
            continue
        for who in (alice, dan, bob):
            decision = mine(table, who)
            if decision is None or decision["mode"] == "offer":
                continue
            if any(ballot["player_id"] == who.id for ballot in decision["ballots"]):
                continue
            answer = any_answer(decision["form"], chance) if chance.random() < 0.3 else decision["default"]
            sent = send(table, who, decision, answer)
            assert sent.status_code in (200, 201), sent.text
    assert finished, "no phase leaves a table of teams stuck"
    events = dan.get(f"{table}/events?limit=1000").json["items"]
    assert any(event["type"] == "table.balloted.v1" for event in events)
