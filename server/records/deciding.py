"""Deciding again: each append of a table carried out by the current rules and compared with what was stored."""

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import Struct

from domain.core.folding import apply as apply_to_play
from domain.core.game import Change, Game
from domain.core.happenings import Answered, Begun, FlowMoved
from domain.core.happenings import Withdrawn as AnswerWithdrawn
from domain.core.model import AnyPlay, Fact, Item, Play
from domain.core.openings import waits_for_worker
from domain.core.umpire import Umpire
from domain.games import game
from domain.table import facts as table_facts
from domain.table import teams
from domain.table.apply import apply as apply_to_table
from domain.table.state import Table
from events.envelope import Meta
from server.tables.folding import Secrets, umpire

Facts = tuple[Fact, ...]


MOST_QUIET_STEPS = 64
"""How many background steps without a fact may follow one another at the end of a chunk."""


class Decided(Struct, frozen=True):
    """A table between two appends."""

    table: Table | None = None
    play: AnyPlay | None = None
    missed: tuple[Change, ...] = ()
    """Seats that changed after the point to which the match was just rewound: the game notes them again."""

    def rewound(self, then: "Decided") -> "Decided":
        """The table with its match as it was then."""
        assert self.table is not None and then.table is not None
        return Decided(self.table, then.play, self.table.changes[len(then.table.changes) :])


class Difference(Exception):
    """The rules now decide otherwise than what is stored."""

    def __init__(self, place: int, detail: str) -> None:
        super().__init__(detail)
        self.place = place
        """Which fact of the append differs, from 0."""
        self.detail = detail


def folded(before: Decided, facts: Sequence[Fact], slug: str) -> Decided:
    """The table after an append, without deciding anything."""
    table, play = before.table, before.play
    for fact in facts:
        if type(fact) in table_facts.TABLE_FACTS:
            table = apply_to_table(table, fact)
        else:
            play = apply_to_play(game(slug), play, fact)
    return Decided(table, play)


def redecide(before: Decided, facts: Sequence[Fact], meta: Meta, secrets: Secrets) -> bool:
    """Carry out what an append was caused by, and raise Difference where it does not come to the stored facts.

    Gives whether the rules had anything to say: what only happens to a table is not theirs to decide.
    """
    if before.table is None:
        return False
    played = [fact for fact in facts if type(fact) not in table_facts.TABLE_FACTS]
    if not played and not before.missed:
        return False
    try:
        again = _carried_out(before, facts, played, meta, secrets)
    except Difference:
        raise
    except Exception as error:
        raise Difference(0, f"the rules refuse or fail: {type(error).__name__}: {error}") from error
    _compare(facts, played, again)
    return True


def _carried_out(before: Decided, facts: Sequence[Fact], played: Sequence[Fact], meta: Meta, secrets: Secrets) -> Facts:
    assert before.table is not None
    judged = _told(before.table, facts)
    judge = umpire(judged, secrets)
    started = next((fact for fact in facts if isinstance(fact, table_facts.Started)), None)
    if started is not None:
        return _begun(judge, started, before.table, played)
    play = before.play
    assert play is not None
    if meta.actor.kind == "clock":
        return _timed_out(judge, play, played, before.table)
    if meta.actor.kind == "worker" and waits_for_worker(judge.game, play, judge.house):
        return _resolved(judge, play, played)
    changes = (*before.missed, *judged.changes[len(before.table.changes) :])
    if changes:
        return judge.change_seats(play, changes)[1]
    return _answered(judge, play, played, meta.decision)


def _resolved(judge: Umpire, play: AnyPlay, played: Sequence[Fact]) -> Facts:
    """A chunk of a resolution again: it ended with so many facts, before whichever background step the clock chose."""
    count = _number(played)
    found: Facts = ()
    for patience in range(MOST_QUIET_STEPS):
        found = judge.advance(play, background=True, is_full=_Full(count, patience))[1]
        if found == tuple(played) or _number(found) > count:
            break
    return found


