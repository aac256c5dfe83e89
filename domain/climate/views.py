"""Figures that a view shows besides the state: they follow from what everybody sees and save a client some sums."""

from typing import Any

import msgspec

from domain.climate import board
from domain.climate.components import REGION_IDS
from domain.climate.electricity import threshold
from domain.climate.institutions import thresholds
from domain.climate.state import Options, Region, SeatState, State, climate
from domain.climate.transformations import implant_threshold


@climate.marks
def marks(state: State) -> dict[str, int]:
    """Standing instructions run until the end of a turn or of a round."""
    return {"turn": state.turn, "round": board.round_of(state)}


@climate.derives
def derived(view: dict[str, Any]) -> dict[str, Any]:
    """What can be read off the board: resilience, emissions, thresholds, the active region."""
    state = seen(view)
    return {
        "derived": {
            "round": board.round_of(state),
            "active_region": board.active_region(state),
            "destruction": board.destruction(state),
            "seats_in_play": list(board.seats_in_play(state)),
            "implant_threshold": implant_threshold(state, "A"),
            "overconsumption_threshold": implant_threshold(state, "overconsumption"),
            "institution_thresholds": list(thresholds(state)),
            "regions": {name: region_figures(state, name) for name in REGION_IDS},
        }
    }


def seen(view: dict[str, Any]) -> State:
    """The public part of a view as a state, hands left out."""
    return State(
        options=msgspec.convert(view["options"], Options),
        turn=view["turn"],
        seats=msgspec.convert(view["seats"], tuple[SeatState, ...]),
        hands=(),
        region_order=tuple(view["region_order"]),
        specials_flipped=view["specials_flipped"],
        zones=view["zones"],
        global_pts=tuple(view["global_pts"]),
        regions={name: msgspec.convert(region, Region) for name, region in view["regions"].items()},
    )


def region_figures(state: State, name: str) -> dict[str, Any]:
    """What follows from the tokens of a region."""
    region = state.regions[name]
    emitted = board.emissions(state, name)
    return {
        "resilience": board.resilience(region),
        "pop_unit": board.pop_unit(region),
        "sharing": board.is_sharing(region),
        "oil_units": board.oil_units(region),
        "elec_units": board.elec_units(region),
        "production": board.production(region),
        "pairs": board.pairs(region),
        "emissions": emitted,
        "ghg_at_activation": board.region_ghg(emitted, region.population),
        "electricity_threshold": threshold(state, name),
    }
