"""Ultimédiation: four or seven envoys between two camps."""

from domain.mediation import (  # noqa: F401  each chapter registers its rules
    action_phase,
    apply,
    attacks,
    bots,
    disasters,
    effects,
    groups,
    invariants,
    mediation_cards,
    misfits,
    populations,
    power_effects,
    pyramids,
    refusals,
    setup,
    ship,
    team,
    turn,
    views,
    windows,
)
from domain.mediation.state import Options, State, mediation

__all__ = ["Options", "State", "mediation"]
