"""Several facts in a row, each reckoned from the table as the one before left it."""

from domain.core.model import Fact
from domain.water.state import State, water


class Telling:
    """Facts gathered while they are carried out on a table of their own."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.facts: list[Fact] = []

    def tell(self, *facts: Fact) -> None:
        """Let facts happen."""
        for fact in facts:
            self.state = water.apply(self.state, fact)
            self.facts.append(fact)
