"""The opening: homes, then rounds of building until nobody wants to."""

from msgspec.structs import replace

from domain.core.chance import Chance
from domain.core.forms import Answer, Option
from domain.core.model import Ask, Fact, Outcome, again, ask, done
from domain.core.rules import rule
from domain.water import building, frames
from domain.water.board import CELLS, INDEX, NEIGHBOURS, RIVER, TERRAIN
from domain.water.facts import HomePlaced, OpeningEnded, OpeningPassed, PhaseStarted
from domain.water.forms import deed, pick
from domain.water.state import State, water
from domain.water.telling import Telling

END = Option("end")


@water.step(frames.Home)
@rule("water.opening.1")
def home(state: State, frame: frames.Home, chance: Chance) -> Outcome:
    """Each community in turn puts a residential zone on a free meadow cell."""
    cells = free_meadow(state)
    best = min(cells, key=lambda cell: (-len(NEIGHBOURS[cell] & set(RIVER)), INDEX[cell]))
    form = pick(*(deed(f"home:{cell}", cell=cell) for cell in cells))
    default = {"do": f"home:{best}"}
    return ask(Ask(seat=frame.seat, kind="place_home", form=form, default=default, rules=("water.opening.1",)))


def free_meadow(state: State) -> list[str]:
    """Meadow on which nothing stands."""
    return [cell for cell in CELLS if TERRAIN[cell] == "meadow" and cell not in state.constructions]


@water.answer(frames.Home)
@rule("water.opening.1")
def settled(state: State, frame: frames.Home, given: dict[int, Answer], chance: Chance) -> Outcome:
    """The tile is free."""
    return done(HomePlaced(seat=frame.seat, cell=given[frame.seat]["do"].split(":")[1]))


@water.step(frames.Opening)
@rule("water.opening.2")
def opening(state: State, frame: frames.Opening, chance: Chance) -> Outcome:
    """In a go a seat builds a single junction, or one or more buildings, or passes."""
    if state.phase != "opening_build":
        return again(frame, PhaseStarted(phase="opening_build"))
    if frame.given:
        return again(replace(frame, go_actions=frame.go_actions + 1))
    seat = state.order[frame.place]
    form = building.building_form(state, seat, junctions=frame.go_actions == 0, rest=(END,))
    default = {"do": "end"}
    return ask(Ask(seat=seat, kind="opening_build", form=form, default=default, rules=("water.opening.2",)))


@water.answer(frames.Opening)
@rule("water.opening.2", "water.opening.3")
def opened(state: State, frame: frames.Opening, given: dict[int, Answer], chance: Chance) -> Outcome:
    """A junction or the end closes the go; ending without a deed is a pass."""
    seat = state.order[frame.place]
    answer = given[seat]
    if answer["do"] == "end":
        return next_go(state, frame, *(() if frame.go_actions else (OpeningPassed(seat=seat),)))
    facts, then = building.ordered(state, seat, answer)
    if answer["do"] == "build:junction":
        return next_go(state, frame, *facts)
    return again(replace(frame, go_actions=frame.go_actions + (not then)), *facts, then=then)


@rule("water.opening.3")
def next_go(state: State, frame: frames.Opening, *facts: Fact) -> Outcome:
    """The next seat goes; a round in which all passed is the last."""
    told = Telling(state)
    told.tell(*facts)
    if frame.place + 1 < state.n:
        return again(frames.Opening(round=frame.round, place=frame.place + 1), *facts, fresh=True)
    if len(told.state.passed) == state.n:
        return done(*facts, OpeningEnded())
    return again(frames.Opening(round=frame.round + 1), *facts, fresh=True)
