"""The embedded servers as the tests see them."""

import psycopg
import redis


def test_a_database_made_for_a_test_is_its_own(empty_database: str) -> None:
    with psycopg.connect(empty_database) as connection:
        connection.execute("CREATE TABLE mine (n int)")
        assert connection.execute("SELECT count(*) FROM mine").fetchone() == (0,)


def test_redis_answers(clean_redis: str) -> None:
    with redis.Redis.from_url(clean_redis) as client:
        client.set("a", "1")
        assert client.get("a") == b"1"
