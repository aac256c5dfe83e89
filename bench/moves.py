"""Moves through HTTP, against a bare Flask application with one INSERT on the same Postgres."""

import http.client
import json
import statistics
import threading
import time
import uuid
from collections.abc import Callable

from bench.figures import Figure, milliseconds
from bench.servers import Running

CLIENTS = 8
SECONDS = 8.0
ALONE = 300


class Caller:
    """One kept connection."""

    def __init__(self, address: str) -> None:
        self._connection = http.client.HTTPConnection(address)

    def send(self, method: str, path: str, body: object = None, **headers: str) -> dict:
        """Send a request and give the JSON that comes back."""
        data = json.dumps(body) if body is not None else None
        sent = {"Content-Type": "application/json"} if data else {}
        self._connection.request(method, path, data, {**sent, **headers})
        response = self._connection.getresponse()
        text = response.read()
        if response.status >= 300:
            raise RuntimeError(f"{method} {path}: {response.status} {text[:300]!r}")
        return json.loads(text) if text else {}


class Table:
    """A table of Kepler-3AD whose two seats always answer alike; each response says what is asked next."""

    def __init__(self, address: str) -> None:
        self._caller = Caller(address)
        self._tokens = [self._register() for _ in range(2)]
        self._path = ""
        self._asked: list[dict] = []
        self._faces = [1]
        self._open()

    def _register(self) -> str:
        body = {"name": f"bench {uuid.uuid4().hex[:20]}", "password": "a long password", "language": "en"}
        made = self._caller.send("POST", "/v1/players", body, **{"Idempotency-Key": uuid.uuid4().hex})
        return f"Bearer {made['token']['secret']}"

    def _open(self) -> None:
        once = {"Authorization": self._tokens[0]}
        body = {"game": "kepler", "name": "bench", "seats": 2}
        made = self._caller.send("POST", "/v1/tables", body, **once, **{"Idempotency-Key": uuid.uuid4().hex})
        self._path = f"/v1/tables/{made['id']}"
        for seat, token in enumerate(self._tokens):
            self._caller.send("PUT", f"{self._path}/seats/{seat}", {}, Authorization=token)
        begun = self._caller.send("POST", f"{self._path}/start", **once, **{"Idempotency-Key": uuid.uuid4().hex})
        self._asked = begun["waiting_for"]
        self._look()

    def _look(self) -> None:
        events = self._caller.send("GET", f"{self._path}/events?limit=100", Authorization=self._tokens[0])["items"]
        self._note(events)

    def _note(self, events: list[dict]) -> None:
        for event in events:
            if event["type"] == "kepler.dice_rolled.v1":
                self._faces = list(event["data"]["dice"].values())

    def answer(self) -> None:
        """Make one move."""
        asked = self._asked[0]
        plain = {"raise_discs": {"tracks": []}, "action_group": {"do": "skip"}, "post_action": {"do": "done"}}
        plain |= {"bonus_421": {"do": "decline"}, "setup_place": {"do": "decline"}}
        answer = plain.get(asked["kind"]) or {"do": f"act:{min(self._faces)}"}
        path = f"{self._path}/decisions/{asked['decision_id']}/answer"
        moved = self._caller.send("PUT", path, {"answer": answer}, Authorization=self._tokens[asked["seat"]])
        self._asked = moved["waiting_for"]
        self._note(moved["events"])
        if not self._asked or self._asked[0].get("worker"):
            self._open()


class Rows:
    """The floor: one row for each request, of about the size of a move."""

    def __init__(self, address: str) -> None:
        self._caller = Caller(address)

    def answer(self) -> None:
        """Write one row."""
        self._caller.send("PUT", "/rows", {"answer": {"do": "act:1"}, "about": "x" * 300})


def measure(running: Running) -> list[Figure]:
    """How many moves per second, and how much a move costs alone."""
    floor_rate = _rate(lambda: Rows(running.floor_url))
    rate = _rate(lambda: Table(running.url))
    floor_alone = _alone(Rows(running.floor_url))
    alone = _alone(Table(running.url))
    added = (alone - floor_alone) * 1000
    return [
        Figure(
            "durable moves through HTTP, 8 clients",
            f"{rate:.0f}/s",
            f"{floor_rate:.0f}/s (Flask, one INSERT)",
            rate / floor_rate,
            "at least 0.7",
            rate / floor_rate >= 0.7,
        ),
        Figure(
            "a move answered alone, median",
            milliseconds(alone),
            f"{milliseconds(floor_alone)} (the same)",
            alone / floor_alone,
            f"at most 3 ms more ({added:.2f})",
            added <= 3,
        ),
    ]


def _rate(make: Callable[[], Table | Rows]) -> float:
    players = [make() for _ in range(CLIENTS)]
    counts = [0] * CLIENTS
    end = time.perf_counter() + SECONDS

    def play(number: int) -> None:
        while time.perf_counter() < end:
            players[number].answer()
            counts[number] += 1

    threads = [threading.Thread(target=play, args=(number,)) for number in range(CLIENTS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sum(counts) / SECONDS


def _alone(player: Table | Rows) -> float:
    times = []
    for _ in range(ALONE):
        start = time.perf_counter()
        player.answer()
        times.append(time.perf_counter() - start)
    return statistics.median(times)
