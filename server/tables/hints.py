"""Hints through Redis that a table has moved: they save followers a wait and promise nothing."""

import time
from uuid import UUID

import redis
import structlog

from events import faults

log = structlog.get_logger()

CHANNEL = "plateau:moved"
AWAY_SECONDS = 1.0
"""How long a Redis that did not answer is left alone."""


class Teller:
    """Says which table has moved."""

    def __init__(self, connection: redis.Redis) -> None:
        self._redis = connection
        self._away_until = 0.0

    def tell(self, table: UUID) -> None:
        """Wake whoever follows the table; what fails here is found by looking, a second later."""
        faults.reach("publish.before")
        if time.monotonic() < self._away_until:
            return
        try:
            self._redis.publish(CHANNEL, table.bytes)
        except (redis.RedisError, OSError) as error:
            self._away_until = time.monotonic() + AWAY_SECONDS
            log.warning("followers not woken", table=str(table), error=type(error).__name__)


class Listener:
    """Hears which tables have moved; used by one thread."""

    def __init__(self, connection: redis.Redis) -> None:
        self._redis = connection
        self._subscription: redis.client.PubSub | None = None
        self._away_until = 0.0

    def wait(self, seconds: float) -> set[UUID]:
        """Wait for the first hint, at most so long, and give all that have come."""
        if time.monotonic() < self._away_until:
            time.sleep(seconds)
            return set()
        try:
            return self._heard(seconds)
        except (redis.RedisError, OSError) as error:
            log.warning("no hints for followers", error=type(error).__name__)
            self._away_until = time.monotonic() + AWAY_SECONDS
            self.close()
            return set()

    def _heard(self, seconds: float) -> set[UUID]:
        found: set[UUID] = set()
        while message := self._subscribed().get_message(timeout=seconds):
            if message["type"] == "message":
                found.add(UUID(bytes=message["data"]))
            seconds = 0.0
        return found

    def _subscribed(self) -> "redis.client.PubSub":
        if self._subscription is None:
            self._subscription = self._redis.pubsub()
            self._subscription.subscribe(CHANNEL)
        return self._subscription

    def close(self) -> None:
        """Hear no more, until the next wait."""
        if self._subscription is not None:
            self._subscription.close()
        self._subscription = None
