"""Sealed gathered answers: all seats bid at once, and nobody sees a bid before the last has come."""

from typing import Annotated, Any

from msgspec.structs import replace

from domain.core.chance import Chance
from domain.core.forms import Amount, Answer, Form
from domain.core.game import Start
from domain.core.model import Ask, Fact, Frame, Outcome, ask_each, done, over
from domain.core.record import Record
from domain.core.words import public, reveals
from tests.shapes.made import ranked, shape, with_entry

LOTS = 4


class State(Record, kw_only=True, forbid_unknown_fields=True):
    coins: Annotated[tuple[int, ...], public]
    won: Annotated[tuple[int, ...], public]


class BidsOpened(Fact, tag="sealed.bids_opened.v1"):
    bids: Annotated[dict[int, int], public, reveals]
    seat: Annotated[int, public]


class Sale(Frame, tag="sealed.sale"):
    lots: int = LOTS


sealed = shape("sealed", State)


@sealed.starts
def start(options: Any, seats: int) -> Start:
    return Start(state=State(coins=(6,) * seats, won=(0,) * seats), agenda=(Sale(),))


@sealed.step(Sale)
def sale(state: State, frame: Sale, chance: Chance) -> Outcome:
    """Every seat seals a bid it can pay; one without coins can only bid nothing."""
    if not frame.lots:
        return over(ranked(state.won, "sold"))
    asks = [
        Ask(seat=seat, kind="bid", form=Form((Amount(name="coins", min=0, max=coins),)), default={"coins": 0})
        for seat, coins in enumerate(state.coins)
    ]
    return ask_each(asks, gather=True)


@sealed.answer(Sale)
def opened(state: State, frame: Sale, given: dict[int, Answer], chance: Chance) -> Outcome:
    """The highest bid wins and pays, the lowest seat among equals."""
    bids = {seat: answer["coins"] for seat, answer in sorted(given.items())}
    winner = max(bids, key=lambda seat: (bids[seat], -seat))
    return done(BidsOpened(bids=bids, seat=winner), then=(replace(frame, lots=frame.lots - 1),))


@sealed.applies(BidsOpened)
def bids_opened(state: State, fact: BidsOpened) -> State:
    coins = with_entry(state.coins, fact.seat, -fact.bids[fact.seat])
    return replace(state, coins=coins, won=with_entry(state.won, fact.seat, 1))


@sealed.invariants
def wrong(state: State) -> list[str]:
    return ["a seat owes coins"] if min(state.coins) < 0 else []
