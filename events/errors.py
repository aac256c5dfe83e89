"""What may go wrong between the server and its log."""

from uuid import UUID


class StoreError(Exception):
    """Something the store refuses or cannot do."""


class StaleVersion(StoreError):
    """A stream has moved on: load it again and decide anew."""

    def __init__(self, streams: tuple[UUID, ...]) -> None:
        super().__init__(f"moved on meanwhile: {', '.join(map(str, streams))}")
        self.streams = streams


class KeyReused(StoreError):
    """The idempotency key was used before, for another request."""


class Unavailable(StoreError):
    """The database does not answer; whether an append took effect is unknown, and repeating it is safe."""


class NotCanonical(StoreError):
    """A value that would not come back from the database as it went in."""


class ChainBroken(StoreError):
    """A stored row does not match the hash chain."""

    def __init__(self, stream: UUID, version: int, reason: str) -> None:
        super().__init__(f"stream {stream}, version {version}: {reason}")
        self.stream = stream
        self.version = version
        self.reason = reason


class MigrationFailed(StoreError):
    """The database could not be brought to the shape this code needs; the message says what to do."""


class DatabaseNewer(MigrationFailed):
    """The database has been migrated by newer code."""


class LogAheadOfCluster(MigrationFailed):
    """Stored transaction ids lie in the future of this cluster, as after a dump and restore."""
