"""Kepler-3AD, a game by Christophe Coat."""

from domain.core.game import register
from domain.kepler import (  # noqa: F401
    apply,
    bots,
    invariants,
    refusals,
    result,
    scoring,
    setup,
    turn,
)
from domain.kepler.state import State, kepler

register(kepler)

__all__ = ["State", "kepler"]
