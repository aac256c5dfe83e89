"""Appending to a table: the facts, what follows from them for clocks and jobs, and the table kept at hand."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from domain.core.game import Game
from domain.core.happenings import Answered
from domain.core.model import AnyPlay, Decision, Fact
from domain.core.visibility import is_open
from domain.table import facts as table_facts
from domain.table.apply import after
from domain.table.clocks import running_on
from domain.table.rewinds import closed_by_move
from domain.table.state import ClockState, Table
from events import faults
from events.envelope import Actor, Appended, Batch, Change, Commit, Job, Key, Listing, Meta, NewEvent, Replayed, Waits
from events.store import Store
from server.tables.folding import Loaded
from server.tables.hints import Teller
from server.tables.keeping import EVERY
from server.tables.loading import Loader
from server.tables.queues import Queues

Facts = tuple[Fact, ...]


class Note(Struct, frozen=True, kw_only=True):
    """Who appends, and why."""

    actor: Actor
    cause: str
    decision: str | None = None
    seat: int | None = None
    key: Key | None = None
    finished: tuple[str, ...] = ()
    secrets: Mapping[str, bytes] = {}


class Written(Struct, frozen=True):
    """A table just written to, and what was written."""

    loaded: Loaded
    commit: Commit
    facts: Facts


class Writer:
    """Stores what happened at a table and sees to what must follow."""

    def __init__(self, store: Store, loader: Loader, queues: Queues, teller: Teller) -> None:
        self._store = store
        self._loader = loader
        self._queues = queues
        self._teller = teller

    def append(self, before: Loaded, happened: Sequence[Fact], play: AnyPlay | None, note: Note) -> Written | Replayed:
        """Append facts to a table standing at `before`; raises StaleVersion if it has moved on."""
        draft, everything = _drafted(before, happened, play)
        version = before.position.version + len(everything)
        change = Change(
            stream=before.id,
            expected=before.position,
            events=tuple(_stored(fact, before.game) for fact in everything),
            meta=_meta(before, everything, note),
            salt_key=before.secrets.salt_key,
            at=draft.at,
            waits=_waits(draft),
            listing=listing_of(draft.table) if _is_listed_anew(everything) else None,
            secrets=note.secrets,
        )
        jobs = _jobs(draft, before.table.clock, version)
        finished = (*note.finished, *_outdated(before, draft.table.clock))
        stored = self._store.append(Batch(changes=(change,), key=note.key, jobs=jobs, finished=finished))
        if isinstance(stored, Replayed):
            return stored
        return self._kept(draft, stored, everything, jobs)

    def _kept(self, draft: Loaded, stored: Appended, everything: Facts, jobs: tuple[Job, ...]) -> Written:
        seen = draft.seen
        for fact in everything:
            seen = seen.with_fact(fact)
        loaded = draft.beside(position=stored.position, seen=seen)
        faults.reach("cache.update")
        self._loader.keep(loaded)
        self._queues.send(job for job in jobs if job.due is None)
        self._teller.tell(loaded.id)
        return Written(loaded, stored.commits[0], everything)


def _drafted(before: Loaded, happened: Sequence[Fact], play: AnyPlay | None) -> tuple[Loaded, Facts]:
    """The table after the facts, and all of them: those that end the match or set the clocks come last."""
    now = datetime.now(UTC)
    table = after(before.table, happened)
    created_at = before.created_at if before.position.version else now
    draft = replace(before, table=table, play=play, created_at=created_at, at=now)
    closing = (*_closing(draft), *_overtaken(draft, happened))
    draft = replace(draft, table=after(table, closing))
    clocked = _clocked(draft)
    return draft.beside(table=after(draft.table, clocked)), (*happened, *closing, *clocked)


def _closing(draft: Loaded) -> tuple[Fact, ...]:
    """The end of a match that is decided: its result, and the secret behind its draws."""
    if draft.play is None or draft.play.result is None or draft.table.status == "finished":
        return ()
    finished = table_facts.Finished(result=draft.play.result)
    if draft.secrets.seed is None:
        return (finished,)
    opened = table_facts.SeedOpened(secret=draft.secrets.seed.hex(), salt_key=draft.secrets.salt_key.hex())
    return (finished, opened)


def _overtaken(draft: Loaded, happened: Sequence[Fact]) -> tuple[Fact, ...]:
    """Proposals to rewind end when a move is made."""
    is_move = any(isinstance(fact, Answered) for fact in happened)
    return closed_by_move(draft.table) if is_move else ()


def _clocked(draft: Loaded) -> Facts:
    clock = draft.table.clock
    rule = draft.table.terms.clock
    after = running_on(clock, rule, draft.decisions(), milliseconds(draft.at), len(draft.table.holders))
    if after == clock:
        return ()
    return (table_facts.ClockSet(left=after.left, due=after.due, limits=after.limits),)


def _jobs(draft: Loaded, old: ClockState, version: int) -> tuple[Job, ...]:
    jobs = []
    table = str(draft.id)
    place: dict[str, Any] = {"stream": draft.id, "version": version}
    if draft.is_resolving:
        jobs.append(Job(job=f"resolve-{table}-{version}", queue="resolve", args={"table": table}, **place))
    if any(_is_for_engine(draft, entry) for entry in draft.decisions()):
        jobs.append(Job(job=f"bots-{table}-{version}", queue="bots", args={"table": table}, **place))
    if version // EVERY > draft.position.version // EVERY and draft.play is not None:
        jobs.append(Job(job=f"snapshot-{table}-{version}", queue="deadlines", args={"table": table}, **place))
    for name, due in _dues(draft.table.clock).items():
        if _dues(old).get(name) != due:
            at = datetime.fromtimestamp(due / 1000, UTC)
            jobs.append(
                Job(job=_deadline(draft.id, name, due), queue="deadlines", args={"table": table}, due=at, **place)
            )
    return tuple(jobs)


def _is_for_engine(draft: Loaded, entry: Decision) -> bool:
    engine = draft.table.engine_of(entry.seat)
    return engine is not None and (entry.mode != "offer" or engine in draft.game.bots_with_offers)


def _outdated(before: Loaded, clock: ClockState) -> tuple[str, ...]:
    """The deadlines that no longer matter."""
    now = _dues(clock)
    return tuple(
        _deadline(before.id, name, due) for name, due in _dues(before.table.clock).items() if now.get(name) != due
    )


def _dues(clock: ClockState) -> dict[str, int]:
    return {**clock.due, **{f"limit:{name}": due for name, due in clock.limits.items()}}


def _deadline(table: UUID, name: str, due: int) -> str:
    return f"deadline-{table}-{name}-{due}"


def _waits(draft: Loaded) -> Waits | None:
    if draft.is_resolving:
        return "worker"
    return "seats" if draft.decisions() else None


def _stored(fact: Fact, known: Game) -> NewEvent:
    return NewEvent(*known.codec.encode_fact(fact))


def _meta(before: Loaded, everything: Sequence[Fact], note: Note) -> Meta:
    return Meta(
        actor=note.actor,
        cause=note.cause,
        decision=note.decision,
        seat=note.seat,
        rules_version=before.game.described.rules_version,
        open=is_open(everything),
    )


def _is_listed_anew(everything: Facts) -> bool:
    """Whether lists of tables have something new to show."""
    loud = set(table_facts.TABLE_FACTS) - {table_facts.ClockSet, table_facts.Instructed}
    return any(type(fact) in loud for fact in everything)


def listing_of(table: Table) -> Listing:
    """A table as lists of tables show it."""
    players = {one.player for seat in range(len(table.holders)) for one in table.holding(seat) if one.player}
    invited = {entry.player for entry in table.invitations if entry.player}
    members = sorted(players | invited | {table.host})
    return Listing(
        game=table.game,
        status=table.status,
        visibility=table.terms.visibility,
        name=table.terms.name,
        host=UUID(table.host),
        rated=table.terms.rated,
        players=tuple(UUID(player) for player in members if player),
        summary={
            "seats": [msgspec.to_builtins(holder) for holder in table.holders],
            "host_name": table.host_name,
            "winners": list(table.result.winners) if table.result else None,
        },
    )


def milliseconds(moment: datetime) -> int:
    """A moment as milliseconds of the epoch."""
    return round(moment.timestamp() * 1000)
