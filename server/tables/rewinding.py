"""Use cases of undo and redo: propose, vote, withdraw, direct."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Literal
from uuid import UUID

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from domain.core.model import HOST, AnyPlay, Fact
from domain.core.visibility import AUDITOR, Viewer
from domain.table import rewinds
from domain.table.apply import after
from domain.table.facts import Rewound
from domain.table.lifecycle import NotYourSeat, WrongStatus
from domain.table.rewinds import Span, Wish
from domain.table.state import Proposal
from events.envelope import Key, Replayed
from events.errors import StaleVersion as StreamMoved
from events.store import Store
from server.idempotency import Once
from server.players import Player
from server.refusals import Refusal
from server.tables import keys
from server.tables.access import admitted, own_view
from server.tables.delay import as_late_as
from server.tables.folding import Loaded, umpire
from server.tables.gathering import TRIES, actor_of
from server.tables.loading import Loader
from server.tables.proposals import Rewind, asked_for, counts, crossed, proposal
from server.tables.timeline import Entry, timeline, true_version, undone
from server.tables.writing import Note, Writer, milliseconds

Work = Callable[[Loaded], tuple[Fact, ...]]
Done = tuple[Loaded, tuple[Fact, ...]]


class Request(Struct, frozen=True, kw_only=True):
    """A wish to rewind: to a version as its sender counts, or to before his last move."""

    kind: Literal["undo", "redo"]
    to_version: int | None = None
    reason: str | None = None


class Kept:
    """A request that may be sent twice, and what its sender was told the first time."""

    def __init__(self, request: Once, told: Callable[[tuple[Fact, ...]], Rewind]) -> None:
        self._request = request
        self._told = told
        self.reply: Rewind | None = None

    def is_repeated(self, store: Store, table: UUID) -> bool:
        """Whether the request has taken effect before."""
        found = keys.earlier(store, self._request, table)
        self.reply = None if found is None else msgspec.convert(found, Rewind, str_keys=True)
        return self.reply is not None

    def key(self, table: UUID, happened: tuple[Fact, ...]) -> Key:
        """What to store beside the facts."""
        return keys.key_of(self._request, table, self._told(happened))


class Proposed(Struct, frozen=True):
    """The table after a rewind was asked for, and what became of it."""

    loaded: Loaded
    rewind: Rewind


class Rewinding:
    """Taking back and bringing back, by the table's policy."""

    def __init__(self, store: Store, loader: Loader, writer: Writer) -> None:
        self._store = store
        self._loader = loader
        self._writer = writer

    def propose(self, table: UUID, by: Player, wanted: Request, request: Once | None = None) -> Proposed:
        """Ask for a rewind; what crosses nothing is done at once, and so is what the director wants."""
        crosses: tuple[str, ...] = ()

        def work(loaded: Loaded) -> tuple[Fact, ...]:
            nonlocal crosses
            seat = loaded.table.speaks_for(str(by.id))
            if seat is None and wanted.reason is None:
                raise NotYourSeat("Rewinds are proposed by seats, through whoever speaks for one.")
            wish = self._wish(loaded, by, wanted)
            crosses = rewinds.barrier(wish, HOST if seat is None else seat)
            if wanted.reason is not None:
                return (rewinds.direct(loaded.table, str(by.id), wish, wanted.reason),)
            assert seat is not None
            return rewinds.propose(loaded.table, seat, wish, _now())

        kept = Kept(request, lambda happened: asked_for(happened[0], crosses)) if request else None
        loaded, happened = self._append(table, by, "propose_rewind", work, kept)
        asked = kept.reply if kept and kept.reply else asked_for(happened[0], crosses)
        return Proposed(loaded, self._told(loaded, by, (asked,))[0])

    def listed(self, table: UUID, by: Player, after: int = -1, limit: int = 200) -> list[Rewind]:
        """The proposals after a number."""
        loaded = admitted(self._loader.fresh(table), by)
        loaded = as_late_as(self._store, self._loader, loaded, own_view(loaded, by))
        page = loaded.table.proposals[after + 1 : after + 1 + limit]
        return self._told(loaded, by, tuple(proposal(entry) for entry in page))

    def _told(self, loaded: Loaded, by: Player, found: tuple[Rewind, ...]) -> list[Rewind]:
        """Rewinds as they stand now, with the versions that the player knows."""
        if not found:
            return []
        eyes = own_view(loaded, by)
        entries = timeline(self._store, loaded, eyes)
        ends = {entry.commit.last: entry.end for entry in entries}
        now = [entry if entry.id is None else proposal(loaded.table.proposals[entry.id]) for entry in found]
        return [replace(entry, to_version=ends[entry.to], crossed=crossed(entries, entry, eyes)) for entry in now]

    def vote(self, table: UUID, number: int, seat: int, by: Player, *, agrees: bool) -> Loaded:
        """Agree to a proposal or refuse it; the director's word has the seat of the host."""

        def work(loaded: Loaded) -> tuple[Fact, ...]:
            is_director = seat == HOST and str(by.id) == loaded.table.host
            if loaded.table.speaks_for(str(by.id)) != seat and not is_director:
                raise NotYourSeat("This vote belongs to another seat.")
            if _has(loaded, number) and loaded.table.proposals[number].votes.get(seat) is agrees:
                return ()
            wanted = rewinds.open_proposal(loaded.table, number)
            entries = timeline(self._store, loaded, AUDITOR)
            wish = Wish(kind=wanted.kind, to=wanted.to, crossed=(), redo=_redo_after(loaded, entries, wanted.kind))
            return rewinds.vote(loaded.table, number, seat, wish, agrees=agrees, now=_now())

        return self._append(table, by, "vote_on_rewind", work)[0]

    def withdraw(self, table: UUID, number: int, by: Player) -> Loaded:
        """Take a proposal back."""

        def work(loaded: Loaded) -> tuple[Fact, ...]:
            seat = loaded.table.speaks_for(str(by.id))
            if seat is None:
                raise NotYourSeat("Only the seat that proposed a rewind can withdraw it.")
            if _has(loaded, number) and _is_withdrawn(loaded.table.proposals[number], seat):
                return ()
            return (rewinds.withdraw(loaded.table, number, seat),)

        return self._append(table, by, "withdraw_rewind", work)[0]

    def _wish(self, loaded: Loaded, by: Player, wanted: Request) -> Wish:
        eyes = own_view(loaded, by)
        entries = timeline(self._store, loaded, eyes)
        if wanted.kind == "redo":
            return _redo(loaded, entries)
        to = self._target(loaded, entries, eyes, wanted)
        gone = undone(entries)
        crossed = tuple(_span(entry) for entry in entries if entry.commit.last > to and counts(entry, gone))
        if not crossed:
            raise WrongStatus("Nothing has been played since that version.")
        return Wish(kind="undo", to=to, crossed=crossed, redo=_redo_after(loaded, entries, "undo"))

    def _target(self, loaded: Loaded, entries: list[Entry], eyes: Viewer, wanted: Request) -> int:
        gone = undone(entries)
        if wanted.to_version is None:
            mine = (e for e in reversed(entries) if counts(e, gone) and e.commit.meta.seat == eyes.seat and e.is_answer)
            found = next(mine, None)
            if found is None or eyes.seat is None:
                raise WrongStatus("This seat has made no move that could be taken back.")
            return found.commit.first - 1
        to = true_version(entries, eyes, wanted.to_version)
        entry = next((entry for entry in entries if entry.commit.last == to), None)
        if to is None or entry is None or entry.commit.last in gone:
            raise Refusal("A rewind goes to the end of a move that has not been taken back.", code="version-unknown")
        if not self._loader.at_version(loaded.id, to).decisions():
            raise Refusal("A rewind goes to a version at which seats were asked.", code="version-unknown")
        return to

    def _append(self, table: UUID, by: Player, cause: str, work: Work, kept: Kept | None = None) -> Done:
        for _ in range(TRIES):
            loaded = admitted(self._loader.fresh(table), by)
            if kept and kept.is_repeated(self._store, table):
                return loaded, ()
            happened = work(loaded)
            if not happened:
                return loaded, ()
            key = kept.key(table, happened) if kept else None
            note = Note(actor=actor_of(by), cause=cause, seat=own_view(loaded, by).seat, key=key)
            try:
                done = self._writer.append(loaded, *self._carried_out(loaded, happened), note)
            except StreamMoved:
                continue
            if not isinstance(done, Replayed):
                return done.loaded, happened
        raise Refusal("The table is too busy; try again.", code="unavailable")

    def _carried_out(self, loaded: Loaded, happened: tuple[Fact, ...]) -> tuple[tuple[Fact, ...], AnyPlay | None]:
        """The facts with what follows from them, and the match then: seats that changed since then have changed."""
        rewound = next((fact for fact in happened if isinstance(fact, Rewound)), None)
        if rewound is None:
            return happened, loaded.play
        then = self._loader.at_version(loaded.id, rewound.to)
        missed = loaded.table.changes[len(then.table.changes) :]
        if then.play is None or not missed:
            return happened, then.play
        play, noted = umpire(after(loaded.table, happened), loaded.secrets).change_seats(then.play, missed)
        return (*happened, *noted), play


