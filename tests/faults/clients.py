"""A client that repeats what was not acknowledged, exactly as the contract allows."""

import time
from random import Random
from typing import Any
from uuid import UUID, uuid4

import httpx

from tests.faults.telling import Acknowledged, Refused, Seen, Told

PATIENCE = 90.0
"""How long, in seconds, one request is repeated before the server counts as stuck."""

_AGAIN = {429, 500, 502, 503, 504}
_IMPATIENT = 0.004
"""A time, in seconds, in which hardly any answer arrives: the client hangs up and has to ask again."""


class Client:
    """One player's connection to the server."""

    def __init__(self, address: str, told: Told, chance: Random) -> None:
        self._http = httpx.Client(base_url=address, timeout=15)
        self._told = told
        self._chance = chance
        self.token = ""

    def register(self) -> None:
        """Become a player; the same key again is the same player."""
        name = f"{self._chance.choice(('alice', 'bob', 'carol'))} {uuid4().hex[:12]}"
        body = {"name": name, "password": "correct horse battery", "language": "en"}
        made = self.post("/v1/players", body)
        self.token = made["token"]["secret"]
        if made["player"]["name"] != name:
            self._told.wrong.append(f"{name} was registered as {made['player']['name']}")

    def post(self, path: str, body: dict[str, Any] | None = None) -> Any:
        """Create something once, however often it takes to be told so."""
        answer = self.send("POST", path, body, {"Idempotency-Key": uuid4().hex})
        return self._accepted(answer).json()

    def put(self, path: str, body: dict[str, Any]) -> Any:
        """Put something where it may be put again."""
        return self._accepted(self.send("PUT", path, body)).json()

    def get(self, path: str) -> Any:
        """Read something."""
        return self._accepted(self.send("GET", path)).json()

    def decisions(self, table: UUID, seat: int, known: str | None) -> tuple[dict[str, Any] | None, str | None]:
        """Wait for a moment for the table to differ from what is known, and give what is open, with its tag."""
        headers = {"Prefer": "wait=1", **({"If-None-Match": known} if known else {})}
        sent = time.monotonic()
        answer = self.send("GET", f"/v1/tables/{table}/decisions", None, headers)
        if answer.status_code == 304:
            return None, known
        listed = self._accepted(answer).json()
        self._told.seen.append(Seen(table, seat, listed["version"], sent, time.monotonic()))
        return listed, answer.headers["ETag"]

    def answer(self, table: UUID, seat: int, decision: str, answer: dict[str, Any]) -> dict[str, Any] | None:
        """Answer until the server has said yes or no; now and then ask once more whether it stands by its word."""
        path, sent = f"/v1/tables/{table}/decisions/{decision}/answer", time.monotonic()
        body, headers = {"answer": answer}, {"Prefer": f"wait={self._chance.choice((0, 2))}"}
        reply = self.send("PUT", path, body, headers, hasty=self._chance.random() < 0.1)
        if reply.status_code not in (200, 201):
            self._told.refused.append(Refused(table, decision, reply.json()["code"], sent))
            return None
        move: dict[str, Any] = reply.json()
        self._told.moves.append(Acknowledged(table, seat, decision, answer, move["id"], sent, time.monotonic()))
        if self._chance.random() < 0.1:
            self._ask_again(path, body, move["id"])
        return move

    def send(
        self,
        method: str,
        path: str,
        body: dict[str, Any] | None = None,
        headers: dict[str, str] | None = None,
        *,
        hasty: bool = False,
    ) -> httpx.Response:
        """Send a request, and the same again until somebody answers for the server."""
        own = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        limit = time.monotonic() + PATIENCE
        trouble, is_first = "", True
        while time.monotonic() < limit:
            timeout = _IMPATIENT if hasty and is_first else 15
            is_first = False
            try:
                reply = self._http.request(method, path, json=body, headers={**own, **(headers or {})}, timeout=timeout)
            except httpx.TransportError as error:
                trouble = type(error).__name__
            else:
                trouble = self._why_again(reply)
                if not trouble:
                    return reply
            self._told.repeats.append(trouble)
            time.sleep(self._chance.uniform(0.02, 0.3))
        raise AssertionError(f"{method} {path}: no answer within {PATIENCE} s, at last {trouble}")

    def _why_again(self, reply: httpx.Response) -> str:
        """Say why the same request must be sent again, or nothing if it was answered."""
        if reply.status_code == 500:
            self._told.wrong.append(f"500: {reply.text[:300]}")
        if reply.status_code in _AGAIN:
            return str(reply.status_code)
        if reply.status_code == 409 and reply.json().get("code") == "idempotency-running":
            return "idempotency-running"
        return ""

    def _ask_again(self, path: str, body: dict[str, Any], move: int) -> None:
        reply = self.send("PUT", path, body)
        if reply.status_code != 200 or reply.json()["id"] != move:
            self._told.wrong.append(f"{path} was move {move}, and then {reply.status_code} {reply.text[:300]}")

    def _accepted(self, reply: httpx.Response) -> httpx.Response:
        assert reply.is_success, f"{reply.request.method} {reply.request.url.path}: {reply.status_code} {reply.text}"
        return reply
