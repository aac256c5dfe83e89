"""What spectators of a running table may know by now."""

from datetime import UTC, datetime, timedelta

from domain.core.visibility import SPECTATOR, Viewer
from domain.table.lifecycle import WrongStatus
from events.store import Store
from server.tables.folding import Loaded
from server.tables.loading import Loader


def as_late_as(store: Store, loader: Loader, loaded: Loaded, eyes: Viewer) -> Loaded:
    """The table as these eyes see it: spectators see a running one as it was before the table's delay."""
    delay = loaded.table.terms.spectator_delay_seconds
    if eyes != SPECTATOR or not delay or loaded.table.status != "running":
        return loaded
    until = datetime.now(UTC) - timedelta(seconds=delay)
    early = [commit.last for commit in store.commits(loaded.id) if commit.at <= until]
    if not early:
        raise WrongStatus("Spectators see this table with a delay; there is nothing to see yet.")
    return loader.at_version(loaded.id, early[-1])
