"""An application with people, bots, tokens and tables of every stage, under ids that are known beforehand."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import pytest
from argon2 import PasswordHasher
from flask import Flask

from api.app import create_app
from api.services import Limits
from events.pool import Pool
from server import players
from server.players import create_admin
from server.ratelimits import Policy
from server.tables import gathering
from server.tables.hub import Bounds
from server.tokens import digest

FIRST = UUID("00000000-0000-7000-8000-000000000000").int
IDENTITIES = {
    entry["name"]: entry["fixedHeaders"][0]["value"].removeprefix("Bearer ")
    for entry in json.loads(Path(__file__).with_name("identities.json").read_text())["auth"]
}
PLENTY = 10_000_000
FIRST_DECISION = "0.2.0.0"
SEED = {"source": "fixed", "seed": "u"}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Try at random last, since that gives roles away, and resign at its end: a seat that has left is asked no more."""
    items.sort(key=lambda item: ("test_schemathesis" in item.nodeid, "resignations" in item.name))


@dataclass
class World:
    """What exists before the tests begin."""

    app: Flask

    def call(self, name: str, method: str, path: str, **kwargs: Any) -> Any:
        """Send a request as somebody, and expect success."""
        headers = {
            "Authorization": f"Bearer {IDENTITIES[name]}",
            "Idempotency-Key": str(uuid4()),
            **kwargs.pop("headers", {}),
        }
        response = self.app.test_client().open(path, method=method, headers=headers, **kwargs)
        assert response.status_code < 300, (method, path, response.text)
        return response.json if response.is_json else None

    def table(self, host: str, *, start: bool, **wishes: Any) -> str:
        """Make a table with the host and an engine."""
        body = {"game": "kepler", "name": f"table of {host}", "seats": 2, "chance": SEED, **wishes}
        table = str(self.call(host, "POST", "/v1/tables", json=body)["id"])
        self.call(host, "PUT", f"/v1/tables/{table}/seats/0", json={})
        if start:
            self.call(host, "PUT", f"/v1/tables/{table}/seats/1", json={"engine": "random"})
            self.call(host, "POST", f"/v1/tables/{table}/start")
            assert self.call(host, "GET", f"/v1/tables/{table}/decisions")["items"][0]["id"] == FIRST_DECISION
        return table


def known_id(number: int) -> str:
    """An id that is known beforehand."""
    return str(UUID(int=FIRST + number))


def numbered(first: int) -> Any:
    """Make ids that follow each other."""
    numbers = count(FIRST + first)
    return lambda: UUID(int=next(numbers))


@pytest.fixture(scope="session")
def world(database_url: str, redis_url: str) -> Iterator[World]:
    """Two players, of whom one is an administrator, each with a bot and tables."""
    patch = pytest.MonkeyPatch()
    cheap = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
    patch.setattr(players, "HASHER", cheap)
    patch.setattr(players, "DUMMY_HASH", cheap.hash("nobody has this password"))
    made = World(create_app(database_url, redis_url, generous(), Bounds(seconds=0.05)))
    with pytest.MonkeyPatch.context() as known:
        known.setattr(players, "new_id", numbered(1))
        for name in IDENTITIES:
            become(create_admin(f"{name} of the contract", database_url).token, IDENTITIES[name], database_url)
        known.setattr(players, "new_id", numbered(0x11))
        known.setattr(gathering, "new_stream_id", numbered(0x21))
        for name in IDENTITIES:
            made.call(name, "POST", "/v1/bots", json={"name": f"bot of {name}"})
            made.table(name, start=True)
            made.table(name, start=True, visibility="private")
            made.table(name, start=False)
    made.call("alice", "DELETE", f"/v1/players/{known_id(2)}/roles/administrator")
    yield made
    made.app.extensions["plateau"].pool.close()
    patch.undo()


def become(given: str, wanted: str, url: str) -> None:
    """Give a token the secret that the identities know."""
    pool = Pool(url, size=1)
    with pool.connection() as connection:
        connection.execute("UPDATE tokens SET hash = %s WHERE hash = %s", (digest(wanted), digest(given)))
    pool.close()


def generous() -> Limits:
    """Allowances that no test uses up."""
    names = ("token", "address", "failed_tokens", "failed_sign_ins", "failed_sign_ins_by_address")
    return Limits(**{name: Policy(name, PLENTY, 60) for name in names})
