"""Make the golden records: `python -m tests.records.make GAME ENDING [SEATS] [option=value …]`.

A golden record is a finished table as it was stored. It must be verified and fold to the same result for ever.
"""

import json
import sys
from pathlib import Path
from uuid import UUID

import redis

from domain.table.facts import Holder
from events.envelope import new_stream_id
from events.migrate import migrate
from events.pool import Pool
from server.checkpoints import publishing
from server.players import Player
from server.records.exporting import export
from server.records.form import encode
from server.tables import Tables, open_tables
from server.tables.gathering import Wish
from tests.conftest import Servers
from tests.tables.conftest import terms, work_off

FOLDER = Path(__file__).parent / "golden"
TRIES = 200


def main(slug: str, ending: str, seats: int, options: dict) -> None:
    """Let engines play until a match ends as wanted, and keep its record."""
    servers = Servers()
    try:
        migrate(servers.postgres.url())
        pool = Pool(servers.postgres.url(), size=4)
        tables = open_tables(pool, redis.Redis.from_url(servers.redis.url()))
        table = _played(tables, pool, slug, ending, seats, options)
        publishing.publish(pool, servers.folder / "keys")
        host = Player(new_stream_id(), "alice", "human")
        FOLDER.mkdir(exist_ok=True)
        file = FOLDER / f"{slug}-{ending}.json"
        file.write_bytes(encode(export(pool, tables.viewing.table(table, host))))
        print(file)  # noqa: T201
        pool.close()
    finally:
        servers.stop()


def _played(tables: Tables, pool: Pool, slug: str, ending: str, seats: int, options: dict) -> UUID:
    host = Player(new_stream_id(), "alice", "human")
    for attempt in range(TRIES):
        engine = ("sensible", "random")[attempt % 2]
        wish = Wish(game=slug, seats=seats, terms=terms(options=options))
        table = tables.gathering.create(host, wish).id
        for seat in range(seats):
            tables.gathering.sit(
                table, seat, host, Holder(kind="engine", engine=engine), contribution=f"seat {seat}", code=None
            )
        tables.gathering.start(table, host)
        work_off(tables, pool, table)
        result = tables.viewing.table(table, host).table.result
        if result is not None and ending in (result.reason, f"{result.outcome}-{result.reason}"):
            return table
    raise SystemExit(f"no match of {TRIES} ended by {ending}")


if __name__ == "__main__":
    pairs = dict(argument.split("=", 1) for argument in sys.argv[4:])
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]), {name: json.loads(value) for name, value in pairs.items()})
