"""Use cases of looking: tables, open decisions, views, the log and the moves, as a perspective may see them."""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from domain.core.codec import tag_of
from domain.core.happenings import Answered
from domain.core.model import HOST, Decision, Fact
from domain.core.openings import question
from domain.core.visibility import AUDITOR, Viewer, redact, redact_fact
from domain.table.clocks import due_at
from domain.table.facts import Balloted
from domain.table.lifecycle import WrongStatus
from events.envelope import Commit, Recorded
from events.listings import Page, Query
from events.store import Store
from server.players import Player
from server.refusals import NotFound
from server.tables.access import admitted, own_view, viewer
from server.tables.delay import as_late_as
from server.tables.folding import Loaded, decoded
from server.tables.loading import Loader
from server.tables.playing import Made
from server.tables.timeline import by_commit, timeline, undone

GIVEN = (tag_of(Answered), tag_of(Balloted))
"""What an append tells first of all: an answer or, while a seat held by several votes, what one of them voted."""


class Shown(Struct, frozen=True, kw_only=True):
    """An event as a viewer may see it; its version counts the events that this viewer has seen."""

    version: int
    type: str
    at: datetime
    data: dict[str, Any]
    rules: tuple[str, ...] = ()
    move: int | None = None
    """The move it belongs to, if the match went on by it."""


class ShownMove(Struct, frozen=True, kw_only=True):
    """A move as a viewer may see it: the events of one append; its id is the version it ends at."""

    id: int
    from_version: int
    to_version: int
    at: datetime
    actor: str
    events: tuple[Shown, ...]
    decision_id: str | None = None
    seat: int | None = None
    answer: dict[str, Any] | None = None
    is_undone: bool = False
    is_vote: bool = False
    """Whether it is a vote of one of those who hold a seat, and no answer of the seat yet."""


class Open(Struct, frozen=True, kw_only=True):
    """A decision that is open to a viewer."""

    id: str
    seat: int
    kind: str
    mode: str
    rules: tuple[str, ...]
    due_at: datetime | None = None
    opened_by_version: int = 0
    form: Any = None
    default: Any = None
    ballots: dict[str, Any] = {}
    """How those who hold the seat have voted so far, by player."""
    about: str = ""


class Viewing:
    """What can be seen of tables."""

    def __init__(self, store: Store, loader: Loader) -> None:
        self._store = store
        self._loader = loader

    def table(self, table: UUID, by: Player) -> Loaded:
        """The newest version of a table that the player may know of; spectators see it with the table's delay."""
        loaded = admitted(self._loader.fresh(table), by)
        return loaded if by.audits else self._as_late_as(loaded, own_view(loaded, by))

    def listing(self, query: Query) -> Page:
        """A page of tables."""
        return self._store.listings(query)

    def view(self, table: UUID, by: Player, perspective: str) -> tuple[int, dict[str, Any]]:
        """The state of the match as a perspective may see it, with the version it is told."""
        loaded = self.table(table, by)
        eyes = viewer(loaded, by, perspective)
        loaded = self._as_late_as(loaded, eyes)
        if loaded.play is None:
            raise WrongStatus("The match has not begun; there is nothing to see yet.")
        shown = redact(loaded.play.state, eyes)
        return loaded.version_for(eyes), {**shown, **loaded.game.deriver(shown)}

    def _as_late_as(self, loaded: Loaded, eyes: Viewer) -> Loaded:
        return as_late_as(self._store, self._loader, loaded, eyes)

    def decisions(self, table: UUID, by: Player) -> tuple[Loaded, list[Open]]:
        """What is open: with its form to the viewer's own seat, by kind and seat to others, as far as they may know."""
        loaded = self.table(table, by)
        return loaded, open_decisions(loaded, by)

    def events(self, table: UUID, by: Player, perspective: str, after: int, limit: int) -> tuple[int, list[Shown]]:
        """A page of the log as a perspective may see it, with the version it is told."""
        loaded = self.table(table, by)
        eyes = viewer(loaded, by, perspective)
        loaded = self._as_late_as(loaded, eyes)
        found = []
        for entry in self._visible(loaded, eyes):
            if entry.version > after:
                found.append(entry)
                if len(found) == limit:
                    break
        return loaded.version_for(eyes), found

    def moves(self, table: UUID, by: Player, after: int, limit: int) -> tuple[int, list[ShownMove]]:
        """A page of moves as the player may see them."""
        loaded = self.table(table, by)
        eyes = own_view(loaded, by)
        loaded = self._as_late_as(loaded, eyes)
        found: list[ShownMove] = []
        for move in self._moves(loaded, eyes):
            if move.id > after:
                found.append(move)
                if len(found) == limit:
                    break
        return loaded.version_for(eyes), found

    def move(self, table: UUID, by: Player, move: int) -> ShownMove:
        """One move as the player may see it."""
        loaded = self.table(table, by)
        eyes = own_view(loaded, by)
        found = next((entry for entry in self._moves(self._as_late_as(loaded, eyes), eyes) if entry.id == move), None)
        if found is None:
            raise NotFound("There is no such move.")
        return found

    def move_made(self, made: Made, by: Player) -> ShownMove:
        """A move as the player who made it sees it."""
        eyes = own_view(made.loaded, by)
        at_its_end = made.loaded if made.is_new else self._loader.at_version(made.loaded.id, made.commit.last)
        shown = [(tag_of(type(fact)), fact, redact_fact(fact, eyes)) for fact in made.facts]
        seen = [(tag, fact, data) for tag, fact, data in shown if data is not None]
        start = at_its_end.version_for(eyes) - len(seen)
        entries = tuple(
            Shown(version=start + n, type=tag, at=made.commit.at, data=data, rules=made.loaded.game.rules_of(fact))
            for n, (tag, fact, data) in enumerate(seen, 1)
        )
        return move_of(made.commit, entries, eyes, start, is_undone=not made.is_new and self._is_undone(made))

    def _is_undone(self, made: Made) -> bool:
        return made.commit.last in undone(timeline(self._store, made.loaded, AUDITOR))

    def _visible(self, loaded: Loaded, eyes: Viewer) -> Iterator[Shown]:
        """The events that a viewer can see, each with the move it belongs to."""
        start = 0
        for _, group in by_commit(self._store.read(loaded.id, upto=loaded.position.version)):
            facts = [decoded(event, loaded.table.game) for event in group]
            entries = numbered(group, facts, loaded, eyes, start)
            start = entries[-1].version if entries else start
            move = start if any(fact_is_played(fact) for fact in facts) else None
            yield from (replace(entry, move=move) for entry in entries)

    def _moves(self, loaded: Loaded, eyes: Viewer) -> Iterator[ShownMove]:
        """Appends by which a decision was answered, whoever or whatever answered it, and chunks of resolutions."""
        appends = timeline(self._store, loaded, eyes)
        gone = undone(appends)
        start = 0
        for append in appends:
            entries = numbered(append.events, append.facts, loaded, eyes, start)
            if entries and append.is_played:
                yield move_of(append.commit, entries, eyes, start, is_undone=append.commit.last in gone)
            start = entries[-1].version if entries else start


