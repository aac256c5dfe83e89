"""Players, sessions, tokens, bots and roles."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from uuid import uuid4

import pytest
from flask import Flask

from events.pool import Pool
from events.store import Store
from server.players import create_admin
from server.refusals import Refusal
from server.roles import GIVEN, STREAM, TAKEN, Roles
from tests.api.conftest import PASSWORD, Person
from tests.contract.checked import CheckedClient


def test_a_new_player_gets_a_token_that_works(client: CheckedClient, alice: Person) -> None:
    me = alice.get("/v1/players/me")
    assert me.json["name"] == alice.name
    assert me.headers["ETag"] == '"1"'
    assert alice.get("/v1/players/me", headers={"If-None-Match": '"1"'}).status_code == 304
    assert client.get("/v1/players/me").json["code"] == "unauthenticated"
    assert "admin:write" not in alice.get("/v1/tokens/current").json["scopes"]


def test_repeating_a_registration_gives_the_same_token_and_nothing_else_does(client: CheckedClient) -> None:
    body = {"name": f"alice {uuid4().hex[:8]}", "password": PASSWORD}
    key = {"Idempotency-Key": str(uuid4())}
    first = client.post("/v1/players", json=body, headers=key)
    again = client.post("/v1/players", json=body, headers=key)
    assert (again.status_code, again.json) == (201, first.json)
    assert again.headers["Idempotency-Replayed"] == "true" and "Idempotency-Replayed" not in first.headers
    other = client.post("/v1/players", json={**body, "language": "fr"}, headers=key)
    assert (other.status_code, other.json["code"]) == (422, "idempotency-reused")
    taken = client.post("/v1/players", json=body, headers={"Idempotency-Key": str(uuid4())})
    assert (taken.status_code, taken.json["code"]) == (409, "name-taken")
    missing = client.post("/v1/players", json=body)
    assert (missing.status_code, missing.json["code"]) == (400, "idempotency-missing")


def test_a_request_sent_many_times_at_once_takes_effect_once(app: Flask, alice: Person) -> None:
    body, key = {"name": f"bob {uuid4().hex[:8]}", "password": PASSWORD}, {"Idempotency-Key": str(uuid4())}
    with ThreadPoolExecutor(8) as threads:
        sent = [threads.submit(lambda: app.test_client().post("/v1/players", json=body, headers=key)) for _ in range(8)]
    answers = [one.result() for one in sent]
    assert {answer.status_code for answer in answers} <= {201, 409}
    assert {answer.json["code"] for answer in answers if answer.status_code == 409} <= {"idempotency-running"}
    assert len({answer.json["token"]["secret"] for answer in answers if answer.status_code == 201}) == 1


def test_names_that_differ_by_capitals_are_the_same_name(client: CheckedClient, alice: Person) -> None:
    taken = client.post(
        "/v1/players",
        json={"name": alice.name.upper(), "password": PASSWORD},
        headers={"Idempotency-Key": str(uuid4())},
    )
    assert taken.json["code"] == "name-taken"


def test_signing_in_tells_nothing_about_names_and_slows_down(client: CheckedClient, alice: Person) -> None:
    assert client.post("/v1/sessions", json={"name": alice.name, "password": PASSWORD}).status_code == 201
    wrong = client.post("/v1/sessions", json={"name": alice.name, "password": "x"})
    unknown = client.post("/v1/sessions", json={"name": uuid4().hex, "password": "x"})
    assert wrong.status_code == unknown.status_code == 401
    assert wrong.json["detail"] == unknown.json["detail"]
    for _ in range(4):
        client.post("/v1/sessions", json={"name": alice.name, "password": "x"})
    slowed = client.post("/v1/sessions", json={"name": alice.name, "password": PASSWORD})
    assert slowed.status_code == 429
    assert int(slowed.headers["Retry-After"]) > 0


def test_a_new_password_ends_the_other_sessions(client: CheckedClient, alice: Person) -> None:
    other = client.post("/v1/sessions", json={"name": alice.name, "password": PASSWORD}).json["secret"]
    change = {"old_password": PASSWORD, "new_password": "another battery staple"}
    wrong = alice.put("/v1/players/me/password", json={**change, "old_password": "wrong"})
    assert (wrong.status_code, wrong.json["code"]) == (403, "wrong-password")
    assert alice.put("/v1/players/me/password", json=change).status_code == 204
    assert alice.get("/v1/players/me").status_code == 200
    ended = client.get("/v1/players/me", headers={"Authorization": f"Bearer {other}"})
    assert ended.status_code == 401
    assert client.post("/v1/sessions", json={"name": alice.name, "password": PASSWORD}).status_code == 401


def test_changing_the_profile_needs_the_version_that_was_read(alice: Person) -> None:
    assert alice.patch("/v1/players/me", json={"language": "fr"}).json["code"] == "precondition-missing"
    stale = alice.patch("/v1/players/me", json={"language": "fr"}, headers={"If-Match": '"7"'})
    assert (stale.status_code, stale.json["code"]) == (412, "stale-version")
    changed = alice.patch("/v1/players/me", json={"language": "fr"}, headers={"If-Match": '"1"'})
    assert (changed.json["language"], changed.headers["ETag"]) == ("fr", '"2"')
    assert alice.get("/v1/nothing").json["title"] == "Not found"
    refused = alice.get("/v1/games", headers={"Accept": "text/html"})
    assert refused.status_code == 406


def test_a_token_opens_no_more_than_its_scopes_and_ends_when_revoked(client: CheckedClient, alice: Person) -> None:
    made = alice.post("/v1/tokens", json={"name": "reader", "scopes": ["table:read"], "expires_in_seconds": 60})
    assert made.status_code == 201
    reader = Person(client, alice.id, alice.name, made.json["secret"])
    refused = reader.post("/v1/tokens", json={"name": "more", "scopes": ["table:write"]})
    assert (refused.status_code, refused.json["code"]) == (403, "scope-missing")
    assert reader.get("/v1/tokens/current").json["scopes"] == ["table:read"]
    assert made.json["id"] in [token["id"] for token in alice.get("/v1/tokens").json["items"]]
    assert alice.delete(f"/v1/tokens/{made.json['id']}").status_code == 204
    assert reader.get("/v1/tokens/current").status_code == 401
    assert alice.delete(f"/v1/tokens/{made.json['id']}").status_code == 404


def test_a_token_belongs_to_its_owner(alice: Person, bob: Person) -> None:
    token = alice.get("/v1/tokens/current").json["id"]
    assert bob.delete(f"/v1/tokens/{token}").status_code == 404
    assert alice.get("/v1/tokens/current").status_code == 200


def test_lists_come_in_pages(person: Callable[[str], Person], alice: Person) -> None:
    prefix = f"bob{uuid4().hex[:6]}"
    names = [person(prefix).name for _ in range(3)]
    first = alice.get(f"/v1/players?name={prefix}&limit=2")
    assert [item["name"] for item in first.json["items"]] == names[:2]
    assert 'rel="next"' in first.headers["Link"]
    rest = alice.get(f"/v1/players?name={prefix}&limit=2&cursor={first.json['next_cursor']}")
    assert [item["name"] for item in rest.json["items"]] == names[2:]
    assert rest.json["next_cursor"] is None


def test_bots_belong_to_their_owner_and_have_tokens_of_their_own(
    client: CheckedClient, alice: Person, bob: Person
) -> None:
    made = alice.post("/v1/bots", json={"name": f"bot {uuid4().hex[:8]}"})
    assert made.status_code == 201
    bot = made.json["bot"]
    player = Person(client, bot["id"], bot["name"], made.json["token"]["secret"])
    assert player.get("/v1/tokens/current").json["scopes"] == ["table:read", "bot:play"]
    assert player.post("/v1/bots", json={"name": "bot of a bot"}).json["code"] == "scope-missing"
    assert bob.get(f"/v1/bots/{bot['id']}").status_code == 404
    stolen = {"name": "stolen", "scopes": ["bot:play"], "bot_id": bot["id"]}
    assert bob.post("/v1/tokens", json=stolen).status_code == 404
    assert alice.get(f"/v1/bots/{bot['id']}").headers["ETag"] == '"1"'
    unknown = alice.patch(f"/v1/bots/{bot['id']}", json={"engine": "oracle"}, headers={"If-Match": '"1"'})
    assert (unknown.status_code, unknown.json["errors"][0]["pointer"]) == (422, "/engine")
    assert alice.delete(f"/v1/bots/{bot['id']}").status_code == 204
    assert player.get("/v1/tokens/current").status_code == 401
    assert alice.get(f"/v1/bots/{bot['id']}").status_code == 404


def test_roles_are_given_by_administrators_and_work_at_once(alice: Person, bob: Person, carol: Person) -> None:
    assert alice.put(f"/v1/players/{bob.id}/roles/auditor").json["code"] == "scope-missing"
    assert bob.get("/metrics").json["code"] == "scope-missing"
    assert carol.put(f"/v1/players/{bob.id}/roles/operator").status_code == 201
    assert carol.put(f"/v1/players/{bob.id}/roles/operator").status_code == 200
    assert carol.get(f"/v1/players/{bob.id}/roles").json == {"items": ["operator"]}
    metrics = bob.get("/metrics")
    assert metrics.status_code == 200 and "plateau_http_requests_total" in metrics.text
    assert carol.delete(f"/v1/players/{bob.id}/roles/operator").status_code == 204
    assert bob.get("/metrics").status_code == 403


def test_the_last_administrator_stays(database: str) -> None:
    first, second = (create_admin(name, database).player.id for name in ("alice", "bob"))
    roles = Roles(Store(Pool(database, size=1)))
    assert roles.take(first, "administrator", by=second)
    with pytest.raises(Refusal) as refusal:
        roles.take(second, "administrator", by=second)
    assert refusal.value.code == "last-administrator"
    assert [event.type for event in Store(Pool(database, size=1)).read(STREAM)] == [GIVEN, GIVEN, TAKEN]
