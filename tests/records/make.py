"""Make golden records: `python -m tests.records.make [NAME …]`, by default those of WANTED that are missing.

A golden record is a table that is over, as it was stored. It must be verified and fold to the same result for ever, so
one that is kept is not made anew. Most begin at a position shortly before the end, to keep them small.
"""

import sys
from pathlib import Path
from random import Random
from typing import NamedTuple
from uuid import UUID, uuid5

import msgspec
import redis

from domain.core.codec import tag_of
from domain.core.forms import Answer
from domain.core.model import AnyPlay, Decision
from domain.core.positions import to_position
from domain.games import games
from domain.table.facts import Holder
from events import outbox
from events.migrate import migrate
from events.pool import Pool
from server.checkpoints import publishing
from server.players import Player
from server.records.exporting import export
from server.records.form import encode
from server.selfplay.match import Append, Chooser, appends_after, player
from server.tables import Tables, open_tables
from server.tables.folding import Loaded
from server.tables.gathering import Wish
from tests.conftest import Servers
from tests.playthroughs.mediation import stories
from tests.records.endings import words_of
from tests.records.starts import STARTS, Document
from tests.records.wanted import WANTED, Want
from tests.tables.conftest import WORK, jobs, terms

FOLDER = Path(__file__).parent / "golden"
TRIES = 400
PEOPLE = UUID("6f1f9d0e-5c0b-4c53-9d6c-0b1f6a4c2a11")
"""The name space of the players' ids."""


class Match(NamedTuple):
    """A match that was played in this process from where a table stood."""

    seed: str
    table: Loaded
    appends: list[Append]

    @property
    def last(self) -> AnyPlay:
        """How it ended."""
        play = self.appends[-1].after if self.appends else self.table.play
        assert play is not None
        return play

    def fits(self, want: Want) -> bool:
        """Whether it ended as wanted."""
        happened = {tag_of(type(fact)) for append in self.appends for fact in append.facts}
        assert self.last.result is not None
        return want.ends <= words_of(self.last.result) and want.happens in (None, *happened)

    def cut(self, keep: int) -> tuple[Document | None, list[Append]]:
        """The position before the last appends, where nobody's answer waits for others, and those appends."""
        for place in range(max(0, len(self.appends) - keep), 0, -1):
            play = self.appends[place - 1].after
            if not any(item.answers for item in play.agenda):
                position = to_position(self.table.game, play, self.table.table.options)
                return msgspec.to_builtins(position, str_keys=True), self.appends[place:]
        return None, self.appends


