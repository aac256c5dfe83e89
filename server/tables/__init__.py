"""Use cases of tables: gathering (around a match), playing (in it), rewinding and viewing."""

from dataclasses import dataclass

import redis

from events.pool import Pool
from events.store import Store
from server.tables.gathering import Gathering
from server.tables.loading import Loader
from server.tables.playing import Playing
from server.tables.queues import Queues
from server.tables.rewinding import Rewinding
from server.tables.viewing import Viewing
from server.tables.writing import Writer


@dataclass(frozen=True)
class Tables:
    """The doors to tables, sharing one store and one set of tables kept at hand."""

    gathering: Gathering
    playing: Playing
    viewing: Viewing
    rewinding: Rewinding
    store: Store


def open_tables(pool: Pool, connection: redis.Redis) -> Tables:
    """Make the use cases of one process."""
    store = Store(pool)
    loader = Loader(store)
    writer = Writer(store, loader, Queues(connection))
    return Tables(
        Gathering(store, loader, writer),
        Playing(store, loader, writer),
        Viewing(store, loader),
        Rewinding(store, loader, writer),
        store,
    )


__all__ = ["Tables", "open_tables"]
