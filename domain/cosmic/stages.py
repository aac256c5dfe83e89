"""How a duel goes from one stage to the next."""

from collections.abc import Callable

from domain.core.chance import Chance
from domain.core.forms import Answer
from domain.core.model import Fact, Outcome, again
from domain.cosmic.facts import StageReached
from domain.cosmic.frames import DuelCourse
from domain.cosmic.state import State

Stage = Callable[[State, DuelCourse, Chance], Outcome]
Answering = Callable[[State, DuelCourse, dict[int, Answer], Chance], Outcome]


def at(stage: int, frame: DuelCourse, *facts: Fact) -> Outcome:
    """The duel comes to a stage."""
    return again(frame, *facts, StageReached(stage=stage))
