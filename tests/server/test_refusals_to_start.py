"""What cannot work is said in words, with a way out, and never as a stack trace."""

import os
import socket
from collections.abc import Callable, Iterator
from pathlib import Path

import psycopg
import pytest

from server.embedded.lock import FolderLock
from tests.server.running import Running

Serve = Callable[..., Running]


def refused(running: Running) -> str:
    """Wait for a refusal and check its form."""
    code, said = running.ended()
    assert code != 0
    assert "Traceback" not in said
    assert "Plateau is ready" not in said
    return said


@pytest.fixture
def taken_port() -> Iterator[str]:
    """Occupy a port."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        yield str(listener.getsockname()[1])


def test_a_port_in_use(serve: Serve, taken_port: str) -> None:
    said = refused(serve("--port", taken_port))
    assert f"port {taken_port} cannot be used: address already in use" in said
    assert "--port" in said


def test_a_data_folder_in_use(serve: Serve, data: Path) -> None:
    data.mkdir()
    lock = FolderLock(data)
    lock.acquire()
    said = refused(serve())
    assert f"{data} is in use by another running server (process {os.getpid()})" in said
    assert "--data" in said
    lock.release()


def test_a_database_that_cannot_be_reached(serve: Serve, redis_url: str) -> None:
    said = refused(serve(PLATEAU_DATABASE_URL="postgresql://alice@127.0.0.1:1/none", PLATEAU_REDIS_URL=redis_url))
    assert "The database cannot be reached" in said
    assert "PLATEAU_DATABASE_URL" in said


def test_a_redis_that_cannot_be_reached(serve: Serve, empty_database: str) -> None:
    said = refused(serve(PLATEAU_DATABASE_URL=empty_database, PLATEAU_REDIS_URL="redis://127.0.0.1:1"))
    assert "Redis cannot be reached" in said
    assert "PLATEAU_REDIS_URL" in said


@pytest.mark.parametrize("url", ["nonsense", "http://127.0.0.1:1"])
def test_addresses_that_are_none(serve: Serve, url: str) -> None:
    assert "The database cannot be reached" in refused(serve(PLATEAU_DATABASE_URL=url, PLATEAU_REDIS_URL=url))


def test_a_data_folder_that_cannot_be_made(serve: Serve, data: Path) -> None:
    data.parent.joinpath("file").touch()
    said = refused(serve("--data", str(data.parent / "file" / "data")))
    assert "cannot be used" in said
    assert "--data" in said


def test_a_database_of_a_newer_version(serve: Serve, database: str, clean_redis: str) -> None:
    with psycopg.connect(database) as connection:
        connection.execute("INSERT INTO migrations (number, name, digest) VALUES (9999, '9999_later', '')")
    said = refused(serve(PLATEAU_DATABASE_URL=database, PLATEAU_REDIS_URL=clean_redis))
    assert "newer code (9999_later)" in said


def test_an_application_that_does_not_start(data: Path, tmp_path: Path) -> None:
    (tmp_path / "api").mkdir()
    (tmp_path / "api" / "__init__.py").touch()
    (tmp_path / "api" / "app.py").write_text("raise RuntimeError('broken on purpose')")
    code, said = Running(tmp_path, data).ended()
    assert code != 0
    assert "api does not start" in said


def test_settings_that_make_no_sense(serve: Serve) -> None:
    assert "PLATEAU_WORKERS" in refused(serve(PLATEAU_WORKERS="everything"))
    assert "PLATEAU_API_PROCESSES" in refused(serve(PLATEAU_API_PROCESSES="many"))
