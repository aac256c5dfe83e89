"""Use cases of time travel: the versions of a table, its state at each, what changed between two, and forks."""

from datetime import datetime
from typing import Any, NoReturn
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
from server.tables.delay import as_late_as
from server.tables.folding import Loaded
from server.tables.gathering import Gathering, Wish
from server.tables.loading import Loader
from server.tables.timeline import Entry, timeline, true_version, undone

ANSWERED = "core.answered.v1"


class VersionUnknown(Refusal):
    """The table has no such version for this viewer."""

    code = "version-unknown"


class Step(Struct, frozen=True, kw_only=True):
    """One append in the list of versions: the version it ends at, who made it, and what a headline can be made of."""

    version: int
    from_version: int
    at: datetime
    actor: str
    is_move: bool
    is_undone: bool
    facts: tuple[tuple[str, dict[str, Any]], ...]
    head: bytes
    """The head of the chain after it."""
    seat: int | None = None


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
        return [step for step in self._steps(*self._seen(table, by, perspective)) if step.version > after][:limit]

    def version(self, table: UUID, by: Player, version: int) -> Step:
        """The append that a version belongs to."""
        loaded, eyes = self._seen(table, by, "me")
        found = next((step for step in self._steps(loaded, eyes) if step.from_version < version <= step.version), None)
        return found or _unknown(loaded, eyes)

    def newest(self, table: UUID, by: Player) -> tuple[Loaded, Step]:
        """The table and the last append that the player has seen of it."""
        loaded, eyes = self._seen(table, by, "me")
        return loaded, self._steps(loaded, eyes)[-1]

    def view_at(self, table: UUID, by: Player, perspective: str, version: int) -> tuple[Viewer, dict[str, Any]]:
        """The state of the match as a perspective saw it at a version, and whose eyes these are."""
        loaded, eyes = self._seen(table, by, perspective)
        return eyes, self._view(loaded, eyes, version)

    def changes(self, table: UUID, by: Player, perspective: str, since: int, version: int) -> list[Difference]:
        """What differs between two versions of a view."""
        loaded, eyes = self._seen(table, by, perspective)
        return differences(self._view(loaded, eyes, since), self._view(loaded, eyes, version))

    def _seen(self, table: UUID, by: Player, perspective: str) -> tuple[Loaded, Viewer]:
        loaded = admitted(self._loader.fresh(table), by)
        eyes = viewer(loaded, by, perspective)
        return as_late_as(self._store, self._loader, loaded, eyes), eyes

    def _steps(self, loaded: Loaded, eyes: Viewer) -> list[Step]:
        entries = timeline(self._store, loaded, eyes)
        gone = undone(entries)
        return [_step(entry, eyes, is_undone=entry.commit.last in gone) for entry in entries if entry.end > entry.start]

    def fork(self, table: UUID, by: Player, version: int, name: str, request: Once | None = None) -> Loaded:
        """A new table that goes on from a version: of a finished table, or of one's own where nothing is hidden."""
        then, position = self._position(table, by, "me", version)
        return self._gathering.create(by, _forked(then.table, position, name), request)

    def position(self, table: UUID, by: Player, perspective: str, version: int) -> Position:
        """The position at a version: of a finished table, for auditors, or of one's own where nothing is hidden."""
        return self._position(table, by, perspective, version)[1]

    def _position(self, table: UUID, by: Player, perspective: str, version: int) -> tuple[Loaded, Position]:
        loaded, eyes = self._seen(table, by, perspective)
        then = self._at(loaded, eyes, version)
        if then.play is None or not then.play.agenda:
            raise WrongStatus("There is no match to go on with at that version.")
        if loaded.table.status != "finished" and not eyes.sees_all:
            self._all_is_open(loaded, then, by)
        return then, to_position(then.game, then.play, loaded.table.options)

    def _all_is_open(self, loaded: Loaded, then: Loaded, by: Player) -> None:
        if str(by.id) != loaded.table.host:
            raise NotYourTable("What a running table is made of is for its host only.")
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
        return _unknown(loaded, eyes) if true is None else self._loader.at_version(loaded.id, true)


def _unknown(loaded: Loaded, eyes: Viewer) -> NoReturn:
    raise VersionUnknown(f"This table has versions 1 to {loaded.version_for(eyes)}.")


def _step(entry: Entry, eyes: Viewer, *, is_undone: bool) -> Step:
    shown = [
        (event.type, data)
        for event, fact in zip(entry.events, entry.facts, strict=True)
        if (data := redact_fact(fact, eyes)) is not None
    ]
    answer = next((data for tag, data in shown if tag == ANSWERED), None)
    actor = entry.commit.meta.actor.kind
    is_known = answer is not None or eyes.sees_all or actor == "worker" or not entry.is_played
    return Step(
        version=entry.end,
        from_version=entry.start,
        at=entry.commit.at,
        actor=actor if is_known else "seat",
        is_move=entry.is_played,
        is_undone=is_undone,
        facts=tuple((tag, data) for tag, data in shown if tag != ANSWERED),
        head=entry.commit.head,
        seat=answer["seat"] if answer else None,
    )


def _forked(table: Table, position: Position, name: str) -> Wish:
    terms = replace(table.terms, name=name, rated=False, options=table.options)
    document = msgspec.to_builtins(position, str_keys=True)
    return Wish(game=table.game, seats=table.playing, terms=terms, position=document)


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
