"""The examples of requests in the contract work when they are sent."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

from flask import Flask

from tests.api.conftest import Person, alice, app, bob, client, person  # noqa: F401  fixtures
from tests.api.test_rewinds import crossing, playing
from tests.contract.test_routes import operations


def example(operation: str) -> Any:
    """The body that the contract shows for an operation."""
    for entry in operations().values():
        if entry["operationId"] == operation:
            return entry["requestBody"]["content"]["application/json"]["example"]
    raise KeyError(operation)


def test_every_example_body_is_accepted(app: Flask, alice: Person, bob: Person) -> None:  # noqa: F811
    sent = {"register_player", "sign_in", "change_password"}
    name = {"name": f"alice {uuid4().hex[:8]}"}
    made = alice.post("/v1/players", json={**example("register_player"), **name})
    assert made.status_code == 201
    assert alice.post("/v1/sessions", json={**example("sign_in"), **name}).status_code == 201
    me = Person(alice.client, made.json["player"]["id"], name["name"], made.json["token"]["secret"])
    assert me.put("/v1/players/me/password", json=example("change_password")).status_code == 204

    def send(operation: str, who: Person, method: str, path: str, **changes: Any) -> Any:
        response = who.call(method, path, json={**example(operation), **changes}, headers={"If-Match": "*"})
        assert response.status_code in (200, 201), response.text
        sent.add(operation)
        return response.json

    send("update_me", alice, "PATCH", "/v1/players/me")
    send("create_token", alice, "POST", "/v1/tokens")
    bot = send("create_bot", bob, "POST", "/v1/bots", name=f"bot {uuid4().hex[:8]}")["bot"]["id"]
    send("update_bot", bob, "PATCH", f"/v1/bots/{bot}")
    table = f"/v1/tables/{send('create_table', alice, 'POST', '/v1/tables')['id']}"
    send("update_table", alice, "PATCH", table)
    send("create_invitation", alice, "POST", f"{table}/invitations")
    send("take_seat", alice, "PUT", f"{table}/seats/1")
    alice.put(f"{table}/seats/0", json={})
    send("join_team", bob, "PUT", f"{table}/seats/0/members/me")
    alice.post(f"{table}/start")
    send("instruct_seat", alice, "PUT", f"{table}/instructions")
    running = playing(alice, bob)
    send("fork_table", alice, "POST", f"{running}/forks", version=alice.get(running).json["version"])
    mover, other, seat = crossing(running, (alice, bob))
    proposal = send("propose_rewind", mover, "POST", f"{running}/rewinds")
    send("vote_on_rewind", other, "PUT", f"{running}/rewinds/{proposal['id']}/votes/{1 - seat}")
    # Which answer fits is known when the dice have fallen; the example shows its form.
    assert set(example("answer_decision")) == set(example("preview_answer")) == {"answer"}
    sent |= {"answer_decision", "preview_answer"}
    assert sent == {entry["operationId"] for entry in operations().values() if "requestBody" in entry}
