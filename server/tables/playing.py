"""Use cases of a match: see what is open, answer, take back, let time run out, resolve, let engines play."""

import secrets
import time
from collections.abc import Callable
from typing import Any
from uuid import UUID

from msgspec import Struct

from domain.core.errors import DecisionAnswered, DecisionWithdrawn, Refused
from domain.core.forms import normal
from domain.core.model import HOST, AnyPlay, Decision, Fact
from domain.core.opponents import next_choice
from domain.core.visibility import AUDITOR
from domain.table import teams
from domain.table.apply import apply
from domain.table.clocks import overdue
from domain.table.facts import Balloted, Instructed
from domain.table.lifecycle import NotYourSeat, WrongStatus
from events import faults
from events.envelope import Actor, Commit
from events.errors import StaleVersion as StreamMoved
from events.store import Store
from server.players import Player
from server.refusals import Refusal, TableMoved
from server.tables import keeping
from server.tables.access import admitted, own_view
from server.tables.folding import Loaded, decoded, umpire
from server.tables.gathering import TRIES, actor_of
from server.tables.loading import Loader
from server.tables.timeline import timeline
from server.tables.writing import Note, Writer, Written, milliseconds

CHUNK_FACTS = 200
CHUNK_SECONDS = 0.2
LOOK_EVERY = 0.01
"""How often, in seconds, a caller who waits looks whether the worker is done."""

Worked = tuple[AnyPlay, tuple[Fact, ...]]


class Made(Struct, frozen=True):
    """A move as it was stored, whether this call made it, and the table as it was found after it."""

    loaded: Loaded
    commit: Commit
    facts: tuple[Fact, ...]
    is_new: bool


