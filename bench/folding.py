"""Folding facts, against the `eventsourcing` library rebuilding as many events."""

import time
from typing import Any

import msgspec

from bench.figures import Figure, median_time
from bench.matches import random_match
from bench.peers.aggregate import stored_match
from domain.core.folding import fold
from domain.games import game

EVENTS = 1000


def measure() -> list[Figure]:
    """Events per second of both."""
    known = game("kepler")
    stored = _stored(EVENTS)

    app, match = stored_match(EVENTS)
    own = median_time(lambda: fold(known, None, stored), 25, clock=time.process_time)
    peer = median_time(lambda: app.repository.get(match), 9, clock=time.process_time)
    ratio = peer / own
    return [
        Figure(
            f"folding {EVENTS} events",
            f"{EVENTS / own:,.0f}/s",
            f"{EVENTS / peer:,.0f}/s (eventsourcing library)",
            ratio,
            "at least 10 times as fast",
            ratio >= 10,
        )
    ]


def _stored(count: int) -> list[tuple[str, Any]]:
    found: list[tuple[str, Any]] = []
    known = game("kepler")
    for seed in range(100):
        found = []
        for _, _, facts in random_match(known, seed):
            found += [known.codec.encode_fact(fact) for fact in facts]
            if len(found) >= count:
                return [(tag, msgspec.json.decode(msgspec.json.encode(payload))) for tag, payload in found[:count]]
    raise RuntimeError("no match was long enough")
