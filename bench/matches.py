"""Matches played in this process, for what is measured below HTTP."""

import random
from collections.abc import Iterator
from typing import Any

from domain.core.chance import Seeded
from domain.core.fillings import random_answer
from domain.core.game import Game
from domain.core.model import AnyPlay, Fact, House
from domain.core.umpire import Umpire


def umpire_of(game: Game, seats: int, seed: int) -> Umpire:
    """An umpire with a seed of its own."""
    return Umpire(game, House(seats=seats), Seeded(seed.to_bytes(8, "big")))


def random_match(game: Game, seed: int) -> Iterator[tuple[Umpire, AnyPlay, tuple[Fact, ...]]]:
    """A match played at random, position by position, with the facts that led there."""
    chance = random.Random(seed)
    low, high = game.described.seats
    seats = min(low + seed % (high - low + 1), 4)
    umpire = umpire_of(game, seats, seed)
    options: Any = game.options_type()
    play, facts = umpire.begin(options, seats)
    while True:
        play, more = umpire.advance(play, background=True)
        yield umpire, play, (*facts, *more)
        open_now = umpire.decisions(play)
        if not open_now:
            return
        entry = chance.choice(open_now)
        play, facts = umpire.decide(play, entry.id, entry.seat, random_answer(entry.ask.form, chance.randrange))
