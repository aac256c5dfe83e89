"""The business a table of Hexag'o can be in."""

from typing import Literal

from domain.core.model import Frame
from domain.water.state import Announcement, Phase


class Setup(Frame, tag="water.setup"):
    """The steps before the first decision of a community."""

    stage: Literal["deal", "row"] = "deal"


class Home(Frame, tag="water.home"):
    """One community places its first residential zone."""

    seat: int


class Opening(Frame, tag="water.opening"):
    """Rounds of building before the first turn; `place` is the seat's place in the order."""

    round: int = 1
    place: int = 0
    go_actions: int = 0


class Turn(Frame, tag="water.turn"):
    """The phases of a turn, one after the other, turn after turn."""

    phase: Phase = "p1"


class Reveal(Frame, tag="water.reveal"):
    """The resource card of the turn."""


class Collect(Frame, tag="water.collect"):
    """One community collects water; `ending` once it has nothing left to say."""

    seat: int
    begun: bool = False
    ending: bool = False


class Generation(Frame, tag="water.generation"):
    """What runs without a choice."""


class Supply(Frame, tag="water.supply"):
    """All communities activate, buy, sell and trade at the same time."""


class Harvest(Frame, tag="water.harvest"):
    """Buildings in order; `place` is the seat's place in the order, `cell` the last building done."""

    place: int = 0
    cell: str | None = None


class Riot(Frame, tag="water.riot"):
    """A building that fails again."""

    seat: int
    cell: str


class Pollution(Frame, tag="water.pollution"):
    """Running buildings pollute."""


class Treat(Frame, tag="water.treat"):
    """One community treats pollution."""

    seat: int
    begun: bool = False


class Build(Frame, tag="water.build"):
    """One community builds and destroys."""

    seat: int


class Flow(Frame, tag="water.flow"):
    """The pollution flows and the turn ends."""


class Card(Frame, tag="water.card"):
    """An action card that a seat plays."""

    play: Announcement


class Claim(Frame, tag="water.claim"):
    """Others may contest what is announced."""


class Conflict(Frame, tag="water.conflict"):
    """The actor answers the claims, then all stake."""

    stage: Literal["response", "stakes"] = "response"


class Consent(Frame, tag="water.consent"):
    """Others agree to share a dam, or to lose one."""

    what: Literal["dam", "demolition"]
    actor: int
    seats: tuple[int, ...]
    site: str
    """The site of the dam to be built, or the river cell of the dam to be destroyed."""
