"""The store: what an append costs as streams and the whole log grow, and what a cold load costs."""

import os
import statistics
import time
from uuid import UUID

import psycopg
import redis

from bench.figures import Figure, median_time, milliseconds
from bench.servers import Running
from domain.core.fillings import random_answer
from domain.table.facts import ClockRule, Holder, Terms
from events.envelope import GENESIS, Actor, Batch, Change, Meta, NewEvent, Position, new_stream_id
from events.pool import Pool
from events.store import Store
from server.players import Player
from server.tables import Tables, open_tables
from server.tables.gathering import Wish
from server.tables.loading import Loader

META = Meta(actor=Actor("system"), cause="bench", rules_version="1")
EVENT = NewEvent("bench.happened.v1", {"seat": 1, "planet": "m1", "size": 3, "faces": [1, 2, 3]})
MOVE = (EVENT,) * 10
APPENDS = 300
TERMS = Terms(
    name="bench",
    options={},
    clock=ClockRule(),
    visibility="public",
    rated=False,
    spectator_delay_seconds=0,
    team_policy="owner",
    window_policy="strict",
    undo_policy="consent",
    leaver_policy="defaults",
)


def measure(running: Running, *, rows: int) -> list[Figure]:
    """Appends to short and long streams, in small and large logs, and a cold load."""
    pool = Pool(running.database, size=4)
    store = Store(pool)
    tables = open_tables(pool, redis.Redis.from_url(running.redis))
    try:
        return [*_long_streams(store), _large_log(store, running.database, rows), _cold_load(tables, store)]
    finally:
        pool.close()


def _append(store: Store, stream: UUID, at: Position, events: tuple[NewEvent, ...]) -> Position:
    done = store.append(
        Batch(changes=(Change(stream=stream, expected=at, events=events, meta=META, salt_key=b"s" * 32),))
    )
    return done.position  # type: ignore[union-attr]


def _grown(store: Store, size: int) -> tuple[UUID, Position]:
    stream, at = new_stream_id(), GENESIS
    while at.version < size:
        at = _append(store, stream, at, (EVENT,) * min(1000, size - at.version))
    return stream, at


def _long_streams(store: Store) -> list[Figure]:
    places = [_grown(store, 100), _grown(store, 100_000)]
    times: list[list[float]] = [[], []]
    for _ in range(APPENDS):
        for number, (stream, at) in enumerate(places):
            start = time.perf_counter()
            places[number] = (stream, _append(store, stream, at, MOVE))
            times[number].append(time.perf_counter() - start)
    short, long = (statistics.median(entry) for entry in times)
    return [
        Figure(
            "an append to a stream of 100,000 events",
            milliseconds(long),
            f"{milliseconds(short)} (of 100)",
            long / short,
            "at most 1.1",
            long / short <= 1.1,
        )
    ]


def _large_log(store: Store, database: str, rows: int) -> Figure:
    few = _append_time(store)
    _fill(database, rows)
    many = _append_time(store)
    return Figure(
        f"an append with {rows:,} events stored",
        milliseconds(many),
        f"{milliseconds(few)} (before them)",
        many / few,
        "at most 1.2",
        many / few <= 1.2,
    )


def _append_time(store: Store) -> float:
    stream, at = _grown(store, 100)
    times = []
    for _ in range(APPENDS):
        start = time.perf_counter()
        at = _append(store, stream, at, MOVE)
        times.append(time.perf_counter() - start)
    return statistics.median(times)


def _fill(database: str, rows: int) -> None:
    """Many streams of a thousand events each, written the short way."""
    with psycopg.connect(database, autocommit=True) as connection:
        connection.execute(
            "INSERT INTO events (stream, version, type, schema, payload, leaf)"
            " SELECT s, v, 'bench.happened.v1', 1, %s::jsonb, decode(repeat('00', 32), 'hex')"
            "   FROM (SELECT gen_random_uuid() AS s FROM generate_series(1, %s::int)) AS streams,"
            "        generate_series(1, 1000) AS v",
            ('{"seat": 1, "planet": "m1", "size": 3, "faces": [1, 2, 3]}', rows // 1000),
        )
        connection.execute("CHECKPOINT")


def _cold_load(tables: Tables, store: Store) -> Figure:
    table = long_table(tables, 1000)
    query = "SELECT version, type, payload FROM events WHERE stream = %s ORDER BY version"

    def rows() -> None:
        with store.pool.connection() as connection:
            connection.execute(query, (table,), prepare=True).fetchall()

    count = store.head(table).version  # type: ignore[union-attr]
    floor, cold = median_time(rows, 25), median_time(lambda: Loader(store).fresh(table), 25)
    return Figure(
        f"cold load of a table of {count:,} events",
        milliseconds(cold),
        f"{milliseconds(floor)} (reading its rows)",
        cold / floor,
        "at most 3",
        cold / floor <= 3,
    )


def long_table(tables: Tables, events: int) -> UUID:
    """A table of Kepler-3AD played at random until it has that many events."""
    players = [Player(new_stream_id(), name, "human") for name in ("alice", "bob")]
    below = lambda n: int.from_bytes(os.urandom(4)) % n  # noqa: E731
    while True:
        table = started(tables, players)
        while True:
            loaded = tables.viewing.table(table, players[0])
            if loaded.position.version >= events:
                return table
            if loaded.table.status == "finished":
                break
            if not loaded.decisions():
                tables.playing.resolve(table, f"resolve-{table}-{loaded.position.version}")
                continue
            entry = loaded.decisions()[0]
            tables.playing.answer(table, entry.id, players[entry.seat], random_answer(entry.ask.form, below))


def started(tables: Tables, players: list[Player]) -> UUID:
    """A new table with these players, begun."""
    wish = Wish(game="kepler", seats=len(players), terms=TERMS)
    table = tables.gathering.create(players[0], wish).id
    for seat, player in enumerate(players):
        holder = Holder(kind="player", player=str(player.id), name=player.name)
        tables.gathering.sit(table, seat, player, holder, contribution=None, code=None)
    tables.gathering.start(table, players[0])
    return table
