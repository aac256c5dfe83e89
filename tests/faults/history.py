"""The log compared with what clients were told."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Any

import msgspec

from domain.core.visibility import Viewer, redact
from events.audit import verified
from events.envelope import Commit, Recorded
from events.pool import Pool
from events.store import Store
from server.checkpoints import merkle, notes
from server.tables.folding import Loaded, with_events
from server.tables.loading import Loader
from tests.faults.telling import Acknowledged, Seen, Sitting, Told


@dataclass(frozen=True)
class Entry:
    """A commit with its events and what each seat is told as its version."""

    commit: Commit
    events: list[Recorded]
    versions: tuple[int, ...]

    def answered(self) -> list[dict[str, Any]]:
        """The answers that it stored."""
        return [event.payload for event in self.events if event.type == "core.answered.v1"]


@dataclass(frozen=True)
class Story:
    """One table: its log, what it adds up to, and what clients were told of it."""

    sitting: Sitting
    entries: list[Entry]
    whole: Loaded
    moves: list[Acknowledged]
    seen: list[Seen]


def check(pool: Pool, told: Told) -> list[Story]:
    """Hold every table's log against what was told of it, and the tables against what was created."""
    assert not told.wrong, "\n".join(told.wrong)
    with pool.connection() as connection:
        stored = {row[0] for row in connection.execute("SELECT stream FROM streams WHERE kind = 'table'")}
    assert stored == {sitting.table for sitting in told.sittings} != set(), "tables were created twice, or lost"
    store = Store(pool)
    stories = [read(store, sitting, told) for sitting in told.sittings]
    for story in stories:
        assert verified(pool, story.sitting.table) == story.whole.position
        check_ending(story, store)
        check_answers(story)
        check_refusals(story, told)
        check_order(story)
    check_checkpoints(pool)
    return stories


def read(store: Store, sitting: Sitting, told: Told) -> Story:
    """Fold a table from its first event."""
    events = store.read(sitting.table)
    loader = Loader(store)
    whole = loader.at_version(sitting.table, events[-1].version)
    moves = [move for move in told.moves if move.table == sitting.table]
    seen = [view for view in told.seen if view.table == sitting.table]
    return Story(sitting, list(_entries(events, sitting, loader)), whole, moves, seen)


def _entries(events: list[Recorded], sitting: Sitting, loader: Loader) -> Iterator[Entry]:
    at: Loaded | None = None
    for last, group in groupby(events, key=lambda event: event.commit.last):
        own = list(group)
        at = with_events(at, own) if at else loader.at_version(sitting.table, last)
        yield Entry(own[0].commit, own, tuple(at.version_for(Viewer(seat=seat)) for seat in range(sitting.seats)))


def check_ending(story: Story, store: Store) -> None:
    """The match was started once and is over, and loading with snapshots gives what folding gives."""
    table = story.sitting.table
    kinds = Counter(event.type for entry in story.entries for event in entry.events)
    assert kinds["table.started.v1"] == kinds["table.finished.v1"] == 1, f"{table}: {kinds}"
    assert story.whole.table.status == "finished"
    assert not story.whole.decisions()
    assert Loader(store).fresh(table) == story.whole, f"{table}: loading differs from folding"


def check_answers(story: Story) -> None:
    """Every acknowledged move is stored once, as told, and nobody has answered without being told so."""
    table = story.sitting.table
    answers = [(given["decision"], entry) for entry in story.entries for given in entry.answered()]
    twice = [decision for decision, count in Counter(decision for decision, _ in answers).items() if count > 1]
    assert not twice, f"{table}: answered twice: {twice}"
    stored = dict(answers)
    for move in story.moves:
        entry = stored.get(move.decision)
        assert entry is not None, f"{table}: {move.decision} was acknowledged and is lost"
        if entry.commit.meta.actor.kind != "clock":
            check_move(move, entry)
    by_players = {decision for decision, entry in answers if entry.commit.meta.actor.kind == "player"}
    unknown = by_players - {move.decision for move in story.moves}
    assert not unknown, f"{table}: stored, and its player was told otherwise: {unknown}"


