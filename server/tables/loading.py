"""Tables loaded from the log and kept at hand per process."""

from collections import OrderedDict
from threading import Lock
from uuid import UUID

from domain.games import game
from events.envelope import Position
from events.store import Store
from server.refusals import NotFound
from server.tables import keeping
from server.tables.folding import Loaded, Secrets, folded, has_rewinds, with_events

KEPT = 512
"""How many tables a process keeps at hand."""


class Loader:
    """Loads tables and keeps the newest of them."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._kept: OrderedDict[UUID, Loaded] = OrderedDict()
        self._lock = Lock()

    def cached(self, table: UUID) -> Loaded:
        """A table as this process knows it, perhaps not at its newest version."""
        with self._lock:
            known = self._kept.get(table)
        return known or self.fresh(table)

    def fresh(self, table: UUID) -> Loaded:
        """A table at its newest version."""
        with self._lock:
            known = self._kept.get(table)
        head = self._store.head(table)
        if head is None:
            raise NotFound("There is no such table.")
        if known is not None and head == known.position:
            return known
        loaded = self._grown(known) if known else self._loaded(table, head)
        self.keep(loaded)
        return loaded

    def keep(self, loaded: Loaded) -> None:
        """Keep a table at hand, unless a newer version is."""
        with self._lock:
            known = self._kept.get(loaded.id)
            if known is None or known.position.version <= loaded.position.version:
                self._kept[loaded.id] = loaded
            self._kept.move_to_end(loaded.id)
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)

    def at_version(self, table: UUID, version: int) -> Loaded:
        """A table as it was at a version."""
        events = self._store.read(table, upto=version)
        if not events:
            raise NotFound("There is no such table at that version.")
        return folded(table, events, self._secrets(table))

    def _grown(self, known: Loaded) -> Loaded:
        events = self._store.read(known.id, after=known.position.version)
        if has_rewinds(events):
            return folded(known.id, self._store.read(known.id), known.secrets)
        return with_events(known, events)

    def _loaded(self, table: UUID, head: Position) -> Loaded:
        secrets = self._secrets(table)
        if head.version >= keeping.EVERY:
            listed = self._store.listing(table)
            snapshot = listed and keeping.latest(self._store.pool, table, game(listed.game), head.version, secrets)
            if snapshot:
                return self._grown(snapshot)
        return folded(table, self._store.read(table), secrets)

    def _secrets(self, table: UUID) -> Secrets:
        found = self._store.secrets(table)
        if "salt" not in found:
            raise NotFound("There is no such table.")
        return Secrets(found["salt"], found.get("seed"))
