"""What those who follow a table are told of each append, as their eyes may see it."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from domain.core.model import Fact
from domain.core.visibility import Viewer
from domain.table import facts as table_facts
from domain.table.apply import apply as apply_to_table
from domain.table.facts import RewindClosed, RewindProposed, RewindVoted, Rewound
from domain.table.state import Table
from events.envelope import Commit, Recorded
from server.tables.folding import Loaded
from server.tables.proposals import Rewind, asked_for, proposal
from server.tables.viewing import Open, Shown, ShownMove, fact_is_played, move_of, numbered

ABOUT_REWINDS = (RewindProposed, RewindVoted, RewindClosed, Rewound)
LOUD = (
    table_facts.Started,
    table_facts.Resigned,
    table_facts.Joined,
    table_facts.Replaced,
    table_facts.Finished,
)
"""What changes a table in the midst of a move."""

OVER = ("finished", "withdrawn")
"""How a table is to which nothing more happens."""

Group = tuple[Commit, Sequence[Recorded], tuple[Fact, ...]]


class Append(Struct, frozen=True, kw_only=True):
    """One append as read from the log, and the table around the match after it."""

    commit: Commit
    events: tuple[Recorded, ...]
    facts: tuple[Fact, ...]
    table: Table
    is_undone: bool = False

    @property
    def is_played(self) -> bool:
        """Whether the match itself went on by it."""
        return any(fact_is_played(fact) for fact in self.facts)


class News(Struct, frozen=True, kw_only=True):
    """Something to tell; what has an id happened and is told once, what has none says how things stand."""

    id: int | None = None


class MoveMade(News, frozen=True, kw_only=True):
    """The match went on: by a move, or by a worker's part of a long resolution."""

    kind: Literal["move", "progress"]
    move: ShownMove


class TableChanged(News, frozen=True, kw_only=True):
    """The table around the match is another."""

    version: int
    at: datetime
    table: Table
    events: tuple[Shown, ...] = ()


class RewindTold(News, frozen=True, kw_only=True):
    """A rewind was proposed, voted on, closed or applied."""

    version: int
    at: datetime
    rewind: Rewind
    events: tuple[Shown, ...] = ()


class DecisionsOpen(News, frozen=True, kw_only=True):
    """What is open to the follower's own seat now."""

    version: int
    decisions: tuple[Open, ...]


class Resync(News, frozen=True, kw_only=True):
    """What the follower has seen does not lead to what comes: look at the table anew."""

    version: int


class Closed(News, frozen=True, kw_only=True):
    """Nothing more comes on this stream."""

    reason: Literal["finished", "withdrawn", "too_slow", "token_ended", "not_admitted"]


def appends(groups: Iterable[Group], table: Table | None) -> Iterator[Append]:
    """The appends of a log, each with the table after it; `table` is how it was before them."""
    for commit, events, facts in groups:
        for fact in facts:
            table = table if fact_is_played(fact) else apply_to_table(table, fact)
        assert table is not None
        yield Append(commit=commit, events=tuple(events), facts=facts, table=table)


def told(
    append: Append, loaded: Loaded, eyes: Viewer, start: int, counted: Callable[[int], int]
) -> tuple[int, list[News]]:
    """What a viewer is told of an append and the version it ends at; of what he cannot see, nothing at all.

    `counted` gives the version that the viewer has for a version of the log.
    """
    entries = numbered(append.events, append.facts, loaded, eyes, start)
    if not entries:
        return start, []
    end = entries[-1].version
    place = {"version": end, "at": append.commit.at}
    rewinds = [fact for fact in append.facts if isinstance(fact, ABOUT_REWINDS)]
    about = [RewindTold(rewind=_rewind(rewinds[-1], append.table, counted), **place)] if rewinds else []
    if append.is_played and not any(isinstance(fact, Rewound) for fact in rewinds):
        kind: Literal["move", "progress"] = "progress" if append.commit.meta.actor.kind == "worker" else "move"
        move = move_of(append.commit, entries, eyes, start, is_undone=append.is_undone)
        is_loud = any(isinstance(fact, LOUD) for fact in append.facts)
        changed = [TableChanged(table=append.table, **place)] if is_loud else []
        return end, [MoveMade(id=end, kind=kind, move=move), *about, *changed]
    events = tuple(replace(entry, move=end) for entry in entries) if append.is_played else entries
    if about:
        return end, [replace(about[0], id=end, events=events)]
    return end, [TableChanged(id=end, table=append.table, events=events, **place)]


def _rewind(fact: Fact, table: Table, counted: Callable[[int], int]) -> Rewind:
    """The rewind that a fact is about, as it stands after it."""
    if isinstance(fact, Rewound) and fact.proposal is None:
        found = asked_for(fact, ())
    else:
        number = fact.proposal if isinstance(fact, Rewound) else fact.id  # type: ignore[attr-defined]
        found = proposal(table.proposals[number])
    return replace(found, to_version=counted(found.to))
