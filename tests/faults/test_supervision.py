"""A supervisor outlives whatever its parts run into."""

import subprocess
import sys
import time
from pathlib import Path

import psycopg

from server.supervisor import Supervisor


class Unlucky:
    """A part that dies, and whose server is killed once more while it is being started again."""

    name = "postgres"

    def __init__(self) -> None:
        self.process: subprocess.Popen[bytes] | None = None
        self.starts = 0

    def start(self) -> None:
        self.starts += 1
        self.process = subprocess.Popen([sys.executable, "-c", ""])
        self.process.wait()
        if self.starts == 2:
            raise psycopg.OperationalError("the server closed the connection unexpectedly")

    def stop(self) -> None:
        """It has ended by itself."""


def test_a_part_killed_while_it_starts_is_started_once_more(tmp_path: Path) -> None:
    said: list[str] = []
    supervisor, part = Supervisor(said.append, tmp_path), Unlucky()
    supervisor.start(part)
    limit = time.monotonic() + 20
    while part.starts < 3 and time.monotonic() < limit:
        supervisor.tick()
    assert part.starts == 3
    assert any("postgres did not start: the server closed the connection" in line for line in said)
