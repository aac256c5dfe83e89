"""What a character could do with its next cube, and what that is worth to the sensible opponent, in thousandths."""

from collections.abc import Iterator
from functools import cached_property
from itertools import product

from msgspec import Struct

from domain.core.forms import Answer
from domain.mediation.board import ORTH, ROWS, capacity, in_play, is_covered
from domain.mediation.cancelling import cancel_options, is_unprotected
from domain.mediation.components import BOARD, CAMPS, MEDIATORS, PROTECTORS, TELEPORTER
from domain.mediation.crowding import Crowd
from domain.mediation.forms import targets
from domain.mediation.mediation_cards import mediate_options
from domain.mediation.movement import move_options, population_options
from domain.mediation.ship import ship_options
from domain.mediation.state import Camp, State
from domain.mediation.walking import moves_between, moves_to_base

TALK = 9000
APPROACH = 6000
HELPING_APPROACH = 100
"""It is worth little to bring somebody who is no mediator to a base."""
RELIEF = 42
"""How much a danger averted is worth, in tenths."""
HOMELY = 150
SHIP = 5000
ROW = {6: 1500, 7: 5000, 8: 14000}
DISASTER = {"quake": 4000, "tsunami": 4000, "hurricane": 6000, "firestorm": 3000, "contamination": 2500}
OTHER_DISASTER = 4500


def relieved(danger: int) -> int:
    """What it is worth to avert a danger."""
    return RELIEF * danger // 10


class Prospect(Struct, frozen=True):
    """An answer and its worth."""

    worth: int
    answer: Answer


NOTHING = Prospect(0, {"do": "pass"})


