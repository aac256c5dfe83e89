"""One match in this process, from its set-up to its end, as the appends that a store would take."""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from domain.core.fillings import Below, random_answer
from domain.core.flow import Facts
from domain.core.forms import Answer
from domain.core.game import Game
from domain.core.model import AnyPlay, Decision
from domain.core.openings import waits_for_worker
from domain.core.opponents import next_choice
from domain.core.record import Record
from domain.core.umpire import Umpire

CHUNK = 200
"""Facts after which a worker stores what it has done so far."""

OFFER_ODDS = 4
"""A random player plays a standing offer once in so many occasions."""


class Append(Record):
    """What one answer, or one chunk of background work, made of a match."""

    before: AnyPlay | None
    after: AnyPlay
    facts: Facts
    decision: Decision | None = None
    answer: Answer | None = None


Chooser = Callable[[AnyPlay, tuple[Decision, ...]], tuple[Decision, Answer]]
"""Who answers next, and what."""


def appends(umpire: Umpire, options: Any, seats: int, choose: Chooser) -> Iterator[Append]:
    """Play a match to its end; what is answered is up to `choose`."""
    play, facts = umpire.begin(options, seats)
    yield Append(before=None, after=play, facts=facts)
    yield from appends_after(umpire, play, choose)


def appends_after(umpire: Umpire, play: AnyPlay, choose: Chooser) -> Iterator[Append]:
    """Play a match from where it rests to its end."""
    while play.agenda:
        append = next_append(umpire, play, choose)
        yield append
        play = append.after


def next_append(umpire: Umpire, play: AnyPlay, choose: Chooser) -> Append:
    """Do what a table at rest waits for: a worker's chunk, or one answer."""
    if waits_for_worker(umpire.game, play, umpire.house):
        after, facts = umpire.advance(play, background=True, is_full=lambda count: count >= CHUNK)
        return Append(before=play, after=after, facts=facts)
    decision, answer = choose(play, umpire.decisions(play))
    after, facts = umpire.decide(play, decision.id, decision.seat, answer)
    return Append(before=play, after=after, facts=facts, decision=decision, answer=answer)


def random_player(random: Random) -> Chooser:
    """Answers whatever fits, knowing nothing but the forms."""
    below: Below = random.randrange

    def choose(play: AnyPlay, open_now: tuple[Decision, ...]) -> tuple[Decision, Answer]:
        decision = _next_to_answer(open_now, random)
        return decision, random_answer(decision.ask.form, below)

    return choose


def built_in_player(game: Game, bot: str, random: Random) -> Chooser:
    """Answers as the game's own opponent of that name would, at every seat."""
    below: Below = random.randrange

    def choose(play: AnyPlay, open_now: tuple[Decision, ...]) -> tuple[Decision, Answer]:
        if open_now[0].mode == "draw":
            return open_now[0], random_answer(open_now[0].ask.form, below)
        chosen = next_choice(game, play, open_now, lambda seat: bot, below)
        assert chosen is not None
        return chosen

    return choose


def player(game: Game, bots: str, random: Random) -> Chooser:
    """The named kind of player for all seats of a game."""
    return random_player(random) if bots == "random" else built_in_player(game, bots, random)


def _next_to_answer(open_now: tuple[Decision, ...], random: Random) -> Decision:
    offers = [decision for decision in open_now if decision.mode == "offer"]
    asked = [decision for decision in open_now if decision.mode != "offer"]
    if offers and (not asked or random.randrange(OFFER_ODDS) == 0):
        return random.choice(offers)
    return random.choice(asked)
