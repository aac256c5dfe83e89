"""Tables, decisions, moves, views and the log, over HTTP."""

from __future__ import annotations

import hashlib
from random import Random
from typing import Any
from uuid import UUID, uuid4

import msgspec
from flask import Flask

from tests.api.conftest import Person
from tests.contract.stranger import any_answer


def opened(host: Person, **wishes: Any) -> str:
    """Create a table for two."""
    body = {"game": "kepler", "name": "Friday night", "seats": 2, **wishes}
    made = host.post("/v1/tables", json=body)
    assert made.status_code == 201, made.text
    return str(made.json["id"])


def started(alice: Person, bob: Person, **wishes: Any) -> str:
    """Create a table for two, sit down and start."""
    table = opened(alice, **wishes)
    assert alice.put(f"/v1/tables/{table}/seats/0", json={"contribution": "mine"}).status_code == 201
    assert bob.put(f"/v1/tables/{table}/seats/1", json={}).status_code == 201
    begun = alice.post(f"/v1/tables/{table}/start")
    assert begun.status_code == 201 and begun.json["status"] == "running"
    return table


def asked(table: str, *people: Person) -> tuple[Person, dict[str, Any]]:
    """Whoever is asked, and what."""
    for person in people:
        for decision in person.get(f"/v1/tables/{table}/decisions").json["items"]:
            if decision["form"] is not None:
                return person, decision
    raise AssertionError("nobody is asked")


def work(app: Flask, table: str) -> None:
    """Do what a worker would do."""
    while app.extensions["plateau"].tables.playing.resolve(UUID(table), "test"):
        pass


def test_a_stranger_plays_to_the_end_from_the_forms_alone(app: Flask, alice: Person, bob: Person) -> None:
    table, chance = started(alice, bob), Random(7)
    commitment = alice.get(f"/v1/tables/{table}").json["seed_commitment"]
    too_early = alice.get(f"/v1/tables/{table}/result")
    assert (too_early.status_code, too_early.json["code"]) == (409, "wrong-status")
    for _ in range(3000):
        listed = alice.get(f"/v1/tables/{table}/decisions").json
        if listed["status"] == "finished":
            break
        if any(entry["worker"] for entry in listed["waiting_for"]):
            work(app, table)
            continue
        person, decision = asked(table, alice, bob)
        answered = person.put(
            f"/v1/tables/{table}/decisions/{decision['id']}/answer",
            json={"answer": any_answer(decision["form"], chance)},
        )
        assert answered.status_code == 201, answered.text
    result = bob.get(f"/v1/tables/{table}/result").json
    assert sorted(place["seat"] for place in result["places"]) == [0, 1]
    assert commitment == "sha256:" + hashlib.sha256(bytes.fromhex(result["seed"])).hexdigest()


def test_an_answer_is_taken_once_and_its_repetition_gives_the_same_move(alice: Person, bob: Person) -> None:
    table = started(alice, bob)
    person, decision = asked(table, alice, bob)
    address = f"/v1/tables/{table}/decisions/{decision['id']}/answer"
    first = person.put(address, json={"answer": decision["default"]})
    again = person.put(address, json={"answer": decision["default"]})
    assert (first.status_code, again.status_code) == (201, 200)
    for name in ("id", "decision_id", "seat", "answer", "events", "from_version", "to_version"):
        assert first.json[name] == again.json[name], name
    other = next(
        option["id"]
        for option in decision["form"]["slots"][0].get("options", [{"id": "x"}])
        if option["id"] != decision["default"].get("do")
    )
    different = person.put(address, json={"answer": {"do": other}})
    assert (different.status_code, different.json["code"]) == (409, "decision-answered")
    read = person.get(first.headers["Content-Location"])
    assert read.json["events"] == first.json["events"]
    assert person.get(f"/v1/tables/{table}/decisions/{decision['id']}").json["code"] == "decision-withdrawn"