def check_move(move: Acknowledged, entry: Entry) -> None:
    """The stored move has the seat, the answer and the number that were told."""
    given = next(given for given in entry.answered() if given["decision"] == move.decision)
    assert given["seat"] == move.seat == entry.commit.meta.seat
    assert _sorted(given["answer"]) == _sorted(move.answer)
    assert entry.commit.meta.decision == move.decision
    assert entry.versions[move.seat] == move.move


def check_refusals(story: Story, told: Told) -> None:
    """An answer is refused only when the clock was faster."""
    by_clock = {
        given["decision"]
        for entry in story.entries
        if entry.commit.meta.actor.kind == "clock"
        for given in entry.answered()
    }
    for refused in told.refused:
        if refused.table == story.sitting.table:
            assert refused.decision in by_clock, f"{refused} although no clock ran out"
            assert refused.code in ("decision-answered", "decision-withdrawn"), refused


def check_order(story: Story) -> None:
    """What was told before something was asked comes before it in the log; each seat sees only states of the log."""
    at = {given["decision"]: entry.commit.last for entry in story.entries for given in entry.answered()}
    for early in story.moves:
        for late in story.moves:
            if early.told < late.sent:
                assert at[early.decision] < at[late.decision], f"{early} comes after {late}"
    for seat in story.sitting.tokens:
        states = {entry.versions[seat] for entry in story.entries}
        seen = [view for view in story.seen if view.seat == seat]
        assert {view.version for view in seen} <= states
        steps = [(view.sent, view.told, view.version) for view in seen]
        steps += [(move.sent, move.told, move.move) for move in story.moves if move.seat == seat]
        assert_never_backwards(steps)


def assert_never_backwards(steps: Iterable[tuple[float, float, int]]) -> None:
    """A seat that was told of a version is never told of an older one afterwards."""
    newest = 0
    for sent, _, version in sorted(steps, key=lambda step: step[1]):
        assert version >= newest, f"version {version} was told after {newest}, asked at {sent}"
        newest = version


def check_checkpoints(pool: Pool) -> None:
    """Every signed tree holds, and its leaves are heads of the log."""
    with pool.connection() as connection:
        leaves = connection.execute("SELECT stream, version, head FROM leaves ORDER BY idx").fetchall()
        signed = connection.execute("SELECT size, root, note, public FROM checkpoints ORDER BY size").fetchall()
        strange = "SELECT 1 FROM leaves l LEFT JOIN commits c ON c.stream = l.stream AND c.last = l.version"
        assert not connection.execute(f"{strange} WHERE c.head IS DISTINCT FROM l.head").fetchone()
    hashes = [merkle.leaf_hash(*leaf) for leaf in leaves]
    assert signed and signed[-1][0] == len(leaves), "leaves without a signature"
    for size, root, note, public in signed:
        assert notes.opened(note, public) == notes.Tree(size, root)
        assert merkle.root(hashes[:size]) == root


def check_shown(shown: dict[str, Any], whole: Loaded, seat: int) -> None:
    """What the server shows a seat is what the log adds up to."""
    assert whole.play is not None
    eyes = Viewer(seat=seat)
    state = redact(whole.play.state, eyes)
    expected = {**state, **whole.game.deriver(state)}
    assert shown["state"] == msgspec.json.decode(msgspec.json.encode(expected))
    assert shown["version"] == whole.version_for(eyes)
    assert shown["status"] == "finished"


def _sorted(answer: Any) -> Any:
    """Ids chosen without an order, in one; numbers left out count nothing."""
    if isinstance(answer, dict):
        return {name: _sorted(value) for name, value in answer.items() if value != 0}
    return sorted(answer) if isinstance(answer, list) else answer
