"""Matches on a running server, by clients that know nothing but what its interface returns."""

import time
from random import Random
from typing import Any
from uuid import uuid4

import httpx
import msgspec

from domain.core.fillings import random_answer
from domain.core.forms import Form
from domain.core.result import Result
from server.selfplay.checks import require
from server.selfplay.in_process import Wanted
from server.selfplay.tally import Played

OVERTAKEN = {409, 410}
"""Something happened in between; what is open now says what to do."""

PATIENCE = 60.0
"""Seconds without any progress after which a table counts as stuck."""


class Client:
    """One player of a running server."""

    def __init__(self, url: str, name: str) -> None:
        self._http = httpx.Client(base_url=url, timeout=30.0)
        secret = uuid4().hex
        made = self.call("POST", "/v1/players", {"name": name, "password": secret})
        self._http.headers["Authorization"] = f"Bearer {made['token']['secret']}"

    def call(self, method: str, path: str, body: Any = None, **headers: str) -> Any:
        """The body of a successful response; a refusal is broken, and too many requests are waited for."""
        response = self.send(method, path, body, **headers)
        require(response.is_success, f"{method} {path}: {response.status_code} {response.text[:400]}")
        return response.json()

    def send(self, method: str, path: str, body: Any = None, **headers: str) -> httpx.Response:
        """The response, after as many waits as the server asks for."""
        if method == "POST":
            headers.setdefault("Idempotency-Key", uuid4().hex)
        while True:
            response = self._http.request(method, path, json=body, headers=headers)
            if response.status_code != httpx.codes.TOO_MANY_REQUESTS:
                return response
            time.sleep(float(response.headers.get("Retry-After", "1")))


class Server:
    """A running server and the players we have registered on it."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._series = uuid4().hex[:8]
        self._clients: list[Client] = []

    def play(self, wanted: Wanted, options: dict[str, Any], seed: int) -> Played:
        """Play one table to its end: by our own clients, or by the server's engines."""
        began = time.perf_counter()
        clients = self._players(wanted.seats)
        table = self._started(clients, wanted, options, seed)
        if wanted.bots == "random":
            decisions = _answer_until_the_end(clients, table, Random(seed))
        else:
            decisions = _watch_until_the_end(clients[0], table)
        result = clients[0].call("GET", f"/v1/tables/{table}/result")
        facts = clients[0].call("GET", f"/v1/tables/{table}")["version"]
        kept = {name: result[name] for name in Result.__struct_fields__}
        return Played(
            seed=seed,
            decisions=decisions,
            facts=facts,
            seconds=time.perf_counter() - began,
            result=msgspec.convert(kept, Result),
        )

    def _players(self, number: int) -> list[Client]:
        while len(self._clients) < number:
            self._clients.append(Client(self._url, f"selfplay {self._series}-{len(self._clients)}"))
        return self._clients[:number]

    def _started(self, clients: list[Client], wanted: Wanted, options: dict[str, Any], seed: int) -> str:
        """A table with the draws of that seed, its seats taken."""
        chance = {"source": "fixed", "seed": f"{seed:064x}"}
        body = {"game": wanted.game.slug, "name": f"selfplay {seed}", "seats": wanted.seats, "options": options}
        made = clients[0].call("POST", "/v1/tables", {**body, "chance": chance})
        table: str = made["id"]
        for official in made["seats"][wanted.seats :]:
            clients[0].call("PUT", f"/v1/tables/{table}/seats/{official['seat']}", {"engine": "random"})
        for seat, client in enumerate(clients):
            if wanted.bots == "random":
                client.call("PUT", f"/v1/tables/{table}/seats/{seat}", {})
            else:
                clients[0].call("PUT", f"/v1/tables/{table}/seats/{seat}", {"engine": wanted.bots})
        clients[0].call("POST", f"/v1/tables/{table}/start")
        return table


def _answer_until_the_end(clients: list[Client], table: str, random: Random) -> int:
    """Every seat answers what it is asked with anything that fits; gives the number of answers taken."""
    taken, since = 0, time.monotonic()
    while True:
        status = ""
        for client in clients:
            listed = client.call("GET", f"/v1/tables/{table}/decisions")
            status = listed["status"]
            mine = [decision for decision in listed["items"] if decision["form"] is not None]
            asked = [decision for decision in mine if decision["mode"] != "offer"]
            if asked and _answered(client, table, random.choice(asked), random):
                taken, since = taken + 1, time.monotonic()
        if status == "finished":
            return taken
        require(time.monotonic() - since < PATIENCE, f"table {table} has waited {PATIENCE:.0f} s for nobody")


def _answered(client: Client, table: str, decision: dict[str, Any], random: Random) -> bool:
    answer = random_answer(msgspec.convert(decision["form"], Form), random.randrange)
    path = f"/v1/tables/{table}/decisions/{decision['id']}/answer"
    response = client.send("PUT", path, {"answer": answer})
    if response.status_code in OVERTAKEN:
        return False
    require(response.is_success, f"{decision['kind']}: {answer} was refused: {response.text[:400]}")
    return True


def _watch_until_the_end(client: Client, table: str) -> int:
    """Look on while the server's engines play; gives the number of moves."""
    version, since = -1, time.monotonic()
    while True:
        seen = client.call("GET", f"/v1/tables/{table}")
        if seen["status"] == "finished":
            return _moves(client, table)
        if seen["version"] > version:
            version, since = seen["version"], time.monotonic()
        require(time.monotonic() - since < PATIENCE, f"the engines at table {table} have stood still")
        time.sleep(0.2)


def _moves(client: Client, table: str) -> int:
    moves, cursor = 0, ""
    while True:
        page = client.call("GET", f"/v1/tables/{table}/moves?limit=100{cursor}")
        moves += len(page["items"])
        if not page.get("next_cursor"):
            return moves
        cursor = f"&cursor={page['next_cursor']}"
