"""An application on real servers, and people who use it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import count
from typing import Any
from uuid import uuid4

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from api.app import create_app
from server.players import create_admin
from tests.contract.checked import CheckedClient

NUMBERS = count(1)
PASSWORD = "correct horse battery"


@dataclass
class Person:
    """Somebody with a token."""

    client: CheckedClient
    id: str
    name: str
    secret: str

    def call(self, method: str, path: str, **kwargs: Any) -> TestResponse:
        """Send a request as this person."""
        headers = {"Authorization": f"Bearer {self.secret}", **kwargs.pop("headers", {})}
        if method == "POST":
            headers.setdefault("Idempotency-Key", str(uuid4()))
        return self.client.open(path, method=method, headers=headers, **kwargs)

    def get(self, path: str, **kwargs: Any) -> TestResponse:
        """Read."""
        return self.call("GET", path, **kwargs)

    def post(self, path: str, **kwargs: Any) -> TestResponse:
        """Create."""
        return self.call("POST", path, **kwargs)

    def put(self, path: str, **kwargs: Any) -> TestResponse:
        """Put."""
        return self.call("PUT", path, **kwargs)

    def patch(self, path: str, **kwargs: Any) -> TestResponse:
        """Change."""
        return self.call("PATCH", path, **kwargs)

    def delete(self, path: str, **kwargs: Any) -> TestResponse:
        """Remove."""
        return self.call("DELETE", path, **kwargs)


@pytest.fixture(scope="session")
def app(database_url: str, redis_url: str) -> Iterator[Flask]:
    """The application, for all tests of this process."""
    made = create_app(database_url, redis_url)
    made.test_client_class = CheckedClient
    yield made
    made.extensions["plateau"].pool.close()


@pytest.fixture
def client(app: Flask) -> CheckedClient:
    """Somebody without a token."""
    found: Any = app.test_client()
    return found


@pytest.fixture
def person(client: CheckedClient) -> Callable[[str], Person]:
    """Register people whose names begin as told."""

    def register(name: str) -> Person:
        body = {"name": f"{name} {next(NUMBERS)}-{uuid4().hex[:6]}", "password": PASSWORD, "language": "en"}
        made = client.post("/v1/players", json=body, headers={"Idempotency-Key": str(uuid4())})
        assert made.status_code == 201, made.text
        return Person(client, made.json["player"]["id"], body["name"], made.json["token"]["secret"])

    return register


@pytest.fixture
def alice(person: Callable[[str], Person]) -> Person:
    """A player."""
    return person("alice")


@pytest.fixture
def bob(person: Callable[[str], Person]) -> Person:
    """Another player."""
    return person("bob")


@pytest.fixture
def carol(client: CheckedClient, database_url: str) -> Person:
    """An administrator."""
    made = create_admin(f"carol {uuid4().hex[:8]}", database_url)
    return Person(client, str(made.player.id), made.player.name, made.token)


@pytest.fixture
def auditor(person: Callable[[str], Person], carol: Person) -> Person:
    """Somebody with the role, who plays nowhere."""
    made = person("bob")
    assert carol.put(f"/v1/players/{made.id}/roles/auditor").status_code == 201
    return made
