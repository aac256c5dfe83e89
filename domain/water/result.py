"""The end: points, objectives, the common pollution, places."""

from domain.core.result import Result, places_by_key
from domain.core.rules import rule
from domain.water.components import OBJECTIVES
from domain.water.facts import GameEnded
from domain.water.networks import own_cells
from domain.water.objectives import is_reached
from domain.water.state import State

CUBES_PER_POINT = 3


@rule("water.score.1", "water.mode.1")
def pollution_left(state: State) -> int:
    """All pollution in the rivers and in the sea; there is none in the simplified mode."""
    return sum(state.pollution.values()) + state.sea_pollution


@rule("water.score.1", "water.obj.1")
def scores(state: State) -> tuple[int, ...]:
    """Victory points and objective, less one for every three pollution cubes, the same for all."""
    deduction = pollution_left(state) // CUBES_PER_POINT
    return tuple(state.vp[seat] + objective_points(state, seat) - deduction for seat in range(state.n))


def objective_points(state: State, seat: int) -> int:
    """What the objective is worth to a seat."""
    card = state.objective[seat]
    return OBJECTIVES[card].vp if card is not None and is_reached(state, seat) else 0


def crises(state: State, seat: int) -> int:
    """Crisis cubes on a seat's buildings."""
    return len(state.crisis & set(own_cells(state, seat)))


def ended(state: State) -> GameEnded:
    """The final count, with all objectives shown."""
    return GameEnded(
        pollution=pollution_left(state),
        objectives=state.objective,
        reached=tuple(is_reached(state, seat) for seat in range(state.n)),
        scores=scores(state),
    )


@rule("water.score.2", "water.end.1")
def result_of(state: State) -> Result:
    """Higher score, then more coins, then fewer crises; else the place is shared."""
    final = scores(state)
    keys: dict[int, tuple[int, ...]] = {
        seat: (final[seat], state.thunes[seat], -crises(state, seat)) for seat in range(state.n)
    }
    places = places_by_key(keys, dict(enumerate(final)))
    pollution = pollution_left(state)
    return Result(
        kind="places",
        reason="turns_over",
        places=places,
        winners=tuple(place.seat for place in places if place.place == 1),
        details={
            "pollution": pollution,
            "deduction": pollution // CUBES_PER_POINT,
            "table_score": sum(final),
            "seats": [
                {
                    "seat": seat,
                    "vp": state.vp[seat],
                    "objective": state.objective[seat],
                    "reached": is_reached(state, seat),
                    "coins": state.thunes[seat],
                    "crises": crises(state, seat),
                }
                for seat in range(state.n)
            ],
        },
    )