def test_what_does_not_fit_is_refused_with_a_pointer_and_rules(alice: Person, bob: Person) -> None:
    table = started(alice, bob)
    person, decision = asked(table, alice, bob)
    address = f"/v1/tables/{table}/decisions/{decision['id']}/answer"
    for answer in ({"do": "act:99"}, {}, {"do": 3}, {"do": None}, {**decision["default"], "more": 1}, {"do": ["x"]}):
        refused = person.put(address, json={"answer": answer})
        assert (refused.status_code, refused.json["code"]) == (422, "not-an-option"), answer
        assert refused.json["errors"][0]["pointer"].startswith("/answer/")
        assert refused.json["rules"]
    assert person.get(f"/v1/tables/{table}/decisions/{decision['id']}").json["id"] == decision["id"]


def test_nobody_answers_for_another_seat(alice: Person, bob: Person) -> None:
    table = started(alice, bob)
    person, decision = asked(table, alice, bob)
    other = bob if person is alice else alice
    stolen = other.put(f"/v1/tables/{table}/decisions/{decision['id']}/answer", json={"answer": decision["default"]})
    assert (stolen.status_code, stolen.json["code"]) == (403, "not-your-seat")
    seen = other.get(f"/v1/tables/{table}/decisions").json["items"]
    assert [entry["form"] for entry in seen if entry["id"] == decision["id"]] == [None]


def test_an_answer_may_insist_that_nothing_has_happened(alice: Person, bob: Person) -> None:
    table = started(alice, bob)
    person, decision = asked(table, alice, bob)
    version = person.get(f"/v1/tables/{table}/decisions").json["version"]
    address = f"/v1/tables/{table}/decisions/{decision['id']}/answer"
    moved = person.put(address, json={"answer": decision["default"], "as_of_version": version - 1})
    assert (moved.status_code, moved.json["code"], moved.json["table_version"]) == (409, "table-moved", version)
    assert person.put(address, json={"answer": decision["default"], "as_of_version": version}).status_code == 201


def test_a_preview_changes_nothing(alice: Person, bob: Person) -> None:
    table = started(alice, bob)
    person, decision = asked(table, alice, bob)
    before = person.get(f"/v1/tables/{table}").headers["ETag"]
    preview = person.post(
        f"/v1/tables/{table}/decisions/{decision['id']}/preview", json={"answer": decision["default"]}
    )
    assert preview.status_code == 200 and preview.json["items"]
    assert person.get(f"/v1/tables/{table}").headers["ETag"] == before


def test_a_bot_is_seated_by_its_owner_and_plays_with_its_own_token(alice: Person, bob: Person) -> None:
    made = bob.post("/v1/bots", json={"name": f"bot {uuid4().hex[:8]}"}).json
    bot = Person(bob.client, made["bot"]["id"], made["bot"]["name"], made["token"]["secret"])
    table = opened(alice)
    alice.put(f"/v1/tables/{table}/seats/0", json={})
    assert alice.put(f"/v1/tables/{table}/seats/1", json={"bot_id": bot.id}).status_code == 404
    assert bob.put(f"/v1/tables/{table}/seats/1", json={"bot_id": bot.id}).status_code == 201
    alice.post(f"/v1/tables/{table}/start")
    for _ in range(20):
        person, decision = asked(table, alice, bot)
        answer = {"answer": decision["default"]}
        assert person.put(f"/v1/tables/{table}/decisions/{decision['id']}/answer", json=answer).status_code == 201
        if person is bot:
            break
    else:
        raise AssertionError("the bot was never asked")
    busy = bob.delete(f"/v1/bots/{bot.id}")
    assert (busy.status_code, busy.json["code"]) == (409, "wrong-status")


