"""Tables on a running server, played at random by whoever is asked."""

from collections.abc import Iterator
from random import Random
from typing import Any
from uuid import uuid4

import httpx

from tests.contract.stranger import any_answer
from tests.streams.reading import Reader

OWN = "core.answered.v1"


class Person:
    """Somebody with a token."""

    def __init__(self, address: str, name: str) -> None:
        self.address = address
        self._http = httpx.Client(base_url=address, timeout=30)
        body = {"name": f"{name} {uuid4().hex[:12]}", "password": "correct horse battery", "language": "en"}
        made = self.call("POST", "/v1/players", json=body)
        self.id, self.token, self.token_id = made["player"]["id"], made["token"]["secret"], made["token"]["id"]

    def send(self, method: str, path: str, **request: Any) -> httpx.Response:
        """Send a request and give whatever comes back."""
        headers = {"Idempotency-Key": uuid4().hex, **request.pop("headers", {})}
        if hasattr(self, "token"):
            headers["Authorization"] = f"Bearer {self.token}"
        return self._http.request(method, path, headers=headers, **request)

    def call(self, method: str, path: str, **request: Any) -> Any:
        """Send a request that must succeed."""
        response = self.send(method, path, **request)
        assert response.is_success, (method, path, response.text)
        return response.json() if response.content else None

    def get(self, path: str, **query: Any) -> Any:
        """Read."""
        return self.call("GET", path, params=query)

    def follow(self, table: str, query: str = "", **headers: str) -> Reader:
        """Open a stream of a table."""
        return Reader(self.address, f"{table}/stream{query}", self.token, **headers)


class Table:
    """A table with people on its first seats, played at random."""

    def __init__(self, people: list[Person], game: str = "kepler", seed: int = 1, **wishes: Any) -> None:
        self.people = people
        self._chance = Random(seed)
        chance = {"source": "fixed", "seed": f"streams-{seed}"}
        wish = {"game": game, "name": "followed", "seats": len(people), "chance": chance, **wishes}
        self.path = f"/v1/tables/{people[0].call('POST', '/v1/tables', json=wish)['id']}"

    def seat(self) -> "Table":
        """Let everybody sit down."""
        for seat, person in enumerate(self.people):
            person.call("PUT", f"{self.path}/seats/{seat}", json={})
        return self

    def start(self) -> "Table":
        """Let everybody sit down and begin."""
        self.seat()
        self.people[0].call("POST", f"{self.path}/start")
        return self

    def asked(self) -> list[tuple[Person, dict[str, Any]]]:
        """Who is asked what."""
        return [
            (person, entry)
            for person in self.people
            for entry in person.get(f"{self.path}/decisions")["items"]
            if entry["form"] is not None and entry["mode"] != "offer"
        ]

    def answer(self, person: Person, entry: dict[str, Any]) -> dict[str, Any]:
        """Answer at random, or by default where a form is too wide to be filled by trying."""
        try:
            answer = any_answer(entry["form"], self._chance)
        except AssertionError:
            answer = entry["default"]
        path = f"{self.path}/decisions/{entry['id']}/answer"
        made: dict[str, Any] = person.call("PUT", path, json={"answer": answer}, headers={"Prefer": "wait=20"})
        return made

    def moves(self) -> Iterator[dict[str, Any]]:
        """Play on until the match is over, each time somebody who is asked."""
        while asked := self.asked():
            person, entry = self._chance.choice(asked)
            yield self.answer(person, entry)

    def play(self, moves: int) -> dict[str, Any]:
        """Play so many moves and give the last one."""
        playing = self.moves()
        return [next(playing) for _ in range(moves)][-1]


def log_of(person: Person, table: str, perspective: str = "me") -> list[dict[str, Any]]:
    """The whole event log as somebody sees it."""
    found: list[dict[str, Any]] = []
    while True:
        after = found[-1]["version"] if found else 0
        page = person.get(f"{table}/events", perspective=perspective, after_version=after, limit=1000)
        found += page["items"]
        if page["next_after_version"] is None:
            return found


def told_by(reader: Reader) -> list[dict[str, Any]]:
    """The events that a stream has brought, with the follower's own answers put where the log has them."""
    found: list[dict[str, Any]] = []
    for message in reader.messages:
        if message.id is None or message.event == "resync":
            continue
        if message.data.get("answer") is not None:
            names = {"decision": "decision_id", "seat": "seat", "answer": "answer"}
            found.append({"type": OWN, "data": {name: message.data[key] for name, key in names.items()}})
        found += message.data["events"]
    return found


def plainly(events: list[dict[str, Any]]) -> list[tuple[str, dict[str, Any]]]:
    """Events by type and data."""
    return [(event["type"], event["data"]) for event in events]
