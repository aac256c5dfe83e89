"""One table followed by a thousand streams: how long until the last of them has a move."""

import re
import resource
import selectors
import socket
import subprocess
import sys
import time
import uuid
from typing import Any

from bench.figures import Figure, milliseconds
from bench.moves import Caller
from bench.servers import ROOT, Running

STREAMS = 1000
MOVES = 120
PATIENCE = 30.0
_ID = re.compile(rb"id: (\d+)\n")
_LONGEST_ID = 32


class Crowd:
    """Many sockets, and the newest id that has come on each."""

    def __init__(self) -> None:
        self._selector = selectors.DefaultSelector()
        self._ids: dict[int, int] = {}
        self._tails: dict[int, bytes] = {}
        self.received = 0

    def add(self, client: socket.socket) -> None:
        """Listen to one more socket."""
        client.settimeout(0)
        self._selector.register(client, selectors.EVENT_READ)
        self._ids[client.fileno()] = 0
        self._tails[client.fileno()] = b""

    def wait_for(self, number: int) -> float:
        """Read until every socket has come to this id, and give the moment when the last one had."""
        late = {client for client, known in self._ids.items() if known < number}
        limit = time.perf_counter() + PATIENCE
        while late:
            for key, _ in self._selector.select(1.0):
                self._read(key.fileobj)  # type: ignore[arg-type]
                if self._ids[key.fd] >= number:
                    late.discard(key.fd)
            if time.perf_counter() > limit:
                raise RuntimeError(f"{len(late)} streams have not come to {number}")
        return time.perf_counter()

    def close(self) -> None:
        """Hang up everywhere."""
        for key in list(self._selector.get_map().values()):
            key.fileobj.close()  # type: ignore[union-attr]

    def _read(self, client: socket.socket) -> None:
        number, chunk = client.fileno(), client.recv(65_536)
        if not chunk:
            raise RuntimeError("a stream has ended")
        self.received += len(chunk)
        text = self._tails[number] + chunk
        found = _ID.findall(text)
        self._ids[number] = int(found[-1]) if found else self._ids[number]
        self._tails[number] = text[-_LONGEST_ID:]


class Match:
    """A table of Kepler-3AD whose two seats always give the default answer."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._caller = Caller(address)
        self._tokens = [self._register() for _ in range(2)]
        self.watcher = self._register()
        self.path = f"/v1/tables/{self._post('/v1/tables', {'game': 'kepler', 'name': 'bench', 'seats': 2})['id']}"
        for seat, token in enumerate(self._tokens):
            self._caller.send("PUT", f"{self.path}/seats/{seat}", {}, Authorization=token)
        self.began = self._post(f"{self.path}/start")["version"]

    def come_back(self) -> None:
        """Connect anew, after a time in which the server has given the connection up."""
        self._caller = Caller(self._address)

    def version(self) -> int:
        """The version that watchers have."""
        return int(self._caller.send("GET", self.path, Authorization=self.watcher)["version"])

    def move(self) -> float | None:
        """Make a move and give the moment when it was acknowledged; none if a worker goes on with it."""
        token, entry = self._asked()
        path = f"{self.path}/decisions/{entry['id']}/answer"
        made = self._caller.send("PUT", path, {"answer": entry["default"]}, Authorization=token)
        return time.perf_counter() if made["status"] == "done" else None

    def _asked(self) -> tuple[str, dict[str, Any]]:
        while True:
            for token in self._tokens:
                for entry in self._caller.send("GET", f"{self.path}/decisions", Authorization=token)["items"]:
                    if entry["form"] and entry["mode"] != "offer":
                        return token, entry
            time.sleep(0.01)

    def _register(self) -> str:
        body = {"name": f"bench {uuid.uuid4().hex[:20]}", "password": "a long password", "language": "en"}
        made = self._caller.send("POST", "/v1/players", body, **{"Idempotency-Key": uuid.uuid4().hex})
        return f"Bearer {made['token']['secret']}"

    def _post(self, path: str, body: object = None) -> dict[str, Any]:
        once = {"Authorization": self._tokens[0], "Idempotency-Key": uuid.uuid4().hex}
        made: dict[str, Any] = self._caller.send("POST", path, body, **once)
        return made


def measure(running: Running) -> list[Figure]:
    """How long a move takes to reach everybody, beyond its acknowledgement."""
    _allow_many_files()
    match, crowd = Match(running.url), Crowd()
    try:
        for _ in range(STREAMS):
            crowd.add(_follow(running.url, match))
        match.come_back()
        match.move()
        crowd.wait_for(match.version())
        crowd.received = 0
        waits = _waits(match, crowd)
        size = crowd.received // STREAMS // MOVES
    finally:
        crowd.close()
    slowest, floor = _percentile(waits), _percentile(_floor(size))
    return [
        Figure(
            f"a move reaches {STREAMS:,} streams, 99th percentile",
            milliseconds(slowest),
            f"{milliseconds(floor)} ({size} bytes to as many plain sockets)",
            slowest / floor,
            "at most 500 ms",
            slowest <= 0.5,
        )
    ]


def _waits(match: Match, crowd: Crowd) -> list[float]:
    found: list[float] = []
    for _ in range(MOVES):
        before, acknowledged = match.version(), match.move()
        version = match.version()
        arrived = crowd.wait_for(version)
        if acknowledged is not None and version > before:
            found.append(max(0.0, arrived - acknowledged))
    return found


def _floor(size: int) -> list[float]:
    """The same bytes to as many sockets, from one process that has nothing else to do."""
    command = [sys.executable, "-m", "bench.peers.floor_sockets", str(STREAMS)]
    process = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert process.stdin is not None and process.stdout is not None
    crowd, found = Crowd(), []
    try:
        port = int(process.stdout.readline())
        for _ in range(STREAMS):
            crowd.add(socket.create_connection(("127.0.0.1", port)))
        for number in range(1, MOVES + 1):
            began = time.perf_counter()
            process.stdin.write(f"{size} {number}\n")
            process.stdin.flush()
            found.append(crowd.wait_for(number) - began)
    finally:
        crowd.close()
        process.kill()
        process.wait()
    return found


def _follow(address: str, match: Match) -> socket.socket:
    """Open a stream; a process that has all it can follow sends to the next one."""
    host, _, port = address.partition(":")
    path = f"{match.path}/stream?last_event_id={match.began}"
    request = f"GET {path} HTTP/1.1\r\nHost: {address}\r\nAuthorization: {match.watcher}\r\n\r\n".encode()
    for _ in range(100):
        client = socket.create_connection((host, int(port)), timeout=PATIENCE)
        client.sendall(request)
        status = client.recv(12)
        if status.endswith(b" 200"):
            return client
        client.close()
        time.sleep(0.05)
    raise RuntimeError(f"no stream was opened: {status!r}")


def _percentile(waits: list[float]) -> float:
    return sorted(waits)[round(0.99 * (len(waits) - 1))]


def _allow_many_files() -> None:
    low, high = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(low, min(high, 4 * STREAMS)), high))
