"""Ultimédiation: its chapters, imported so that they register their rules."""

from domain.mediation import (
    action_phase,
    apply,
    attacks,
    disasters,
    effects,
    groups,
    mediation_cards,
    populations,
    power_effects,
    powers,
    pyramids,
    setup,
    ship,
    team,
    turn,
    windows,
)
from domain.mediation.state import mediation

__all__ = [
    "action_phase",
    "apply",
    "attacks",
    "disasters",
    "effects",
    "groups",
    "mediation",
    "mediation_cards",
    "populations",
    "power_effects",
    "powers",
    "pyramids",
    "setup",
    "ship",
    "team",
    "turn",
    "windows",
]
