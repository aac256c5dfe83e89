"""The use cases and connections of one worker process, opened when first needed."""

import os
from functools import cache

import redis

from events.pool import Pool
from server.tables import Tables, open_tables

CONNECTIONS = 3


@cache
def redis_connection() -> redis.Redis:
    """The queue's server."""
    return redis.Redis.from_url(os.environ["PLATEAU_REDIS_URL"])


@cache
def pool() -> Pool:
    """The database's connections."""
    return Pool(os.environ["PLATEAU_DATABASE_URL"], size=CONNECTIONS)


@cache
def tables() -> Tables:
    """The use cases of tables."""
    return open_tables(pool(), redis_connection())
