"""The course of a procedure: facts noted one after the other, each seeing the state the earlier ones left."""

from domain.climate.state import Region, State, climate
from domain.core.model import Fact


class Course:
    """What happened so far in one step, and how the table stands after it."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.facts: list[Fact] = []

    def note(self, *facts: Fact) -> None:
        """Let facts happen."""
        for fact in facts:
            self.state = climate.apply(self.state, fact)
            self.facts.append(fact)

    def region(self, name: str) -> Region:
        """A region as it stands now."""
        return self.state.regions[name]