class Workshop:
    """People who play at a server of their own."""

    def __init__(self, pool: Pool, tables: Tables, keys: Path) -> None:
        self._pool = pool
        self._tables = tables
        self._keys = keys

    def record(self, name: str, want: Want) -> bytes:
        """The record of a table that ended as wanted."""
        if want.given_up:
            table = self._gathered(want, name, None)
            self._tables.gathering.withdraw(table, _person(0), None)
        else:
            match = self._found(name, want)
            table = self._left(match, want) if want.leaves else self._played_again(match, want)
        publishing.publish(self._pool, self._keys)
        return encode(export(self._pool, self._now(table)))

    def _found(self, name: str, want: Want) -> Match:
        for attempt in range(TRIES):
            match = self._match(f"{name} {attempt}", want)
            if match.fits(want):
                return match
        raise SystemExit(f"{name}: no match of {TRIES} ended so")

    def _match(self, seed: str, want: Want) -> Match:
        """Begin at a table and play on in this process, where it is quick."""
        position = STARTS[want.game][want.start][1]() if want.start else None
        begun = self._begun(want, seed, position)
        assert begun.play is not None
        return Match(seed, begun, list(appends_after(begun.umpire, begun.play, _chooser(want, seed))))

    def _begun(self, want: Want, seed: str, position: Document | None) -> Loaded:
        return self._tables.gathering.start(self._gathered(want, seed, position), _person(0))

    def _gathered(self, want: Want, seed: str, position: Document | None) -> UUID:
        wish = Wish(
            game=want.game,
            seats=want.seats,
            terms=terms(options=want.options),
            chance="fixed",
            seed=seed,
            position=position,
        )
        made = self._tables.gathering.create(_person(0), wish)
        for seat in range(len(made.table.holders)):
            by = _person(seat)
            holder = Holder(kind="player", player=str(by.id), name=by.name)
            self._tables.gathering.sit(made.id, seat, by, holder, contribution=f"seat {seat}", code=None)
        return made.id

    def _played_again(self, match: Match, want: Want) -> UUID:
        """Play the end of a match at a table."""
        position, appends = match.cut(want.keep)
        table = match.table.id if position is None else self._begun(want, match.seed, position).id
        for append in appends:
            if append.decision is not None and append.answer is not None:
                self._answer(table, append.decision, append.answer)
        self._work(table)
        result = self._now(table).table.result
        assert result == match.last.result, f"{match.seed} ended by {result}"
        return table

    def _left(self, match: Match, want: Want) -> UUID:
        """Begin before the end of a match, let the last seat leave, and let the others say what the defaults are."""
        table = self._begun(want, match.seed, match.cut(want.keep)[0]).id
        self._tables.gathering.resign(table, _person(want.seats - 1))
        while True:
            self._work(table)
            open_now = self._now(table).decisions()
            if not open_now:
                return table
            self._answer(table, open_now[0], open_now[0].ask.default)

    def _work(self, table: UUID) -> None:
        """Do all promised work; a seat that leaves during a resolution leaves a job behind that finds nothing to do."""
        while todo := [entry for entry in jobs(self._pool, table) if entry[0] in WORK]:
            queue, job = todo[0]
            if not getattr(self._tables.playing, WORK[queue])(table, job):
                with self._pool.connection() as connection:
                    outbox.finish(connection, [job])

    def _answer(self, table: UUID, wanted: Decision, answer: Answer) -> None:
        self._work(table)
        same = (wanted.seat, wanted.ask.kind, wanted.mode)
        entry = next(e for e in self._now(table).decisions() if (e.seat, e.ask.kind, e.mode) == same)
        self._tables.playing.answer(table, entry.id, _person(entry.seat), answer)

    def _now(self, table: UUID) -> Loaded:
        return self._tables.viewing.table(table, _person(0))


def _person(seat: int) -> Player:
    name = "alice" if seat == 0 else "bob" if seat == 1 else f"seat {seat}"
    return Player(uuid5(PEOPLE, name), name, "human")


def _chooser(want: Want, seed: str) -> Chooser:
    if want.players == "story":
        return _teller(want.ends)
    return player(games()[want.game], want.players, Random(seed))


def _teller(ends: frozenset[str]) -> Chooser:
    """Answers as the story of that end does."""
    told = next(story for story in map(stories.read, stories.stories()) if story.ends in ends)
    answers = iter(told.answers)

    def choose(play: AnyPlay, open_now: tuple[Decision, ...]) -> tuple[Decision, Answer]:
        seat, answer = next(answers)
        return next(entry for entry in open_now if entry.seat == seat), answer

    return choose


def main(names: list[str]) -> None:
    """Make the named records, or all that are missing."""
    servers = Servers()
    try:
        migrate(servers.postgres.url())
        pool = Pool(servers.postgres.url(), size=4)
        workshop = Workshop(pool, open_tables(pool, redis.Redis.from_url(servers.redis.url())), servers.folder / "keys")
        for name, want in WANTED.items():
            file = FOLDER / f"{name}.json"
            if name in names or not (names or file.exists()):
                file.write_bytes(workshop.record(name, want))
                print(f"{name}: {file.stat().st_size} bytes", flush=True)  # noqa: T201
        pool.close()
    finally:
        servers.stop()


if __name__ == "__main__":
    main(sys.argv[1:])