class _Full:
    """Says that a chunk is full at so many facts, when it has been asked so often."""

    def __init__(self, count: int, patience: int) -> None:
        self._count = count
        self._patience = patience

    def __call__(self, facts: int) -> bool:
        if facts >= self._count:
            self._patience -= 1
        return self._patience < 0 and facts >= self._count


def _number(facts: Sequence[Fact]) -> int:
    return sum(not isinstance(fact, FlowMoved) for fact in facts)


def _told(table: Table, facts: Sequence[Fact]) -> Table:
    """The table as the rules found it: what its own facts of the append changed came first."""
    first = (
        table_facts.Started,
        table_facts.Instructed,
        table_facts.Resigned,
        table_facts.Joined,
        table_facts.Replaced,
        table_facts.Rewound,
    )
    for fact in facts:
        table = apply_to_table(table, fact) if isinstance(fact, first) else table
    return table


def _begun(judge: Umpire, started: table_facts.Started, before: Table, played: Sequence[Fact]) -> Facts:
    begun = played[0]
    assert isinstance(begun, Begun)
    if is_set_up(judge.game, started, before.playing, begun):
        options: Any = msgspec.convert(started.options, judge.game.options_type)
        return judge.begin(options, before.playing)[1]
    # From a position: it is given, not decided; what follows from it is decided.
    if before.terms.rated:
        raise Difference(1, "a rated match begins at its set-up, and this one does not")
    wrong = next(iter(judge.game.checker(begun.state)), None)
    if wrong is not None:
        raise Difference(1, f"the position that the match begins at cannot be: {wrong}")
    return judge.begin_from(Play(state=begun.state, agenda=begun.agenda, serial=begun.serial, draws=begun.draws))[1]


def is_set_up(known: Game, started: table_facts.Started, seats: int, begun: Begun[Any, Any]) -> bool:
    """Whether a match begins at its game's set-up, not at a position."""
    assert known.starter is not None
    options: Any = msgspec.convert(started.options, known.options_type)
    start = known.starter(options, seats)
    agenda = tuple(Item(serial, frame) for serial, frame in enumerate(start.agenda, 1))
    return bool(begun == Begun(state=start.state, agenda=agenda, serial=len(agenda) + 1))


def _answered(judge: Umpire, play: AnyPlay, played: Sequence[Fact], decision: str | None) -> Facts:
    withdrawn = next((fact for fact in played if isinstance(fact, AnswerWithdrawn)), None)
    if withdrawn is not None:
        return judge.withdraw(play, withdrawn.decision, withdrawn.seat)[1]
    if decision is None:
        return judge.advance(play)[1]
    answered = next(fact for fact in played if isinstance(fact, Answered) and fact.decision == decision)
    return judge.decide(play, answered.decision, answered.seat, answered.answer)[1]


def _timed_out(judge: Umpire, play: AnyPlay, played: Sequence[Fact], table: Table) -> Facts:
    open_now = {entry.id: entry for entry in judge.decisions(play)}
    named = tuple(fact.decision for fact in played if isinstance(fact, Answered) and fact.decision in open_now)
    limit = open_now[named[0]].ask.limit if named else None
    voted = teams.when_time_is_up(table, (open_now[name] for name in named))
    return judge.time_out(play, named, limit.name if limit else None, voted)[1]


def _compare(facts: Sequence[Fact], played: Sequence[Fact], again: Sequence[Fact]) -> None:
    for stored, decided in zip(played, again, strict=False):
        if stored != decided:
            raise Difference(_place(facts, stored), f"stored {_shown(stored)}, but the rules say {_shown(decided)}")
    if len(played) > len(again):
        extra = played[len(again)]
        raise Difference(_place(facts, extra), f"the rules say nothing of {_shown(extra)}")
    if len(again) > len(played):
        raise Difference(len(facts) - 1, f"after it the rules say {_shown(again[len(played)])}")


def _place(facts: Sequence[Fact], wanted: Fact) -> int:
    return next(place for place, fact in enumerate(facts) if fact is wanted)


def _shown(fact: Fact) -> str:
    return msgspec.json.encode(fact).decode()[:300]
