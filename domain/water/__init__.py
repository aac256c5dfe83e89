"""Hexag'o, the game of sharing water, by the University of Geneva and La Bêta-Pi."""

from domain.water import (  # noqa: F401  each chapter registers its rules
    apply,
    apply_works,
    bots,
    building,
    cards,
    collection,
    conflicts,
    dams,
    demolition,
    harvest,
    initiative,
    invariants,
    mediator,
    opening,
    pollution,
    refusals,
    refusals_of_works,
    result,
    setup,
    supply,
    trade,
    treatment,
    views,
)
from domain.water.state import Options, State, water

__all__ = ["Options", "State", "water"]
