"""Team decisions: each day the seat whose day it is answers for all, or all vote."""

from typing import Annotated, Any

from msgspec.structs import replace

from domain.core.chance import Chance
from domain.core.forms import Answer, Form, Option, Pick, Split, Target
from domain.core.game import Start
from domain.core.model import Ask, Fact, Frame, Outcome, ask_team, done, over
from domain.core.record import Record
from domain.core.result import Place, Result
from domain.core.words import public
from tests.shapes.made import shape

DAYS = 4
PATHS = ("ford", "ridge", "wood")


class State(Record, kw_only=True, forbid_unknown_fields=True):
    seats: Annotated[int, public]
    walked: Annotated[tuple[str, ...], public] = ()
    loads: Annotated[dict[str, int], public] = {}


class DayWalked(Fact, tag="expedition.day_walked.v1"):
    path: Annotated[str, public]
    loads: Annotated[dict[str, int], public]


class Day(Frame, tag="expedition.day"):
    pass


expedition = shape("expedition", State, seats=(2, 5))


@expedition.starts
def start(options: Any, seats: int) -> Start:
    return Start(state=State(seats=seats), agenda=(Day(),))


@expedition.step(Day)
def day(state: State, frame: Day, chance: Chance) -> Outcome:
    """The team settles a path and how the load is spread over mules."""
    number = len(state.walked)
    if number == DAYS:
        places = tuple(Place(seat=seat, place=1, score=DAYS) for seat in range(state.seats))
        return over(Result(kind="team", reason="arrived", outcome="victory", places=places))
    mules = tuple(Target(name, 0, 2) for name in ("grey", "brown"))
    form = Form((Pick(name="path", options=tuple(map(Option, PATHS))), Split(name="load", targets=mules, min=0, max=3)))
    owner = number % state.seats
    return ask_team(Ask(seat=owner, kind="path", form=form, default={"path": "wood"}))


@expedition.answer(Day)
def walked(state: State, frame: Day, given: dict[int, Answer], chance: Chance) -> Outcome:
    ((_, answer),) = given.items()
    return done(DayWalked(path=answer["path"], loads=answer["load"]), then=(frame,))


@expedition.applies(DayWalked)
def day_walked(state: State, fact: DayWalked) -> State:
    return replace(state, walked=(*state.walked, fact.path), loads=fact.loads)
