"""A server in processes of its own, several lives long, on one data folder and one port."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from server.config import ROOT
from tests.server.running import descendants

LEASE = 2.0
_PATIENCE = 60.0
_AWAY = ("redis.exceptions.", "psycopg.OperationalError", "psycopg.errors.", "psycopg_pool.PoolTimeout", "Unavailable")
_WORKERS = "bots=2,deadlines=1,resolve=1"


class Server:
    """`plateau serve`, started anew whenever a test wants it or a fault point has ended it."""

    def __init__(self, folder: Path, **variables: str) -> None:
        self._variables = variables
        self.data = folder / "data"
        self.port = _free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self.said = folder / "said.txt"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self, faults: str = "", hits: Path | None = None) -> int:
        """Start it until it lives, and say how often a fault point has ended it before it was ready."""
        for deaths in range(5):
            self._spawn(faults, hits)
            if self._becomes_ready():
                return deaths
        raise AssertionError(f"the server does not start:\n{self.said.read_text()[-2000:]}")

    def crash(self) -> None:
        """End the supervisor as a power cut would, and with it all that it has started."""
        assert self.process is not None
        self.process.kill()
        self.process.wait()

    def stop(self) -> int:
        """Ask it to stop and give its exit code."""
        assert self.process is not None
        self.process.terminate()
        return self.process.wait(_PATIENCE)

    def end(self) -> None:
        """Leave nothing running, whatever has happened."""
        if self.process is not None and self.process.poll() is None:
            left = [*descendants(self.process.pid)]
            self.crash()
            for pid in left:
                send(pid, signal.SIGCONT)
                send(pid, signal.SIGKILL)

    @property
    def pid(self) -> int:
        """The process of its supervisor."""
        assert self.process is not None
        return self.process.pid

    def is_alive(self) -> bool:
        """Tell whether its supervisor is there."""
        return self.process is not None and self.process.poll() is None

    def parts(self, *words: str) -> list[int]:
        """Find the processes below the supervisor whose command line has all the words."""
        return [pid for pid, line in descendants(self.pid).items() if all(word in line for word in words)]

    def database(self) -> str:
        """Give the address of its database."""
        return str(json.loads((self.data / "servers.json").read_text())["database"])

    def log_lines(self, words: str) -> list[str]:
        """Find the lines of its logs that have these words."""
        logs = sorted((self.data / "logs").glob("*.log"))
        return [line for log in logs for line in log.read_text(errors="replace").splitlines() if words in line]

    def errors(self) -> list[str]:
        """Give the end of every exception in its logs that broke a request or is not about a server away."""
        found = []
        for line in self.log_lines("Traceback"):
            entry = json.loads(line)
            trace = entry.get("exception") or entry["event"]
            if entry["event"] == "defect" or not any(word in trace for word in _AWAY):
                found.append("\n".join(trace.strip().splitlines()[-8:]))
        return found

    def _spawn(self, faults: str, hits: Path | None) -> None:
        environment = {name: text for name, text in os.environ.items() if not name.startswith("PLATEAU_")}
        environment |= {"PYTHONPATH": str(ROOT), "PLATEAU_API_PROCESSES": "2", "PLATEAU_WORKERS": _WORKERS}
        environment |= {"PLATEAU_LEASE_SECONDS": str(LEASE), "PLATEAU_FAULTS": faults}
        environment |= self._variables
        if hits is not None:
            environment["PLATEAU_FAULTS_DIR"] = str(hits)
        command = [sys.executable, "-P", "-m", "server.cli", "serve", "--port", str(self.port)]
        with self.said.open("ab") as said:
            self.process = subprocess.Popen(
                [*command, "--data", str(self.data)], env=environment, stdout=said, stderr=said
            )

    def _becomes_ready(self) -> bool:
        assert self.process is not None
        limit = time.monotonic() + _PATIENCE
        before = self.said.stat().st_size
        while time.monotonic() < limit:
            if self.process.poll() is not None:
                assert self.process.returncode == -signal.SIGKILL, self.said.read_text()[-2000:]
                return False
            if b"Plateau is ready" in self.said.read_bytes()[before:]:
                return True
            time.sleep(0.05)
        raise AssertionError(f"the server is not ready after {_PATIENCE} s:\n{self.said.read_text()[-2000:]}")


def send(pid: int, sign: int) -> bool:
    """Send a signal to a process that may be gone already."""
    try:
        os.kill(pid, sign)
    except ProcessLookupError:
        return False
    return True


def children(pid: int) -> Iterator[tuple[int, str]]:
    """Give the processes directly below one."""
    below = descendants(pid)
    for child, line in below.items():
        try:
            parent = int(Path(f"/proc/{child}/stat").read_text().rpartition(")")[2].split()[1])
        except (OSError, ValueError):
            continue
        if parent == pid:
            yield child, line


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
