"""An open action phase: seats act as they come, their actions ask others something, and one limit covers it all."""

from typing import Annotated, Any

from msgspec.structs import replace

from domain.core.chance import Chance
from domain.core.forms import Amount, Answer, Form, Option, Pick
from domain.core.game import Start
from domain.core.model import Ask, Fact, Frame, Limit, Outcome, again, ask, ask_each, done, over
from domain.core.record import Record
from domain.core.words import public
from tests.shapes.made import ranked, shape, with_entry

PHASE = Limit("phase", 300)
ROUNDS = 2
ENERGY = 3


class State(Record, kw_only=True, forbid_unknown_fields=True):
    energy: Annotated[tuple[int, ...], public]
    scores: Annotated[tuple[int, ...], public]
    resting: Annotated[frozenset[int], public] = frozenset()
    expired: Annotated[bool, public] = False
    rounds: Annotated[int, public] = 0


class RoundBegun(Fact, tag="phase.round_begun.v1"):
    pass


class Worked(Fact, tag="phase.worked.v1"):
    seat: Annotated[int, public]


class Rested(Fact, tag="phase.rested.v1"):
    seat: Annotated[int, public]


class Fought(Fact, tag="phase.fought.v1"):
    seat: Annotated[int, public]
    against: Annotated[int, public]
    stake: Annotated[int, public]


class TimeRanOut(Fact, tag="phase.time_ran_out.v1"):
    pass


class Rounds(Frame, tag="phase.rounds"):
    pass


class Phase(Frame, tag="phase.phase"):
    pass


class Challenge(Frame, tag="phase.challenge"):
    """The target concedes or resists; then the challenger sets the stake, which reaches this frame as `given`."""

    seat: int
    target: int
    resisted: bool = False


class Stake(Frame, tag="phase.stake"):
    seat: int


phase = shape("phase", State)


@phase.starts
def start(options: Any, seats: int) -> Start:
    return Start(state=State(energy=(0,) * seats, scores=(0,) * seats), agenda=(Rounds(),))


@phase.step(Rounds)
def rounds(state: State, frame: Rounds, chance: Chance) -> Outcome:
    if state.rounds == ROUNDS:
        return over(ranked(state.scores, "rounds"))
    return again(frame, RoundBegun(), then=(Phase(),))


@phase.step(Phase)
def action_phase(state: State, frame: Phase, chance: Chance) -> Outcome:
    """Everybody with energy may act at any moment until all rest or time runs out."""
    active = [seat for seat, left in enumerate(state.energy) if left and seat not in state.resting]
    if state.expired or not active:
        return done()
    return ask_each([_question(state, seat) for seat in active])


def _question(state: State, seat: int) -> Ask:
    others = [other for other in range(len(state.energy)) if other != seat]
    challenges = [Option(f"challenge:{other}", {"seat": other}) for other in others]
    options = (Option("work"), *challenges, Option("rest"))
    form = Form((Pick(name="do", options=options),))
    return Ask(seat=seat, kind="act", form=form, default={"do": "rest"}, pace=True, limit=PHASE)


@phase.answer(Phase)
def acted(state: State, frame: Phase, given: dict[int, Answer], chance: Chance) -> Outcome:
    ((seat, answer),) = given.items()
    word, _, argument = answer["do"].partition(":")
    if word == "rest":
        return again(frame, Rested(seat=seat))
    if word == "work":
        return again(frame, Worked(seat=seat))
    return again(frame, then=(Challenge(seat=seat, target=int(argument)),))


@phase.step(Challenge)
def challenge(state: State, frame: Challenge, chance: Chance) -> Outcome:
    """A challenge costs its maker energy; resisting makes the maker set a stake."""
    if frame.given is not None:
        return done(Fought(seat=frame.seat, against=frame.target, stake=frame.given))
    if frame.resisted:
        return again(frame, then=(Stake(seat=frame.seat),))
    form = Form((Pick(name="do", options=(Option("resist"), Option("concede"))),))
    return ask(Ask(seat=frame.target, kind="challenged", form=form, default={"do": "concede"}, limit=PHASE))


@phase.answer(Challenge)
def challenged(state: State, frame: Challenge, given: dict[int, Answer], chance: Chance) -> Outcome:
    if given[frame.target]["do"] == "resist":
        return again(replace(frame, resisted=True))
    return done(Fought(seat=frame.seat, against=frame.target, stake=0))


@phase.step(Stake)
def stake(state: State, frame: Stake, chance: Chance) -> Outcome:
    form = Form((Amount(name="stake", min=1, max=state.energy[frame.seat]),))
    return ask(Ask(seat=frame.seat, kind="stake", form=form, default={"stake": 1}, pace=True, limit=PHASE))


@phase.answer(Stake)
def staked(state: State, frame: Stake, given: dict[int, Answer], chance: Chance) -> Outcome:
    return done(give=given[frame.seat]["stake"])


@phase.expired("phase")
def time_is_up(state: State, frame: Frame, limit: str) -> list[Fact]:
    return [TimeRanOut()]


@phase.applies(RoundBegun)
def round_begun(state: State, fact: RoundBegun) -> State:
    energy = (ENERGY,) * len(state.scores)
    return replace(state, energy=energy, resting=frozenset(), expired=False, rounds=state.rounds + 1)


@phase.applies(Worked)
def worked(state: State, fact: Worked) -> State:
    energy = with_entry(state.energy, fact.seat, -1)
    return replace(state, energy=energy, scores=with_entry(state.scores, fact.seat, 1))


@phase.applies(Rested)
def rested(state: State, fact: Rested) -> State:
    return replace(state, resting=state.resting | {fact.seat})


@phase.applies(Fought)
def fought(state: State, fact: Fought) -> State:
    """A conceded challenge costs one energy and scores two; a fought one costs its stake and scores nothing."""
    energy = with_entry(state.energy, fact.seat, -max(1, fact.stake))
    return replace(state, energy=energy, scores=with_entry(state.scores, fact.seat, 0 if fact.stake else 2))


@phase.applies(TimeRanOut)
def time_ran_out(state: State, fact: TimeRanOut) -> State:
    return replace(state, expired=True)


@phase.invariants
def wrong(state: State) -> list[str]:
    return ["energy below nothing"] if min(state.energy) < 0 else []
