"""Draws of real dice and cards, typed in: rolls inside answers, a shuffle of like cards, two draws in a step."""

from typing import Annotated, Any

from msgspec.structs import replace

from domain.core.chance import Chance
from domain.core.forms import Answer, Option, pick_form
from domain.core.game import Start
from domain.core.model import Ask, Fact, Frame, Outcome, again, ask_each, done, over
from domain.core.record import Record
from domain.core.words import public, reveals
from tests.shapes.made import ranked, shape, with_entry

TRACK = ("bog", "bog", "road", "road", "bridge")
"""Two bogs look alike, and so do two roads."""
GOAL = 12


class State(Record, kw_only=True, forbid_unknown_fields=True):
    scores: Annotated[tuple[int, ...], public]
    track: Annotated[tuple[str, ...], public] = ()
    rolls: Annotated[int, public] = 0


class TrackLaid(Fact, tag="cardboard.track_laid.v1"):
    track: Annotated[tuple[str, ...], public, reveals]


class Rolled(Fact, tag="cardboard.rolled.v1"):
    seat: Annotated[int, public]
    faces: Annotated[tuple[int, ...], public]
    wind: Annotated[str, public]


class Lay(Frame, tag="cardboard.lay"):
    pass


class Race(Frame, tag="cardboard.race"):
    pass


cardboard = shape("cardboard", State)


@cardboard.starts
def start(options: Any, seats: int) -> Start:
    return Start(state=State(scores=(0,) * seats), agenda=(Race(), Lay()))


@cardboard.step(Lay)
def lay(state: State, frame: Lay, chance: Chance) -> Outcome:
    return done(TrackLaid(track=chance.shuffle("track.shuffle", TRACK)))


@cardboard.step(Race)
def race(state: State, frame: Race, chance: Chance) -> Outcome:
    """Anyone may roll next, with one die or with two of which the higher is lost."""
    if max(state.scores) >= GOAL:
        return over(ranked(state.scores, "goal"))
    form = pick_form("dice", Option("one"), Option("two"))
    seats = range(len(state.scores))
    return ask_each([Ask(seat=s, kind="roll", form=form, default={"dice": "one"}) for s in seats])


@cardboard.answer(Race)
def rolled(state: State, frame: Race, given: dict[int, Answer], chance: Chance) -> Outcome:
    ((seat, answer),) = given.items()
    dice = 2 if answer["dice"] == "two" else 1
    faces = tuple(chance.die(f"dice/{seat}") for _ in range(dice))
    return again(frame, Rolled(seat=seat, faces=faces, wind=chance.pick(f"wind/{seat}", ("calm", "storm"))))


@cardboard.applies(TrackLaid)
def track_laid(state: State, fact: TrackLaid) -> State:
    return replace(state, track=fact.track)


@cardboard.applies(Rolled)
def apply_rolled(state: State, fact: Rolled) -> State:
    steps = min(fact.faces) + (fact.wind == "calm")
    return replace(state, scores=with_entry(state.scores, fact.seat, steps), rolls=state.rolls + 1)


@cardboard.invariants
def wrong(state: State) -> list[str]:
    return [] if not state.track or sorted(state.track) == sorted(TRACK) else ["the track lost a card"]
