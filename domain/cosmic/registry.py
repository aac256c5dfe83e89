"""Steps and answers that tell when a seat loses or regains its powers by what they do."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from msgspec.structs import replace

from domain.core.chance import Chance
from domain.core.forms import Answer
from domain.core.model import Asks, Fact, Frame
from domain.core.model import Outcome as Outcome
from domain.core.rules import rule
from domain.cosmic.board import has_lost_power
from domain.cosmic.facts import PowerLost, PowerRegained
from domain.cosmic.state import State, cosmic

STANDS, STOPPED, CLOSED, REPLAY = "stands", "stopped", "closed", "replay"
"""What a declaration or a window hands down to the business below it."""

Step = Callable[[State, Any, Chance], Outcome]
Answering = Callable[[State, Any, dict[int, Answer], Chance], Outcome]


def step(frame: type[Frame]) -> Callable[[Step], Step]:
    """Register the function that works a frame."""

    def keep(function: Step) -> Step:
        @wraps(function)
        def worked(state: State, frame: Any, chance: Chance) -> Outcome:
            return announced(state, function(state, frame, chance))

        cosmic.step(frame)(worked)
        return function

    return keep


def answer(frame: type[Frame]) -> Callable[[Answering], Answering]:
    """Register the function that carries out the answers to a frame's questions."""

    def keep(function: Answering) -> Answering:
        @wraps(function)
        def answered(state: State, frame: Any, given: dict[int, Answer], chance: Chance) -> Outcome:
            return announced(state, function(state, frame, given, chance))

        cosmic.answer(frame)(answered)
        return function

    return keep


def announced(state: State, outcome: Outcome) -> Outcome:
    """The outcome with a word about every power that is lost or regained on the way."""
    if isinstance(outcome, Asks) or not outcome.facts:
        return outcome
    return replace(outcome, facts=with_powers(state, outcome.facts))


@rule("cosmic.power.4", "cosmic.power.5", "cosmic.gather.3")
def with_powers(state: State, facts: tuple[Fact, ...]) -> tuple[Fact, ...]:
    """Facts, each followed by what it does to the use of powers, at that very instant."""
    told: list[Fact] = []
    for fact in facts:
        after: State = cosmic.apply(state, fact)
        told.append(fact)
        for news in _changes(state, after):
            told.append(news)
            after = cosmic.apply(after, news)
        state = after
    return tuple(told)


def _changes(before: State, after: State) -> list[Fact]:
    if before.tokens is after.tokens or None in before.colours:
        return []
    found: list[Fact] = []
    for seat in range(after.seats):
        if before.tokens[seat] is after.tokens[seat] or not after.powers[seat]:
            continue
        was, now = has_lost_power(before, seat), has_lost_power(after, seat)
        if was != now:
            found.append(PowerLost(seat=seat) if now else PowerRegained(seat=seat))
    return found


def folded(state: State, facts: tuple[Fact, ...]) -> State:
    """The state after some facts."""
    for fact in facts:
        state = cosmic.apply(state, fact)
    return state
