"""The whole server as real processes: started, stopped, killed."""

import os
import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.server.running import Running, alive, eventually, reachable_folder

Serve = Callable[..., Running]


@pytest.fixture(scope="module")
def shared(application: Path) -> Iterator[Running]:
    """Share one server among the tests that kill a part of it."""
    with reachable_folder() as folder:
        running = Running(application, folder / "data").until_ready()
        yield running
        code, said = running.stop()
    assert code == 0, said
    assert said.count("starting it again") >= 5


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


@pytest.mark.parametrize(
    "named", ["postgres -D", "valkey-server", "gunicorn", "cli worker --queue resolve", "cli dispatcher"]
)
def test_every_killed_part_comes_back(shared: Running, named: str) -> None:
    def those() -> set[int]:
        return {pid for pid, command in shared.processes().items() if named in command}

    old = those()
    assert old
    os.kill(min(old), signal.SIGKILL)
    assert eventually(lambda: bool(those() - old) and shared.answers())
    assert not alive(min(old))
