"""How often one may call: counted in Redis, or in this process while Redis is away."""

from __future__ import annotations

import math
import threading
import time
from dataclasses import dataclass

import redis

from server.refusals import TooManyRequests

EPOCH = "plateau:tokens:epoch"
AWAY_SECONDS = 1.0
LOCAL_BUCKETS = 10_000

# A bucket stores the instant (in milliseconds) at which it will be full again.
TAKE = """
local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
local full = tonumber(redis.call('GET', KEYS[1]) or now)
if full < now then full = now end
local after = full + ARGV[1]
local wait = after - now - ARGV[2]
if wait <= 0 and ARGV[3] == '1' then
  redis.call('SET', KEYS[1], string.format('%.0f', after), 'PX', math.ceil(after - now) + 1000)
end
local epoch = redis.call('GET', KEYS[2])
if not epoch then
  epoch = clock[1] .. '.' .. clock[2]
  redis.call('SET', KEYS[2], epoch)
end
return {math.ceil(wait), math.ceil(after - now), epoch}
"""


@dataclass(frozen=True)
class Policy:
    """So many calls per so many seconds, all of which may come at once."""

    name: str
    calls: int
    seconds: int

    @property
    def interval(self) -> float:
        """Milliseconds after which one more call is free."""
        return self.seconds * 1000 / self.calls


@dataclass(frozen=True)
class Verdict:
    """What one call found in its bucket, and the epoch of the tokens."""

    policy: Policy
    remaining: int
    reset: int
    retry_after: int
    epoch: str | None

    @property
    def is_allowed(self) -> bool:
        """Whether the call may go on."""
        return self.retry_after == 0


class RateLimits:
    """Buckets of calls, shared by all processes through Redis."""

    def __init__(self, client: redis.Redis) -> None:
        self._redis = client
        self._take = client.register_script(TAKE)
        self._away_until = 0.0
        self._local: dict[str, float] = {}
        self._lock = threading.Lock()

    def take(self, policy: Policy, who: str, *, count: bool = True) -> Verdict:
        """Count a call, or only look whether one more would be allowed."""
        key = f"plateau:rate:{policy.name}:{who}"
        if time.monotonic() >= self._away_until:
            try:
                burst = policy.seconds * 1000
                wait, used, epoch = self._take(keys=[key, EPOCH], args=[policy.interval, burst, int(count)])
                return _verdict(policy, int(wait), int(used), epoch.decode() if isinstance(epoch, bytes) else epoch)
            except (redis.RedisError, OSError):
                self._away_until = time.monotonic() + AWAY_SECONDS
        return self._take_here(policy, key, count=count)

    def _take_here(self, policy: Policy, key: str, *, count: bool) -> Verdict:
        now = time.monotonic() * 1000
        with self._lock:
            if len(self._local) > LOCAL_BUCKETS:
                self._local.clear()
            after = max(self._local.get(key, now), now) + policy.interval
            wait = after - now - policy.seconds * 1000
            if wait <= 0 and count:
                self._local[key] = after
        return _verdict(policy, math.ceil(wait), math.ceil(after - now), None)

    def demand(self, policy: Policy, who: str, *, count: bool = True) -> Verdict:
        """Refuse a call that is one too many."""
        verdict = self.take(policy, who, count=count)
        if not verdict.is_allowed:
            raise TooManyRequests(f"Too many calls: wait {verdict.retry_after} s.", verdict.retry_after)
        return verdict

    def change_epoch(self) -> None:
        """Make every process look up its tokens anew, because some token has lost rights."""
        try:
            self._redis.incrbyfloat(EPOCH, 1)
        except (redis.RedisError, OSError):
            self._away_until = time.monotonic() + AWAY_SECONDS


def _verdict(policy: Policy, wait: int, used: int, epoch: str | None) -> Verdict:
    remaining = max(0, int((policy.seconds * 1000 - used) / policy.interval))
    return Verdict(policy, remaining, max(0, math.ceil(used / 1000)), math.ceil(max(0, wait) / 1000), epoch)
