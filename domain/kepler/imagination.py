"""Positions that an answer would lead to, as the sensible opponent pictures them."""

from functools import reduce

from domain.core.chance import Chance, NoDraws
from domain.core.forms import Answer
from domain.core.model import Asks, Frame
from domain.kepler.apply import with_levels
from domain.kepler.appraisal import appraise
from domain.kepler.board import turn_of
from domain.kepler.state import State, kepler

NO_DRAWS = Chance(NoDraws(), {})


def imagine(state: State, frame: Frame, answer: Answer) -> State:
    """The state after the facts that an answer causes, as far as they follow without dice."""
    outcome = kepler.answerers[type(frame)](state, frame, {turn_of(state).seat: answer}, NO_DRAWS)
    assert not isinstance(outcome, Asks)
    return reduce(kepler.apply, outcome.facts, state)


def lowered(state: State, seat: int, track: int) -> State:
    """The state with one disc a level lower."""
    return with_levels(state, seat, {track: state.seats[seat].level[track] - 1})


def raised_greedily(state: State, seat: int, gains: dict[int, int], most: int) -> tuple[State, list[int]]:
    """The state after raising discs one by one, each time the one that helps most, and which they were."""
    left, chosen = dict(gains), list[int]()
    while left and len(chosen) < most:
        best = max(left, key=lambda track: appraise(with_levels(state, seat, {track: left[track]}), seat))
        state = with_levels(state, seat, {best: left.pop(best)})
        chosen.append(best)
    return state, chosen
