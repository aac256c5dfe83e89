"""What is examined: a game with options, seats and the house rules of a table."""

from collections.abc import Callable
from hashlib import sha256
from random import Random
from typing import Any

from msgspec.structs import replace

from domain.core.chance import Seeded
from domain.core.game import Game
from domain.core.model import AnyPlay, House
from domain.core.record import Record
from domain.core.umpire import Umpire
from server.selfplay.match import Chooser, random_player


class Subject(Record):
    """One way to play one game."""

    name: str
    game: Game
    options: Any
    seats: int
    house: House
    pools: dict[str, str] = {}
    """State fields whose hidden cards come from one deck, by field path."""
    is_entered: bool = False
    """Whether all draws are typed in."""
    agree: Callable[[AnyPlay, AnyPlay], bool] | None = None
    """Whether two tables say the same about what the rules make public of hidden things."""

    def umpire(self, seed: int, rewinds: int = 0) -> Umpire:
        """A table of its own, with the draws of that seed."""
        source = None if self.is_entered else Seeded(sha256(f"{self.name} {seed}".encode()).digest())
        return Umpire(self.game, replace(self.house, rewinds=rewinds), source)

    def random_player(self, seed: int) -> Chooser:
        """A player who knows nothing but the forms."""
        return random_player(self.random(seed))

    def random(self, seed: int) -> Random:
        """Choices of their own for that seed."""
        return Random(f"{self.name} {seed}")


def subject(game: Game, seats: int, options: Any = None, *, name: str = "", **settled: Any) -> Subject:
    """A subject with the game's default options unless others are given."""
    chosen = game.options_type() if options is None else options
    marks = {key: settled.pop(key) for key in ("pools", "is_entered", "agree") if key in settled}
    house = House(seats=seats, **settled)
    title = "-".join(filter(None, (game.slug, str(seats), name)))
    return Subject(name=title, game=game, options=chosen, seats=seats, house=house, **marks)
