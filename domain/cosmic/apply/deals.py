"""Offers and what becomes of them."""

from typing import Any

from msgspec.structs import replace

from domain.cosmic import facts
from domain.cosmic.apply.changes import with_duel
from domain.cosmic.state import Deal, State, cosmic


def with_deal(state: State, **changes: Any) -> State:
    """The state with the negotiation changed."""
    assert state.deal is not None
    return replace(state, deal=replace(state.deal, **changes))


def _deal(state: State) -> Deal:
    assert state.deal is not None
    return state.deal


def _back(state: State, seat: int) -> State:
    """One more proposal or return of a seat, which is no longer marked as unwilling."""
    deal = _deal(state)
    made = {**deal.made, seat: deal.made.get(seat, 0) + 1}
    return with_deal(state, made=made, away=tuple(other for other in deal.away if other != seat))


@cosmic.applies(facts.DealOpened, "cosmic.deal.1")
def deal_opened(state: State, fact: facts.DealOpened) -> State:
    """The main players may talk."""
    return replace(state, deal=Deal())


@cosmic.applies(facts.OfferMade, "cosmic.deal.3", "cosmic.deal.10")
def offer_made(state: State, fact: facts.OfferMade) -> State:
    """A seat's offer stands, instead of its former one."""
    state = replace(_back(state, fact.seat), offer_no=state.offer_no + 1)
    return with_deal(state, offers={**_deal(state).offers, fact.seat: fact.offer})


@cosmic.applies(facts.OfferWithdrawn, "cosmic.deal.3")
def offer_withdrawn(state: State, fact: facts.OfferWithdrawn) -> State:
    """A seat offers nothing any more."""
    state = _back(state, fact.seat)
    offers = {seat: offer for seat, offer in _deal(state).offers.items() if seat != fact.seat}
    return with_deal(state, offers=offers)


@cosmic.applies(facts.WalkedAway, "cosmic.deal.3")
def walked_away(state: State, fact: facts.WalkedAway) -> State:
    """A seat is unwilling."""
    away = _deal(state).away
    return state if fact.seat in away else with_deal(state, away=(*away, fact.seat))


@cosmic.applies(facts.CameBack, "cosmic.deal.3")
def came_back(state: State, fact: facts.CameBack) -> State:
    """A seat is willing again."""
    return _back(state, fact.seat)


@cosmic.applies(facts.DealMade, "cosmic.deal.3", "cosmic.deal.4", "cosmic.deal.5")
def deal_made(state: State, fact: facts.DealMade) -> State:
    """The offer binds; the duel is a success."""
    return with_duel(replace(state, deal=None), success=True, deal_result="made")


@cosmic.applies(facts.DealFailed, "cosmic.deal.9")
def deal_failed(state: State, fact: facts.DealFailed) -> State:
    """There is no deal."""
    return with_duel(replace(state, deal=None), deal_result="failed")
