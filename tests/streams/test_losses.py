"""Whatever dies, whoever comes back with the last id has lost nothing and hears nothing twice."""

import signal
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.faults.killing import Killer
from tests.faults.serving import Server, children, send
from tests.server.running import eventually, reachable_folder
from tests.streams.playing import Person, Table, log_of, plainly, told_by
from tests.streams.reading import Message


class Persistent:
    """A follower that comes back with its last id whenever its stream ends, until it is closed for good."""

    def __init__(self, person: Person, table: str) -> None:
        self._person = person
        self._table = table
        self.messages: list[Message] = []
        self.returns = -1
        self.is_over = False
        threading.Thread(target=self._run, daemon=True).start()

    def _run(self) -> None:
        while not self.is_over:
            try:
                reader = self._person.follow(self._table, Last_Event_ID=self.last_id)
            except (OSError, AssertionError):
                time.sleep(0.1)
                continue
            self.returns += 1
            seen = 0
            while not (reader.is_over and seen == len(reader.messages)):
                self.messages += (fresh := reader.messages[seen:])
                seen += len(fresh)
                time.sleep(0.01)
            self.is_over = bool(self.messages) and self.messages[-1].event == "closed"

    @property
    def last_id(self) -> str:
        """The id to come back with."""
        return next((message.id for message in reversed(self.messages) if message.id is not None), "0")


@pytest.fixture
def folder() -> Iterator[Path]:
    with reachable_folder() as made:
        yield made


@pytest.fixture
def alone(folder: Path) -> Iterator[Server]:
    """A server for one test alone."""
    made = Server(folder)
    yield made
    made.end()


def test_nothing_is_lost_or_repeated_when_processes_are_killed(alone: Server, folder: Path) -> None:
    hits = folder / "hits"
    hits.mkdir(mode=0o777)
    alone.start("stream.sent:5,stream.sent:30,publish.before:12", hits)
    people = [Patient(alone.address, name) for name in ("alice", "bob")]
    table = Table(list(people), options={"round_limit": 5}).start()
    followers = {person: Persistent(person, table.path) for person in (*people, Patient(alone.address, "carol"))}
    killer = Killer(alone, 1)
    for number, _ in enumerate(table.moves()):
        if number in (10, 25):
            killer.kill("api process")
        if number == 40:
            killer.kill("api master")
    assert eventually(lambda: all(follower.is_over for follower in followers.values()), 30)
    for person, follower in followers.items():
        versions = [int(message.id) for message in follower.messages if message.id]
        assert versions == sorted(set(versions))
        assert plainly(told_by(follower)) == plainly(log_of(person, table.path))  # type: ignore[arg-type]
    assert all(follower.returns > 0 for follower in followers.values())
    assert all(
        len((hits / name).read_text().split()) >= hit for name, hit in (("stream.sent", 30), ("publish.before", 12))
    )
    assert not alone.errors()


class Patient(Person):
    """Somebody who sends again what was not answered."""

    def send(self, method: str, path: str, **request: object) -> httpx.Response:
        limit = time.monotonic() + 60
        while True:
            try:
                response = super().send(method, path, **dict(request))
                if response.status_code != 503 or time.monotonic() > limit:
                    return response
            except httpx.TransportError:
                assert time.monotonic() < limit
            time.sleep(0.1)


def test_without_redis_messages_come_within_about_a_second(server: Server, alice: Person, bob: Person) -> None:
    table = Table([alice, bob]).start()
    readers = [alice.follow(table.path), bob.follow(table.path)]
    (redis,) = server.parts("valkey-server")
    send(redis, signal.SIGSTOP)
    waits = []
    try:
        for _ in range(4):
            table.play(1)
            acknowledged = time.monotonic()
            version = str(alice.get(table.path)["version"])
            readers[0].until(lambda found, wanted=version: found.last_id == wanted, 5)
            waits.append(readers[0].named("move", "progress")[-1].came - acknowledged)
    finally:
        send(redis, signal.SIGKILL)
    assert max(waits) < 2.5, waits
    assert eventually(lambda: bool(server.parts("valkey-server")))
    assert eventually(lambda: httpx.get(f"{server.address}/readyz").status_code == 200, 30)
    time.sleep(3)
    quick = []
    for _ in range(5):
        table.play(1)
        acknowledged = time.monotonic()
        version = str(alice.get(table.path)["version"])
        readers[0].until(lambda found, wanted=version: found.last_id == wanted, 5)
        quick.append(readers[0].named("move", "progress")[-1].came - acknowledged)
    assert sorted(quick)[2] < 0.25, quick
    for reader in readers:
        assert not reader.is_over
        reader.close()


def test_a_server_that_stops_sends_its_clients_away_gently(alone: Server) -> None:
    alone.start()
    alice, bob = Person(alone.address, "alice"), Person(alone.address, "bob")
    table = Table([alice, bob]).start()
    readers = [person.follow(table.path) for person in (alice, bob) for _ in range(10)]
    for reader in readers:
        reader.until(lambda found: found.messages)
    began = time.monotonic()
    assert alone.stop() == 0
    assert time.monotonic() - began < 8
    for reader in readers:
        reader.until_over()
        assert len(reader.retries) == 2
        assert reader.messages[-1].event != "closed"
    assert len({reader.retries[-1] for reader in readers}) > 5


def test_a_process_that_is_replaced_ends_its_streams_only(alone: Server) -> None:
    alone.start()
    alice, bob = Person(alone.address, "alice"), Person(alone.address, "bob")
    table = Table([alice, bob]).start()
    readers = [alice.follow(table.path) for _ in range(12)]
    (master,) = [pid for pid, line in children(alone.pid) if "gunicorn" in line]
    worker = next(pid for pid, _ in children(master))
    send(worker, signal.SIGTERM)
    eventually(lambda: worker not in dict(children(master)))
    ended = [reader for reader in readers if reader.is_over]
    assert all(len(reader.retries) == 2 for reader in ended)
    table.play(1)
    version = str(alice.get(table.path)["version"])
    for reader in readers:
        if reader not in ended:
            reader.until(lambda found: found.last_id == version)
            reader.close()
