"""A long chain in the background: regions burn one after another, and now and then a seat must choose."""

from typing import Annotated

from msgspec.structs import replace

from domain.core.chance import Chance
from domain.core.forms import Answer, Option, pick_form
from domain.core.game import Start
from domain.core.model import Ask, Fact, Frame, Outcome, again, ask, done, over
from domain.core.record import Record
from domain.core.words import public
from tests.shapes.made import NoOptions, ranked, shape, with_entry


class Options(NoOptions):
    regions: int = 40
    summers: int = 3


class State(Record, kw_only=True, forbid_unknown_fields=True):
    options: Annotated[Options, public]
    trees: Annotated[tuple[int, ...], public]
    scores: Annotated[tuple[int, ...], public]
    summer: Annotated[int, public] = 0


class SummerBegun(Fact, tag="chain.summer_begun.v1"):
    pass


class RegionBurnt(Fact, tag="chain.region_burnt.v1"):
    region: Annotated[int, public]
    trees: Annotated[int, public]


class Saved(Fact, tag="chain.saved.v1"):
    seat: Annotated[int, public]
    region: Annotated[int, public]


class Summers(Frame, tag="chain.summers"):
    pass


class Ready(Frame, tag="chain.ready"):
    pass


class Fire(Frame, tag="chain.fire"):
    """The fire stands at a region; `given` is the word of the seat that had to choose there."""

    region: int = 0
    rolled: int = 0


class Rescue(Frame, tag="chain.rescue"):
    seat: int


chain = shape("chain", State, options=Options)


@chain.starts
def start(options: Options, seats: int) -> Start:
    return Start(state=State(options=options, trees=(9,) * options.regions, scores=(0,) * seats), agenda=(Summers(),))


@chain.step(Summers)
def summers(state: State, frame: Summers, chance: Chance) -> Outcome:
    if state.summer == state.options.summers:
        return over(ranked(state.scores, "summers"))
    return again(frame, SummerBegun(), then=(Ready(), Fire()))


@chain.step(Ready)
def ready(state: State, frame: Ready, chance: Chance) -> Outcome:
    seat = state.summer % len(state.scores)
    form = pick_form("do", Option("go"))
    return ask(Ask(seat=seat, kind="ready", form=form, default={"do": "go"}, pace=True))


@chain.answer(Ready)
def is_ready(state: State, frame: Ready, given: dict[int, Answer], chance: Chance) -> Outcome:
    return done()


@chain.step(Fire, background=True)
def fire(state: State, frame: Fire, chance: Chance) -> Outcome:
    """One region at a time; a six asks a seat whether it saves the region."""
    if frame.region == len(state.trees):
        return done()
    onwards = Fire(region=frame.region + 1)
    if frame.given is not None:
        seat = frame.rolled
        saved = (Saved(seat=seat, region=frame.region),) if frame.given == "save" else ()
        return again(onwards, *saved)
    face = chance.die(f"fire/{state.summer}/{frame.region}")
    if face == 6:
        seat = frame.region % len(state.scores)
        return again(replace(frame, rolled=seat), then=(Rescue(seat=seat),))
    return again(onwards, RegionBurnt(region=frame.region, trees=min(face, state.trees[frame.region])))


@chain.step(Rescue)
def rescue(state: State, frame: Rescue, chance: Chance) -> Outcome:
    form = pick_form("do", Option("save"), Option("let_be"))
    return ask(Ask(seat=frame.seat, kind="rescue", form=form, default={"do": "let_be"}))


@chain.answer(Rescue)
def rescued(state: State, frame: Rescue, given: dict[int, Answer], chance: Chance) -> Outcome:
    return done(give=given[frame.seat]["do"])


@chain.applies(SummerBegun)
def summer_begun(state: State, fact: SummerBegun) -> State:
    return replace(state, summer=state.summer + 1)


@chain.applies(RegionBurnt)
def region_burnt(state: State, fact: RegionBurnt) -> State:
    return replace(state, trees=with_entry(state.trees, fact.region, -fact.trees))


@chain.applies(Saved)
def saved(state: State, fact: Saved) -> State:
    return replace(state, scores=with_entry(state.scores, fact.seat, 1))


@chain.invariants
def wrong(state: State) -> list[str]:
    return ["burnt trees burn"] if min(state.trees) < 0 else []
