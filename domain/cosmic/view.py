"""Figures that a view shows besides what lies on the table, and what instructions can run until."""

from typing import Any

from domain.core.rules import rule
from domain.cosmic.components import PLANETS
from domain.cosmic.state import State, cosmic


@cosmic.marks
@rule("cosmic.window.5")
def marks(state: State) -> dict[str, int]:
    """A seat may pass windows until the end of the duel or of the turn."""
    return {"duel": state.duels, "turn": state.turns}


@cosmic.derives
@rule("cosmic.win.1", "cosmic.power.4")
def figures(view: dict[str, Any]) -> dict[str, Any]:
    """Bases at home and abroad, and who has lost the use of its powers, from what everybody sees."""
    colours = view["colours"]
    needed = 3 if view["seats"] > 2 else 2
    found = []
    for colour, held in zip(colours, view["tokens"], strict=True):
        foreign = sum(PLANETS[planet].colour != colour for planet, number in held["planets"].items() if number)
        places = {*held["planets"], *held["lifted"]} & set(PLANETS)
        at_home = sum(PLANETS[planet].colour == colour for planet in places)
        found.append({"foreign_bases": foreign, "home_bases": at_home, "power_lost": at_home < needed})
    return {"figures": found}
