"""Figures that a client would else work out from a view."""

from typing import Any

from domain.mediation.components import BOARD, CAMPS, LAST_SPACE
from domain.mediation.state import mediation


@mediation.derives
def figures(view: dict[str, Any]) -> dict[str, Any]:
    """Where the cubes stand, what is missing, how full each row is and how many places cells have."""
    return {
        "turn_space": view["turn"],
        "lost_space": LAST_SPACE - view["lost"],
        "gap": LAST_SPACE - view["lost"] - view["turn"],
        "needs_missing": {camp: max(0, view["need_target"] - len(view["needs_found"].get(camp, ()))) for camp in CAMPS},
        "covered": covered(view),
        "ship_room": BOARD.ship_capacity - view["ship"],
        "capacity": capacities(view),
    }


def covered(view: dict[str, Any]) -> dict[str, int]:
    """How many cells of each row are covered."""
    cards = {*view["attacks"], *view["pd"], view["base_u"]}
    return {str(row): sum(f"{column}{row}" in cards for column in BOARD.columns) for row in range(1, BOARD.rows + 1)}


def capacities(view: dict[str, Any]) -> dict[str, int]:
    """Cells that hold more than the others."""
    corners = {cell: BOARD.corner_capacity for cell in BOARD.corners if cell in view["pyramids"]}
    return {**corners, **({view["base_u"]: BOARD.base_capacity} if view["base_u"] else {})}
