"""Secret objectives, checked once at the end."""

from collections import Counter

from domain.core.rules import rule
from domain.water.networks import access, own_cells
from domain.water.state import State

PARKS, HARVESTERS, HOMES, EARNERS, UNIVERSITIES, CELLS, TREATED, BUILDINGS = 3, 3, 3, 3, 2, 12, 8, 8


@rule("water.obj.1")
def is_reached(state: State, seat: int) -> bool:
    """Whether a seat's objective holds on the final board."""
    cells = own_cells(state, seat)
    own = Counter(state.constructions[cell].type for cell in cells)
    match state.objective[seat]:
        case "O1":
            return own["renewable_park"] >= PARKS and not own["power_plant"]
        case "O2":
            return own["farm"] + own["fishing_port"] >= HARVESTERS
        case "O3":
            return own["residential_zone"] >= HOMES
        case "O4":
            return own["industrial_zone"] + own["mine"] >= EARNERS
        case "O5":
            return own["university"] >= UNIVERSITIES
        case "O6":
            return len(access(state, seat)) >= CELLS
        case "O7":
            return state.treated_total[seat] >= TREATED
        case "O8":
            is_calm = not state.riots[seat] and not state.crisis & set(cells)
            return is_calm and len(cells) - own["junction"] >= BUILDINGS
    return False
