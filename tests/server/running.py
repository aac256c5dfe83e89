"""A server in processes of its own, run on a plain application, so that tests of the launch are about the launch."""

import json
import os
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import psycopg

from server.config import ROOT

_API = """
import os
import flask, psycopg, redis

def create_app():
    app = flask.Flask("plain")

    @app.get("/readyz")
    def ready():
        try:
            psycopg.connect(os.environ["PLATEAU_DATABASE_URL"], connect_timeout=2).close()
            redis.Redis.from_url(os.environ["PLATEAU_REDIS_URL"]).ping()
        except (psycopg.Error, redis.RedisError) as error:
            return {"checks": {"servers": str(error)}}, 503
        return {"checks": {}}

    return app
"""
_WORKERS = """
import time

def run_worker(queue):
    time.sleep(600)

def run_dispatcher():
    time.sleep(600)
"""


@contextmanager
def reachable_folder() -> Iterator[Path]:
    """Give a temporary folder with a short path that any account can pass through."""
    with TemporaryDirectory(prefix="plateau-", dir="/tmp", ignore_cleanup_errors=True) as folder:
        Path(folder).chmod(0o711)
        yield Path(folder)


def write_plain_application(folder: Path) -> Path:
    """Write the two modules that the supervisor starts, in their plainest form."""
    for package, module, text in (("api", "app", _API), ("workers", "main", _WORKERS)):
        (folder / package).mkdir(parents=True)
        (folder / package / "__init__.py").touch()
        (folder / package / f"{module}.py").write_text(text)
    return folder


class Running:
    """A `plateau serve` under way."""

    def __init__(self, application: Path, data: Path, *options: str, **variables: str) -> None:
        self.data = data
        environment = {name: text for name, text in os.environ.items() if not name.startswith("PLATEAU_")}
        environment |= {"PYTHONPATH": f"{application}{os.pathsep}{ROOT}", "PLATEAU_API_PROCESSES": "2", **variables}
        self.process = subprocess.Popen(
            [sys.executable, "-P", "-m", "server.cli", "serve", "--port", "0", "--data", str(data), *options],
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def until_ready(self) -> "Running":
        """Wait for the one line that gives the address."""
        assert self.process.stdout
        self.line = self.process.stdout.readline()
        assert self.line.startswith("Plateau is ready at http://127.0.0.1:"), self.line + self.ended()[1]
        self.address = self.line.split()[4]
        return self

    def ended(self, patience: float = 30) -> tuple[int, str]:
        """Wait for the end and give exit code and what was said."""
        said = self.process.communicate(timeout=patience)
        return self.process.returncode, "".join(said)

    def stop(self, sign: int = signal.SIGTERM) -> tuple[int, str]:
        """Ask it to stop and wait for the end."""
        self.process.send_signal(sign)
        return self.ended()

    def database(self) -> psycopg.Connection[tuple[object, ...]]:
        """Connect to its database."""
        return psycopg.connect(json.loads((self.data / "servers.json").read_text())["database"], autocommit=True)

    def answers(self) -> bool:
        """Tell whether it says that it is ready."""
        try:
            with urllib.request.urlopen(f"{self.address}/readyz", timeout=5) as answer:
                return bool(answer.status == 200)
        except OSError:
            return False

    def processes(self) -> dict[int, str]:
        """List all processes below it with their command lines."""
        return descendants(self.process.pid)


def descendants(pid: int) -> dict[int, str]:
    """List the processes that descend from one, with their command lines."""
    found: dict[int, str] = {}
    try:
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        for child in map(int, children):
            found[child] = Path(f"/proc/{child}/cmdline").read_bytes().replace(b"\0", b" ").decode()
            found |= descendants(child)
    except (FileNotFoundError, ProcessLookupError):
        # A process that ended while we were looking has nothing below it any more.
        return found
    return found


def alive(pid: int) -> bool:
    """Tell whether a process is there and not only waiting to be collected."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def eventually(holds: Callable[[], bool], patience: float = 15.0) -> bool:
    """Wait for something to become true."""
    limit = time.monotonic() + patience
    while not holds():
        if time.monotonic() > limit:
            return False
        time.sleep(0.05)
    return True
