"""The business a table of Kepler-3AD can be in."""

from typing import Literal

from domain.core.model import Frame
from domain.kepler.facts import DiscCause

TurnStage = Literal["roll", "pre_action", "post_action", "leftover", "military", "scoring", "next"]
ScoringStage = Literal["A", "B", "refill", "C", "D", "E", "end"]


class Setup(Frame, tag="kepler.setup"):
    """The steps before the first turn."""

    stage: int = 1


class Turn(Frame, tag="kepler.turn"):
    """One seat's turn, from its roll to the next seat."""

    stage: TurnStage = "roll"


class Group(Frame, tag="kepler.group"):
    """One group of ships of the action."""

    index: int
    size: int


class Discs(Frame, tag="kepler.discs"):
    """Discs that a seat may raise."""

    seat: int
    cause: DiscCause
    max: int
    rise: int
    """How many levels each chosen disc goes up."""


class Vanguard(Frame, tag="kepler.vanguard"):
    """Ships that a seat may place before the game."""

    seat: int


class Bonus421(Frame, tag="kepler.bonus_421"):
    """An opponent's disc that the active seat may lower."""


class Scoring(Frame, tag="kepler.scoring"):
    """One scoring, phase by phase."""

    stage: ScoringStage = "A"
    forced: bool = False


class Ending(Frame, tag="kepler.ending"):
    """The ranking, with roll-offs until one winner is left."""

    forced: bool = False
    sums: tuple[dict[int, int], ...] = ()
    """The sums of each roll-off so far, by seat."""
