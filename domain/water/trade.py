"""Trade between communities by offers."""

from domain.core.forms import Amount, Answer, Option, Pick, Split, Target
from domain.core.model import Fact
from domain.core.rules import rule
from domain.water.board import canonical
from domain.water.facts import OfferClosed, OfferMade, SeatReady, Traded
from domain.water.forms import deed, network_pick, seat_of, seat_option
from domain.water.state import Goods, State, Stock, TradeOffer

OPEN_LIMIT, MADE_LIMIT = 3, 10
MOST_CUBES, MOST_COINS = 20, 99


def offers_to(state: State, seat: int) -> list[TradeOffer]:
    """Open offers that a seat may answer, oldest first."""
    return [offer for offer in state.offers if offer.to == seat]


@rule("water.trade.2")
def lapsed(state: State) -> tuple[Fact, ...]:
    """Offers that their makers can no longer honour."""
    gone = (offer for offer in state.offers if not can_give(state, offer.maker, offer.network, offer.give))
    return tuple(OfferClosed(id=offer.id, how="lapsed") for offer in gone)


@rule("water.trade.2", "water.net.2")
def can_give(state: State, seat: int, network: str, goods: Goods) -> bool:
    """Whether a seat has the coins, and the network the cubes."""
    stock = state.stock[seat].get(network, Stock())
    return state.thunes[seat] >= goods.thunes and stock.energy >= goods.energy and stock.food >= goods.food


@rule("water.trade.1", "water.trade.4")
def new_offers(state: State, seat: int) -> tuple[Option, ...]:
    """Sales, purchases, barters and gifts, network by network; a few open at a time, ten in a phase."""
    is_open = sum(offer.maker == seat for offer in state.offers) < OPEN_LIMIT
    if not is_open or state.counts[seat].offers_made >= MADE_LIMIT:
        return ()
    keys = canonical(state.stock[seat])
    return tuple(option for kind in KINDS for key in keys if (option := KINDS[kind](state, seat, key)))


def _to(state: State, seat: int) -> Pick:
    others = tuple(seat_option(other) for other in range(state.n) if other != seat)
    return Pick(name="to", options=others)


def _cubes(name: str, stock: Stock) -> Split:
    held = {"energy": stock.energy, "food": stock.food}
    targets = tuple(Target(kind, 0, number, {"good": kind}) for kind, number in held.items())
    return Split(name=name, targets=targets, min=1, max=sum(held.values()))


WISH = Stock(energy=MOST_CUBES, food=MOST_CUBES)


def sale(state: State, seat: int, key: str) -> Option | None:
    """Cubes for coins."""
    stock = state.stock[seat][key]
    if not stock.energy + stock.food:
        return None
    coins = Amount(name="coins", min=1, max=MOST_COINS)
    return deed(f"sale:{key}", _to(state, seat), _cubes("give", stock), coins, network=key)


def purchase(state: State, seat: int, key: str) -> Option | None:
    """Coins, or nothing but a wish, for cubes."""
    coins = Amount(name="coins", min=0, max=state.thunes[seat])
    return deed(f"purchase:{key}", _to(state, seat), _cubes("get", WISH), coins, network=key)


def barter(state: State, seat: int, key: str) -> Option | None:
    """Cubes for cubes, with coins on one side at most."""
    stock = state.stock[seat][key]
    if not stock.energy + stock.food:
        return None
    coins = Amount(name="coins", min=-MOST_COINS, max=state.thunes[seat])
    slots = (_to(state, seat), _cubes("give", stock), _cubes("get", WISH), coins)
    return deed(f"barter:{key}", *slots, network=key)


def gift(state: State, seat: int, key: str) -> Option | None:
    """Cubes or coins for nothing."""
    stock = state.stock[seat][key]
    held = {"energy": stock.energy, "food": stock.food, "coins": state.thunes[seat]}
    if not sum(held.values()):
        return None
    targets = tuple(Target(kind, 0, number, {"good": kind}) for kind, number in held.items())
    split = Split(name="gift", targets=targets, min=1, max=sum(held.values()))
    return deed(f"gift:{key}", _to(state, seat), split, network=key)


KINDS = {"sale": sale, "purchase": purchase, "barter": barter, "gift": gift}


def withdrawals(state: State, seat: int) -> tuple[Option, ...]:
    """Own open offers may be taken back."""
    return tuple(_about(f"withdraw:{offer.id}", offer) for offer in state.offers if offer.maker == seat)


@rule("water.trade.2", "water.trade.3")
def answers(state: State, seat: int) -> tuple[Option, ...]:
    """Offers to the seat: accepted with a network that holds what is asked, or declined."""
    offers = offers_to(state, seat)
    accepted = []
    for offer in offers:
        able = [key for key in canonical(state.stock[seat]) if can_give(state, seat, key, offer.get)]
        if able:
            accepted.append(_about(f"accept:{offer.id}", offer, network_pick(able)))
    return (*accepted, *(_about(f"decline:{offer.id}", offer) for offer in offers))


def _about(name: str, offer: TradeOffer, *slots: Pick) -> Option:
    args: dict[str, int | str | bool] = {"offer": offer.id, "from": offer.maker, "to": offer.to}
    for side, goods in (("give", offer.give), ("get", offer.get)):
        args |= {f"{side}_{good}": getattr(goods, good) for good in ("thunes", "energy", "food")}
    return Option(name, args, slots)


def deeds(state: State, seat: int, answer: Answer) -> tuple[Fact, ...]:
    """What an answer about offers comes to."""
    verb, name = answer["do"].split(":")
    if verb in KINDS:
        return (made(state, seat, verb, name, answer),)
    if verb == "accept":
        return accepted(state, seat, name, answer["network"])
    return (OfferClosed(id=name, how="withdrawn" if verb == "withdraw" else "declined"),)


@rule("water.trade.1")
def made(state: State, seat: int, kind: str, network: str, answer: Answer) -> OfferMade:
    """An offer under a name that is never used again; it reserves nothing."""
    coins = answer.get("coins", 0)
    given = {**answer.get("give", {}), **answer.get("gift", {})}
    asked = answer.get("get", {})
    pays = {"sale": 0, "purchase": coins, "barter": max(0, coins), "gift": given.pop("coins", 0)}[kind]
    wants = {"sale": coins, "purchase": 0, "barter": max(0, -coins), "gift": 0}[kind]
    offer = TradeOffer(
        id=f"o{state.next_offer}",
        maker=seat,
        to=seat_of(answer["to"]),
        network=network,
        give=Goods(thunes=pays, **given),
        get=Goods(thunes=wants, **asked),
    )
    return OfferMade(seat=seat, to=offer.to, offer=offer)


@rule("water.trade.3")
def accepted(state: State, seat: int, name: str, network: str) -> tuple[Fact, ...]:
    """Goods change hands at once; who was ready is so no longer."""
    offer = next(offer for offer in state.offers if offer.id == name)
    traded = Traded(
        id=name,
        seat=offer.maker,
        to=seat,
        network=offer.network,
        network_to=network,
        give=offer.give,
        get=offer.get,
    )
    back = (SeatReady(seat=seat, ready=False),) if state.ready[seat] else ()
    return (OfferClosed(id=name, how="accepted"), traded, *back)
