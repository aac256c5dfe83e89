"""Deeds that are announced: carried out at once if nobody may contest them, else after a claim window."""

from collections.abc import Callable
from typing import TypeVar

from domain.core.model import Fact, Frame
from domain.core.rules import rule
from domain.water import frames
from domain.water.eligibility import eligible
from domain.water.facts import ClaimOpened
from domain.water.state import Announcement, Cause, State

Carry = Callable[[State, Announcement], tuple[Fact, ...]]
Function = TypeVar("Function", bound=Carry)

CARRYING: dict[Cause, Carry] = {}


def carries_out(*causes: Cause) -> Callable[[Function], Function]:
    """The function that carries out announced deeds of these causes."""

    def keep(function: Function) -> Function:
        CARRYING.update(dict.fromkeys(causes, function))
        return function

    return keep


def carry_out(state: State, action: Announcement) -> tuple[Fact, ...]:
    """What an announced deed comes to."""
    return CARRYING[action.cause](state, action)


@rule("water.conflict.1", "water.conflict.9")
def announce(state: State, action: Announcement) -> tuple[tuple[Fact, ...], tuple[Frame, ...]]:
    """The deed, or a window for those who may contest it; until that is settled nothing else goes on."""
    seats = eligible(state, action)
    if not seats:
        return carry_out(state, action), ()
    opened = ClaimOpened(cause=action.cause, actor=action.actor, action=action, eligible=seats)
    return (opened,), (frames.Claim(),)
