"""Kepler-3AD, a game by Christophe Coat."""

from domain.kepler import (  # noqa: F401  each chapter registers its rules
    actions,
    apply,
    bots,
    building,
    corporations,
    discs,
    influence,
    invariants,
    military,
    refusals,
    result,
    scoring,
    setup,
    turn,
    views,
)
from domain.kepler.state import Options, State, kepler

__all__ = ["Options", "State", "kepler"]
