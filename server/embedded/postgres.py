"""A real Postgres as a child of this process, on a Unix socket, with its files in a folder of ours."""

import hashlib
import os
import signal
import subprocess
import time
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import quote

import psycopg
from psycopg import sql

from server.embedded.account import account_for, settle
from server.embedded.child import processes_naming, stop, tied_to_parent
from server.embedded.sockets import remove_short_folder, socket_folder
from server.embedded.software import binaries
from server.failures import Failure

DURABLE = {
    "fsync": "on",
    "synchronous_commit": "on",
    "full_page_writes": "on",
    "shared_buffers": "256MB",
    "max_connections": "100",
    "max_wal_size": "2GB",
    "jit": "off",
}
_PATIENCE = 10.0
_LONGEST_RECOVERY = 300.0
_LOCALE_FREE = ("-U", "plateau", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-instructions")


class Postgres:
    """One server on one folder; whoever starts it must hold the lock of the data folder around it."""

    name = "postgres"

    def __init__(self, folder: Path, log: Path, settings: Mapping[str, str] = DURABLE) -> None:
        folder = folder.absolute()
        self.account = account_for(folder)
        self.home = settle(folder, self.account)
        self.data = self.home / "data"
        self.sockets = socket_folder(self.home, self.account)
        self.process: subprocess.Popen[bytes] | None = None
        self._log = log
        self._settings = settings
        self._mark = "plateau-" + hashlib.sha256(str(self.data).encode()).hexdigest()[:16]

    def url(self, database: str = "plateau") -> str:
        """Give the address of a database of this server, for the server's own superuser."""
        return f"postgresql://plateau@/{database}?host={quote(str(self.sockets), safe='')}"

    def start(self) -> None:
        """Start the server, making its files on the first occasion, and return when it answers."""
        self._bin = binaries(self.home, self.account)
        self.account.private_folder(self.sockets)
        if not (self.data / "PG_VERSION").exists():
            self._initialise()
        self._clear_leftovers()
        with self._log.open("ab") as log:
            self.process = subprocess.Popen(
                self._command(),
                cwd="/",
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
                preexec_fn=tied_to_parent(signal.SIGINT),
                **self.account.popen,
            )
        self._wait_until_it_answers()
        self._create_database()

    def stop(self) -> None:
        """Stop the server, disconnecting whoever is still connected."""
        if self.process is not None:
            stop(self.process, signal.SIGINT, signal.SIGQUIT)
        remove_short_folder(self.sockets, self.home)

    def _command(self) -> list[str]:
        settings = {"listen_addresses": "", "cluster_name": self._mark, **self._settings}
        options = [word for name, value in settings.items() for word in ("-c", f"{name}={value}")]
        return [str(self._bin / "postgres"), "-D", str(self.data), "-k", str(self.sockets), *options]

    def _initialise(self) -> None:
        """Make the files under another name first, so that an interrupted attempt is not taken for a server's files."""
        draft = self.home / "data.part"
        subprocess.run(["rm", "-rf", str(draft)], check=True)
        made = subprocess.run(
            [str(self._bin / "initdb"), "-D", str(draft), *_LOCALE_FREE],
            cwd="/",
            capture_output=True,
            text=True,
            check=False,
            **self.account.popen,
        )
        if made.returncode:
            raise Failure(f"Postgres could not make its files in {self.data}:\n{made.stderr.strip()}")
        draft.rename(self.data)

    def _clear_leftovers(self) -> None:
        """End what an earlier server on these files left running, then remove the traces that would stop a new one."""
        for sign in (signal.SIGINT, signal.SIGQUIT, signal.SIGKILL):
            if not self._await_end_of_old(sign):
                break
        else:
            raise Failure(
                f"An old Postgres on {self.data} does not end.\nEnd the processes named {self._mark} and start again."
            )
        for trace in (
            self.data / "postmaster.pid",
            self.sockets / ".s.PGSQL.5432",
            self.sockets / ".s.PGSQL.5432.lock",
        ):
            trace.unlink(missing_ok=True)

    def _await_end_of_old(self, sign: int) -> list[int]:
        """Signal the processes of an earlier server and give those that are still there after a while."""
        old = processes_naming("postgres", self._mark)
        for pid in old:
            try:
                os.kill(pid, sign)
            except ProcessLookupError:
                continue
        limit = time.monotonic() + _PATIENCE / 3
        while old and time.monotonic() < limit:
            time.sleep(0.02)
            old = processes_naming("postgres", self._mark)
        return old

    def _wait_until_it_answers(self) -> None:
        assert self.process is not None
        limit = time.monotonic() + _LONGEST_RECOVERY
        while time.monotonic() < limit:
            if self.process.poll() is not None:
                raise Failure(f"Postgres ended while starting; its log says why:\n{tail(self._log)}")
            try:
                psycopg.connect(self.url("postgres"), connect_timeout=5).close()
            except psycopg.OperationalError:
                time.sleep(0.02)
            else:
                return
        self.stop()
        raise Failure(f"Postgres did not answer within five minutes; its log says why:\n{tail(self._log)}")

    def _create_database(self) -> None:
        """Make the database that the server keeps its tables in, if it is not there yet."""
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            found = connection.execute("SELECT 1 FROM pg_database WHERE datname = 'plateau'").fetchone()
            if not found:
                connection.execute(sql.SQL("CREATE DATABASE plateau"))


def tail(log: Path, lines: int = 5) -> str:
    """Give the last lines of a log."""
    return "\n".join(log.read_text(errors="replace").splitlines()[-lines:])
