"""Which fault points a server dies at, and which it has reached."""

import time
from collections.abc import Mapping
from pathlib import Path

from events.faults import STOPPED
from tests.faults.killing import continue_later
from tests.faults.serving import Server

PLAYED = (
    "http.received",
    "move.decided",
    "append.sent",
    "append.committed",
    "cache.update",
    "fast.before_enqueue",
    "fast.after_enqueue",
    "publish.before",
    "dispatch.claimed",
    "dispatch.enqueued",
    "worker.popped",
    "worker.computing",
    "worker.committed",
    "worker.zombie",
    "snapshot.written",
    "checkpoint.signed",
)
"""Points that play passes by; `append.in_tx` is apart because naming it opens a transaction around every append."""


class Points:
    """Fatal hits by name, and the folder in which the processes count them."""

    def __init__(self, folder: Path, fatal: Mapping[str, tuple[int, ...]]) -> None:
        folder.mkdir(mode=0o777)
        self.folder = folder
        self.fatal = fatal
        self._continued = 0

    def variable(self) -> str:
        """Write the fatal hits as PLATEAU_FAULTS has them."""
        return ",".join(f"{name}:{hit}" for name, hits in self.fatal.items() for hit in hits)

    def hits(self, name: str) -> list[int]:
        """Give the process of every hit of a point so far."""
        file = self.folder / name
        return [int(pid) for pid in file.read_text().split()] if file.exists() else []

    def deaths(self) -> dict[str, int]:
        """Count, by name, the fatal hits that were reached."""
        return {name: sum(len(self.hits(name)) >= hit for hit in hits) for name, hits in self.fatal.items()}

    def missing(self) -> dict[str, int]:
        """Say which points still lack how many of their fatal hits."""
        deaths = self.deaths()
        return {name: len(hits) - deaths[name] for name, hits in self.fatal.items() if deaths[name] < len(hits)}

    def await_all(self, server: Server, patience: float) -> None:
        """Wait until every fatal hit was reached, and let processes that stand still go on after their lease."""
        limit = time.monotonic() + patience
        while self.missing():
            assert server.is_alive(), "the supervisor has died"
            assert time.monotonic() < limit, f"not reached: {self.missing()}"
            self._continue_stopped()
            time.sleep(0.1)
        self._continue_stopped()

    def _continue_stopped(self) -> None:
        reached, fatal = self.hits(STOPPED), sorted(self.fatal.get(STOPPED, ()))
        for hit in fatal[self._continued :]:
            if len(reached) >= hit:
                continue_later(reached[hit - 1])
                self._continued += 1
