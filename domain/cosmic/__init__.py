"""Rencontre Cosmique, after the edition of Jeux Descartes, 1986."""

from domain.cosmic import (  # noqa: F401
    alliances,
    apply,
    bots,
    cards,
    cleanup,
    components,
    deals,
    destiny,
    duel,
    edicts,
    hands,
    invariants,
    losses,
    outcome,
    placing,
    plague,
    refusals,
    resolution,
    result,
    settlement,
    setup,
    turn,
    variants,
    view,
    windows,
)
from domain.cosmic.powers import (  # noqa: F401
    before,
    disc,
    end,
    gifts,
    hate,
    invite,
    judge,
    loss,
    questions,
    reveal,
    seal,
    start,
    vulch,
)
from domain.cosmic.state import Options, State, cosmic

__all__ = ["Options", "State", "cosmic"]
