"""Any mix of moves, rewinds, redos and changes of seats, in turn or all at once, leaves what its log folds to."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

import msgspec
import pytest
import redis

from domain.core.errors import Refused
from domain.core.fillings import random_answer
from domain.core.openings import waits_for_worker
from domain.core.positions import to_position
from domain.games import games
from domain.table.facts import Holder
from events import audit, outbox
from events.envelope import Position, new_stream_id
from events.pool import Pool
from server.players import Player
from server.records.exporting import export
from server.records.verifying import verify
from server.refusals import Refusal
from server.tables import Tables, open_tables
from server.tables.folding import Loaded
from server.tables.gathering import Wish
from server.tables.loading import Loader
from server.tables.rewinding import Request, Rewind
from tests.records import running_tables
from tests.tables.conftest import WORK, jobs, terms

STEPS = 30
EVERY_GAME = pytest.mark.parametrize("slug", sorted(games()))


@dataclass
class Circle:
    """The people of one table, and one way to reach it."""

    tables: Tables
    pool: Pool
    table: UUID
    players: tuple[Player, ...]
    chance: random.Random
    plays: dict[int, Any] = field(default_factory=dict)
    changes: dict[int, int] = field(default_factory=dict)
    """How many seats had changed, by version: a rewind does not bring back those who left."""
    answered: set[str] = field(default_factory=set)
    rewound: int = 0

    def now(self) -> Loaded:
        """The table as this way shows it."""
        return self.tables.viewing.table(self.table, self.players[0])

    def note(self, loaded: Loaded) -> None:
        """Remember the match as it stands."""
        self.plays[loaded.position.version] = loaded.play
        self.changes[loaded.position.version] = len(loaded.table.changes)

    def answer(self) -> Any:
        """Somebody who is asked answers at random."""
        entry = self.chance.choice(self.now().decisions() or [None])
        if entry is None:
            return self.work()
        made = self.tables.playing.answer(
            self.table, entry.id, self.players[entry.seat], random_answer(entry.ask.form, self.chance.randrange)
        )
        assert entry.id not in self.answered or not made.is_new, "a decision's id came again"
        self.answered.add(entry.id)
        return made.commit

    def work(self) -> None:
        """A worker does one promised job, or finds that there is nothing left to do for it."""
        for queue, job in jobs(self.pool, self.table):
            if queue in WORK:
                if not getattr(self.tables.playing, WORK[queue])(self.table, job):
                    with self.pool.connection() as connection:
                        outbox.finish(connection, [job])
                return

    def undo(self) -> Rewind | None:
        """Somebody takes the last move back."""
        return self.rewind(Request(kind="undo"))

    def undo_far(self) -> Rewind | None:
        """Somebody wants to go back to any version at all."""
        by = self.chance.choice(self.players)
        known = self.tables.travelling.versions(self.table, by, "me", 0, 10_000)
        return self.rewind(Request(kind="undo", to_version=self.chance.choice(known).version), by)

    def redo(self) -> Rewind | None:
        """Somebody brings back what was taken back."""
        return self.rewind(Request(kind="redo"))

    def resign(self) -> None:
        """Somebody leaves; the table's policy plays on."""
        self.tables.gathering.resign(self.table, self.chance.choice(self.players))

    def sit(self) -> None:
        """Somebody comes back to a seat, or a newcomer wants a further one."""
        newcomer = Player(new_stream_id(), "carol", "human")
        seat, player = self.chance.choice(list(enumerate((*self.players, newcomer))))
        holder = Holder(kind="player", player=str(player.id), name=player.name)
        self.tables.gathering.sit(self.table, seat, player, holder, contribution=None, code=None)
        self.players = (*self.players, newcomer) if player is newcomer else self.players

    def rewind(self, wanted: Request, by: Player | None = None) -> Rewind | None:
        """Ask for a rewind; all who must agree do."""
        proposed = self.tables.rewinding.propose(self.table, by or self.chance.choice(self.players), wanted)
        made, after = proposed.rewind, proposed.loaded
        for seat in made.needs:
            self.note(after)
            after = self.tables.rewinding.vote(self.table, made.id or 0, seat, self.players[seat], agrees=True)
        if made.id is None or after.table.proposals[made.id].outcome == "applied":
            self.rewound += 1
            return made
        return None


ACTS: tuple[tuple[Callable[[Circle], Any], int], ...] = (
    (Circle.answer, 60),
    (Circle.undo, 14),
    (Circle.undo_far, 8),
    (Circle.redo, 12),
    (Circle.work, 6),
    (Circle.resign, 2),
    (Circle.sit, 3),
)


