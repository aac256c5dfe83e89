"""How endangered populations are: what the sensible opponent tries to keep low."""

from domain.mediation.board import CELLS_SET, ORTH, capacity, is_forbidden, is_immune
from domain.mediation.components import CELLS
from domain.mediation.state import State

SCARCE = 0.15
COMPANY = 0.04
DISCARDED = 0.35
"""How much less a cell is threatened while its card lies on the discard."""


class Crowd:
    """Populations on a board that can be changed in thought."""

    def __init__(self, state: State) -> None:
        self.pop = dict(state.pop)
        self.places = {cell: 0 if is_forbidden(state, cell) else capacity(state, cell) for cell in CELLS}
        self.threat = dict.fromkeys(CELLS, 1.0)
        for cell in CELLS:
            if is_immune(state, cell) or cell in state.attacks:
                self.threat[cell] = 0.0
            elif cell in state.piles["attack"].discard:
                self.threat[cell] = DISCARDED

    def free(self, cell: str) -> int:
        """How many populations a cell would still take."""
        return max(0, self.places[cell] - self.pop[cell])

    def danger(self, cell: str) -> float:
        """Populations that an attack would cost, and a little for company and scarce ways out."""
        here = self.pop[cell]
        if not here or not self.threat[cell]:
            return 0.0
        out = sum(self.free(beside) for beside in ORTH[cell])
        return self.threat[cell] * (max(0, here - out) + SCARCE * here / (1 + out) + COMPANY * here * (here - 1))

    def near(self, *cells: str) -> float:
        """The danger on and beside some cells."""
        seen = {place for cell in cells for place in (cell, *ORTH[cell])}
        return sum(self.danger(cell) for cell in seen)

    def total(self) -> float:
        """The danger of the whole board."""
        return sum(self.danger(cell) for cell in CELLS_SET)

    def moved(self, origin: str, to: str) -> float:
        """How much less danger there is if a population goes from one cell to another."""
        before = self.near(origin, to)
        self.pop[origin] -= 1
        self.pop[to] += 1
        after = self.near(origin, to)
        self.pop[origin] += 1
        self.pop[to] -= 1
        return before - after

    def uncovered(self, cell: str, room: int) -> float:
        """How much less danger there is if a cell takes populations again."""
        before = self.near(cell)
        kept, self.places[cell] = self.places[cell], room
        after = self.near(cell)
        self.places[cell] = kept
        return before - after

    def after(self, changes: dict[str, int]) -> float:
        """The danger of the whole board with more or fewer populations on some cells."""
        kept = {cell: self.pop[cell] for cell in changes}
        for cell, number in changes.items():
            self.pop[cell] += number
        danger = self.total()
        self.pop.update(kept)
        return danger
