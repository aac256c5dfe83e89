"""The embedded servers and the traps around them."""

import os
import signal
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
import redis

from server.embedded import software
from server.embedded.account import Account
from server.embedded.child import processes_naming
from server.embedded.lock import FolderInUse, FolderLock
from server.embedded.postgres import Postgres
from server.embedded.redis import Redis
from tests.server.running import alive, eventually, reachable_folder

as_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root has to run Postgres under another account")


@pytest.fixture(scope="module")
def postgres() -> Iterator[Postgres]:
    """Run a server on a folder of its own."""
    with reachable_folder() as folder:
        server = Postgres(folder / "postgres", folder / "postgres.log")
        server.start()
        yield server
        server.stop()


def kept(server: Postgres) -> int:
    """Count the rows of the table that these tests write to."""
    with psycopg.connect(server.url(), autocommit=True) as connection:
        connection.execute("CREATE TABLE IF NOT EXISTS kept (n int)")
        connection.execute("INSERT INTO kept VALUES (1)")
        row = connection.execute("SELECT count(*) FROM kept").fetchone()
        assert row
        return int(row[0])


def kill(server: Postgres) -> None:
    """Kill the server's first process as the system would."""
    assert server.process
    server.process.kill()
    server.process.wait()


def test_a_database_made_for_a_test_is_its_own(empty_database: str) -> None:
    with psycopg.connect(empty_database) as connection:
        connection.execute("CREATE TABLE mine (n int)")
        assert connection.execute("SELECT count(*) FROM mine").fetchone() == (0,)


def test_a_killed_postgres_starts_again_with_all_it_acknowledged(postgres: Postgres) -> None:
    before = kept(postgres)
    kill(postgres)
    postgres.start()
    assert kept(postgres) == before + 1


def test_a_backend_that_is_busy_when_its_server_dies_is_ended(postgres: Postgres) -> None:
    before = kept(postgres)
    with psycopg.connect(postgres.url(), autocommit=True) as connection:
        backend = connection.info.backend_pid
        busy = threading.Thread(target=_count_for_long, args=(connection,))
        busy.start()
        assert eventually(lambda: _is_active(postgres, backend))
        kill(postgres)
        postgres.start()
        assert not alive(backend)
        busy.join()
    assert kept(postgres) == before + 1


def _is_active(server: Postgres, backend: int) -> bool:
    with psycopg.connect(server.url()) as connection:
        state = connection.execute("SELECT state FROM pg_stat_activity WHERE pid = %s", [backend]).fetchone()
        return state == ("active",)


def _count_for_long(connection: psycopg.Connection[tuple[object, ...]]) -> None:
    with pytest.raises(psycopg.OperationalError):
        connection.execute("SELECT count(*) FROM generate_series(1, 100000000000)")


def test_a_left_over_pid_file_that_names_a_foreign_process_is_no_obstacle(postgres: Postgres) -> None:
    postgres.stop()
    foreign = subprocess.Popen(["sleep", "60"], **postgres.account.popen)
    (postgres.data / "postmaster.pid").write_text(f"{foreign.pid}\n{postgres.data}\n")
    postgres.start()
    assert foreign.poll() is None
    foreign.kill()
    foreign.wait()


def test_nobody_else_can_reach_the_sockets(postgres: Postgres) -> None:
    assert postgres.sockets.stat().st_mode & 0o077 == 0
    assert postgres.home.stat().st_mode & 0o077 == 0


def test_a_long_path_is_no_obstacle() -> None:
    with reachable_folder() as folder:
        deep = folder / ("long" * 30)
        deep.mkdir()
        postgres, cache = Postgres(deep / "postgres", folder / "log"), Redis(deep / "redis", folder / "log")
        places = (postgres.sockets, cache.socket.parent)
        try:
            postgres.start()
            cache.start()
            assert all(len(str(place)) < 80 and place.stat().st_mode & 0o077 == 0 for place in places)
        finally:
            postgres.stop()
            cache.stop()
        assert not any(place.exists() for place in places)


@as_root
def test_binaries_out_of_reach_are_copied_beside_the_data(monkeypatch: pytest.MonkeyPatch) -> None:
    may_enter = Account.may_enter
    installed = software._package() / "pginstall" / "bin"
    monkeypatch.setattr(Account, "may_enter", lambda self, path: path != installed and may_enter(self, path))
    with reachable_folder() as folder:
        server = Postgres(folder / "postgres", folder / "log")
        server.start()
        assert kept(server) == 1
        assert processes_naming(str(folder), "software-", "bin/postgres")
        server.stop()


@as_root
def test_data_that_another_account_cannot_reach_is_put_where_it_can(monkeypatch: pytest.MonkeyPatch) -> None:
    with reachable_folder() as folder:
        monkeypatch.setattr("server.embedded.account._SHARED_PLACES", (folder / "shared",))
        private = folder / "private"
        private.mkdir(mode=0o700)
        for count in (1, 2):
            server = Postgres(private / "postgres", folder / "log")
            server.start()
            assert kept(server) == count
            server.stop()
        assert (private / "postgres").readlink().parent == folder / "shared"


def test_one_process_at_a_time_holds_a_folder(tmp_path: Path) -> None:
    first, second = FolderLock(tmp_path), FolderLock(tmp_path)
    first.acquire()
    with pytest.raises(FolderInUse, match=f"process {os.getpid()}"):
        second.acquire()
    first.release()
    second.acquire()
    second.release()


def test_a_killed_redis_starts_again_with_what_it_held(tmp_path: Path) -> None:
    server = Redis(tmp_path / "redis", tmp_path / "log")
    server.start()
    with redis.Redis.from_url(server.url()) as client:
        client.set("word", "kept")
        assert server.process
        os.kill(server.process.pid, signal.SIGKILL)
        server.process.wait()
        server.start()
        assert client.get("word") == b"kept"
    server.stop()
    assert eventually(lambda: not processes_naming("valkey-server", str(server.socket)))
