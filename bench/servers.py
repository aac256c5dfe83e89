"""The servers under measurement, started as users start them."""

import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import psycopg

from bench.peers.floor_app import TABLE
from server.backends import of_running_server
from server.config import Settings

ROOT = Path(__file__).resolve().parent.parent
PROCESSES, THREADS = 2, 8


@dataclass(frozen=True)
class Running:
    """A Plateau server and the floor beside it, on the same Postgres."""

    url: str
    floor_url: str
    database: str
    redis: str


@contextmanager
def running() -> Iterator[Running]:
    """Start both, and stop both at the end."""
    folder = Path(tempfile.mkdtemp(prefix="plateau-bench-"))
    folder.chmod(0o755)
    port, floor_port = _free_port(), _free_port()
    env = {**os.environ, "PLATEAU_RATE_LIMIT": "100000000", "PLATEAU_API_PROCESSES": str(PROCESSES)}
    command = [sys.executable, "-m", "server.cli", "serve", "--port", str(port), "--data", str(folder / "data")]
    server = subprocess.Popen(command, cwd=ROOT, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    floor = None
    try:
        _answers(f"http://127.0.0.1:{port}/readyz", server)
        addresses = of_running_server(Settings(data=folder / "data"))
        with psycopg.connect(addresses.database, autocommit=True) as connection:
            connection.execute(TABLE)
        floor = _start_floor(floor_port, addresses.database)
        yield Running(f"127.0.0.1:{port}", f"127.0.0.1:{floor_port}", addresses.database, addresses.redis)
    finally:
        for process in (floor, server):
            if process is not None:
                process.terminate()
                process.wait(30)
        shutil.rmtree(folder, ignore_errors=True)


def _start_floor(port: int, database: str) -> subprocess.Popen[bytes]:
    env = {**os.environ, "FLOOR_DATABASE_URL": database, "PLATEAU_POOL": str(THREADS + 2)}
    serve = [sys.executable, "-m", "gunicorn", "bench.peers.floor_app:create_app()", "-b", f"127.0.0.1:{port}"]
    serve += ["-w", str(PROCESSES), "-k", "gthread", "--threads", str(THREADS)]
    process = subprocess.Popen(serve, cwd=ROOT, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _answers(f"http://127.0.0.1:{port}/healthz", process)
    return process


def _answers(url: str, process: subprocess.Popen[bytes]) -> None:
    for _ in range(600):
        if process.poll() is not None:
            raise RuntimeError(f"the server behind {url} ended with {process.returncode}")
        try:
            with urllib.request.urlopen(url, timeout=2):
                return
        except (OSError, urllib.error.URLError):
            time.sleep(0.1)
    raise RuntimeError(f"{url} does not answer")


def _free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
        return port
