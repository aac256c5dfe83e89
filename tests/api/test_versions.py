"""Time travel over HTTP: versions with headlines, the state at each, what changed, forks and explanations."""

from __future__ import annotations

from typing import Any

import pytest

from tests.api.conftest import Person
from tests.api.test_rewinds import play, playing

YEAR = "max-age=31536000, immutable"


@pytest.fixture
def people(alice: Person, bob: Person) -> tuple[Person, ...]:
    """Who sits at the table, by seat."""
    return alice, bob


@pytest.fixture
def journey(alice: Person, people: tuple[Person, ...]) -> tuple[str, dict[int, Any]]:
    """A table played for a while with something taken back, and the views that alice had on the way."""
    table, seen = playing(*people), {}
    for turn in range(12):
        view = alice.get(f"{table}/views/me").json
        seen[view["version"]] = view["state"]
        seat, _ = play(table, people)
        if turn == 5:
            made = people[seat].post(f"{table}/rewinds", json={"kind": "undo"}).json
            if made["status"] == "open":
                voter = made["votes"][0]["voter"]
                people[int(voter)].put(f"{table}/rewinds/{made['id']}/votes/{voter}", json={"agrees": True})
    return table, seen


def test_versions_are_listed_with_headlines_in_two_languages(alice: Person, journey: Any) -> None:
    table, seen = journey
    listed = alice.get(f"{table}/versions", query_string={"limit": 200}).json
    items = listed["items"]
    assert [item["version"] for item in items] == sorted({item["version"] for item in items})
    assert all(before["version"] == after["from_version"] for before, after in zip(items, items[1:], strict=False))
    assert set(seen) <= {item["version"] for item in items}
    assert any(item["undone"] for item in items) and not all(item["undone"] for item in items)
    assert all(item["headline"] for item in items)
    assert any(alice.name in item["headline"] for item in items if item["move"])
    french = alice.get(f"{table}/versions", query_string={"limit": 200}, headers={"Accept-Language": "fr"}).json
    pairs = zip(items, french["items"], strict=True)
    assert all(one["headline"] != other["headline"] for one, other in pairs)


def test_a_page_leads_to_the_next(alice: Person, journey: Any) -> None:
    table, _ = journey
    everything = alice.get(f"{table}/versions", query_string={"limit": 200}).json["items"]
    first = alice.get(f"{table}/versions", query_string={"limit": 3}).json
    second = alice.get(f"{table}/versions", query_string={"limit": 3, "after": first["next_after"]}).json
    assert first["items"] + second["items"] == everything[:6]


def test_every_version_is_shown_as_it_was_and_kept_for_ever(alice: Person, bob: Person, journey: Any) -> None:
    table, seen = journey
    for version, state in seen.items():
        shown = alice.get(f"{table}/versions/{version}/views/me")
        assert (shown.json["state"], shown.json["seat"]) == (state, 0)
        assert shown.headers["Cache-Control"] == f"private, {YEAR}"
    tag = {"If-None-Match": shown.headers["ETag"]}
    assert alice.get(f"{table}/versions/{version}/views/me", headers=tag).status_code == 304
    last = bob.get(f"{table}/versions", query_string={"perspective": "spectator", "limit": 200}).json["items"][-1]
    public = bob.get(f"{table}/versions/{last['version']}/views/spectator")
    assert public.headers["Cache-Control"] == f"public, {YEAR}"
    assert bob.get(f"{table}/versions/{version}/views/0").json["code"] == "not-your-seat"
    unknown = alice.get(f"{table}/versions/9999/views/me")
    assert (unknown.status_code, unknown.json["code"]) == (404, "version-unknown")
    assert alice.get(f"{table}/versions/1/views/me").json["code"] == "version-unknown"


def test_one_version_has_the_head_of_the_chain(alice: Person, journey: Any) -> None:
    table, _ = journey
    last = alice.get(f"{table}/versions", query_string={"limit": 200}).json["items"][-1]
    one = alice.get(f"{table}/versions/{last['version']}").json
    assert {name: one[name] for name in last} == last
    assert one["head"] == alice.get(f"{table}/digest").json["head"]
    assert alice.get(f"{table}/versions/9999").json["code"] == "version-unknown"


def test_changes_lead_from_one_version_to_another(alice: Person, journey: Any) -> None:
    table, seen = journey
    first, last = min(seen), max(seen)
    changes = alice.get(f"{table}/versions/{last}/changes", query_string={"since": first}).json["items"]
    assert changes
    for change in changes:
        assert (at(seen[first], change["path"]), at(seen[last], change["path"])) == (change["before"], change["after"])
    assert alice.get(f"{table}/versions/{last}/changes", query_string={"since": last}).json["items"] == []
    assert alice.get(f"{table}/versions/{last}/changes").json["code"] == "invalid-query"


