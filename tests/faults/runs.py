"""A run: a server that is killed again and again, clients that play on, and the reckoning at the end."""

import logging
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from random import Random

import psycopg
from psycopg_pool import PoolTimeout

from events.errors import Unavailable
from events.faults import STOPPED
from events.pool import Pool
from tests.faults import history, promises
from tests.faults.circles import KINDS, Circle
from tests.faults.clients import Client
from tests.faults.killing import STOP, Killer
from tests.faults.points import Points
from tests.faults.serving import Server
from tests.faults.telling import Told
from tests.server.running import descendants, eventually, reachable_folder

log = logging.getLogger(__name__)
LAST_TABLES = 240.0


class Run:
    """A server, circles that play on it, and what they were told."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.folder = folder
        self.seed = seed
        self.server = Server(folder)
        self.told = Told()
        self.kills: Counter[str] = Counter()
        self._is_wanted = True
        self._circles = [
            Circle(self.server.address, kind, self.told, seed + number, lambda: self._is_wanted)
            for number, kind in enumerate(KINDS)
        ]

    def points(self, name: str, fatal: Mapping[str, tuple[int, ...]]) -> Points:
        """Begin a life that ends processes at these points."""
        points = Points(self.folder / name, fatal)
        self.server.start(points.variable(), points.folder)
        return points

    def play(self) -> None:
        """Let the circles begin."""
        for circle in self._circles:
            circle.start()

    def reach_all(self, points: Points, patience: float) -> None:
        """Wait until all points of a life were died at."""
        points.await_all(self.server, patience)
        self.kills.update(points.deaths())
        self._look()

    def kill_in_every_way(self, pause: float) -> None:
        """Kill each part once."""
        killer = Killer(self.server, self.seed)
        killer.each_once(pause)
        self.kills.update(killer.done)
        self._look()

    def kill_at_random(self, kills: int, pause: float) -> None:
        """Kill whatever chance chooses."""
        killer = Killer(self.server, self.seed + self.kills.total())
        killer.many(kills, pause)
        self.kills.update(killer.done)
        self._look()

    def crash(self) -> None:
        """End everything at once."""
        self.server.crash()
        self.kills["supervisor"] += 1

    def deaths(self) -> int:
        """Count the processes that died, without those that only stood still."""
        return self.kills.total() - self.kills[STOPPED] - self.kills[STOP]

    def _look(self) -> None:
        """Look, in the midst of it, whether some table waits for somebody who was not told."""
        pool = Pool(self.server.database(), size=2)
        limit = time.monotonic() + 60
        while True:
            try:
                assert not promises.unpromised(pool, [sitting.table for sitting in self.told.sittings])
            except (Unavailable, PoolTimeout, psycopg.OperationalError):
                assert time.monotonic() < limit, "the database does not come back"
                time.sleep(0.2)
            else:
                return pool.close()

    def finish(self) -> None:
        """Let the last tables end, then hold the log against what was told."""
        self._is_wanted = False
        until = time.monotonic() + LAST_TABLES
        over = [circle.join(until) for circle in self._circles]
        assert all(over), f"not over: {over}\n{self._state()}"
        assert self.server.is_alive(), "the supervisor has died"
        pool = Pool(self.server.database(), size=2)
        assert eventually(lambda: not promises.rows(pool), 30), promises.rows(pool)
        assert not promises.forgotten(pool)
        assert not self.server.log_lines("a table waited without a promise")
        errors = self.server.errors()
        assert not errors, "\n".join(errors)
        stories = history.check(pool, self.told)
        pool.close()
        self._compare_views(stories)
        assert self.server.stop() == 0
        log.info("%s kills: %s", self.deaths(), dict(self.kills))
        log.info("%s tables, %s moves, repeats: %s", len(stories), len(self.told.moves), Counter(self.told.repeats))

    def _state(self) -> str:
        """Say what may explain a table that stands still."""
        pool = Pool(self.server.database(), size=2)
        promised = "\n".join(f"promised: {row}" for row in promises.rows(pool))
        pool.close()
        parts = "\n".join(f"alive: {line[-100:]}" for line in descendants(self.server.pid).values())
        said = "\n".join(self.server.said.read_text().splitlines()[-20:])
        return "\n".join((*self.told.wrong, promised, parts, said, *self.server.errors()))

    def _compare_views(self, stories: list[history.Story]) -> None:
        reader = Client(self.server.address, self.told, Random(self.seed))
        for story in stories:
            for seat, reader.token in story.sitting.tokens.items():
                shown = reader.get(f"/v1/tables/{story.sitting.table}/views/me")
                history.check_shown(shown, story.whole, seat)


@contextmanager
def run_of(seed: int) -> Iterator[Run]:
    """Give a run on a folder of its own that leaves nothing behind."""
    with reachable_folder() as folder:
        run = Run(folder, seed)
        try:
            yield run
        finally:
            run.server.end()
