"""Real servers for the tests: one Postgres and one Redis for a whole run, however many processes share it."""

import shutil
import tempfile
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any
from uuid import uuid4

import hypothesis
import psycopg
import pytest
import redis
from psycopg import sql

from server.embedded.postgres import DURABLE, Postgres
from server.embedded.redis import Redis

# A test's data need not survive the machine, and everything that kills processes is safe without syncing.
_HASTY = {"fsync": "off", "full_page_writes": "off", "shared_buffers": "128MB", "max_connections": "300"}
_TEMPLATE = "plateau_template"
_TEMPLATE_LOCK = 7_353_001
_SERVERS = pytest.StashKey["Servers"]()

hypothesis.settings.register_profile("normal", deadline=None)
hypothesis.settings.register_profile("deep", deadline=None, max_examples=2_000)


class Servers:
    """The embedded servers of one run, in a temporary folder."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="plateau-test-", dir="/tmp"))
        self.folder.chmod(0o755)
        self.postgres = Postgres(self.folder / "postgres", self.folder / "postgres.log", {**DURABLE, **_HASTY})
        self.redis = Redis(self.folder / "redis", self.folder / "redis.log")
        self.postgres.start()
        self.redis.start()

    def stop(self) -> None:
        """Stop both and remove their files."""
        self.postgres.stop()
        self.redis.stop()
        shutil.rmtree(self.folder, ignore_errors=True)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--deep", action="store_true", help="run the long profile: marked tests and many more examples")


def pytest_configure(config: pytest.Config) -> None:
    hypothesis.settings.load_profile("deep" if config.getoption("--deep") else "normal")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if not config.getoption("--deep"):
        for item in items:
            if item.get_closest_marker("deep"):
                item.add_marker(pytest.mark.skip(reason="part of the long profile: ./plateau test --deep"))


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """Hand the addresses of the run's servers to a process of the run (only called when there are several)."""
    servers = _servers(node.config)
    node.workerinput["postgres"] = servers.postgres.url("{}")
    node.workerinput["redis"] = servers.redis.url(int(node.gateway.id.removeprefix("gw")) % 16)


def pytest_unconfigure(config: pytest.Config) -> None:
    servers = config.stash.get(_SERVERS, None)
    if servers is not None:
        servers.stop()


def _servers(config: pytest.Config) -> Servers:
    """Start the servers when somebody first asks for them."""
    if _SERVERS not in config.stash:
        config.stash[_SERVERS] = Servers()
    return config.stash[_SERVERS]


@pytest.fixture(scope="session")
def postgres_url(pytestconfig: pytest.Config) -> Callable[[str], str]:
    """Give the address of a named database of the run's Postgres, for its superuser."""
    shared = getattr(pytestconfig, "workerinput", None)
    if shared is None:
        return _servers(pytestconfig).postgres.url
    pattern = shared["postgres"]
    return lambda name: pattern.replace("{}", name)


@pytest.fixture(scope="session")
def redis_url(pytestconfig: pytest.Config) -> str:
    """Give the address of a Redis database that this process of the run has for itself."""
    shared = getattr(pytestconfig, "workerinput", None)
    return _servers(pytestconfig).redis.url() if shared is None else str(shared["redis"])


@pytest.fixture
def clean_redis(redis_url: str) -> str:
    """Give the same address after emptying that database."""
    with redis.Redis.from_url(redis_url) as client:
        client.flushdb()
    return redis_url


@pytest.fixture(scope="session")
def template(postgres_url: Callable[[str], str]) -> str:
    """Give the name of a migrated database to copy, made by whichever process of the run comes first."""
    with psycopg.connect(postgres_url("postgres"), autocommit=True) as connection:
        connection.execute("SELECT pg_advisory_lock(%s)", [_TEMPLATE_LOCK])
        if not connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [_TEMPLATE]).fetchone():
            draft = f"{_TEMPLATE}_draft"
            connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(draft)))
            import_module("events.migrate").migrate(postgres_url(draft))
            renamed = sql.SQL("ALTER DATABASE {} RENAME TO {}")
            connection.execute(renamed.format(sql.Identifier(draft), sql.Identifier(_TEMPLATE)))
    return _TEMPLATE


@pytest.fixture(scope="session")
def database_url(postgres_url: Callable[[str], str], template: str) -> Iterator[str]:
    """Give a migrated database that all tests of this process share."""
    yield from _copied(postgres_url, template)


@pytest.fixture
def database(postgres_url: Callable[[str], str], template: str) -> Iterator[str]:
    """Give a migrated, empty database for one test alone."""
    yield from _copied(postgres_url, template)


@pytest.fixture
def empty_database(postgres_url: Callable[[str], str]) -> Iterator[str]:
    """Give a database without any tables, to try migrations on."""
    yield from _copied(postgres_url, "template0")


def _copied(postgres_url: Callable[[str], str], template: str) -> Iterator[str]:
    """Copy a database, give the copy's address and drop it afterwards, whoever is still connected."""
    name = f"test_{uuid4().hex}"
    with psycopg.connect(postgres_url("postgres"), autocommit=True) as connection:
        copy = sql.SQL("CREATE DATABASE {} TEMPLATE {} STRATEGY FILE_COPY")
        connection.execute(copy.format(sql.Identifier(name), sql.Identifier(template)))
    yield postgres_url(name)
    with psycopg.connect(postgres_url("postgres"), autocommit=True) as connection:
        connection.execute(sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(name)))
