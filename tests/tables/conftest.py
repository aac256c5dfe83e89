"""Tables on real servers, with the workers' jobs run in the test's own process."""

from collections.abc import Iterator
from uuid import UUID

import pytest
import redis

from domain.table.facts import ClockRule, Holder, Terms
from events.envelope import new_stream_id
from events.pool import Pool
from server.players import Player
from server.tables import Tables, open_tables
from server.tables.gathering import Wish
from server.tables.loading import Loaded

WORK = {"resolve": "resolve", "bots": "play_engine"}


@pytest.fixture
def pool(database: str) -> Iterator[Pool]:
    opened = Pool(database, size=4)
    yield opened
    opened.close()


@pytest.fixture
def tables(pool: Pool, clean_redis: str) -> Tables:
    return open_tables(pool, redis.Redis.from_url(clean_redis))


@pytest.fixture
def alice() -> Player:
    return Player(new_stream_id(), "alice", "human")


@pytest.fixture
def bob() -> Player:
    return Player(new_stream_id(), "bob", "human")


@pytest.fixture
def carol() -> Player:
    return Player(new_stream_id(), "carol", "human")


def terms(**changes: object) -> Terms:
    """Plain conditions, with what a test wants changed."""
    plain = {
        "name": "test",
        "options": {},
        "clock": ClockRule(),
        "visibility": "public",
        "rated": False,
        "spectator_delay_seconds": 0,
        "team_policy": "owner",
        "window_policy": "strict",
        "undo_policy": "consent",
        "leaver_policy": "defaults",
    }
    return Terms(**{**plain, **changes})  # type: ignore[arg-type]


def seated(
    tables: Tables, players: list[Player], *, game: str = "kepler", chance: str = "fixed", **changes: object
) -> UUID:
    """A table, of Kepler if nothing else is wanted, at which these players sit."""
    seed = "tests" if chance == "fixed" else None
    wish = Wish(game=game, seats=len(players), terms=terms(**changes), chance=chance, seed=seed)  # type: ignore[arg-type]
    table = tables.gathering.create(players[0], wish).id
    for seat, player in enumerate(players):
        tables.gathering.invite(table, players[0], player.id)
        holder = Holder(kind="player", player=str(player.id), name=player.name)
        tables.gathering.sit(table, seat, player, holder, contribution=None, code=None)
    return table


def started(tables: Tables, players: list[Player], **changes: object) -> Loaded:
    """A Kepler table of these players, started."""
    return tables.gathering.start(seated(tables, players, **changes), players[0])


def jobs(pool: Pool, table: UUID) -> list[tuple[str, str]]:
    """The promised work of a table: queue and job."""
    with pool.connection() as connection:
        rows = connection.execute("SELECT queue, job FROM outbox WHERE stream = %s ORDER BY id", (table,))
        return [(queue, job) for queue, job in rows]


def work_off(tables: Tables, pool: Pool, table: UUID) -> None:
    """Do all promised work that is not a deadline, as workers would."""
    while todo := [entry for entry in jobs(pool, table) if entry[0] != "deadlines"]:
        queue, job = todo[0]
        assert getattr(tables.playing, WORK[queue])(table, job), f"nothing to do for {job}"
