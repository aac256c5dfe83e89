"""How endangered populations are: what the sensible opponent tries to keep low."""

from functools import cached_property

from domain.mediation.board import ORTH, capacity, is_forbidden, is_immune
from domain.mediation.components import CELLS
from domain.mediation.state import State

SCARCE = 0.15
COMPANY = 0.04
DISCARDED = 0.35
"""How much less a cell is threatened while its card lies on the discard."""

PLUS = {cell: frozenset((cell, *ORTH[cell])) for cell in CELLS}
REACHED = {cell: frozenset(other for other in CELLS if PLUS[cell] & PLUS[other]) for cell in CELLS}
"""Cells so near that a change on one is felt beside the other."""


class Crowd:
    """Populations on a board that can be changed in thought."""

    def __init__(self, state: State) -> None:
        self.pop = dict(state.pop)
        self.places = {cell: 0 if is_forbidden(state, cell) else capacity(state, cell) for cell in CELLS}
        self.threat = dict.fromkeys(CELLS, 1.0)
        resting = frozenset(state.piles["attack"].discard)
        for cell in CELLS:
            if cell in state.attacks or is_immune(state, cell):
                self.threat[cell] = 0.0
            elif cell in resting:
                self.threat[cell] = DISCARDED

    def free(self, cell: str) -> int:
        """How many populations a cell would still take."""
        return max(0, self.places[cell] - self.pop[cell])

    def danger(self, cell: str) -> float:
        """Populations that an attack would cost, and a little for company and scarce ways out."""
        here, threat = self.pop[cell], self.threat[cell]
        if not here or not threat:
            return 0.0
        out = 0
        for beside in ORTH[cell]:
            left = self.places[beside] - self.pop[beside]
            if left > 0:
                out += left
        lost = here - out if here > out else 0
        return threat * (lost + SCARCE * here / (1 + out) + COMPANY * here * (here - 1))

    @cached_property
    def dangers(self) -> dict[str, float]:
        """The danger of each cell as things stand."""
        return {cell: self.danger(cell) for cell in CELLS}

    @cached_property
    def arrivals(self) -> dict[str, float]:
        """How much danger one more population on a cell makes."""
        return {cell: self._changed({cell: 1}, PLUS[cell]) for cell in CELLS if self.free(cell)}

    @cached_property
    def departures(self) -> dict[str, float]:
        """How much danger one population fewer on a cell makes; mostly less than none."""
        return {cell: self._changed({cell: -1}, PLUS[cell]) for cell in CELLS if self.pop[cell]}

    def _changed(self, changes: dict[str, int], felt: frozenset[str]) -> float:
        for cell, number in changes.items():
            self.pop[cell] += number
        danger = sum(self.danger(cell) for cell in felt)
        for cell, number in changes.items():
            self.pop[cell] -= number
        return danger - sum(self.dangers[cell] for cell in felt)

    def moved(self, origin: str, to: str) -> float:
        """How much less danger there is if a population goes from one cell to another."""
        if to not in REACHED[origin]:
            return -self.departures[origin] - self.arrivals[to]
        return -self._changed({origin: -1, to: 1}, PLUS[origin] | PLUS[to])

    def uncovered(self, cell: str, room: int) -> float:
        """How much less danger there is if a cell takes populations again."""
        kept, self.places[cell] = self.places[cell], room
        after = sum(self.danger(place) for place in PLUS[cell])
        self.places[cell] = kept
        return sum(self.dangers[place] for place in PLUS[cell]) - after

    def after(self, changes: dict[str, int]) -> float:
        """The danger that changes would add to the board as it was."""
        felt = frozenset().union(*(PLUS[cell] for cell in changes))
        return self._changed(changes, felt)