class Outlook:
    """A board as the sensible opponent sees it: dangers, targets and who should talk to whom."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.crowd = Crowd(state)
        self._best: dict[str, Prospect] = {}

    @cached_property
    def wanted(self) -> tuple[Camp, ...]:
        """Camps where needs are still missing."""
        return tuple(camp for camp in CAMPS if len(self.state.needs_found[camp]) < self.state.need_target)

    @cached_property
    def target_worth(self) -> dict[str, int]:
        """What it is worth to cancel each thing on the board."""
        return {target: self._worth_of(*target.split(":")) for target in targets(self.state)}

    def _worth_of(self, what: str, cell: str) -> int:
        state = self.state
        if what == "disaster":
            kind = state.active_disaster.kind if state.active_disaster else ""
            return DISASTER.get(kind, OTHER_DISASTER)
        is_opened = self._would_open(what, cell)
        relief = relieved(self.crowd.uncovered(cell, capacity(state, cell))) if is_opened else 0
        if what == "contamination":
            return relief
        row = ROWS[int(cell[1]) - 1]
        return relief + ROW.get(sum(is_covered(state, place) for place in row), 0)

    def _would_open(self, what: str, cell: str) -> bool:
        """Whether nothing else keeps populations off the cell."""
        others = {"attack": self.state.contaminated, "contamination": self.state.attacks}[what]
        return cell not in others and cell not in self.state.pd and cell not in self.state.bases.values()

    @cached_property
    def missions(self) -> dict[str, Camp]:
        """Who goes to which camp: near ones, and more of them where more needs are missing."""
        names = [name for name in in_play(self.state) if name in MEDIATORS]
        if not self.wanted:
            return {}
        missing = {camp: self.state.need_target - len(self.state.needs_found[camp]) for camp in self.wanted}
        total = sum(missing.values())

        def cost(plan: tuple[Camp, ...]) -> int:
            away = sum(moves_to_base(self.state, name, camp) for name, camp in zip(names, plan, strict=True))
            uneven = sum(abs(total * plan.count(camp) - len(names) * missing[camp]) for camp in self.wanted)
            return total * away + uneven

        best = min(product(self.wanted, repeat=len(names)), key=cost)
        return dict(zip(names, best, strict=True))

    def best(self, name: str) -> Prospect:
        """The best that a character can do alone."""
        if name not in self._best:
            self._best[name] = max(self.prospects(name), key=lambda prospect: prospect.worth, default=NOTHING)
        return self._best[name]

    def prospects(self, name: str) -> Iterator[Prospect]:
        """Everything that a character can do alone, with its worth."""
        state = self.state
        for option in mediate_options(state, name):
            if option.args["camp"] in self.wanted:
                yield Prospect(TALK, {"do": option.id})
        for option in cancel_options(state, name):
            target = f"{option.args['what']}:{option.args['cell']}"
            yield Prospect(self.target_worth[target], {"do": option.id})
        for option in ship_options(state, name):
            yield Prospect(SHIP, {"do": option.id})
        yield from self._teleports(name)
        yield from self._moves(name)

    def _teleports(self, name: str) -> Iterator[Prospect]:
        for option in population_options(self.state, name):
            gain, to = self.refuge(str(option.args["cell"]))
            yield Prospect(gain, {"do": option.id, "to": to})

    def refuge(self, origin: str) -> tuple[int, str]:
        """Where a population of a cell would be safest, and what that is worth."""
        return max((self.relief(origin, to), to) for to in self.crowd.arrivals if to != origin)

    @cached_property
    def rescue(self) -> tuple[int, str, str] | None:
        """The population that most needs to go somewhere else, wherever it is."""
        others = self.crowd.arrivals
        cells = [cell for cell in self.crowd.departures if others.keys() - {cell}]
        if not cells:
            return None
        origin = min(cells, key=self.crowd.departures.__getitem__)
        worth, to = self.refuge(origin)
        return worth, origin, to

    def relief(self, origin: str, to: str) -> int:
        """What it is worth to bring a population from one cell to another."""
        homely = HOMELY if to == self.state.base_u else -HOMELY if origin == self.state.base_u else 0
        return relieved(self.crowd.moved(origin, to)) + homely

    def _moves(self, name: str) -> Iterator[Prospect]:
        options = move_options(self.state, name)
        goals = tuple(self._goals(name)) if options else ()
        here = self.state.chars[name].cell
        ends = {str(option.args["cell"]) for option in options}
        worths = {cell: max((self._step_worth(name, here, cell, goal) for goal in goals), default=0) for cell in ends}
        for option in options:
            worth = worths[str(option.args["cell"])]
            if worth > 0:
                yield Prospect(worth - 10 * ("via" in option.args), {"do": option.id})

    def _goals(self, name: str) -> Iterator[tuple[str, int, int]]:
        """Cells worth going to: the cell, the worth of going there, and of doing something there."""
        state = self.state
        is_mediator = name in MEDIATORS
        if state.chars[name].used.get("mediate", 0) < 1 or is_mediator:
            for camp in self.wanted if not is_mediator else (self.missions[name],) if name in self.missions else ():
                approach = APPROACH if is_mediator else HELPING_APPROACH
                for cell in (state.bases[camp], *(ORTH[state.bases[camp]] if name == "nikitas" else ())):
                    yield cell, approach, approach
        if name in PROTECTORS or name == TELEPORTER or not is_unprotected(state, name):
            for target, worth in self.target_worth.items():
                cell = target.split(":")[1]
                for place in (cell, *(ORTH[cell] if name == "ilias" else ())):
                    yield place, 0, worth
        if name == TELEPORTER and state.pop[state.base_u] == BOARD.ship_load and state.ship <= 8:
            yield state.base_u, 0, SHIP

    def _step_worth(self, name: str, here: str, cell: str, goal: tuple[str, int, int]) -> int:
        """A step is worth something if it brings a goal nearer; the nearer the more."""
        place, approach, worth = goal
        before, after = moves_between(self.state, name, here, place), moves_between(self.state, name, cell, place)
        if after >= before:
            return 0
        return approach + 100 // (1 + after) if approach else worth // (1 + before)
