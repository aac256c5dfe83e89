"""Tables that wait for somebody who was not told."""

from collections.abc import Iterable
from uuid import UUID

from domain.core.openings import waits_for_worker
from events import outbox
from events.pool import Pool
from events.store import Store
from server.refusals import NotFound
from server.tables.folding import Loaded
from server.tables.loading import Loader


def unpromised(pool: Pool, tables: Iterable[UUID]) -> list[str]:
    """Name what tables wait for without a row in the outbox; there must never be anything, whoever has died."""
    store = Store(pool)
    return [lack for table in tables for lack in _lacks(pool, store, table)]


def forgotten(pool: Pool) -> list[outbox.Forgotten]:
    """Look as the sweeper looks."""
    with pool.connection() as connection:
        return outbox.forgotten(connection, "resolve")


def rows(pool: Pool) -> list[tuple[str, int]]:
    """Give the jobs that are still promised, with how often each was tried."""
    with pool.connection() as connection:
        return [(job, tries) for job, tries in connection.execute("SELECT job, tries FROM outbox ORDER BY id")]


def _lacks(pool: Pool, store: Store, table: UUID) -> list[str]:
    for _ in range(20):
        try:
            loaded = Loader(store).fresh(table)
        except NotFound:
            return []
        with pool.connection() as connection:
            found = connection.execute("SELECT job FROM outbox WHERE stream = %s", (table,)).fetchall()
        # A row goes with an append: if there was none meanwhile, table and rows belong together.
        if store.head(table) == loaded.position:
            lacking = _needed({job for (job,) in found}, loaded)
            return [f"{table} at {loaded.position.version}: {job}" for job in sorted(lacking)]
    return []


def _needed(promised: set[str], loaded: Loaded) -> set[str]:
    """Name the promises that the table needs and that are not there."""
    table, kinds = loaded.id, {job.partition("-")[0] for job in promised}
    needed = {f"deadline-{table}-{name}-{due}" for name, due in loaded.table.clock.due.items()} - promised
    if loaded.play is not None and waits_for_worker(loaded.game, loaded.play) and "resolve" not in kinds:
        needed.add("resolve")
    asks_engine = any(loaded.table.engine_of(entry.seat) for entry in loaded.decisions())
    if asks_engine and "bots" not in kinds:
        needed.add("bots")
    return needed
