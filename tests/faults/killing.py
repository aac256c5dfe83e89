"""Ways to end a process of the server at any moment."""

import shutil
import signal
import threading
import time
from collections import Counter
from collections.abc import Callable
from random import Random

from tests.faults.serving import LEASE, Server, children, send

STOP = "worker stopped"


class Killer:
    """Kills parts of a server one after the other and counts what it has killed."""

    def __init__(self, server: Server, seed: int) -> None:
        self._server = server
        self._chance = Random(seed)
        self._ways: dict[str, Callable[[], bool]] = {
            "api process": self._kill_api_process,
            "api master": lambda: self._kill_one(self._masters()),
            "worker": lambda: self._kill_one(self._server.parts("server.cli", "worker")),
            "dispatcher": lambda: self._kill_one(self._server.parts("server.cli", "dispatcher")),
            "redis": lambda: self._kill_one(self._server.parts("valkey-server")),
            "redis and its file": self._kill_redis_and_its_file,
            "postmaster": lambda: self._kill_one(self._postmasters()),
            "postgres backend": self._kill_backend,
            STOP: self._stop_worker,
        }
        self.done: Counter[str] = Counter()

    def each_once(self, pause: float) -> None:
        """Use every way once, in a random order."""
        for way in self._chance.sample(sorted(self._ways), len(self._ways)):
            self.kill(way)
            time.sleep(self._chance.uniform(pause / 2, pause * 3 / 2))

    def many(self, kills: int, pause: float) -> None:
        """Kill by random ways at random moments until so many are done; who is dead already is passed over."""
        while self.done.total() < kills:
            assert self._server.is_alive(), "the supervisor has died"
            way = self._chance.choice(sorted(self._ways))
            self.done[way] += self._ways[way]()
            time.sleep(self._chance.uniform(0, 2 * pause))

    def kill(self, way: str, patience: float = 20.0) -> None:
        """Kill in this way, as soon as there is somebody to kill."""
        limit = time.monotonic() + patience
        while not self._ways[way]():
            assert self._server.is_alive(), "the supervisor has died"
            assert time.monotonic() < limit, f"nothing to kill: {way}"
            time.sleep(0.05)
        self.done[way] += 1

    def _kill_one(self, pids: list[int]) -> bool:
        return bool(pids) and send(self._chance.choice(pids), signal.SIGKILL)

    def _masters(self) -> list[int]:
        return [pid for pid, line in children(self._server.pid) if "gunicorn" in line]

    def _kill_api_process(self) -> bool:
        return self._kill_one([pid for master in self._masters() for pid, _ in children(master)])

    def _postmasters(self) -> list[int]:
        return [pid for pid, line in children(self._server.pid) if "/postgres -D" in line]

    def _kill_backend(self) -> bool:
        return self._kill_one(self._server.parts("postgres:", "plateau plateau"))

    def _kill_redis_and_its_file(self) -> bool:
        found = self._server.parts("valkey-server")
        if not found:
            return False
        # It goes on writing to the file that it holds open; the next one finds none.
        shutil.rmtree(self._server.data / "redis" / "appendonlydir", ignore_errors=True)
        return self._kill_one(found)

    def _stop_worker(self) -> bool:
        found = self._server.parts("server.cli", "worker")
        if not found:
            return False
        pid = self._chance.choice(found)
        continue_later(pid)
        return send(pid, signal.SIGSTOP)


def continue_later(pid: int) -> None:
    """Let a stopped process go on after its lease has ended."""
    timer = threading.Timer(2 * LEASE, send, (pid, signal.SIGCONT))
    timer.daemon = True
    timer.start()
