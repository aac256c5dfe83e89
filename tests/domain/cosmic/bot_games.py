"""Whole games between the built-in opponents."""

import random
from collections.abc import Iterator

from domain.core.chance import Seeded
from domain.core.forms import Answer
from domain.core.game import BotMove
from domain.core.model import AnyPlay, Decision, Fact, House
from domain.core.umpire import Umpire
from domain.cosmic import Options, cosmic
from domain.cosmic.bots.edicts import wants_plague


class BotGame:
    """One game in which every seat is played by a bot."""

    def __init__(self, seed: int, seats: int, options: Options | None = None, bot: str = "sensible") -> None:
        self._rng = random.Random(seed)
        self._bot = cosmic.bots[bot]
        self._is_sensible = bot == "sensible"
        self.umpire = Umpire(cosmic, House(seats=seats, window_policy="fast"), Seeded(f"game {seed}".encode()))
        self.play, self.begun = self.umpire.begin(options or Options(), seats)

    def appends(self) -> Iterator[tuple[AnyPlay, tuple[Fact, ...]]]:
        """Every move with what came of it, until the game is over."""
        while self.play.result is None:
            before = self.play
            decision = self._next()
            self.play, facts = self.umpire.decide(before, decision.id, decision.seat, self._answer(decision))
            yield before, facts

    def finished(self) -> AnyPlay:
        """The game at its end."""
        for _ in self.appends():
            pass
        return self.play

    def _next(self) -> Decision:
        """The Plague if a bot wants to play it, else the first open decision."""
        found = self.umpire.decisions(self.play)
        offers = [decision for decision in found if decision.mode == "offer"]
        if offers and self._wants(offers[0]):
            return offers[0]
        return next(decision for decision in found if decision.mode != "offer")

    def _wants(self, offer: Decision) -> bool:
        return wants_plague(self._move(offer)) if self._is_sensible else self._rng.random() < 0.02

    def _move(self, decision: Decision) -> BotMove:
        frame = self.play.agenda[-1].frame
        return BotMove(state=self.play.state, frame=frame, decision=decision, below=self._rng.randrange)

    def _answer(self, decision: Decision) -> Answer:
        return self._bot(self._move(decision))
