"""The whole server as real processes: started, stopped, killed."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from server.config import ROOT
from tests.server.running import Running, alive, eventually

Serve = Callable[..., Running]
pytestmark = pytest.mark.skipif(not Path("/proc").exists(), reason="processes are listed by way of /proc")


PARTS = ("postgres -D", "valkey-server", "gunicorn", "cli worker --queue resolve", "cli dispatcher")


def test_a_second_start_finds_what_the_first_stored_and_stopping_leaves_no_process(serve: Serve) -> None:
    first = serve().until_ready()
    with first.database() as connection:
        connection.execute("CREATE TABLE kept AS SELECT 'by the first' AS word")
    processes = first.processes()
    assert len(processes) >= 8
    code, said = first.stop(signal.SIGTERM)
    assert code == 0, said
    assert not list(filter(alive, processes))

    second = serve().until_ready()
    with second.database() as connection:
        assert connection.execute("SELECT word FROM kept").fetchone() == ("by the first",)
    assert second.stop(signal.SIGINT)[0] == 0


def test_a_killed_supervisor_takes_everything_with_it_and_the_next_start_works(serve: Serve) -> None:
    killed = serve().until_ready()
    processes = killed.processes()
    killed.process.kill()
    assert eventually(lambda: not any(map(alive, processes)), patience=10), {
        pid: command for pid, command in processes.items() if alive(pid)
    }
    again = serve().until_ready()
    assert again.answers()


def test_every_killed_part_comes_back(serve: Serve) -> None:
    running = serve().until_ready()

    def those(named: str) -> set[int]:
        return {pid for pid, command in running.processes().items() if named in command}

    def is_back(named: str, old: set[int]) -> bool:
        return bool(those(named) - old) and running.answers()

    for part in PARTS:
        old = those(part)
        assert old, part
        os.kill(min(old), signal.SIGKILL)
        assert eventually(partial(is_back, part, old)), part
        assert not alive(min(old))
    code, said = running.stop()
    assert code == 0
    assert said.count("was killed by SIGKILL; starting it again") == len(PARTS)


def test_the_real_application_becomes_ready_and_gets_its_first_administrator(data: Path) -> None:
    running = Running(ROOT, data).until_ready()
    try:
        assert running.answers()
        made = subprocess.run(
            [sys.executable, "-P", "-m", "server.cli", "admin", "create", "alice", "--data", str(data)],
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            capture_output=True,
            text=True,
            check=False,
        )
        assert made.returncode == 0, made.stderr
        assert "token: plt_" in made.stdout
    finally:
        code, said = running.stop()
    assert code == 0, said
    assert "starting it again" not in said
