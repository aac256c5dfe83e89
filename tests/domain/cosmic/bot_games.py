"""Whole games between the built-in opponents."""

import random
from collections.abc import Iterator

from domain.core.chance import Seeded
from domain.core.forms import Answer
from domain.core.game import BotMove
from domain.core.model import AnyPlay, Decision, Fact, House
from domain.core.umpire import Umpire
from domain.cosmic import Options, cosmic


class BotGame:
    """One game in which every seat is played by a bot."""

    def __init__(self, seed: int, seats: int, options: Options | None = None, bot: str = "sensible") -> None:
        self._rng = random.Random(seed)
        self._bot = cosmic.bots[bot]
        self.umpire = Umpire(cosmic, House(seats=seats, window_policy="fast"), Seeded(f"game {seed}".encode()))
        self.play, self.begun = self.umpire.begin(options or Options(), seats)

    def appends(self) -> Iterator[tuple[AnyPlay, tuple[Fact, ...]]]:
        """Every move with what came of it, until the game is over."""
        while self.play.result is None:
            before = self.play
            decision, answer = self._next()
            self.play, facts = self.umpire.decide(before, decision.id, decision.seat, answer)
            yield before, facts

    def finished(self) -> AnyPlay:
        """The game at its end."""
        for _ in self.appends():
            pass
        return self.play

    def _next(self) -> tuple[Decision, Answer]:
        """The Plague if a bot wants to play it, else the first decision that a bot does not rather wait with."""
        found = self.umpire.decisions(self.play)
        for decision in sorted(found, key=lambda decision: decision.mode != "offer"):
            is_random_offer = decision.mode == "offer" and self._bot is cosmic.bots["random"]
            if is_random_offer and self._rng.random() > 0.02:
                continue
            answer = self._bot(self._move(decision))
            if answer is not None:
                return decision, answer
        return found[0], found[0].ask.default

    def _move(self, decision: Decision) -> BotMove:
        frame = self.play.agenda[-1].frame
        return BotMove(state=self.play.state, frame=frame, decision=decision, below=self._rng.randrange)
