"""Figures that a view shows besides the state: they follow from it and save a client some sums."""

from typing import Any

from domain.kepler.components import THRESHOLDS, UNITS
from domain.kepler.state import kepler


@kepler.derives
def derived(view: dict[str, Any]) -> dict[str, Any]:
    """Levels on each planet, military totals as they stand now, the order of turns and the next threshold."""
    seats, done = view["seats"], view["scorings_done"]
    levels = {planet: [_level(seat["units"].get(planet, {})) for seat in seats] for planet in view["planets"]}
    order = [(view["first_seat"] + place) % view["players"] for place in range(view["players"])]
    return {
        "derived": {
            "planet_levels": levels,
            "military_totals": [sum(column) for column in zip(*levels.values(), strict=True)],
            "turn_order": order,
            "next_threshold": THRESHOLDS[done] if done < len(THRESHOLDS) else None,
        }
    }


def _level(units: dict[str, int]) -> int:
    return sum(UNITS[unit.id].level * units.get(unit.id, 0) for unit in UNITS.values())