class Playing:
    """What seats, clocks, workers and engines do at a running table."""

    def __init__(self, store: Store, loader: Loader, writer: Writer) -> None:
        self._store = store
        self._loader = loader
        self._writer = writer

    def answer(self, table: UUID, decision: str, by: Player, answer: Any, as_of_version: int | None = None) -> Made:
        """Answer an open decision, once; the same answer again is the same move."""

        def work(loaded: Loaded) -> Worked:
            _unmoved(loaded, by, as_of_version)
            seat = _seat_for(loaded, by, decision)
            if teams.votes(loaded.table, seat):
                return _voted(loaded, by, decision, answer)
            return loaded.umpire.decide(_play(loaded), decision, _speaking(loaded, by, seat), answer)

        try:
            return self._made(table, by, work, Act(actor_of(by), "answer_decision", decision))
        except (DecisionWithdrawn, DecisionAnswered, WrongStatus, TableMoved) as refused:
            # It may be this very answer that has closed the decision, ended the match or moved the table.
            return self._repeated(table, decision, by, answer, refused)

    def withdraw_answer(self, table: UUID, decision: str, by: Player) -> Made:
        """Take back an answer that still waits for the others."""

        def work(loaded: Loaded) -> Worked:
            seat = _speaking(loaded, by, _seat_for(loaded, by, decision))
            return loaded.umpire.withdraw(_play(loaded), decision, seat)

        return self._made(table, by, work, Act(actor_of(by), "withdraw_answer"))

    def preview(self, table: UUID, decision: str, by: Player, answer: Any) -> tuple[Loaded, tuple[Fact, ...]]:
        """What would certainly follow from an answer."""
        loaded = admitted(self._loader.fresh(table), by)
        seat = _seat_for(loaded, by, decision)
        return loaded, loaded.umpire.preview(_play(loaded), decision, seat, answer)

    def instruct(self, table: UUID, by: Player, kinds: tuple[str, ...], until: str) -> Loaded:
        """Pass decisions of these kinds without being asked, until something ends; no kinds: be asked again."""

        def work(loaded: Loaded) -> Worked:
            play = _play(loaded)
            seat = loaded.table.speaks_for(str(by.id))
            marks = {"match": 0, **loaded.game.marker(play.state)}
            if seat is None:
                raise NotYourSeat("Only seats have standing instructions.")
            if until not in marks:
                raise Refusal(f"Instructions last until the end of: {', '.join(marks)}.", code="invalid-body")
            given = Instructed(seat=seat, kinds=tuple(sorted(set(kinds))), until=until, mark=marks[until])
            play, happened = umpire(apply(loaded.table, given), loaded.secrets).advance(play)
            return play, (given, *happened)

        return self._made(table, by, work, Act(actor_of(by), "instruct")).loaded

    def wait(self, table: UUID, seconds: float) -> Loaded:
        """Wait until no worker is needed any more, or the time is over."""
        end = time.monotonic() + seconds
        while True:
            loaded = self._loader.fresh(table)
            if not loaded.is_resolving or time.monotonic() >= end:
                return loaded
            time.sleep(LOOK_EVERY)

    def resolve(self, table: UUID, job: str) -> bool:
        """Work a background frame for one chunk; False if there is nothing to do."""
        loaded = self._loader.fresh(table)
        if loaded.play is None or not loaded.is_resolving:
            return False
        end = time.monotonic() + CHUNK_SECONDS

        def is_full(facts: int) -> bool:
            # However slow the machine, a chunk holds something: else the table would never come out of it.
            return facts >= CHUNK_FACTS or (facts > 0 and time.monotonic() >= end)

        play, happened = loaded.umpire.advance(loaded.play, background=True, is_full=is_full)
        faults.reach("worker.computing")
        note = Note(actor=Actor("worker"), cause=job, finished=(job,))
        return self._stored(loaded, happened, play, note) is not None

    def meet_deadlines(self, table: UUID, job: str) -> bool:
        """Give the default answers of the decisions whose time is up; False if none is."""
        for _ in range(TRIES):
            loaded = self._loader.fresh(table)
            # The database's clock may run ahead of this machine's: what fell due there is due.
            late = overdue(loaded.table.clock, loaded.decisions(), milliseconds(self._store.now()))
            if not late:
                return False
            # Whoever was faster has not promised this deadline anew: it stands until its clock is stopped.
            if self._timed_out(loaded, late, job) is not None:
                return True
        raise Refusal("The table is too busy; try again.", code="unavailable")

    def _timed_out(self, loaded: Loaded, late: tuple[Decision, ...], job: str) -> Loaded | None:
        """Answer by default for those whose time was up together; the rows of their deadlines go with their clocks."""
        limit = late[0].ask.limit.name if late[0].ask.limit else None
        same = tuple(entry for entry in late if (entry.ask.limit.name if entry.ask.limit else None) == limit)
        voted = teams.when_time_is_up(loaded.table, same)
        play, happened = loaded.umpire.time_out(_play(loaded), tuple(entry.id for entry in same), limit, voted)
        faults.reach("worker.computing")
        note = Note(actor=Actor("clock"), cause=job, decision=same[0].id, seat=late[0].seat)
        return self._stored(loaded, happened, play, note)

    def play_engine(self, table: UUID, job: str) -> bool:
        """Let a built-in opponent answer one decision; False if none has anything to say."""
        loaded = self._loader.fresh(table)
        if loaded.play is None:
            return False
        open_now = loaded.decisions()
        chosen = next_choice(loaded.game, loaded.play, open_now, loaded.table.engine_of, secrets.randbelow)
        if chosen is None:
            return False
        found, answer = chosen
        play, happened = loaded.umpire.decide(loaded.play, found.id, found.seat, answer)
        faults.reach("worker.computing")
        note = Note(actor=Actor("bot"), cause=job, decision=found.id, seat=found.seat, finished=(job,))
        return self._stored(loaded, happened, play, note) is not None

    def save_snapshot(self, table: UUID, job: str) -> bool:
        """Keep the table as it is now; the row of the job is not needed any more."""
        loaded = self._loader.fresh(table)
        if loaded.play is not None:
            keeping.save(self._store.pool, loaded)
        return False

    def _stored(self, loaded: Loaded, happened: tuple[Fact, ...], play: AnyPlay, note: Note) -> Loaded | None:
        """Append a worker's result, unless somebody else was faster."""
        faults.reach("worker.zombie")
        try:
            done = self._writer.append(loaded, happened, play, note)
        except StreamMoved:
            return None
        assert isinstance(done, Written)
        return done.loaded

    def _made(self, table: UUID, by: Player, work: "Callable[[Loaded], Worked]", act: "Act") -> Made:
        """Do the work on the table as this process knows it, and again on fresh state if that was not the newest."""
        loaded = self._loader.cached(table)
        for _ in range(TRIES):
            admitted(loaded, by)
            try:
                play, happened = work(loaded)
                if not happened:
                    return self._voted_before(loaded, by, act)
                faults.reach("move.decided")
                note = Note(
                    actor=act.actor, cause=act.cause, decision=act.decision, seat=loaded.table.seat_of(str(by.id))
                )
                done = self._writer.append(loaded, happened, play, note)
            except (StreamMoved, Refused, Refusal) as refused:
                fresh = self._loader.fresh(table)
                if fresh.position == loaded.position and not isinstance(refused, StreamMoved):
                    raise
                loaded = fresh
                continue
            assert isinstance(done, Written)
            return Made(done.loaded, done.commit, done.facts, is_new=True)
        raise Refusal("The table is too busy; try again.", code="unavailable")

    def _repeated(self, table: UUID, decision: str, by: Player, answer: Any, refused: Exception) -> Made:
        """The move that a decision was answered by before, if the answer was the same."""
        loaded = self._loader.fresh(table)
        commit = self._store.commit_of_decision(table, decision)
        if commit is None or commit.meta.seat != _seat_for(loaded, by, decision):
            raise refused
        given, form = self._given(table, commit, decision)
        try:
            is_same = given == normal(form.ask.form, answer)
        except (KeyError, AttributeError, TypeError):
            is_same = False
        if not is_same:
            raise DecisionAnswered("This decision has been answered differently; a decision is answered once.")
        facts = tuple(
            decoded(event, loaded.table.game) for event in self._store.read(table, commit.first - 1, commit.last)
        )
        return Made(loaded, commit, facts, is_new=False)

    def _given(self, table: UUID, commit: Commit, decision: str) -> tuple[Any, Decision]:
        before = self._loader.at_version(table, commit.first - 1)
        form = next(entry for entry in before.decisions() if entry.id == decision)
        for event in self._store.read(table, commit.first - 1, commit.last):
            if event.type == "core.answered.v1" and event.payload["decision"] == decision:
                return before.game.codec.decode_fact(event.type, event.payload).answer, form  # type: ignore[attr-defined]
        return None, form

    def _voted_before(self, loaded: Loaded, by: Player, act: "Act") -> Made:
        """The append by which a player cast the vote that stands."""
        for entry in reversed(timeline(self._store, loaded, AUDITOR)):
            for fact in entry.facts:
                if isinstance(fact, Balloted) and (fact.player, fact.decision) == (str(by.id), act.decision):
                    return Made(loaded, entry.commit, entry.facts, is_new=False)
        raise AssertionError(f"no vote of {by.id} on {act.decision}")


