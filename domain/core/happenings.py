"""What happens to the flow of any match: it begins, seats answer, the agenda moves."""

from typing import Annotated, Any, Generic

from domain.core.forms import Answer
from domain.core.model import F, Fact, Item, S
from domain.core.result import Result
from domain.core.words import nobody, only


class Begun(Fact, Generic[S, F], tag="core.begun.v1"):
    """A match begins, from its set-up or from a position."""

    state: Annotated[S, nobody]
    agenda: Annotated[tuple[Item[F], ...], nobody]
    serial: Annotated[int, nobody]
    draws: Annotated[dict[str, int], nobody] = {}


class Answered(Fact, tag="core.answered.v1"):
    """A seat has answered a decision."""

    decision: Annotated[str, only("seat")]
    seat: Annotated[int, only("seat")]
    answer: Annotated[Answer, only("seat")]


class Withdrawn(Fact, tag="core.withdrawn.v1"):
    """A seat has taken back an answer that was still waiting for the others."""

    decision: Annotated[str, only("seat")]
    seat: Annotated[int, only("seat")]


class Turned(Fact, tag="core.turned.v1"):
    """Face-down cards of a real table are known by other names, by place in the state: the host has seen some."""

    names: Annotated[dict[str, str], nobody]


class FlowMoved(Fact, Generic[F], tag="core.flow_moved.v1", omit_defaults=True):
    """The net change of the agenda by one append: the bottom `keep` items stay, the others are these."""

    keep: Annotated[int, nobody]
    push: Annotated[tuple[Item[F], ...], nobody]
    serial: Annotated[int, nobody]
    draws: Annotated[dict[str, int], nobody] = {}
    entered: Annotated[dict[str, Any], nobody] = {}
    hidden: Annotated[dict[str, tuple[str, str]], nobody] = {}
    result: Annotated[Result | None, nobody] = None
    unsealed: Annotated[bool, nobody] = False
    """Whether sealed answers of several seats were carried out together, and so came to light."""


CORE_FACTS: tuple[type[Fact], ...] = (Begun, Answered, Withdrawn, Turned, FlowMoved)
