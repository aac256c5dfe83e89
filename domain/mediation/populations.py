"""Les jetons « Population ». Fleeing, losing, and where populations may stay."""

from msgspec.structs import replace

from domain.core.chance import Chance
from domain.core.forms import Answer, Form, pick_form
from domain.core.model import Ask, Fact, Outcome, again, done
from domain.core.rules import rule
from domain.mediation.board import INDEX, ORTH, free_places, orth
from domain.mediation.facts import PopulationLost, PopulationMoved
from domain.mediation.forms import cell_option, cells_split
from domain.mediation.frames import Flee, PickLost
from domain.mediation.result import watched
from domain.mediation.state import State, mediation
from domain.mediation.team import ask_the_team, decider


def still_to_flee(state: State, frame: Flee) -> tuple[str, ...]:
    """Cells that must be emptied and hold populations."""
    return tuple(cell for cell in frame.cells if cell not in frame.emptied and state.pop[cell])


@rule("mediation.pop.3", "mediation.var.dis.6")
def open_destinations(state: State, frame: Flee, cell: str) -> dict[str, int]:
    """Populations flee to adjacent cells with a free place that were not emptied before."""
    places = {beside: free_places(state, beside) for beside in orth(cell) if beside not in frame.emptied}
    return {beside: free for beside, free in places.items() if free > 0}


@mediation.step(Flee)
@watched
@rule("mediation.pop.3", "mediation.attack.8", "mediation.var.dis.6")
def flee(state: State, frame: Flee, chance: Chance) -> Outcome:
    """The team empties the cells one after another, in the order it likes."""
    cells = still_to_flee(state, frame)
    if not cells:
        return done()
    seat = decider(state, frame.owner)
    if state.options.auto_flee:
        return run_away(state, frame, {seat: flee_default(state, frame)}, chance)
    rules = ("mediation.pop.3",) if len(frame.cells) == 1 else ("mediation.pop.3", "mediation.var.dis.6")
    question = Ask(
        seat=seat, kind="flee", form=flee_form(state, frame), default=flee_default(state, frame), rules=rules
    )
    return ask_the_team(state, frame, question, run_away, chance)


def flee_form(state: State, frame: Flee) -> Form:
    """The cell to empty next and where its populations go."""
    options = []
    for cell in still_to_flee(state, frame):
        places = open_destinations(state, frame, cell)
        total = min(state.pop[cell], sum(places.values()))
        options.append(cell_option(cell, *((cells_split("to", places, total),) if places else ())))
    return pick_form("cell", *options)


def flee_default(state: State, frame: Flee) -> Answer:
    """First the cell with the fewest ways out; Base U first, then safe and empty cells."""
    struck = set(frame.cells)
    cell = min(still_to_flee(state, frame), key=lambda c: (sum(beside not in struck for beside in ORTH[c]), INDEX[c]))
    places = open_destinations(state, frame, cell)
    going: dict[str, int] = {}
    for _ in range(min(state.pop[cell], sum(places.values()))):
        left = [place for place in places if going.get(place, 0) < places[place]]
        best = min(
            left,
            key=lambda place: (
                place != state.base_u,
                place in struck,
                state.pop[place] + going.get(place, 0),
                left.index(place),
            ),
        )
        going[best] = going.get(best, 0) + 1
    return {"cell": cell, "to": going} if places else {"cell": cell}


@mediation.answer(Flee)
@watched
@rule("mediation.pop.3", "mediation.pop.4")
def run_away(state: State, frame: Flee, given: dict[int, Answer], chance: Chance) -> Outcome:
    """Populations of a cell move one by one; those without a place are lost."""
    (answer,) = given.values()
    cell, going = answer["cell"], answer.get("to", {})
    moved = tuple(PopulationMoved(origin=cell, to=place) for place in orth(cell) for _ in range(going.get(place, 0)))
    stranded = state.pop[cell] - len(moved)
    after = replace(frame, emptied=(*frame.emptied, cell))
    return again(after, *moved, *losses(state, (cell,) * stranded))


@rule("mediation.pop.4")
def losses(state: State, cells: tuple[str, ...]) -> tuple[Fact, ...]:
    """Each lost population advances its cube by one space."""
    return tuple(PopulationLost(cell=cell, lost=state.lost + number) for number, cell in enumerate(cells, 1))


@mediation.step(PickLost)
@watched
@rule("mediation.eff.hostages", "mediation.dis.famine")
def pick_lost(state: State, frame: PickLost, chance: Chance) -> Outcome:
    """The team chooses which populations of an area are lost."""
    there = {cell: state.pop[cell] for cell in frame.cells if state.pop[cell]}
    number = min(frame.number, sum(there.values()))
    if not number:
        return done()
    question = Ask(
        seat=decider(state, frame.owner),
        kind="pick_lost",
        form=Form((cells_split("cells", there, number),)),
        default={"cells": most_crowded(there, number)},
        rules=(frame.rule,),
    )
    return ask_the_team(state, frame, question, give_up, chance)


def most_crowded(there: dict[str, int], number: int) -> dict[str, int]:
    """Again and again one population of the fullest cell."""
    taken: dict[str, int] = {}
    for _ in range(number):
        cell = min(there, key=lambda c: (taken.get(c, 0) - there[c], INDEX[c]))
        taken[cell] = taken.get(cell, 0) + 1
    return taken


@mediation.answer(PickLost)
@watched
def give_up(state: State, frame: PickLost, given: dict[int, Answer], chance: Chance) -> Outcome:
    """The chosen populations are lost one by one."""
    (answer,) = given.values()
    cells = tuple(cell for cell in frame.cells for _ in range(answer["cells"].get(cell, 0)))
    return done(*losses(state, cells))
