"""Servers that a test starts and that never survive it."""

import os
import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.server.running import Running, alive, reachable_folder, write_plain_application


@pytest.fixture(scope="session")
def application(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write the plain application once."""
    return write_plain_application(tmp_path_factory.mktemp("application") / "code")


@pytest.fixture
def data() -> Iterator[Path]:
    """Give a data folder with a short path that any account can reach."""
    with reachable_folder() as folder:
        yield folder / "data"


@pytest.fixture
def serve(application: Path, data: Path) -> Iterator[Callable[..., Running]]:
    """Start servers on the data folder and end, whatever happened, all that they started."""
    started: list[Running] = []

    def start(*options: str, **variables: str) -> Running:
        started.append(Running(application, data, *options, **variables))
        return started[-1]

    yield start
    for running in started:
        if running.process.poll() is None:
            left = running.processes()
            running.process.kill()
            running.ended()
            for pid in filter(alive, left):
                os.kill(pid, signal.SIGKILL)
