"""Splits: water from sources to fields with bounds on both sides, guards in or out, routes with repetition."""

from typing import Annotated, Any

from msgspec.structs import replace

from domain.core.chance import Chance
from domain.core.forms import Answer, Form, Group, Option, Pick, Select, Split, Target
from domain.core.game import Start
from domain.core.model import Ask, Fact, Frame, Outcome, ask, done, over
from domain.core.record import Record
from domain.core.words import public
from tests.shapes.made import ranked, shape, with_entry

SOURCES = {"A1": 3, "B2": 2}
FIELDS = {"rice": (1, 3), "maize": (0, 2)}
PIPES = ("A1>rice", "A1>maize", "B2>rice", "B2>maize")
TOWNS = tuple(Option(town) for town in ("dock", "hill", "mill"))


class State(Record, kw_only=True, forbid_unknown_fields=True):
    scores: Annotated[tuple[int, ...], public]
    guards: Annotated[dict[str, int], public]
    turns: Annotated[int, public] = 0


class Watered(Fact, tag="waterworks.watered.v1"):
    seat: Annotated[int, public]
    water: Annotated[dict[str, int], public]


class GuardsMoved(Fact, tag="waterworks.guards_moved.v1"):
    seat: Annotated[int, public]
    change: Annotated[dict[str, int], public]


class Travelled(Fact, tag="waterworks.travelled.v1"):
    seat: Annotated[int, public]
    route: Annotated[tuple[str, ...], public]
    back: Annotated[str, public]


class Turn(Frame, tag="waterworks.turn"):
    pass


waterworks = shape("waterworks", State)


@waterworks.starts
def start(options: Any, seats: int) -> Start:
    return Start(state=State(scores=(0,) * seats, guards={"east": 2, "west": 2}), agenda=(Turn(),))


@waterworks.step(Turn)
def turn(state: State, frame: Turn, chance: Chance) -> Outcome:
    """Water fields, move guards in or out, or travel."""
    if state.turns == 3 * len(state.scores):
        return over(ranked(state.scores, "turns"))
    options = (
        Option("water", {}, (_water(),)),
        Option("guard", {}, (_guards(state),)),
        Option("travel", {}, _journey()),
        Option("rest"),
    )
    form = Form((Pick(name="do", options=options),), {"towns": TOWNS})
    seat = state.turns % len(state.scores)
    return ask(Ask(seat=seat, kind="turn", form=form, default={"do": "rest"}))


def _water() -> Split:
    """Each source gives at most what it holds; each field takes between its least and its most."""
    sources = [Group(tuple(p for p in PIPES if p.startswith(s)), 0, held) for s, held in SOURCES.items()]
    fields = [Group(tuple(p for p in PIPES if p.endswith(f)), low, high) for f, (low, high) in FIELDS.items()]
    targets = tuple(Target(pipe, 0, 2) for pipe in PIPES)
    return Split(name="water", targets=targets, min=2, max=5, groups=(*sources, *fields))


def _guards(state: State) -> Split:
    """Guards come and go, three more at most on balance and two fewer, and never fewer than none at a gate."""
    targets = tuple(Target(gate, -held, 2) for gate, held in state.guards.items())
    return Split(name="guards", targets=targets, min=-2, max=3)


def _journey() -> tuple[Select, Pick]:
    route = Select(name="route", min=1, max=4, of="towns", ordered=True, repeat=True)
    return route, Pick(name="back", of="towns", without=frozenset({"mill"}))


@waterworks.answer(Turn)
def turned(state: State, frame: Turn, given: dict[int, Answer], chance: Chance) -> Outcome:
    ((seat, answer),) = given.items()
    match answer["do"]:
        case "water":
            fact: Fact = Watered(seat=seat, water=answer["water"])
        case "guard":
            fact = GuardsMoved(seat=seat, change=answer["guards"])
        case "travel":
            fact = Travelled(seat=seat, route=tuple(answer["route"]), back=answer["back"])
        case _:
            fact = Watered(seat=seat, water={})
    return done(fact, then=(frame,))


@waterworks.applies(Watered)
def watered(state: State, fact: Watered) -> State:
    scores = with_entry(state.scores, fact.seat, sum(fact.water.values()))
    return replace(state, scores=scores, turns=state.turns + 1)


@waterworks.applies(GuardsMoved)
def guards_moved(state: State, fact: GuardsMoved) -> State:
    guards = {gate: held + fact.change.get(gate, 0) for gate, held in state.guards.items()}
    return replace(state, guards=guards, turns=state.turns + 1)


@waterworks.applies(Travelled)
def travelled(state: State, fact: Travelled) -> State:
    scores = with_entry(state.scores, fact.seat, len(set(fact.route)))
    return replace(state, scores=scores, turns=state.turns + 1)


@waterworks.invariants
def wrong(state: State) -> list[str]:
    return ["a gate has fewer guards than none"] if min(state.guards.values()) < 0 else []