def numbered(
    events: Sequence[Recorded], facts: Sequence[Fact], loaded: Loaded, eyes: Viewer, start: int
) -> tuple[Shown, ...]:
    """The events of an append that a viewer can see, counted on from a version."""
    version, found = start, []
    for event, fact in zip(events, facts, strict=True):
        data = redact_fact(fact, eyes)
        if data is None:
            continue
        version = event.version if eyes.sees_all else version + 1
        rules = loaded.game.rules_of(fact)
        found.append(Shown(version=version, type=event.type, at=event.at, data=data, rules=rules))
    return tuple(found)


def fact_is_played(fact: Fact) -> bool:
    """Whether a fact belongs to the match and not to the table around it."""
    return not type(fact).__module__.startswith("domain.table")


def move_of(
    commit: Commit, entries: tuple[Shown, ...], eyes: Viewer, start: int, *, is_undone: bool = False
) -> ShownMove:
    """The move that an append was, of which a viewer sees these events."""
    end = entries[-1].version if entries else start
    own = next((entry for tag in GIVEN for entry in entries if entry.type == tag), None)
    meta = commit.meta
    return ShownMove(
        id=end,
        from_version=start,
        to_version=end,
        at=commit.at,
        actor=meta.actor.kind if own or eyes.sees_all or meta.actor.kind == "worker" else "seat",
        decision_id=own.data["decision"] if own else None,
        seat=own.data["seat"] if own else None,
        answer=own.data["answer"] if own else None,
        events=tuple(replace(entry, move=end) for entry in entries if entry.type != GIVEN[0]),
        is_undone=is_undone,
        is_vote=own is not None and own.type == GIVEN[1],
    )


def asked_as(loaded: Loaded, by: Player) -> frozenset[int]:
    """The seats whose questions are the player's own to answer."""
    seat = own_view(loaded, by).seat
    own = {seat} - loaded.table.resigned if seat is not None else set()
    return frozenset(own | {HOST} if str(by.id) == loaded.table.host else own)


def own_decisions(loaded: Loaded, asked: frozenset[int]) -> tuple[Open, ...]:
    """What is open to these seats, without the forms."""
    return tuple(_opened(loaded, entry, with_form=False) for entry in loaded.decisions() if entry.seat in asked)


def open_decisions(loaded: Loaded, by: Player) -> list[Open]:
    """The open decisions as a player may know of them."""
    asked = asked_as(loaded, by)
    found = []
    for entry in loaded.decisions():
        if entry.seat in asked:
            found.append(_opened(loaded, entry, with_form=True))
        elif not entry.ask.hidden and entry.mode != "offer":
            found.append(_opened(loaded, entry, with_form=False))
    return found


def _opened(loaded: Loaded, entry: Decision, *, with_form: bool) -> Open:
    due = due_at(loaded.table.clock, entry)
    return Open(
        id=entry.id,
        seat=entry.seat,
        kind=entry.ask.kind,
        mode=entry.mode,
        rules=entry.ask.rules,
        due_at=datetime.fromtimestamp(due / 1000, UTC) if due is not None else None,
        form=msgspec.to_builtins(entry.ask.form, str_keys=True) if with_form else None,
        default=entry.ask.default if with_form else None,
        ballots=loaded.table.ballots.get(entry.id, {}) if with_form else {},
        about=entry.ask.about if with_form else "",
    )


def waiting_for(loaded: Loaded) -> list[dict[str, Any]]:
    """What the table waits for, told alike to everybody: hidden questions name all seats that could be asked."""
    if loaded.play is None or loaded.table.status != "running":
        return []
    if loaded.is_resolving:
        return [{"worker": True}]
    asks = question(loaded.game, loaded.play, loaded.umpire.house)
    hidden = [entry for entry in asks.asks if entry.hidden] if asks else []
    if asks and hidden:
        if asks.mode == "gather":
            return [{"seat": entry.seat, "kind": entry.kind} for entry in asks.asks]
        return [{"hidden": True}]
    return [
        {"seat": entry.seat, "kind": entry.ask.kind, "decision_id": entry.id}
        for entry in loaded.decisions()
        if entry.mode != "offer"
    ]