def wished(slug: str, seed: int) -> Wish:
    """A table that begins at the set-up, or with any business that a match can be in the middle of."""
    if seed % 2 == 0:
        fewest = games()[slug].described.seats[0]
        return Wish(game=slug, seats=fewest, terms=terms(), chance="fixed", seed=str(seed))
    running = running_tables.read(slug)
    kept = running[seed // 2 % len(running)]
    position = to_position(games()[slug], kept.play(games()[slug]), kept.options)
    return Wish(
        game=slug,
        seats=kept.seats,
        terms=terms(options=kept.options, team_policy=kept.team_policy),
        chance="fixed",
        seed=str(seed),
        position=msgspec.to_builtins(position, str_keys=True),
    )


def gathered(tables: Tables, pool: Pool, slug: str, seed: int) -> Circle:
    """A running table of a game, with somebody on every seat."""
    wish = wished(slug, seed)
    host = Player(new_stream_id(), "alice", "human")
    made = tables.gathering.create(host, wish)
    others = tuple(Player(new_stream_id(), "bob", "human") for _ in made.table.holders[1:])
    for seat, player in enumerate((host, *others)):
        holder = Holder(kind="player", player=str(player.id), name=player.name)
        tables.gathering.sit(made.id, seat, player, holder, contribution=None, code=None)
    begun = tables.gathering.start(made.id, host)
    circle = Circle(tables, pool, made.id, (host, *others), random.Random(seed))
    circle.note(begun)
    return circle


def stepped(circle: Circle) -> None:
    """Do something at random, and hold a rewind against the match as it was."""
    (act,) = circle.chance.choices([act for act, _ in ACTS], [weight for _, weight in ACTS])
    before = circle.now()
    try:
        done = act(circle)
    except (Refused, Refusal):
        assert circle.now().position == before.position, "a refusal changed something"
        return
    after = circle.now()
    if isinstance(done, Rewind) and circle.changes[done.to] == len(after.table.changes):
        assert after.play == circle.plays[done.to]
    circle.note(after)


def hold_against_the_log(circle: Circle, url: str) -> None:
    """The record is sound, and the table folded from scratch is the table at hand, now and at earlier versions."""
    known = circle.now()
    assert verify(export(circle.pool, known)).finding is None
    assert audit.verified(circle.pool, circle.table) == known.position
    assert anew(circle, url).viewing.table(circle.table, circle.players[0]) == known
    loader = Loader(circle.tables.store)
    for version in circle.chance.sample(sorted(circle.plays), min(4, len(circle.plays))):
        assert loader.at_version(circle.table, version).play == circle.plays[version]


def anew(circle: Circle, url: str) -> Tables:
    """Another process's way to the tables, that knows nothing yet."""
    return open_tables(circle.pool, redis.Redis.from_url(url))


@EVERY_GAME
def test_every_history_folds_to_the_table_at_hand(
    tables: Tables,
    pool: Pool,
    clean_redis: str,
    slug: str,
    pytestconfig: pytest.Config,
    record_property: Callable[[str, object], None],
) -> None:
    rewound = changed = events = 0
    histories = 1_000 if pytestconfig.getoption("--deep") else 3
    for seed in range(histories):
        circle = gathered(tables, pool, slug, seed)
        for _ in range(STEPS):
            stepped(circle)
        hold_against_the_log(circle, clean_redis)
        rewound += circle.rewound
        changed += len(circle.now().table.changes)
        events += circle.now().position.version
    record_property("histories", histories)
    record_property("rewinds and redos", rewound)
    record_property("changes of seats", changed)
    record_property("events", events)
    assert rewound > 3


@pytest.fixture
def wide_pool(database: str) -> Iterator[Pool]:
    """Connections for several at once."""
    opened = Pool(database, size=8)
    yield opened
    opened.close()


@EVERY_GAME
def test_rewinds_race_with_moves_and_resolutions_and_nothing_is_lost(
    wide_pool: Pool, clean_redis: str, slug: str, pytestconfig: pytest.Config
) -> None:
    times = 200 if pytestconfig.getoption("--deep") else 15
    first = gathered(open_tables(wide_pool, redis.Redis.from_url(clean_redis)), wide_pool, slug, 6)
    go_to_a_resolution(first)
    acts = (Circle.answer, Circle.answer, Circle.undo, Circle.undo_far, Circle.redo, Circle.work)
    racers = [
        Circle(anew(first, clean_redis), wide_pool, first.table, first.players, random.Random(number))
        for number in range(len(acts))
    ]
    with ThreadPoolExecutor(len(acts)) as threads:
        told = list(threads.map(lambda racer, act: raced(racer, act, times), racers, acts))
    log = first.tables.store.commits(first.table)
    stored = {Position(commit.last, commit.head) for commit in log}
    assert {entry for racer in told for entry in racer} <= stored, "a move that was acknowledged is gone"
    events = first.tables.store.read(first.table)
    assert sum(event.type == "table.rewound.v1" for event in events) >= sum(racer.rewound for racer in racers) > 0
    assert sum(len(entries) for entries in told) > times // 2
    hold_against_the_log(first, clean_redis)
    assert all(racer.now() == first.now() for racer in racers)


def go_to_a_resolution(circle: Circle) -> None:
    """Play until a worker is needed, if the game ever needs one."""
    if not games()[circle.now().table.game].background:
        return
    for _ in range(500):
        now = circle.now()
        if waits_for_worker(now.game, now.play):
            return
        circle.answer()
    raise AssertionError("no worker was needed")


def raced(racer: Circle, act: Callable[[Circle], Any], times: int) -> list[Position]:
    """Do one thing again and again while others do theirs; gives the moves that were acknowledged."""
    told = []
    for _ in range(times):
        try:
            done = act(racer)
        except (Refused, Refusal):
            continue
        if done is not None and not isinstance(done, Rewind):
            told.append(Position(done.last, done.head))
    return told
