"""Which powers can be used in which window, and what a use does."""

from collections import defaultdict
from collections.abc import Callable
from typing import TypeVar

from msgspec import Struct

from domain.core.chance import Chance
from domain.core.forms import Answer, Option
from domain.core.model import Outcome
from domain.cosmic.frames import Reaction
from domain.cosmic.state import State

Options = Callable[[State, int], tuple[Option, ...]]
Effect = Callable[[State, Reaction, Chance], Outcome]
E = TypeVar("E", bound=Effect)


class Use(Struct, frozen=True):
    """One way to use an optional power."""

    power: str
    verb: str
    options: Options
    effect: Effect

    def shown(self, answer: Answer) -> str | None:
        """What a declaration tells of the answer: the option's arguments, never its slots."""
        chosen = str(answer["do"])
        return chosen if ":" in chosen else None


LISTED = (
    *("hate", "plant", "dictator", "shadow", "will", "philanthropist", "seeker", "magnet", "mind", "judge", "amoeba"),
    *("mutant", "laser", "oracle", "trader", "loser", "sorcerer", "gambler", "chronos", "empath", "clone", "filch"),
)
"""The order in which reactions are listed."""

USES: dict[str, list[Use]] = defaultdict(list)
"""Uses by window, in the order in which they are listed."""


def used_in(*windows: str, power: str, options: Options, verb: str | None = None) -> Callable[[E], E]:
    """Register the effect of a power that may be used in these windows, with what it needs named."""

    def keep(effect: E) -> E:
        for window in windows:
            USES[window].append(Use(power, verb or power, options, effect))
            USES[window].sort(key=lambda use: LISTED.index(use.power))
        return effect

    return keep


def simply(power: str, condition: Callable[[State, int], bool]) -> Options:
    """The options of a use that needs nothing named: itself, where it is allowed."""

    def options(state: State, seat: int) -> tuple[Option, ...]:
        return (Option(power),) if condition(state, seat) else ()

    return options
