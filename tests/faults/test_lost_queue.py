"""A queue whose file is lost in part starts empty; everything in it is promised in the database as well."""

from collections.abc import Iterator
from pathlib import Path

import pytest
import redis

from server.embedded.redis import Redis
from tests.server.running import reachable_folder


@pytest.fixture
def folder() -> Iterator[Path]:
    with reachable_folder() as made:
        yield made


@pytest.mark.parametrize("lost", ["base", "incr", "manifest"])
def test_redis_starts_although_part_of_its_file_is_lost(folder: Path, lost: str) -> None:
    server = Redis(folder / "redis", folder / "redis.log")
    server.start()
    assert server.process is not None
    with redis.Redis.from_url(server.url()) as client:
        client.set("queued", 1)
    server.process.kill()
    server.process.wait()
    (gone,) = (file for file in (folder / "redis" / "appendonlydir").iterdir() if lost in file.name)
    gone.unlink()
    try:
        server.start()
        with redis.Redis.from_url(server.url()) as client:
            assert client.ping()
            assert client.get("queued") is None
    finally:
        server.stop()
