"""How many moves it takes from one cell to another."""

from functools import cache

from domain.mediation.board import ORTH
from domain.mediation.components import BOARD
from domain.mediation.movement import DIAGONAL_WALKERS
from domain.mediation.state import Camp, State

WIDTH = len(BOARD.columns)


@cache
def _steps(origin: str, to: str, is_diagonal: bool, is_round: bool) -> int:  # noqa: FBT001
    across = abs(BOARD.columns.index(origin[0]) - BOARD.columns.index(to[0]))
    down = abs(int(origin[1]) - int(to[1]))
    straight = across + down
    if is_round:
        straight = min(across, WIDTH - across) + min(down, BOARD.rows - down)
    return min(straight, max(across, down)) if is_diagonal else straight


def moves_between(state: State, character: str, origin: str, to: str) -> int:
    """How many move actions a character needs, whatever lies in between."""
    steps = _steps(origin, to, character in DIAGONAL_WALKERS, state.options.round_earth)
    return (steps + 1) // 2 if character == "elli" else steps


def moves_to_base(state: State, character: str, camp: Camp) -> int:
    """How many move actions a character needs before it can mediate."""
    here, base = state.chars[character].cell, state.bases[camp]
    places = (base, *ORTH[base]) if character == "nikitas" else (base,)
    return min(moves_between(state, character, here, place) for place in places)
