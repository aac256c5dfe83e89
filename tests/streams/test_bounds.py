"""What a client asks wrongly, and how many and how slow clients a process bears with."""

import socket
import time
from collections.abc import Callable, Iterator
from uuid import uuid4

import httpx
import pytest

from server.players import Player
from server.tables.followers import LAST_WORD_SECONDS, LONGEST_QUEUE, Follower, Wish
from tests.faults.serving import Server
from tests.server.running import reachable_folder
from tests.streams.playing import Person, Table
from tests.streams.reading import Reader


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    """A server with one process that follows four streams at most."""
    with reachable_folder() as folder:
        made = Server(folder, PLATEAU_API_STREAMS="4", PLATEAU_API_PROCESSES="1", PLATEAU_API_THREADS="4")
        made.start()
        yield made
        made.end()


def test_what_is_asked_wrongly_is_a_problem(alice: Person, bob: Person) -> None:
    path = f"{Table([alice, bob]).start().path}/stream"
    wrong = {
        "not-acceptable": alice.send("GET", path, headers={"Accept": "application/json"}),
        "invalid-header": alice.send("GET", path, headers={"Last-Event-ID": "yesterday"}),
        "invalid-query": alice.send("GET", f"{path}?follow=perhaps"),
        "method-not-allowed": alice.send("POST", path),
    }
    for code, answer in wrong.items():
        assert answer.headers["Content-Type"] == "application/problem+json"
        assert answer.json()["code"] == code
    nobody = httpx.get(f"{alice.address}{path}")
    assert (nobody.status_code, nobody.json()["code"]) == (401, "unauthenticated")
    narrow = alice.call("POST", "/v1/tokens", json={"name": "narrow", "scopes": ["seat:play"]})
    refused = httpx.get(f"{alice.address}{path}", headers={"Authorization": f"Bearer {narrow['secret']}"})
    assert (refused.status_code, refused.json()["code"]) == (403, "scope-missing")


def test_head_and_options_answer_without_a_stream(alice: Person, bob: Person) -> None:
    path = f"{Table([alice, bob]).start().path}/stream"
    for _ in range(6):
        head = alice.send("HEAD", path)
        assert (head.status_code, head.headers["Content-Type"], head.content) == (200, "text/event-stream", b"")
    assert set(alice.send("OPTIONS", path).headers["Allow"].split(", ")) == {"GET", "HEAD", "OPTIONS"}


def test_headers_keep_caches_and_proxies_out_of_the_way(alice: Person, bob: Person) -> None:
    reader = _follow_when_there_is_room(alice, Table([alice, bob]).start())
    headers = reader.response.headers
    assert (headers["Cache-Control"], headers["X-Accel-Buffering"]) == ("no-store", "no")
    assert headers["Content-Type"] == "text/event-stream"
    assert "RateLimit" in headers
    reader.close()


def test_too_many_streams_leave_room_for_requests(alice: Person, bob: Person) -> None:
    table = Table([alice, bob]).start()
    readers = [_follow_when_there_is_room(alice, table) for _ in range(4)]
    refused = alice.send("GET", f"{table.path}/stream")
    assert (refused.status_code, refused.json()["code"]) == (503, "unavailable")
    assert int(refused.headers["Retry-After"]) > 0
    assert alice.send("GET", f"{table.path}/stream?follow=false").status_code == 200
    table.play(2)
    version = str(alice.get(table.path)["version"])
    for reader in readers:
        reader.until(lambda found: found.last_id == version)
    readers.pop().close()
    readers.append(_follow_when_there_is_room(alice, table))
    for reader in readers:
        reader.close()


def _follow_when_there_is_room(person: Person, table: Table) -> Reader:
    """Open a stream as soon as those that were closed have been noticed."""
    limit = time.monotonic() + 5
    while True:
        try:
            return person.follow(table.path)
        except AssertionError:
            assert time.monotonic() < limit
            time.sleep(0.2)


def test_a_slow_client_is_sent_away_and_others_go_on(person: Callable[[str], Person]) -> None:
    people = [person(name) for name in ("alice", "bob", "carol", "dave")]
    alice, table = people[0], Table(people).start()
    readers = [_follow_when_there_is_room(alice, table) for _ in range(3)]
    slow, began = _deaf(alice, table), time.monotonic()
    time.sleep(2.5)
    assert _is_full(alice, table)
    for number, _ in enumerate(table.moves()):
        if number % 20 == 0 and not _is_full(alice, table):
            break
    else:
        raise AssertionError("the slow client was never sent away")
    assert time.monotonic() - began > LAST_WORD_SECONDS
    version = str(alice.get(table.path)["version"])
    for reader in readers:
        reader.until(lambda found: found.last_id == version)
        assert not reader.is_over
        reader.close()
    slow.close()


def _is_full(person: Person, table: Table) -> bool:
    """Whether one more stream would be one too many."""
    answer = httpx.stream("GET", f"{person.address}{table.path}/stream", headers=_bearer(person))
    with answer as response:
        return response.status_code == 503


def _bearer(person: Person) -> dict[str, str]:
    return {"Authorization": f"Bearer {person.token}"}


def test_whoever_reads_too_late_is_told_what_waited_and_why_it_ends() -> None:
    wish = Wish(by=Player(uuid4(), "alice", "human"), perspective="me", language="en", token=uuid4())
    follower = Follower(wish)
    for number in range(LONGEST_QUEUE + 20):
        follower.put(b"%d " % number, b"too slow")
    assert follower.take(1) == b"".join(b"%d " % number for number in range(LONGEST_QUEUE)) + b"too slow"
    assert follower.is_ended


def _deaf(person: Person, table: Table) -> socket.socket:
    """Ask for a stream and read nothing of it."""
    host, port = person.address.removeprefix("http://").split(":")
    connection = socket.socket()
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    connection.connect((host, int(port)))
    lines = (f"GET {table.path}/stream HTTP/1.1", f"Host: {host}", f"Authorization: Bearer {person.token}", "", "")
    connection.sendall("\r\n".join(lines).encode())
    return connection