class Act(Struct, frozen=True):
    """What a player does at a table."""

    actor: Actor
    cause: str
    decision: str | None = None


def _play(loaded: Loaded) -> AnyPlay:
    if loaded.play is None or loaded.table.status != "running":
        raise WrongStatus(f"This needs a table that is running; this one is {loaded.table.status}.")
    return loaded.play


def _seat_for(loaded: Loaded, by: Player, decision: str) -> int:
    """The seat of the player whom a decision asks; draws are typed in by the host."""
    seat = loaded.table.seat_of(str(by.id))
    asked = decision.split(".")[2] if decision.count(".") >= 3 else ""
    if asked == str(HOST) and str(by.id) == loaded.table.host:
        return HOST
    if seat is None or asked != str(seat) or seat in loaded.table.resigned:
        raise NotYourSeat("This decision belongs to another seat.")
    return seat


def _speaking(loaded: Loaded, by: Player, seat: int) -> int:
    """The seat, if the player is the one who speaks for it."""
    if seat != HOST and loaded.table.speaks_for(str(by.id)) != seat:
        first = loaded.table.holding(seat)[0].name
        raise NotYourSeat(f"{first} answers for those who hold this seat; the others advise.")
    return seat


def _voted(loaded: Loaded, by: Player, decision: str, answer: Any) -> Worked:
    """A player votes on the answer of a seat held with others; the vote that settles it is followed by the move."""
    play, table = _play(loaded), loaded.table
    seat = _seat_for(loaded, by, decision)
    found, full = loaded.umpire.fitting(play, decision, seat, answer)
    ballot, chosen = teams.ballot(table, found, str(by.id), full)
    if ballot is None or chosen is None:
        return play, () if ballot is None else (ballot,)
    play, happened = loaded.umpire.decide(play, decision, seat, chosen)
    return play, (ballot, *happened)


def _unmoved(loaded: Loaded, by: Player, as_of: int | None) -> None:
    version = loaded.version_for(own_view(loaded, by))
    if as_of is not None and version != as_of:
        raise TableMoved(f"The table is at version {version}.", table_version=version)
