"""Matches in this process, each followed by a referee."""

from hashlib import sha256
from random import Random
from time import perf_counter
from typing import Any

from domain.core.chance import Seeded
from domain.core.game import Game
from domain.core.model import House
from domain.core.record import Record
from domain.core.umpire import Umpire
from server.selfplay.checks import Referee, require
from server.selfplay.match import appends, player
from server.selfplay.tally import Played

LONGEST = 100_000
"""More appends than any match takes."""


class Wanted(Record):
    """What is to be played."""

    game: Game
    options: Any
    seats: int
    bots: str


def play_here(wanted: Wanted, seed: int) -> Played:
    """Play one match to its end; whatever is broken on the way is raised."""
    key = sha256(f"{wanted.game.slug} {seed}".encode()).digest()
    umpire = Umpire(wanted.game, House(seats=wanted.seats), Seeded(key))
    choose = player(wanted.game, wanted.bots, Random(seed))
    referee, decisions, began = Referee(umpire), 0, perf_counter()
    for number, append in enumerate(appends(umpire, wanted.options, wanted.seats, choose)):
        require(number < LONGEST, f"no end after {LONGEST} appends")
        referee.check(append)
        decisions += append.decision is not None
    result = referee.folded.result if referee.folded else None
    assert result is not None
    seconds = perf_counter() - began
    return Played(seed=seed, decisions=decisions, facts=referee.facts, seconds=seconds, result=result)