def at(document: Any, pointer: str) -> Any:
    """What a JSON pointer points at; nothing where nothing is."""
    for part in pointer.split("/")[1:]:
        name = part.replace("~1", "/").replace("~0", "~")
        document = document[int(name)] if isinstance(document, list) else (document or {}).get(name)
    return document


def test_a_fork_goes_on_from_where_the_table_was(alice: Person, bob: Person, journey: Any) -> None:
    table, seen = journey
    version = sorted(seen)[4]
    wanted = {"version": version, "name": "another way"}
    assert bob.post(f"{table}/forks", json=wanted).json["code"] == "not-your-table"
    made = alice.post(f"{table}/forks", json=wanted)
    assert (made.status_code, made.json["rated"], made.json["name"]) == (201, False, "another way")
    fork = made.headers["Location"]
    for seat in range(2):
        assert alice.put(f"{fork}/seats/{seat}", json={"engine": "random"}).status_code == 201
    assert alice.post(f"{fork}/start").status_code == 201
    assert alice.get(f"{fork}/views/me").json["state"] == seen[version]
    assert alice.post(f"{table}/forks", json={**wanted, "version": 9999}).json["code"] == "version-unknown"


def test_a_position_is_exported_and_another_table_starts_from_it(alice: Person, bob: Person, journey: Any) -> None:
    table, seen = journey
    version = sorted(seen)[4]
    assert bob.get(f"{table}/versions/{version}/position").json["code"] == "not-your-table"
    position = alice.get(f"{table}/versions/{version}/position").json
    body = {"game": "kepler", "name": "from here", "seats": 2, "options": position["options"], "position": position}
    other = f"/v1/tables/{alice.post('/v1/tables', json=body).json['id']}"
    for seat in range(2):
        alice.put(f"{other}/seats/{seat}", json={"engine": "random"})
    assert alice.post(f"{other}/start").status_code == 201
    assert alice.get(f"{other}/views/me").json["state"] == seen[version]
    assert alice.get(f"{table}/versions/9999/position").json["code"] == "version-unknown"


def test_a_position_with_secrets_is_for_auditors_until_the_match_is_over(
    alice: Person, bob: Person, auditor: Person
) -> None:
    table = playing(alice, bob, game="cosmic")
    version = alice.get(table).json["version"]
    assert alice.get(f"{table}/versions/{version}/position").json["code"] == "wrong-status"
    assert alice.get(f"{table}/versions/{version}/position?perspective=auditor").json["code"] == "not-your-seat"
    events = auditor.get(f"{table}/events?perspective=auditor&limit=1000").json["items"]
    last = events[-1]["version"]
    whole = auditor.get(f"{table}/versions/{last}/position?perspective=auditor")
    assert isinstance(whole.json["state"]["deck"], list)
    assert isinstance(alice.get(f"{table}/views/me").json["state"]["deck"], dict), "others are told a number"


def test_an_event_is_explained_by_its_rules_and_its_move(alice: Person, journey: Any) -> None:
    table, _ = journey
    events = alice.get(f"{table}/events").json["items"]
    assert events[0]["move"] is None
    told = next(event for event in events if event["rules"] and event["move"])
    explained = alice.get(f"{table}/events/{told['version']}").json
    rule = explained["rules"][0]
    assert rule["text"] and rule["chapter"] and rule["title"]
    assert alice.get(rule["href"]).json == rule
    assert explained["caused_by"]["move"] == told["move"]
    moves = {move["id"]: move for move in alice.get(f"{table}/moves").json["items"]}
    answered = next(event for event in events if event["move"] in moves and moves[event["move"]]["seat"] == 0)
    cause = alice.get(f"{table}/events/{answered['version']}").json["caused_by"]
    assert (cause["seat"], cause["answer"]) == (0, moves[answered["move"]]["answer"])
    assert alice.get(f"{table}/events/1").json["caused_by"] is None


def test_the_same_delay_holds_for_the_past(alice: Person, bob: Person, carol: Person, people: Any) -> None:
    table = playing(alice, bob, spectator_delay_seconds=3600)
    play(table, people)
    for part in ("versions", "versions/1", "versions/1/views/me", "digest", "events", "events/1", "moves", "rewinds"):
        assert carol.get(f"{table}/{part}").json["code"] == "wrong-status", part
    assert alice.get(f"{table}/versions").json["items"]
