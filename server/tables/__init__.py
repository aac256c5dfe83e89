"""Use cases of tables: gathering (around a match), playing (in it), rewinding, viewing and travelling in time."""

from dataclasses import dataclass

import redis

from events.pool import Pool
from events.store import Store
from server.tables.gathering import Gathering
from server.tables.hints import Teller
from server.tables.loading import Loader
from server.tables.playing import Playing
from server.tables.queues import Queues
from server.tables.rewinding import Rewinding
from server.tables.travelling import Travelling
from server.tables.viewing import Viewing
from server.tables.writing import Writer


@dataclass(frozen=True)
class Tables:
    """The doors to tables, sharing one store and one set of tables kept at hand."""

    store: Store
    loader: Loader
    gathering: Gathering
    playing: Playing
    rewinding: Rewinding
    viewing: Viewing
    travelling: Travelling


def open_tables(pool: Pool, connection: redis.Redis) -> Tables:
    """Make the use cases of one process."""
    store = Store(pool)
    loader = Loader(store)
    writer = Writer(store, loader, Queues(connection), Teller(connection))
    gathering = Gathering(store, loader, writer)
    return Tables(
        store=store,
        loader=loader,
        gathering=gathering,
        playing=Playing(store, loader, writer),
        rewinding=Rewinding(store, loader, writer),
        viewing=Viewing(store, loader),
        travelling=Travelling(store, loader, gathering),
    )


__all__ = ["Tables", "open_tables"]
