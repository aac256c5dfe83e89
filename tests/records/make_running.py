"""Make the golden running tables: `python -m tests.records.make_running [GAME …]`.

There is one for every frame type, with that frame on top of the agenda, and one for each further stage of it that is
met on the way. Tables that are stored already stay as they are, since they must be read and go on for ever: only frame
types that have none are looked for.
"""

import sys
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple
from unittest.mock import patch

import msgspec

from domain.core.chance import Chance
from domain.core.codec import tag_of
from domain.core.flow import Run
from domain.core.game import Game
from domain.core.model import AnyPlay, Outcome
from domain.core.positions import from_position
from domain.games import games
from server.selfplay.match import Append, Chooser, appends, appends_after, built_in_player
from tests.every_game.option_sets import subjects_of
from tests.every_game.properties.subjects import Subject, subject
from tests.records.running_tables import Running, read, write, written
from tests.records.starts import STARTS

SEEDS = 40


class Match(NamedTuple):
    """Who plays what, from which start."""

    subject: Subject
    players: str
    seed: int
    start: AnyPlay | None = None

    def told(self, append: int) -> str:
        """Where a table was found."""
        return f"{self.subject.name}, {self.players} players, seed {self.seed}, append {append}"

    def appends(self) -> Iterator[Append]:
        """The match, played to its end."""
        umpire, choose = self.subject.umpire(self.seed), self._chooser()
        if self.start is None:
            return appends(umpire, self.subject.options, self.subject.seats, choose)
        return appends_after(umpire, umpire.begin_from(self.start)[0], choose)

    def _chooser(self) -> Chooser:
        if self.players == "random":
            return self.subject.random_player(self.seed)
        return built_in_player(self.subject.game, self.players, self.subject.random(self.seed))


def main(slugs: list[str]) -> None:
    """Keep a table for every frame type that has none."""
    for slug in slugs or sorted(games()):
        stored = read(slug)
        missing = _missing(games()[slug], stored)
        found = _found(games()[slug], missing)
        write(slug, [*stored, *found])
        left = sorted(_missing(games()[slug], [*stored, *found]))
        print(f"{slug}: {len(stored)} kept, {len(found)} made, not met: {left}")  # noqa: T201


def _found(game: Game, missing: set[str]) -> list[Running]:
    """Play until every missing frame type was met; to find a match at rest is better than not at rest."""
    found: dict[tuple[str, Any], Running] = {}
    for match in _matches(game) if missing else ():
        for number, play, rests in _points(match):
            frame = play.agenda[-1].frame
            key = tag_of(type(frame)), getattr(frame, "stage", None)
            if key[0] in missing and (key not in found or (rests and not found[key].rests)):
                found[key] = _running(match, number, play, rests=rests)
        if not missing & _missing(game, found.values()):
            break
    return list(found.values())


def _missing(game: Game, found: Iterable[Running]) -> set[str]:
    """The frame types that were not met, or never at rest although they ask or wait for a worker."""
    kept = {entry.frame for entry in found}
    resting = {entry.frame for entry in found if entry.rests}
    waiting = {tag_of(frame) for frame in (*game.answerers, *game.background)}
    return {tag_of(frame) for frame in game.steps} - kept | waiting - resting


def _matches(game: Game) -> Iterator[Match]:
    for seed in range(1, SEEDS + 1):
        for name, (seats, made) in STARTS.get(game.slug, {}).items():
            yield Match(subject(game, seats, name=name), "random", seed, from_position(game, made()))
        for players in ("random", *game.bots):
            for way in subjects_of(game):
                yield Match(way, players, seed)


def _points(match: Match) -> Iterator[tuple[int, AnyPlay, bool]]:
    """Every point at which a frame is about to be worked, and whether the match rests there."""
    game, steps, work = match.subject.game, list[AnyPlay](), Run._outcome

    def watched(run: Run, chance: Chance) -> Outcome | None:
        steps.append(run.play())
        return work(run, chance)

    with patch.object(Run, "_outcome", watched):
        for number, append in enumerate(match.appends()):
            # A worker's chunk may end in front of any background frame.
            yield from ((number, play, game.is_background(play.agenda[-1].frame)) for play in steps)
            steps.clear()
            if append.after.agenda:
                yield number, append.after, True


def _running(match: Match, number: int, play: AnyPlay, *, rests: bool) -> Running:
    event_type, payload = written(match.subject.game, play)
    return Running(
        frame=tag_of(type(play.agenda[-1].frame)),
        rests=rests,
        found=match.told(number),
        seats=match.subject.seats,
        team_policy=match.subject.house.team_policy,
        options=msgspec.to_builtins(match.subject.options),
        type=event_type,
        payload=payload,
    )


if __name__ == "__main__":
    main(sys.argv[1:])
