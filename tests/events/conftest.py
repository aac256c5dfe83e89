"""Stores on databases of their own."""

from collections.abc import Iterator

import psycopg
import pytest

from events.pool import Pool
from events.store import Store


@pytest.fixture
def store(database: str) -> Iterator[Store]:
    """Give a store on an empty database, with the rights of the runtime role."""
    pool = Pool(database, size=4)
    yield Store(pool)
    pool.close()


@pytest.fixture
def superuser(database: str) -> Iterator[psycopg.Connection]:
    """Give a connection to the same database that may do anything the triggers allow."""
    with psycopg.connect(database, autocommit=True) as connection:
        yield connection
