"""Seats that leave and join a running match: noted at once, acted on at the next point the rules name."""

from typing import Annotated, Any

from msgspec.structs import replace

from domain.core.chance import Chance
from domain.core.forms import Answer, Option, pick_form
from domain.core.game import Change, Start
from domain.core.model import Ask, Fact, Frame, Outcome, again, ask_each, done, over
from domain.core.record import Record
from domain.core.words import public
from tests.shapes.made import ranked, shape, with_entry

ROUNDS = 4


class State(Record, kw_only=True, forbid_unknown_fields=True):
    scores: Annotated[tuple[int, ...], public]
    leaving: Annotated[frozenset[int], public] = frozenset()
    away: Annotated[frozenset[int], public] = frozenset()
    coming: Annotated[int, public] = 0
    round: Annotated[int, public] = 0


class SeatLeft(Fact, tag="comers.seat_left.v1"):
    seat: Annotated[int, public]


class SeatJoined(Fact, tag="comers.seat_joined.v1"):
    seat: Annotated[int, public]


class RoundBegun(Fact, tag="comers.round_begun.v1"):
    pass


class Picked(Fact, tag="comers.picked.v1"):
    berries: Annotated[dict[int, int], public]


class Rounds(Frame, tag="comers.rounds"):
    pass


class Picking(Frame, tag="comers.picking"):
    pass


comers = shape("comers", State)


@comers.starts
def start(options: Any, seats: int) -> Start:
    return Start(state=State(scores=(0,) * seats), agenda=(Rounds(),))


@comers.step(Rounds)
def rounds(state: State, frame: Rounds, chance: Chance) -> Outcome:
    """Who left is out, and who came is in, from the next round on."""
    if state.round == ROUNDS or len(state.away | state.leaving) == len(state.scores):
        return over(ranked(state.scores, "rounds"))
    return again(frame, RoundBegun(), then=(Picking(),))


@comers.step(Picking)
def picking(state: State, frame: Picking, chance: Chance) -> Outcome:
    form = pick_form("berries", Option("few"), Option("many"))
    seats = [seat for seat in range(len(state.scores)) if seat not in state.away]
    return ask_each(
        [Ask(seat=s, kind="pick_berries", form=form, default={"berries": "few"}) for s in seats], gather=True
    )


@comers.answer(Picking)
def picked(state: State, frame: Picking, given: dict[int, Answer], chance: Chance) -> Outcome:
    """Many berries are only found by a seat that is alone in wanting many."""
    greedy = [seat for seat, answer in given.items() if answer["berries"] == "many"]
    alone = greedy if len(greedy) == 1 else []
    berries = {seat: 3 if seat in alone else int(seat not in greedy) for seat in sorted(given)}
    return done(Picked(berries=berries))


@comers.seats_changed
def changed(state: State, change: Change) -> list[Fact]:
    if change.what == "joined":
        return [SeatJoined(seat=change.seat)]
    return [SeatLeft(seat=change.seat)] if change.what == "left" else []


@comers.applies(SeatLeft)
def seat_left(state: State, fact: SeatLeft) -> State:
    return replace(state, leaving=state.leaving | {fact.seat})


@comers.applies(SeatJoined)
def seat_joined(state: State, fact: SeatJoined) -> State:
    return replace(state, coming=state.coming + 1)


@comers.applies(RoundBegun)
def round_begun(state: State, fact: RoundBegun) -> State:
    scores = state.scores + (0,) * state.coming
    away = state.away | state.leaving
    return replace(state, scores=scores, away=away, leaving=frozenset(), coming=0, round=state.round + 1)


@comers.applies(Picked)
def apply_picked(state: State, fact: Picked) -> State:
    scores = state.scores
    for seat, berries in fact.berries.items():
        scores = with_entry(scores, seat, berries)
    return replace(state, scores=scores)
