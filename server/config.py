"""What can be set from outside, read once from the environment and the command line."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from server.failures import Failure

ROOT = Path(__file__).resolve().parent.parent
QUEUES = ("resolve", "deadlines", "bots")


@dataclass(frozen=True)
class Settings:
    """Where the server listens, where its data is, and how many processes share the work."""

    data: Path = ROOT / ".plateau"
    host: str = "127.0.0.1"
    port: int = 8000
    database_url: str | None = None
    redis_url: str | None = None
    api_processes: int = 2
    api_threads: int = 8
    api_streams: int = 600
    workers: tuple[tuple[str, int], ...] = tuple((queue, 1) for queue in QUEUES)

    @property
    def logs(self) -> Path:
        """The folder of the log files."""
        return self.data / "logs"

    def but(self, **changes: Any) -> "Settings":
        """Give the same settings with those changes that say something."""
        return replace(self, **{name: value for name, value in changes.items() if value is not None})

    def connection_budget(self) -> int:
        """Count the database connections that all processes together may hold."""
        return self.api_processes * (self.api_threads + 2) + 4 * (1 + sum(count for _, count in self.workers)) + 5


def from_environment(environment: Mapping[str, str] = os.environ) -> Settings:
    """Read the variables whose names begin with PLATEAU_."""
    found = {name.removeprefix("PLATEAU_"): text for name, text in environment.items() if text}
    data = found.get("DATA")
    return Settings().but(
        data=Path(data).absolute() if data else None,
        host=found.get("HOST"),
        port=_number(found, "PORT"),
        database_url=found.get("DATABASE_URL"),
        redis_url=found.get("REDIS_URL"),
        api_processes=_number(found, "API_PROCESSES"),
        api_threads=_number(found, "API_THREADS"),
        api_streams=_number(found, "API_STREAMS"),
        workers=_workers(found["WORKERS"]) if "WORKERS" in found else None,
    )


def _number(found: Mapping[str, str], name: str) -> int | None:
    if name not in found:
        return None
    if not found[name].isdecimal() or int(found[name]) == 0:
        raise Failure(f"PLATEAU_{name} is {found[name]!r}; it should be a whole number from 1.")
    return int(found[name])


def _workers(text: str) -> tuple[tuple[str, int], ...]:
    """Read how many processes work on each queue, as in "resolve=2,bots=1"."""
    counts = dict.fromkeys(QUEUES, 1)
    for part in text.split(","):
        queue, _, count = part.strip().partition("=")
        if queue not in counts or not count.isdecimal():
            raise Failure(f"PLATEAU_WORKERS is {text!r}; it should be like resolve=2,deadlines=1,bots=1.")
        counts[queue] = int(count)
    return tuple(counts.items())
