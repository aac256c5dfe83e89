"""Connections to the database, holding only the rights of the runtime role."""

import os
import select
import threading
import time
import weakref
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Self, TypeVar

import msgspec
import psycopg
from psycopg.conninfo import conninfo_to_dict
from psycopg.types.json import set_json_loads
from psycopg_pool import ConnectionPool, PoolClosed, PoolTimeout

from events.errors import Unavailable

T = TypeVar("T")
Connection = psycopg.Connection[tuple[Any, ...]]

OWNER = "plateau_owner"
APP = "plateau_app"
_TRANSACTION_TIMEOUT = 170_000  # first server version that knows the setting
_KNOCK = 0.05


class Pool:
    """Connections of one process: opened at the first use, and anew in a forked child."""

    def __init__(self, url: str, *, size: int = 8, patience: float = 5.0) -> None:
        self.url = url
        self._size = size
        self._patience = patience
        self._lock = threading.Lock()
        self._pool: ConnectionPool[_Persistent] | None = None
        forget = weakref.WeakMethod(self._forget)
        os.register_at_fork(after_in_child=lambda: (method := forget()) and method())

    @contextmanager
    def connection(self) -> Iterator[Connection]:
        """Lend a connection in autocommit mode; one that has died meanwhile is replaced before it is lent."""
        with self._open().connection() as connection:
            yield connection

    def run(self, work: Callable[[Connection], T]) -> T:
        """Do work that may safely be repeated, again whenever the connection breaks under it."""
        broken: psycopg.Error | None = None
        for _ in range(self._size + 1):  # each try uses up a broken connection, and there are no more than that
            try:
                with self.connection() as connection:
                    return work(connection)
            except (PoolTimeout, PoolClosed) as error:
                raise Unavailable(str(broken or error)) from error
            except psycopg.OperationalError as error:
                if not connection.closed:
                    raise Unavailable(str(error)) from error
                broken = error
        raise Unavailable(str(broken)) from broken

    def close(self) -> None:
        """Close all connections; the next use opens the pool again."""
        with self._lock:
            if self._pool is not None:
                self._pool.close()
            self._pool = None

    def _open(self) -> "ConnectionPool[_Persistent]":
        with self._lock:
            if self._pool is None:
                self._pool = ConnectionPool(
                    self.url,
                    connection_class=_Persistent,
                    kwargs={**connection_settings(self.url), "patience": self._patience},
                    min_size=1,
                    max_size=self._size,
                    timeout=self._patience,
                    configure=_configure,
                    check=_check_alive,
                    open=True,
                    name="plateau",
                )
            return self._pool

    def _forget(self) -> None:
        # The parent's sockets and threads are not the child's: drop them without a word to the server.
        self._lock = threading.Lock()
        self._pool = None


class _Persistent(psycopg.Connection[tuple[Any, ...]]):
    """A connection that knocks until the server answers: one that restarts is back before the pool would look again."""

    @classmethod
    def connect(cls, conninfo: str = "", *, patience: float = 0, **settings: Any) -> Self:  # type: ignore[override]
        deadline = time.monotonic() + patience
        while True:
            try:
                return super().connect(conninfo, **settings)
            except psycopg.OperationalError:
                if time.monotonic() > deadline:
                    raise
                time.sleep(_KNOCK)


def connection_settings(url: str) -> dict[str, Any]:
    """Give the settings with which a process that serves requests connects."""
    given = conninfo_to_dict(url).get("options") or ""
    ours = f"-c role={APP} -c TimeZone=UTC -c idle_in_transaction_session_timeout=10s"
    named = {"connect_timeout": 5, "application_name": "plateau"}
    return {"autocommit": True, "options": f"{given} {ours}".strip(), **named}


def connect(url: str) -> Connection:
    """Open a single connection like those of a pool."""
    connection = psycopg.connect(url, **connection_settings(url))
    _configure(connection)
    return connection


def _configure(connection: Connection) -> None:
    set_json_loads(msgspec.json.decode, connection)
    if connection.info.server_version >= _TRANSACTION_TIMEOUT:
        connection.execute("SET transaction_timeout = '30s'")


def _check_alive(connection: Connection) -> None:
    """Refuse a connection that the server has closed, without a round trip while all is well."""
    watch = select.poll()
    watch.register(connection.fileno(), select.POLLIN)
    if watch.poll(0):
        # An idle connection has nothing to read, unless the server has said goodbye.
        connection.execute("SELECT")
