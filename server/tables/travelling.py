"""Use cases of time travel: the versions of a table, its state at each, what changed between two, and forks."""

from datetime import datetime
from typing import Any
from uuid import UUID

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from domain.core.positions import Position, to_position
from domain.core.visibility import AUDITOR, SPECTATOR, Viewer, redact, redact_fact
from domain.table.lifecycle import NotYourTable, WrongStatus
from domain.table.state import Table
from events.store import Store
from server.idempotency import Once
from server.players import Player
from server.refusals import Refusal
from server.tables.access import admitted, viewer
from server.tables.folding import Loaded
from server.tables.gathering import Gathering, Wish
from server.tables.loading import Loader
from server.tables.timeline import Entry, timeline, true_version, undone


class VersionUnknown(Refusal):
    """The table has no such version for this viewer."""

    code = "version-unknown"


class Step(Struct, frozen=True, kw_only=True):
    """One append in the list of versions: the version it ends at, and what a headline can be made of."""

    version: int
    at: datetime
    actor: str
    is_undone: bool
    facts: tuple[tuple[str, dict[str, Any]], ...]


class Difference(Struct, frozen=True, kw_only=True):
    """One place of a view that changed between two versions."""

    path: str
    before: Any = None
    after: Any = None


class Travelling:
    """Looking at a table as it was."""

    def __init__(self, store: Store, loader: Loader, gathering: Gathering) -> None:
        self._store = store
        self._loader = loader
        self._gathering = gathering

    def versions(self, table: UUID, by: Player, perspective: str, after: int, limit: int) -> list[Step]:
        """The appends that a perspective has seen, in order, undone ones marked."""
        loaded = admitted(self._loader.fresh(table), by)
        eyes = viewer(loaded, by, perspective)
        entries = timeline(self._store, loaded, eyes)
        gone = undone(entries)
        seen = [entry for entry in entries if entry.end > entry.start and entry.end > after]
        return [_step(entry, eyes, is_undone=entry.commit.last in gone) for entry in seen[:limit]]

    def view_at(self, table: UUID, by: Player, perspective: str, version: int) -> dict[str, Any]:
        """The state of the match as a perspective saw it at a version."""
        loaded = admitted(self._loader.fresh(table), by)
        return self._view(loaded, viewer(loaded, by, perspective), version)

    def changes(self, table: UUID, by: Player, perspective: str, since: int, version: int) -> list[Difference]:
        """What differs between two versions of a view."""
        loaded = admitted(self._loader.fresh(table), by)
        eyes = viewer(loaded, by, perspective)
        return differences(self._view(loaded, eyes, since), self._view(loaded, eyes, version))

    def fork(self, table: UUID, by: Player, version: int, name: str, request: Once | None = None) -> Loaded:
        """A new table that goes on from a version: of a finished table, or of one's own where nothing is hidden."""
        loaded = admitted(self._loader.fresh(table), by)
        then = self._at(loaded, viewer(loaded, by, "me"), version)
        if then.play is None or not then.play.agenda:
            raise WrongStatus("There is no match to go on with at that version.")
        if loaded.table.status != "finished":
            self._may_fork_running(loaded, then, by)
        position = to_position(then.game, then.play, loaded.table.options)
        return self._gathering.create(by, _forked(loaded.table, position, name), request)

    def _may_fork_running(self, loaded: Loaded, then: Loaded, by: Player) -> None:
        if str(by.id) != loaded.table.host:
            raise NotYourTable("A running table is forked by its host only.")
        assert then.play is not None
        open_to_all = msgspec.json.encode(redact(then.play.state, SPECTATOR), order="sorted")
        everything = msgspec.json.encode(redact(then.play.state, AUDITOR), order="sorted")
        if open_to_all != everything or any(item.answers for item in then.play.agenda):
            raise WrongStatus("Something is hidden at that version; it can be forked once the match is over.")

    def _view(self, loaded: Loaded, eyes: Viewer, version: int) -> dict[str, Any]:
        then = self._at(loaded, eyes, version)
        if then.play is None:
            raise VersionUnknown("The match had not begun at that version.")
        shown = redact(then.play.state, eyes)
        return {**shown, **then.game.deriver(shown)}

    def _at(self, loaded: Loaded, eyes: Viewer, version: int) -> Loaded:
        true = true_version(timeline(self._store, loaded, eyes), eyes, version)
        if true is None:
            raise VersionUnknown(f"This table has versions 1 to {loaded.version_for(eyes)}.")
        return self._loader.at_version(loaded.id, true)


def _step(entry: Entry, eyes: Viewer, *, is_undone: bool) -> Step:
    pairs = zip(entry.events, entry.facts, strict=True)
    shown = [(event.type, redact_fact(fact, eyes)) for event, fact in pairs if event.type != "core.answered.v1"]
    facts = tuple((tag, data) for tag, data in shown if data is not None)
    return Step(
        version=entry.end, at=entry.commit.at, actor=entry.commit.meta.actor.kind, is_undone=is_undone, facts=facts
    )


def _forked(table: Table, position: Position, name: str) -> Wish:
    terms = replace(table.terms, name=name, rated=False, options=table.options)
    document = msgspec.to_builtins(position, str_keys=True)
    return Wish(game=table.game, seats=len(table.holders), terms=terms, position=document)


def differences(before: Any, after: Any, path: str = "") -> list[Difference]:
    """The places, as JSON pointers, where two views differ; what stands on one side only is null on the other."""
    if isinstance(before, dict) and isinstance(after, dict):
        names = [*before, *(name for name in after if name not in before)]
        return [
            found
            for name in names
            for found in differences(before.get(name), after.get(name), f"{path}/{_escaped(name)}")
        ]
    if isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        pairs = enumerate(zip(before, after, strict=True))
        return [found for place, (old, new) in pairs for found in differences(old, new, f"{path}/{place}")]
    return [] if before == after else [Difference(path=path, before=before, after=after)]


def _escaped(name: str) -> str:
    return name.replace("~", "~0").replace("/", "~1")
