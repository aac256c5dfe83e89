"""Fin de partie. Victory, defeat and the score."""

from collections.abc import Callable
from functools import wraps
from typing import Any, Literal, TypeVar

from domain.core.model import Again, Done, Fact, Outcome, Over, over
from domain.core.result import Place, Result
from domain.core.rules import rule
from domain.mediation.board import full_row, gap
from domain.mediation.components import CAMPS, CORNERS, LAST_SPACE
from domain.mediation.facts import (
    NeedFound,
    PhaseBegan,
    PopulationLost,
    PopulationMoved,
    PopulationsReturned,
    PyramidMoved,
    PyramidPlaced,
    TurnBegan,
)
from domain.mediation.state import State, mediation

Reason = Literal["needs", "pyramids", "row", "cubes_met"]
Step = TypeVar("Step", bound=Callable[..., Outcome])

DECISIVE = (
    NeedFound,
    PopulationLost,
    PopulationMoved,
    PopulationsReturned,
    PyramidMoved,
    PyramidPlaced,
    TurnBegan,
)
"""After these the match may be decided."""


@rule("mediation.end.1")
def has_heard_needs(state: State) -> bool:
    """Enough needs were found in both camps."""
    return all(len(state.needs_found[camp]) >= state.need_target for camp in CAMPS)


@rule("mediation.end.3")
def have_cubes_met(state: State) -> bool:
    """The turn cube and the lost-population cube stand on one space."""
    return gap(state) <= 0


@rule("mediation.var.pyr.1", "mediation.var.pyr.9")
def has_built_pyramids(state: State) -> bool:
    """Every corner holds a pyramid and exactly four populations."""
    return state.options.pyramids and all(cell in state.pyramids and state.pop[cell] == 4 for cell in CORNERS)


def decided(state: State, fact: Fact) -> Reason | None:
    """Whether the match is decided by what just happened."""
    if isinstance(fact, NeedFound):
        return "needs" if has_heard_needs(state) else None
    if isinstance(fact, PopulationLost | TurnBegan):
        return "cubes_met" if have_cubes_met(state) else None
    return "pyramids" if has_built_pyramids(state) else None


def watched(step: Step) -> Step:
    """Let a step's facts happen only up to the one that decides the match."""

    @wraps(step)
    def judged(state: State, *arguments: Any) -> Outcome:
        return judge(state, step(state, *arguments))

    return judged  # type: ignore[return-value]


def judge(state: State, outcome: Outcome) -> Outcome:
    """The outcome, or the end of the match if one of its facts decides it."""
    if not isinstance(outcome, Done | Again) or not any(isinstance(fact, DECISIVE) for fact in outcome.facts):
        return outcome
    for number, fact in enumerate(outcome.facts, 1):
        state = mediation.apply(state, fact)
        if isinstance(fact, DECISIVE):
            reason = decided(state, fact)
            if reason is not None:
                return ended(state, reason, *outcome.facts[:number])
    return outcome


def ended(state: State, reason: Reason, *facts: Fact) -> Over:
    """The match is over for all seats together."""
    return over(result(state, reason), *facts, PhaseBegan(phase="over"))


@rule("mediation.end.4")
def score(state: State, *, won: bool) -> int:
    """A victory counts the gap left and the attacks lying; a defeat the needs heard and the turns held."""
    if won:
        return 1000 + 50 * gap(state) - 5 * len(state.attacks)
    heard = sum(min(len(state.needs_found[camp]), state.need_target) for camp in CAMPS)
    return 600 * heard // (2 * state.need_target) + 10 * min(state.turn, LAST_SPACE - 1)


def result(state: State, reason: Reason) -> Result:
    """One result for the whole team."""
    won = reason in ("needs", "pyramids")
    points = score(state, won=won)
    needs = {camp: len(state.needs_found[camp]) for camp in CAMPS}
    key = (int(won), points, sum(needs.values()), -state.lost, -len(state.attacks))
    places = tuple(
        Place(seat=seat, place=1, score=points, shared=state.players > 1, key=key) for seat in range(state.players)
    )
    return Result(
        kind="team",
        reason=reason,
        outcome="victory" if won else "defeat",
        places=places,
        winners=tuple(range(state.players)) if won else (),
        details={
            "row": full_row(state) if reason == "row" else None,
            "turn": state.turn,
            "lost": state.lost,
            "needs_found": needs,
            "gap": gap(state),
            "attacks_on_board": len(state.attacks),
            "ship": state.ship,
            "score": points,
        },
    )
