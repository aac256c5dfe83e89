"""Supplying by itself: activate what can be paid, buy what is worth it, and be ready."""

from domain.core.model import Fact
from domain.core.rules import rule
from domain.water.activation import activation, is_payable, pending, price_of
from domain.water.board import INDEX
from domain.water.facts import Bought, OfferClosed, SeatReady
from domain.water.market import market_moves_left, price
from domain.water.needs import tile_on
from domain.water.networks import network_of
from domain.water.state import Good, State
from domain.water.telling import Telling

ORDER = ("fishing_port", "residential_zone", "mine", "industrial_zone", "university", "leisure_base")
WORTH_OF_VP = 2
WORTH_OF_FOOD = 2


@rule("water.p4.3")
def auto(state: State, seat: int) -> tuple[Fact, ...]:
    """All of it as one answer: supply, decline offers, take own ones back, be ready."""
    told = supplied(state, seat)
    for offer in state.offers:
        if seat in (offer.maker, offer.to):
            told.tell(OfferClosed(id=offer.id, how="withdrawn" if offer.maker == seat else "declined"))
    told.tell(SeatReady(seat=seat, ready=True))
    return tuple(told.facts)


def would_act(state: State, seat: int) -> bool:
    """Whether it would activate or buy something."""
    return bool(next_activation(state, seat) or next_purchase(state, seat))


def supplied(state: State, seat: int) -> Telling:
    """Activate and buy until nothing is left to do."""
    told = Telling(state)
    while True:
        if cell := next_activation(told.state, seat):
            told.tell(activation(told.state, seat, cell))
        elif purchase := next_purchase(told.state, seat):
            cell, wanted = purchase
            told.tell(*wanted)
            told.tell(activation(told.state, seat, cell))
        else:
            return told


def waiting(state: State, seat: int) -> list[str]:
    """Pending buildings: those in crisis first, then by type, then in the order of the board."""
    return sorted(
        pending(state, seat),
        key=lambda cell: (cell not in state.crisis, ORDER.index(tile_on(state, cell).id), INDEX[cell]),
    )


def next_activation(state: State, seat: int) -> str | None:
    """The first pending building that can be paid."""
    return next((c for c in waiting(state, seat) if is_payable(state, seat, c, price_of(state, c))), None)


@rule("water.market.1", "water.market.3")
def next_purchase(state: State, seat: int) -> tuple[str, tuple[Bought, ...]] | None:
    """The first pending building that is worth the price of what it lacks, and the cubes missing for it."""
    if state.modifiers[seat].embargo:
        return None
    found = ((cell, purchase_for(state, seat, cell)) for cell in waiting(state, seat))
    return next(((cell, wanted) for cell, wanted in found if wanted), None)


def purchase_for(state: State, seat: int, cell: str) -> tuple[Bought, ...]:
    """What is missing for one building, if it can be paid and is worth it."""
    need, key = price_of(state, cell), network_of(state, seat, cell)
    stock = state.stock[seat][key]
    missing: dict[Good, int] = {
        "energy": max(0, need.energy - stock.energy),
        "food": max(0, need.food - stock.food),
    }
    wanted = tuple(
        Bought(seat=seat, network=key, kind=kind, count=count, coins=count * price(state, seat, kind))
        for kind, count in missing.items()
        if count
    )
    total = sum(purchase.coins for purchase in wanted)
    is_affordable = state.thunes[seat] >= total + need.thunes and len(wanted) <= market_moves_left(state, seat)
    return wanted if wanted and is_affordable and total <= worth(state, cell) else ()


def worth(state: State, cell: str) -> int:
    """What a building's work is worth in coins, without bonus; a crisis counts one more."""
    made = tile_on(state, cell).makes
    return made.coins + WORTH_OF_VP * made.vp + WORTH_OF_FOOD * made.food + (cell in state.crisis)
