"""Whole games of Bataille pour le Climat played by chance or by a bot."""

import random
from collections.abc import Callable, Iterator
from typing import Any

from domain.climate import climate
from domain.climate.state import Options
from domain.core.chance import Seeded
from domain.core.fillings import random_answer
from domain.core.flow import Full
from domain.core.forms import Answer
from domain.core.game import BotMove
from domain.core.model import Decision, Fact, House
from domain.core.umpire import Umpire, never

Chooser = Callable[[Any, Decision, random.Random], Answer]


def by_chance(play: Any, decision: Decision, rng: random.Random) -> Answer:
    """Any answer that fits."""
    return random_answer(decision.ask.form, rng.randrange)


def by_default(play: Any, decision: Decision, rng: random.Random) -> Answer:
    """The default answer."""
    answer: Answer = decision.ask.default
    return answer


def by_bot(play: Any, decision: Decision, rng: random.Random) -> Answer:
    """The sensible bot's answer."""
    move = BotMove(state=play.state, frame=play.agenda[-1].frame, decision=decision, below=rng.randrange)
    return climate.bots["sensible"](move)


class Match:
    """A game from its first question to its result, one append after the other."""

    def __init__(self, seed: int, seats: int = 3, policy: str = "owner", chunk: Full = never, **options: Any) -> None:
        self.rng = random.Random(seed)
        self.chunk = chunk
        self.umpire = Umpire(climate, House(seats=seats, team_policy=policy), Seeded(b"match %d" % seed))
        self.play, facts = self.umpire.begin(Options(**options), seats)
        self.facts: list[Fact] = list(facts)

    def appends(self, choose: Chooser, offers: float = 0.0) -> Iterator[tuple[Decision | None, Answer | None, Any]]:
        """Answer one decision after the other until the game is over; offers are taken now and then."""
        while self.play.result is None:
            found = self.umpire.decisions(self.play)
            asked = [decision for decision in found if decision.mode != "offer"]
            offered = [decision for decision in found if decision.mode == "offer"]
            if not asked:
                self.play, facts = self.umpire.advance(self.play, background=True, is_full=self.chunk)
                self.facts += facts
                yield None, None, facts
                continue
            decision = self.rng.choice(asked)
            if offered and self.rng.random() < offers:
                decision = self.rng.choice(offered)
            answer = (
                by_chance(self.play, decision, self.rng)
                if decision in offered
                else choose(self.play, decision, self.rng)
            )
            self.play, facts = self.umpire.decide(self.play, decision.id, decision.seat, answer)
            self.facts += facts
            yield decision, answer, facts


def finished(seed: int, choose: Chooser, seats: int = 3, offers: float = 0.0, **options: Any) -> Match:
    """A game played to its end."""
    match = Match(seed, seats, **options)
    for _ in match.appends(choose, offers):
        pass
    return match
