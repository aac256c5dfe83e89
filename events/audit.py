"""A stored stream checked against its chain."""

from uuid import UUID

from events.chain import StoredCommit, StoredEvent, verify
from events.envelope import GENESIS, SALT, Position
from events.errors import ChainBroken
from events.pool import Connection, Pool

_COMMITS = "SELECT first, last, at, meta, meta_leaf, head FROM commits WHERE stream = %s ORDER BY last"
_EVENTS = "SELECT version, type, schema, payload, leaf FROM events WHERE stream = %s ORDER BY version"


def verified(pool: Pool, stream: UUID) -> Position:
    """Check every row of a stream and return where it stands, or raise ChainBroken naming the row."""
    with pool.connection() as connection, connection.transaction():
        connection.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        commits, events = stored_commits(connection, stream), stored_events(connection, stream)
        secret = connection.execute(
            "SELECT value FROM secrets WHERE stream = %s AND name = %s", (stream, SALT)
        ).fetchone()
        row = connection.execute("SELECT version, head FROM streams WHERE stream = %s", (stream,)).fetchone()
    reached = verify(commits, events, secret[0] if secret else None)
    stands = Position(*row) if row else GENESIS
    if reached != stands:
        raise ChainBroken(
            stream, reached.version + 1, f"the log ends at {reached.version}, the stream at {stands.version}"
        )
    if len(events) != reached.version:
        raise ChainBroken(stream, reached.version + 1, "there are events beyond the last commit")
    return reached


def stored_commits(connection: Connection, stream: UUID) -> list[StoredCommit]:
    """Read a stream's commits exactly as stored."""
    rows = connection.execute(_COMMITS, (stream,), binary=True)
    return [
        StoredCommit(stream=stream, first=first, last=last, at=at, meta=meta, meta_leaf=meta_leaf, head=head)
        for first, last, at, meta, meta_leaf, head in rows
    ]


def stored_events(connection: Connection, stream: UUID) -> list[StoredEvent]:
    """Read a stream's events exactly as stored, without upcasts."""
    return [StoredEvent(*row) for row in connection.execute(_EVENTS, (stream,), binary=True)]
