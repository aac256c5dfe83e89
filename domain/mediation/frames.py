"""The business a table of Ultimédiation can be in.

An `owner` is the seat that the team decisions of a business belong to; nobody's are the lead seat's.
"""

from typing import Literal

from domain.core.forms import Answer
from domain.core.model import Frame
from domain.mediation.facts import BaseCause
from domain.mediation.state import Camp, PileName

SetupStage = Literal["team", "draft", "board", "red", "blue", "attacks", "base_u", "squads"]


class Setup(Frame, tag="mediation.setup"):
    """Everything before the first turn."""

    stage: SetupStage = "team"
    attacks: int = 0
    """How many of the first attacks have fallen."""


class Team(Frame, tag="mediation.team"):
    """Which characters go, or how seven form two squads."""


class Draft(Frame, tag="mediation.draft"):
    """The seats share the characters."""


class Turn(Frame, tag="mediation.turn"):
    """The phases of a turn, and the next turn after them."""

    stage: Literal["upkeep", "attack", "disaster", "action", "resolve"] = "upkeep"


class AttackPhase(Frame, tag="mediation.attack_phase"):
    """The attacks of a turn, one by one."""

    stage: Literal["count", "window", "draw", "resolve"] = "count"
    is_first: bool = True
    silent: tuple[int, ...] = ()
    """Seats that pass all windows of this phase."""


class Window(Frame, tag="mediation.window"):
    """Power cards before an attack is drawn, or after it was."""

    kind: Literal["attack_window", "attack_reveal"]
    is_first: bool = False
    passed: tuple[int, ...] = ()
    silent: tuple[int, ...] = ()


class Barrage(Frame, tag="mediation.barrage"):
    """Attacks that a mediation card brings."""

    left: int
    owner: int | None = None


class Attack(Frame, tag="mediation.attack"):
    """The attack card in hand."""

    cell: str
    owner: int | None = None


class Hit(Frame, tag="mediation.hit"):
    """Characters on struck cells."""

    cells: tuple[str, ...]
    owner: int | None = None


class Relocate(Frame, tag="mediation.relocate"):
    """A military base that must go elsewhere."""

    camp: Camp
    struck: tuple[str, ...] = ()
    why: BaseCause = "hit"
    owner: int | None = None


class RowCheck(Frame, tag="mediation.row_check"):
    """Whether a row is covered from end to end."""


class Flee(Frame, tag="mediation.flee"):
    """Cells whose populations must leave."""

    cells: tuple[str, ...]
    emptied: tuple[str, ...] = ()
    owner: int | None = None


class PickLost(Frame, tag="mediation.pick_lost"):
    """Populations that the team must give up."""

    cells: tuple[str, ...]
    number: int
    rule: str
    owner: int | None = None


class Strike(Frame, tag="mediation.strike"):
    """Cells struck by a disaster."""

    cells: tuple[str, ...]
    owner: int | None = None


class Pyramid(Frame, tag="mediation.pyramid"):
    """A pyramid that looks for a cell."""


class ActionPhase(Frame, tag="mediation.action_phase"):
    """Seats act as they like, one action at a time."""


class Completed(Frame, tag="mediation.completed"):
    """The end of an action."""


class Resume(Frame, tag="mediation.resume"):
    """A seat that passed comes back."""

    seat: int


class Group(Frame, tag="mediation.group"):
    """An action that waits for the consent of others."""

    seat: int
    do: Answer


class Mediation(Frame, tag="mediation.mediation"):
    """A character's mediation with a camp."""

    character: str
    camp: Camp
    stage: Literal["first", "second"] = "first"
    owner: int | None = None


class Reveal(Frame, tag="mediation.reveal"):
    """The top card of a camp's pile."""

    character: str
    camp: Camp
    is_action: bool = True
    """False where a power card, not a mediation, turns the cards."""
    is_open_floor: bool = False
    """Anything but a need is discarded without effect."""

    owner: int | None = None


class Need(Frame, tag="mediation.need"):
    """What follows from a need that was found."""

    character: str
    is_action: bool = True
    stage: Literal["bonus", "shuffle"] = "bonus"
    owner: int | None = None


class Return(Frame, tag="mediation.return"):
    """Populations that come back from the ship."""

    owner: int | None = None


class Effect(Frame, tag="mediation.effect"):
    """An effect card, to be paid off or resolved."""

    character: str
    camp: Camp
    card: str
    is_action: bool = True
    stage: Literal["pay", "discard"] = "pay"
    owner: int | None = None


class Ship(Frame, tag="mediation.ship"):
    """Four populations on their way to the ship."""

    owner: int | None = None


class GivePower(Frame, tag="mediation.give_power"):
    """A power card for a character without one."""

    owner: int | None = None


class Clairvoyance(Frame, tag="mediation.clairvoyance"):
    """A look at a pile of the team's choice."""

    owner: int | None = None


class Power(Frame, tag="mediation.power"):
    """A power card that is being used."""

    character: str
    power: str
    choice: Answer = {}
    stage: Literal["effect", "discard"] = "effect"
    owner: int | None = None


class EvacuateAgain(Frame, tag="mediation.evacuate_again"):
    """A second population that may be evacuated."""

    character: str
    owner: int | None = None


class Arrange(Frame, tag="mediation.arrange"):
    """Cards seen, to be put back in an order."""

    pile: PileName
    cards: tuple[str, ...]
    owner: int | None = None


class Disaster(Frame, tag="mediation.disaster"):
    """The disaster of a turn: drawn, and later resolved."""

    stage: Literal["draw", "resolve", "clear"]
