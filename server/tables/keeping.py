"""Snapshots of tables: what saves folding a long match from its first event."""

from datetime import datetime
from hashlib import sha256
from uuid import UUID

import msgspec
from msgspec import Struct

from domain.core.game import Game
from domain.table.state import Table
from events import snapshots
from events.envelope import Position
from events.pool import Pool
from events.snapshots import Snapshot, schema_digest
from server.tables.folding import Loaded, Secrets, Seen

EVERY = 500
"""A table is snapshot whenever its version passes a multiple of this."""


class Around(Struct, frozen=True, kw_only=True):
    """What is kept beside the match itself."""

    table: Table
    seen: Seen
    created_at: datetime
    at: datetime
    play: msgspec.Raw


_AROUND = schema_digest(Around)


def schema_of(game: Game) -> bytes:
    """The shape of a table of this game; a snapshot of another shape is not read."""
    return sha256(_AROUND + game.codec.schema_digest()).digest()


def save(pool: Pool, loaded: Loaded) -> None:
    """Keep a table as it is now."""
    assert loaded.play is not None
    play = msgspec.Raw(loaded.game.codec.encode_play(loaded.play))
    around = Around(table=loaded.table, seen=loaded.seen, created_at=loaded.created_at, at=loaded.at, play=play)
    position = loaded.position
    snapshot = Snapshot(
        stream=loaded.id,
        version=position.version,
        head=position.head,
        schema=schema_of(loaded.game),
        state=msgspec.json.encode(around),
    )
    snapshots.save(pool, snapshot)


def latest(pool: Pool, table: UUID, game: Game, upto: int, secrets: Secrets) -> Loaded | None:
    """The newest snapshot from which a version can be reached, as a table."""
    found = snapshots.latest(pool, table, upto, schema_of(game))
    if found is None:
        return None
    around = msgspec.json.decode(found.state, type=Around)
    return Loaded(
        id=table,
        position=Position(found.version, found.head),
        table=around.table,
        play=game.codec.decode_play(bytes(around.play)),
        seen=around.seen,
        secrets=secrets,
        created_at=around.created_at,
        at=around.at,
    )
