"""Stores on databases of their own."""

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from events.pool import Pool
from events.store import Store
from server.embedded.postgres import DURABLE, Postgres


@pytest.fixture
def pool(database: str) -> Iterator[Pool]:
    """Give connections to an empty database, with the rights of the runtime role."""
    pool = Pool(database, size=8)
    yield pool
    pool.close()


@pytest.fixture
def store(pool: Pool) -> Store:
    """Give a store on an empty database."""
    return Store(pool)


@pytest.fixture
def superuser(database: str) -> Iterator[psycopg.Connection]:
    """Give a connection to the same database that may do anything the triggers allow."""
    with psycopg.connect(database, autocommit=True) as connection:
        yield connection


@pytest.fixture(scope="session")
def spare_postgres() -> Iterator[Postgres]:
    """Give a server that tests may stop, kill and start again, and whose roles are theirs."""
    folder = Path(tempfile.mkdtemp(prefix="plateau-spare-", dir="/tmp"))
    folder.chmod(0o755)
    postgres = Postgres(folder / "postgres", folder / "log", {**DURABLE, "shared_buffers": "32MB"})
    postgres.start()
    yield postgres
    postgres.stop()
    shutil.rmtree(folder, ignore_errors=True)
