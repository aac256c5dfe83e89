"""Bataille pour le Climat, a game by Laurent-Xavier Lamory."""

from domain.climate import (  # noqa: F401
    actions,
    activation,
    apply,
    bots,
    calamities,
    card_refusals,
    dice,
    effects,
    electricity,
    employers,
    events,
    implantation,
    influence,
    institutions,
    invariants,
    joint_action,
    living_standard,
    population,
    propagation,
    refusals,
    result,
    seats,
    setup,
    turn,
    views,
    war,
    warming,
)
from domain.climate.state import State, climate

__all__ = ["State", "climate"]
