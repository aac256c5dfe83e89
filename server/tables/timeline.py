"""A table's appends in order, as a viewer counts them: what time travel and rewinds are named by."""

from collections.abc import Iterator

from msgspec import Struct

from domain.core.happenings import Answered, FlowMoved
from domain.core.model import Fact
from domain.core.visibility import Viewer, sees, shows_secret
from domain.table.facts import TABLE_FACTS, Rewound
from events.envelope import Commit, Recorded
from events.store import Store
from server.tables.folding import Loaded, decoded


class Entry(Struct, frozen=True, kw_only=True):
    """One append: its commit, its facts, and the version it ends at as the viewer counts."""

    commit: Commit
    events: tuple[Recorded, ...]
    facts: tuple[Fact, ...]
    start: int
    end: int

    @property
    def is_played(self) -> bool:
        """Whether the match itself went on, and not only the table around it."""
        return any(type(fact) not in TABLE_FACTS for fact in self.facts)

    @property
    def is_answer(self) -> bool:
        """Whether a decision was answered by it."""
        return any(isinstance(fact, Answered) for fact in self.facts)

    @property
    def rewind(self) -> Rewound | None:
        """The rewind that this append is, if it is one."""
        return next((fact for fact in self.facts if isinstance(fact, Rewound)), None)

    @property
    def drew(self) -> bool:
        """Whether chance came in."""
        return any(isinstance(fact, FlowMoved) and fact.draws for fact in self.facts)

    @property
    def revealed(self) -> bool:
        """Whether something hidden came to light."""
        return any(shows_secret(fact) for fact in self.facts)


def timeline(store: Store, loaded: Loaded, viewer: Viewer) -> list[Entry]:
    """All appends of a table up to the loaded version."""
    found = []
    end = 0
    for commit, events in by_commit(store.read(loaded.id, upto=loaded.position.version)):
        facts = tuple(decoded(event, loaded.table.game) for event in events)
        start = end
        end = commit.last if viewer.sees_all else start + sum(sees(fact, viewer) for fact in facts)
        found.append(Entry(commit=commit, events=tuple(events), facts=facts, start=start, end=end))
    return found


def undone(entries: list[Entry]) -> set[int]:
    """The appends, by their last version, that later rewinds have taken back."""
    before: dict[int, int] = {}
    reached: dict[int, int] = {}
    current = 0
    for entry in entries:
        if entry.rewind is not None:
            current = reached[entry.rewind.to]
        elif entry.is_played:
            before[entry.commit.last] = current
            current = entry.commit.last
        reached[entry.commit.last] = current
    effective = set()
    while current:
        effective.add(current)
        current = before[current]
    return set(before) - effective


def true_version(entries: list[Entry], viewer: Viewer, version: int) -> int | None:
    """The version in the log that a version as the viewer counts stands for."""
    for entry in entries:
        if entry.start < version <= entry.end:
            if version == entry.end:
                return entry.commit.last
            return _inside(entry, viewer, version)
    return None


def _inside(entry: Entry, viewer: Viewer, version: int) -> int:
    if viewer.sees_all:
        return version
    count = entry.start
    for event, fact in zip(entry.events, entry.facts, strict=True):
        count += sees(fact, viewer)
        if count == version:
            return event.version
    raise AssertionError(version)


def by_commit(events: list[Recorded]) -> Iterator[tuple[Commit, list[Recorded]]]:
    group: list[Recorded] = []
    for event in events:
        if group and event.commit.last != group[0].commit.last:
            yield group[0].commit, group
            group = []
        group.append(event)
    if group:
        yield group[0].commit, group
