"""How endangered populations are: what the sensible opponent tries to keep low, in thousandths of a population."""

from functools import cached_property

from domain.mediation.board import ORTH, capacity, is_forbidden, is_immune
from domain.mediation.components import CELLS
from domain.mediation.state import State

POPULATION = 1000
SCARCE = 150
COMPANY = 40
THREATENED = 100
DISCARDED = 35
"""How much a cell is threatened, in hundredths, while its card lies on the discard."""

PLUS = {cell: frozenset((cell, *ORTH[cell])) for cell in CELLS}
REACHED = {cell: frozenset(other for other in CELLS if PLUS[cell] & PLUS[other]) for cell in CELLS}
"""Cells so near that a change on one is felt beside the other."""


class Crowd:
    """Populations on a board that can be changed in thought."""

    def __init__(self, state: State) -> None:
        self.pop = dict(state.pop)
        self.places = {cell: 0 if is_forbidden(state, cell) else capacity(state, cell) for cell in CELLS}
        self.threat = dict.fromkeys(CELLS, THREATENED)
        resting = frozenset(state.piles["attack"].discard)
        for cell in CELLS:
            if cell in state.attacks or is_immune(state, cell):
                self.threat[cell] = 0
            elif cell in resting:
                self.threat[cell] = DISCARDED

    def free(self, cell: str) -> int:
        """How many populations a cell would still take."""
        return max(0, self.places[cell] - self.pop[cell])

    def danger(self, cell: str) -> int:
        """Populations that an attack would cost, and a little for company and scarce ways out."""
        here, threat = self.pop[cell], self.threat[cell]
        if not here or not threat:
            return 0
        out = 0
        for beside in ORTH[cell]:
            left = self.places[beside] - self.pop[beside]
            if left > 0:
                out += left
        lost = here - out if here > out else 0
        return threat * (POPULATION * lost + SCARCE * here // (1 + out) + COMPANY * here * (here - 1)) // THREATENED

    @cached_property
    def dangers(self) -> dict[str, int]:
        """The danger of each cell as things stand."""
        return {cell: self.danger(cell) for cell in CELLS}

    @cached_property
    def arrivals(self) -> dict[str, int]:
        """How much danger one more population on a cell makes."""
        return {cell: self._changed({cell: 1}, PLUS[cell]) for cell in CELLS if self.free(cell)}

    @cached_property
    def departures(self) -> dict[str, int]:
        """How much danger one population fewer on a cell makes; mostly less than none."""
        return {cell: self._changed({cell: -1}, PLUS[cell]) for cell in CELLS if self.pop[cell]}

    def _changed(self, changes: dict[str, int], felt: frozenset[str]) -> int:
        for cell, number in changes.items():
            self.pop[cell] += number
        danger = sum(self.danger(cell) for cell in felt)
        for cell, number in changes.items():
            self.pop[cell] -= number
        return danger - sum(self.dangers[cell] for cell in felt)

    def moved(self, origin: str, to: str) -> int:
        """How much less danger there is if a population goes from one cell to another."""
        if to not in REACHED[origin]:
            return -self.departures[origin] - self.arrivals[to]
        return -self._changed({origin: -1, to: 1}, PLUS[origin] | PLUS[to])

    def uncovered(self, cell: str, room: int) -> int:
        """How much less danger there is if a cell takes populations again."""
        kept, self.places[cell] = self.places[cell], room
        after = sum(self.danger(place) for place in PLUS[cell])
        self.places[cell] = kept
        return sum(self.dangers[place] for place in PLUS[cell]) - after

    def after(self, changes: dict[str, int]) -> int:
        """The danger that changes would add to the board as it was."""
        felt = frozenset().union(*(PLUS[cell] for cell in changes))
        return self._changed(changes, felt)