def _has(loaded: Loaded, number: int) -> bool:
    return number < len(loaded.table.proposals)


def _is_withdrawn(proposal: Proposal, seat: int) -> bool:
    return proposal.by == seat and proposal.outcome == "withdrawn"


def _span(entry: Entry) -> Span:
    meta = entry.commit.meta
    seat = None if meta.actor.kind == "worker" else meta.seat
    return Span(seat=seat, drew=entry.drew, revealed=entry.revealed)


def _redo(loaded: Loaded, entries: list[Entry]) -> Wish:
    """What was taken back last can be brought back until a new move; whoever took it back must agree."""
    last = next((entry for entry in reversed(entries) if entry.is_played or entry.rewind), None)
    rewind = last.rewind if last else None
    if rewind is None or not loaded.table.redo:
        raise WrongStatus("There is nothing to bring back: a rewind can be undone until a new move is made.")
    undoer = Span(seat=rewind.seat, drew=False, revealed=False)
    return Wish(kind="redo", to=loaded.table.redo[-1], crossed=(undoer,), redo=loaded.table.redo[:-1])


def _redo_after(loaded: Loaded, entries: list[Entry], kind: str) -> tuple[int, ...]:
    if kind == "redo":
        return loaded.table.redo[:-1]
    last = next((entry for entry in reversed(entries) if entry.is_played or entry.rewind), None)
    known = loaded.table.redo if last is not None and last.rewind is not None else ()
    return (*known, loaded.position.version)


def _now() -> int:
    return milliseconds(datetime.now(UTC))
