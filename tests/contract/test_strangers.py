"""Whatever is private to one player does not exist for another, whichever operation is tried."""

from __future__ import annotations

from typing import Any

import pytest
from werkzeug.test import TestResponse

from tests.contract.conftest import FIRST_DECISION, IDENTITIES, World, known_id
from tests.contract.test_routes import operations, resolved

PRIVATE = {"table_id": known_id(0x22), "bot_id": known_id(0x11)}
OTHERS = {
    "player_id": known_id(1),
    "token_id": known_id(1),
    "role": "auditor",
    "seat": "1",
    "move_id": "1",
    "version": "1",
    "perspective": "spectator",
    "decision_id": FIRST_DECISION,
    "rewind_id": "0",
    "voter": "1",
    "size": "1",
}
GUARDED = [key for key in operations() if any(f"{{{name}}}" in key[0] for name in PRIVATE)]
OPEN_TO_ALL = [key for key, operation in operations().items() if operation["security"] == []]


def sent(world: World, key: tuple[str, str], secret: str | None) -> TestResponse:
    """Send the contract's own example of a request, with the private ids put in."""
    path, method = key
    operation = operations()[key]
    needed = {
        entry["name"]: entry
        for entry in map(resolved, operation.get("parameters", []))
        if entry["in"] == "header" and entry.get("required")
    }
    headers = {name: str(entry["example"]) for name, entry in needed.items()}
    query = {
        entry["name"]: entry["example"]
        for entry in map(resolved, operation.get("parameters", []))
        if entry["in"] == "query" and entry.get("required")
    }
    headers |= {"Authorization": f"Bearer {secret}"} if secret else {}
    body: dict[str, Any] = {}
    if "requestBody" in operation:
        body["json"] = operation["requestBody"]["content"]["application/json"]["example"]
    address = path.format(**PRIVATE, **OTHERS)
    return world.app.test_client().open(address, method=method.upper(), headers=headers, query_string=query, **body)


@pytest.mark.parametrize("key", GUARDED, ids=lambda key: f"{key[1]} {key[0]}")
def test_a_stranger_finds_nothing(world: World, key: tuple[str, str]) -> None:
    response = sent(world, key, IDENTITIES["bob"])
    assert (response.status_code, response.json["code"]) == (404, "not-found")


@pytest.mark.parametrize(
    "key", [key for key in operations() if key not in OPEN_TO_ALL], ids=lambda key: f"{key[1]} {key[0]}"
)
def test_nobody_is_let_in_without_a_token(world: World, key: tuple[str, str]) -> None:
    response = sent(world, key, None)
    assert (response.status_code, response.json["code"]) == (401, "unauthenticated")