def test_views_and_log_follow_the_perspective(alice: Person, bob: Person, carol: Person) -> None:
    table = started(alice, bob)
    for perspective in ("me", "0", "spectator"):
        assert alice.get(f"/v1/tables/{table}/views/{perspective}").status_code == 200
    assert alice.get(f"/v1/tables/{table}/views/1").json["code"] == "not-your-seat"
    assert alice.get(f"/v1/tables/{table}/views/auditor").json["code"] == "not-your-seat"
    assert alice.get(f"/v1/tables/{table}/views/7").status_code == 404
    tag = alice.get(f"/v1/tables/{table}/views/me").headers["ETag"]
    assert alice.get(f"/v1/tables/{table}/views/me", headers={"If-None-Match": tag}).status_code == 304
    log = alice.get(f"/v1/tables/{table}/events").json
    assert [entry["version"] for entry in log["items"]] == list(range(1, log["version"] + 1))
    assert "core.flow_moved.v1" not in {entry["type"] for entry in log["items"]}
    assert carol.get(f"/v1/tables/{table}/events?perspective=auditor").json["code"] == "not-your-seat"
    carol.put(f"/v1/players/{carol.id}/roles/auditor")
    whole = carol.get(f"/v1/tables/{table}/events?perspective=auditor").json
    assert "core.flow_moved.v1" in {entry["type"] for entry in whole["items"]}


def test_no_role_opens_a_running_table_at_which_its_holder_sits(alice: Person, carol: Person) -> None:
    carol.put(f"/v1/players/{carol.id}/roles/auditor")
    table = started(alice, carol)
    for address in ("views/auditor", "views/0", "events?perspective=auditor", "events?perspective=0"):
        refused = carol.get(f"/v1/tables/{table}/{address}")
        assert (refused.status_code, refused.json["code"]) == (403, "not-your-seat"), address


def test_the_log_comes_in_pages_by_type_and_line_by_line(alice: Person, bob: Person) -> None:
    table = started(alice, bob)
    address = f"/v1/tables/{table}/events"
    first = alice.get(f"{address}?limit=2").json
    rest = alice.get(f"{address}?limit=1000&after_version={first['next_after_version']}").json
    everything = alice.get(f"{address}?limit=1000").json
    assert first["items"] + rest["items"] == everything["items"]
    only = alice.get(f"{address}?type=table").json["items"]
    assert {entry["type"].split(".")[0] for entry in only} == {"table"}
    lines = alice.get(f"{address}?limit=1000", headers={"Accept": "application/x-ndjson"})
    assert lines.mimetype == "application/x-ndjson"
    assert [msgspec.json.decode(line) for line in lines.data.splitlines()] == everything["items"]
    one = alice.get(f"{address}/1")
    assert one.json == {**everything["items"][0], "caused_by": None}
    assert alice.get(f"{address}/999999").status_code == 404


def test_texts_come_in_the_language_that_is_asked_for(alice: Person, bob: Person) -> None:
    table = started(alice, bob)
    person, _ = asked(table, alice, bob)
    prompts = {}
    for tongue in ("en", "fr"):
        listed = person.get(f"/v1/tables/{table}/decisions", headers={"Accept-Language": tongue})
        assert listed.headers["Content-Language"] == tongue
        assert "Accept-Language" in listed.headers["Vary"]
        prompts[tongue] = [entry["prompt"] for entry in listed.json["items"]]
    assert prompts["en"] != prompts["fr"]


def test_reading_decisions_waits_for_a_change_when_asked_to(alice: Person, bob: Person) -> None:
    table = started(alice, bob)
    tag = alice.get(f"/v1/tables/{table}/decisions").headers["ETag"]
    waited = alice.get(f"/v1/tables/{table}/decisions", headers={"If-None-Match": tag, "Prefer": "wait=1"})
    assert waited.status_code == 304


def test_what_waits_for_me_is_listed_over_all_tables(alice: Person, bob: Person) -> None:
    tables = {started(alice, bob) for _ in range(2)}
    mine = alice.get("/v1/players/me/decisions").json["items"] + bob.get("/v1/players/me/decisions").json["items"]
    assert {item["table_id"] for item in mine} == tables
    assert all(item["decision"]["form"] for item in mine)
    assert {item["id"] for item in alice.get("/v1/players/me/tables?status=running").json["items"]} == tables
