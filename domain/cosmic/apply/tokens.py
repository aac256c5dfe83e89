"""Tokens on their way between planets, cone, Black Hole and box."""

from msgspec.structs import replace

from domain.cosmic import facts
from domain.cosmic.apply.changes import moved, put_on, taken_from, with_duel, with_tokens
from domain.cosmic.board import duel_of
from domain.cosmic.state import State, cosmic


@cosmic.applies(facts.TokenRetrieved, "cosmic.hole.1", "cosmic.hole.2")
def token_retrieved(state: State, fact: facts.TokenRetrieved) -> State:
    """One token leaves the Black Hole."""
    return put_on(taken_from(state, fact.seat, {"black_hole": 1}), fact.seat, {fact.to: 1})


@cosmic.applies(facts.TokensGathered, "cosmic.gather.1", "cosmic.gather.2", "cosmic.gather.3")
def tokens_gathered(state: State, fact: facts.TokensGathered) -> State:
    """The offence's tokens stand on the oval."""
    return put_on(taken_from(state, fact.seat, fact.bases), fact.seat, {"oval": sum(fact.bases.values())})


@cosmic.applies(facts.AllyJoined, "cosmic.ally.3", "cosmic.ally.5")
def ally_joined(state: State, fact: facts.AllyJoined) -> State:
    """An ally's tokens stand on the oval or the ring."""
    place = "oval" if fact.side == "offence" else "ring"
    state = put_on(taken_from(state, fact.seat, fact.bases), fact.seat, {place: sum(fact.bases.values())})
    return with_duel(state, allies={**duel_of(state).allies, fact.seat: fact.side})


@cosmic.applies(facts.TokensLifted, "cosmic.resolve.3")
def tokens_lifted(state: State, fact: facts.TokensLifted) -> State:
    """Tokens are taken up; what becomes of them is being settled."""
    state = taken_from(state, fact.seat, fact.places)
    return with_tokens(state, fact.seat, lifted=moved(state.tokens[fact.seat].lifted, fact.places))


@cosmic.applies(facts.TokensLost, "cosmic.resolve.3", "cosmic.hole.3")
def tokens_lost(state: State, fact: facts.TokensLost) -> State:
    """Lifted tokens lie in the Black Hole."""
    return _counted(put_on(_settled(state, fact), fact.seat, {"black_hole": fact.tokens}), fact)


@cosmic.applies(facts.TokensEliminated, "cosmic.pw.void")
def tokens_eliminated(state: State, fact: facts.TokensEliminated) -> State:
    """Lifted tokens are out of the game for good."""
    state = _settled(state, fact)
    eliminated = state.tokens[fact.seat].eliminated + fact.tokens
    return _counted(with_tokens(state, fact.seat, eliminated=eliminated), fact)


def _settled(state: State, fact: facts.TokensLost | facts.TokensEliminated | facts.TokensPlaced) -> State:
    return with_tokens(state, fact.seat, lifted=moved(state.tokens[fact.seat].lifted, fact.places, -1))


def _counted(state: State, fact: facts.TokensLost | facts.TokensEliminated) -> State:
    if fact.cause != "duel":
        return state
    lost = duel_of(state).lost
    return with_duel(state, lost={**lost, fact.seat: lost.get(fact.seat, 0) + fact.tokens})


@cosmic.applies(facts.TokensPlaced, "cosmic.place.1", "cosmic.place.2")
def tokens_placed(state: State, fact: facts.TokensPlaced) -> State:
    """Returning tokens stand on bases, or lie in the Black Hole for want of one."""
    state = _settled(state, fact) if fact.lifted else taken_from(state, fact.seat, fact.places)
    return put_on(state, fact.seat, fact.bases)


@cosmic.applies(facts.TokensMoved, "cosmic.pw.amoeba")
def tokens_moved(state: State, fact: facts.TokensMoved) -> State:
    """Tokens have come into the duel or left it."""
    duel = duel_of(state)
    place = "oval" if fact.seat == duel.offence else duel.planet
    assert place is not None
    state = put_on(taken_from(state, fact.seat, fact.bases), fact.seat, {place: sum(fact.bases.values())})
    return with_duel(state, amoeba=True)


@cosmic.applies(facts.TokensLanded, "cosmic.resolve.4", "cosmic.resolve.9", "cosmic.deal.7")
def tokens_landed(state: State, fact: facts.TokensLanded) -> State:
    """Tokens stand on the planet where they make a base."""
    return put_on(taken_from(state, fact.seat, fact.places), fact.seat, {fact.planet: sum(fact.places.values())})


@cosmic.applies(facts.DiscDrawn, "cosmic.destiny.1")
def disc_drawn(state: State, fact: facts.DiscDrawn) -> State:
    """A disc lies aside; what may be done once per disc may be done again."""
    duel = duel_of(state)
    state = replace(
        state,
        cup={**state.cup, fact.disc: state.cup[fact.disc] - 1},
        aside={**state.aside, fact.disc: state.aside[fact.disc] + 1},
    )
    return with_duel(state, disc=fact.disc, uses={k: n for k, n in duel.uses.items() if not k.endswith(":shadow")})


@cosmic.applies(facts.CupRefilled, "cosmic.destiny.3")
def cup_refilled(state: State, fact: facts.CupRefilled) -> State:
    """All discs are in the cup."""
    return replace(
        state,
        cup={colour: number + state.aside[colour] for colour, number in state.cup.items()},
        aside=dict.fromkeys(state.aside, 0),
    )
