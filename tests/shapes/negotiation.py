"""A negotiation of two seats under one shared limit: propose, replace, withdraw, accept, walk away."""

from typing import Annotated, Any

from msgspec.structs import replace

from domain.core.chance import Chance
from domain.core.forms import Amount, Answer, Form, Option, Pick
from domain.core.game import Start
from domain.core.model import Ask, Fact, Frame, Limit, Outcome, again, ask_each, done, over
from domain.core.record import Record
from domain.core.words import public
from tests.shapes.made import ranked, shape

DEAL_LIMIT = Limit("deal", 60)
PROPOSALS = 8


class Proposal(Record, forbid_unknown_fields=True):
    """Apples of seat 0 against pears of seat 1; its id is never given to another."""

    id: int
    by: int
    apples: int
    pears: int


class State(Record, kw_only=True, forbid_unknown_fields=True):
    apples: Annotated[tuple[int, int], public] = (6, 0)
    pears: Annotated[tuple[int, int], public] = (0, 6)
    proposals: Annotated[dict[int, Proposal], public] = {}
    """The standing proposal of each seat."""
    made: Annotated[int, public] = 0
    deals: Annotated[int, public] = 0
    broken_off: Annotated[bool, public] = False


class Proposed(Fact, tag="negotiation.proposed.v1"):
    proposal: Annotated[Proposal, public]


class ProposalWithdrawn(Fact, tag="negotiation.proposal_withdrawn.v1"):
    seat: Annotated[int, public]


class Dealt(Fact, tag="negotiation.dealt.v1"):
    apples: Annotated[int, public]
    pears: Annotated[int, public]


class BrokenOff(Fact, tag="negotiation.broken_off.v1"):
    by_clock: Annotated[bool, public]


class Market(Frame, tag="negotiation.market"):
    days: int = 3


class Talk(Frame, tag="negotiation.talk"):
    pass


negotiation = shape("negotiation", State, seats=(2, 2))


@negotiation.starts
def start(options: Any, seats: int) -> Start:
    return Start(state=State(), agenda=(Market(),))


@negotiation.step(Market)
def market(state: State, frame: Market, chance: Chance) -> Outcome:
    if not frame.days or state.broken_off:
        return over(ranked([min(state.apples[s], state.pears[s]) for s in (0, 1)], "closed"))
    return again(replace(frame, days=frame.days - 1), then=(Talk(),))


@negotiation.step(Talk)
def talk(state: State, frame: Talk, chance: Chance) -> Outcome:
    """Both may speak at any moment, until they agree, one walks away, or the clock breaks it off."""
    if state.broken_off:
        return done()
    return ask_each(
        [
            Ask(seat=seat, kind="deal", form=_form(state, seat), default={"do": "walk_away"}, limit=DEAL_LIMIT)
            for seat in (0, 1)
        ]
    )


def _form(state: State, seat: int) -> Form:
    amounts = (
        Amount(name="apples", min=0, max=state.apples[0]),
        Amount(name="pears", min=0, max=state.pears[1]),
    )
    options = [Option("propose", {}, amounts)] if state.made < PROPOSALS else []
    if seat in state.proposals:
        options.append(Option(f"withdraw:{state.proposals[seat].id}"))
    other = state.proposals.get(1 - seat)
    if other and other.apples <= state.apples[0] and other.pears <= state.pears[1]:
        options.append(Option(f"accept:{other.id}", {"apples": other.apples, "pears": other.pears}))
    return Form((Pick(name="do", options=(*options, Option("walk_away"))),))


@negotiation.answer(Talk)
def spoke(state: State, frame: Talk, given: dict[int, Answer], chance: Chance) -> Outcome:
    """An acceptance names the proposal it accepts, so that a replaced one cannot be accepted by accident."""
    ((seat, answer),) = given.items()
    word, _, _ = answer["do"].partition(":")
    if word == "propose":
        made = Proposal(id=state.made + 1, by=seat, apples=answer["apples"], pears=answer["pears"])
        return again(frame, Proposed(proposal=made))
    if word == "withdraw":
        return again(frame, ProposalWithdrawn(seat=seat))
    if word == "accept":
        accepted = state.proposals[1 - seat]
        return done(Dealt(apples=accepted.apples, pears=accepted.pears))
    return done(BrokenOff(by_clock=False))


@negotiation.expired("deal")
def time_is_up(state: State, frame: Frame, limit: str) -> list[Fact]:
    return [BrokenOff(by_clock=True)]


@negotiation.applies(Proposed)
def proposed(state: State, fact: Proposed) -> State:
    standing = {**state.proposals, fact.proposal.by: fact.proposal}
    return replace(state, proposals=standing, made=fact.proposal.id)


@negotiation.applies(ProposalWithdrawn)
def proposal_withdrawn(state: State, fact: ProposalWithdrawn) -> State:
    return replace(state, proposals={seat: p for seat, p in state.proposals.items() if seat != fact.seat})


@negotiation.applies(Dealt)
def dealt(state: State, fact: Dealt) -> State:
    return replace(
        state,
        apples=(state.apples[0] - fact.apples, state.apples[1] + fact.apples),
        pears=(state.pears[0] + fact.pears, state.pears[1] - fact.pears),
        proposals={},
        deals=state.deals + 1,
    )


@negotiation.applies(BrokenOff)
def broken_off(state: State, fact: BrokenOff) -> State:
    return replace(state, proposals={}, broken_off=True)


@negotiation.invariants
def wrong(state: State) -> list[str]:
    fruit = (*state.apples, *state.pears)
    return [] if min(fruit) >= 0 and sum(state.apples) == 6 and sum(state.pears) == 6 else ["fruit was lost"]
