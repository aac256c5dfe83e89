"""Matches end, fold, read back and come out the same twice."""

from server.selfplay.checks import Referee, require
from server.selfplay.match import Append, Chooser, appends
from tests.every_game.properties.subjects import Subject

LONGEST = 20_000
"""More appends than any match takes."""


def play_to_the_end(subject: Subject, seed: int, choose: Chooser | None = None) -> list[Append]:
    """Play at random, checking every append; a match must end."""
    umpire = subject.umpire(seed)
    referee = Referee(umpire)
    played = []
    for append in appends(umpire, subject.options, subject.seats, choose or subject.random_player(seed)):
        referee.check(append)
        played.append(append)
        require(len(played) < LONGEST, f"no end after {LONGEST} appends")
    require(played[-1].after.result is not None, "the match ended without a result")
    return played


def same_seed_same_facts(subject: Subject, seed: int) -> None:
    """Two tables with the same seed and the same choices have the same log."""
    logs = []
    for _ in range(2):
        choose = subject.random_player(seed)
        matches = appends(subject.umpire(seed), subject.options, subject.seats, choose)
        logs.append([fact for append in matches for fact in append.facts])
    require(logs[0] == logs[1], "the same seed and choices gave another log")


def result_ranks_every_seat(subject: Subject, played: list[Append]) -> None:
    """A result has a place for each playing seat, shared places are marked, and winners stand first."""
    result = played[-1].after.result
    assert result is not None
    seats = [place.seat for place in result.places]
    require(len(set(seats)) == len(seats) >= subject.seats, f"places of seats {seats}")
    firsts = {place.seat for place in result.places if place.place == 1}
    require(set(result.winners) <= firsts, f"winners {result.winners}, first places {firsts}")
    for place in result.places:
        level = [other for other in result.places if other.place == place.place]
        require(place.shared == (len(level) > 1) or result.kind == "team", f"shared place not marked: {place}")
