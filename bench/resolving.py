"""A resolution by a worker, against its own computing time."""

import random
import statistics
import time
from uuid import UUID

import redis

from bench.figures import Figure, milliseconds
from bench.servers import Running
from bench.storage import started
from domain.core.fillings import random_answer
from events.envelope import new_stream_id
from events.pool import Pool
from server.players import Player
from server.tables import Tables, open_tables
from server.tables.folding import Loaded

SAMPLES = 24


def measure(running: Running) -> list[Figure]:
    """How long the table waits for the worker beyond what the resolution itself takes."""
    pool = Pool(running.database, size=3)
    tables = open_tables(pool, redis.Redis.from_url(running.redis))
    chance = random.Random(1)
    waits: list[tuple[float, float]] = []
    try:
        while len(waits) < SAMPLES:
            waits += _of_one_match(tables, chance)
    finally:
        pool.close()
    beyond = statistics.median(wait - own for wait, own in waits)
    own = statistics.median(own for _, own in waits)
    return [
        Figure(
            "a resolution by a worker, median",
            milliseconds(beyond + own),
            f"{milliseconds(own)} (its computing time)",
            (beyond + own) / own,
            f"at most 15 ms more ({beyond * 1000:.1f})",
            beyond <= 0.015,
        )
    ]


def _of_one_match(tables: Tables, chance: random.Random) -> list[tuple[float, float]]:
    players = [Player(new_stream_id(), name, "human") for name in ("alice", "bob")]
    table = started(tables, players)
    found = []
    loaded = tables.viewing.table(table, players[0])
    while loaded.table.status == "running":
        entry = loaded.decisions()[0]
        answer = random_answer(entry.ask.form, chance.randrange)
        loaded = tables.playing.answer(table, entry.id, players[entry.seat], answer).loaded
        sent = time.perf_counter()
        if loaded.table.status == "running" and not loaded.decisions():
            resolved = _wait(tables, table, players[0])
            found.append((time.perf_counter() - sent, _computing(loaded)))
            loaded = resolved
    return found


def _wait(tables: Tables, table: UUID, player: Player) -> Loaded:
    while True:
        loaded = tables.viewing.table(table, player)
        if loaded.decisions() or loaded.table.status != "running":
            return loaded
        time.sleep(0.0005)


def _computing(waiting: Loaded) -> float:
    start = time.perf_counter()
    waiting.umpire.advance(waiting.play, background=True)  # type: ignore[arg-type]
    return time.perf_counter() - start
