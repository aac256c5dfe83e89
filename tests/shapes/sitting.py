"""A table to write shape tests with: seats speak, the table answers."""

from typing import Any

from msgspec.structs import replace

from domain.core.chance import Seeded
from domain.core.errors import Refused
from domain.core.flow import Facts
from domain.core.game import Game
from domain.core.model import AnyPlay, Decision, House
from domain.core.umpire import Umpire


class Sitting:
    """One match with its umpire; it remembers the facts of the last append."""

    def __init__(self, game: Game, seats: int, *, options: Any = None, key: bytes = b"k", **house: Any) -> None:
        self.game = game
        self._key: bytes | None = key
        self.house = House(seats=seats, **house)
        chosen = game.options_type() if options is None else options
        self.play: AnyPlay
        self.facts: Facts
        self.play, self.facts = self.umpire.begin(chosen, seats)

    @property
    def umpire(self) -> Umpire:
        """The umpire under the house rules as they are now."""
        return Umpire(self.game, self.house, Seeded(self._key) if self._key else None)

    def open(self, seat: int, kind: str | None = None) -> Decision:
        """The one open decision of a seat, or its offer of that kind."""
        found = [d for d in self.umpire.decisions(self.play, seat) if kind in (None, d.ask.kind)]
        assert len(found) == 1, f"seat {seat}: {found}"
        return found[0]

    def asked(self) -> dict[int, str]:
        """The names of all decisions that are open, offers aside, by seat."""
        return {d.seat: d.id for d in self.umpire.decisions(self.play) if d.mode != "offer"}

    def say(self, seat: int, kind: str | None = None, **answer: Any) -> None:
        """Answer what a seat is asked."""
        self.send(self.open(seat, kind).id, seat, **answer)

    def send(self, decision: str, seat: int, **answer: Any) -> None:
        """Answer a decision by its name."""
        self.play, self.facts = self.umpire.decide(self.play, decision, seat, answer)

    def refusal(self, decision: str, seat: int, **answer: Any) -> str:
        """The code with which an answer is refused."""
        try:
            self.umpire.decide(self.play, decision, seat, answer)
        except Refused as refused:
            return refused.code
        return "accepted"

    def settle(self, **house: Any) -> None:
        """Change the house rules and let the table go on from there."""
        self.house = replace(self.house, **house)
        self.play, self.facts = self.umpire.advance(self.play)

    def told(self) -> list[str]:
        """The kinds of the game's own facts in the last append."""
        return [type(fact).__name__ for fact in self.facts if type(fact).__module__.startswith("tests.")]
