"""The Postgres and Redis to use: those that the settings name, or our own under the data folder."""

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path

import psycopg
import redis

from server.config import Settings
from server.embedded.lock import FolderInUse, FolderLock
from server.embedded.postgres import DURABLE, Postgres
from server.embedded.redis import Redis
from server.failures import Failure


@dataclass(frozen=True)
class Addresses:
    """Where the two servers are."""

    database: str
    redis: str


class Backends:
    """The two servers; those of our own are listed in `embedded`."""

    def __init__(self, settings: Settings) -> None:
        postgres = None if settings.database_url else Postgres(*_places(settings, "postgres"), _sized(settings))
        cache = None if settings.redis_url else Redis(*_places(settings, "redis"))
        self.embedded: list[Postgres | Redis] = [server for server in (postgres, cache) if server]
        self.addresses = Addresses(
            database=postgres.url() if postgres else str(settings.database_url),
            redis=cache.url() if cache else str(settings.redis_url),
        )

    def start(self) -> None:
        """Start our own and make sure that both answer."""
        for server in self.embedded:
            server.start()
        check_database(self.addresses.database)
        check_redis(self.addresses.redis)

    def stop(self) -> None:
        """Stop our own, the queue before the database."""
        for server in reversed(self.embedded):
            server.stop()


def _places(settings: Settings, name: str) -> tuple[Path, Path]:
    return settings.data / name, settings.logs / f"{name}.log"


def _sized(settings: Settings) -> dict[str, str]:
    return {**DURABLE, "max_connections": str(max(int(DURABLE["max_connections"]), settings.connection_budget()))}


def prepare_data_folder(settings: Settings) -> None:
    """Make the data folder and say clearly if that cannot be done."""
    try:
        fresh = not settings.data.exists()
        settings.logs.mkdir(mode=0o700, parents=True, exist_ok=True)
        if fresh:
            # For root, Postgres runs under another account, which has to pass through.
            settings.data.chmod(0o711 if os.geteuid() == 0 else 0o700)
        for folder in (settings.data, settings.logs):
            if not os.access(folder, os.W_OK | os.X_OK):
                raise PermissionError(13, "Permission denied", str(folder))
    except OSError as error:
        raise Failure(
            f"The data folder {settings.data} cannot be used: {error.strerror}.\n"
            f"Make it writable for this user, or choose another one with --data."
        ) from None


def check_database(url: str) -> None:
    """Fail with advice if the database does not answer."""
    try:
        psycopg.connect(url, connect_timeout=5).close()
    except psycopg.Error as error:
        raise Failure(
            f"The database cannot be reached: {_first_line(error)}\n"
            f"Start it or correct PLATEAU_DATABASE_URL; without that variable, Plateau runs a Postgres of its own."
        ) from None


def check_redis(url: str) -> None:
    """Fail with advice if Redis does not answer."""
    try:
        with redis.Redis.from_url(url, socket_connect_timeout=5, socket_timeout=5) as client:
            client.ping()
    except (redis.RedisError, OSError, ValueError) as error:
        raise Failure(
            f"Redis cannot be reached: {_first_line(error)}\n"
            f"Start it or correct PLATEAU_REDIS_URL; without that variable, Plateau runs a Redis of its own."
        ) from None


def _first_line(error: Exception) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[0]


def publish(settings: Settings, addresses: Addresses) -> None:
    """Note the addresses of a running server for other commands on the same data folder."""
    file = os.open(_note(settings), os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(file, "w") as note:
        json.dump(asdict(addresses), note)


def of_running_server(settings: Settings) -> Addresses:
    """Read the addresses of the server that runs on this data folder."""
    try:
        if not FolderLock(settings.data).free():
            return Addresses(**json.loads(_note(settings).read_text()))
    except (OSError, ValueError, TypeError):
        pass
    raise Failure(
        f"No server is running on {settings.data}.\n"
        f"Start one with `./plateau serve`, or set PLATEAU_DATABASE_URL and PLATEAU_REDIS_URL."
    )


def _note(settings: Settings) -> Path:
    return settings.data / "servers.json"


def name_servers(settings: Settings) -> None:
    """Put the addresses into the environment, those of the server that runs on the data folder if none are set."""
    running = None if settings.database_url and settings.redis_url else of_running_server(settings)
    database = settings.database_url or (running.database if running else "")
    queue = settings.redis_url or (running.redis if running else "")
    check_database(database)
    check_redis(queue)
    os.environ["PLATEAU_DATABASE_URL"] = database
    os.environ["PLATEAU_REDIS_URL"] = queue


@contextmanager
def reached_database(settings: Settings) -> Iterator[str]:
    """Give a database to a command: the one that is set, that of a running server, or our own for as long."""
    if settings.database_url:
        check_database(settings.database_url)
        yield settings.database_url
        return
    prepare_data_folder(settings)
    lock = FolderLock(settings.data)
    try:
        lock.acquire()
    except FolderInUse:
        yield of_running_server(settings).database
        return
    postgres = Postgres(*_places(settings, "postgres"))
    try:
        postgres.start()
        yield postgres.url()
    finally:
        postgres.stop()
        lock.release()
