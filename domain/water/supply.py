"""Phase 4. Generating, activating, the world market; all communities at the same time."""

from domain.core.chance import Chance
from domain.core.forms import Amount, Answer, Option
from domain.core.model import Ask, Fact, Outcome, again, ask_each, done
from domain.core.rules import rule
from domain.water import auto_supply, dams, frames, trade
from domain.water.activation import activatable, activation, automatic
from domain.water.board import canonical
from domain.water.facts import Bought, OfferClosed, SeatReady, Sold
from domain.water.forms import deed, network_pick, pick
from domain.water.market import market_moves_left, price
from domain.water.remembering import Same, once_each
from domain.water.state import Good, State, water

GOODS: tuple[Good, Good] = ("energy", "food")
SALE_PRICE = 1
READY = Option("ready")


@water.step(frames.Generation, background=True)
@rule("water.p4.1", "water.p4.2", "water.dam.8")
def generation(state: State, frame: frames.Generation, chance: Chance) -> Outcome:
    """Buildings that need only water, or nothing, run by themselves; then the dams give their energy."""
    return done(*automatic(state), *dams.generated(state))


@water.step(frames.Supply)
@rule("water.p4.3", "water.trade.2", "water.trade.3")
def supply(state: State, frame: frames.Supply, chance: Chance) -> Outcome:
    """Offers that their makers cannot honour lapse; then everyone who is not ready acts, others answer offers."""
    lapsed = trade.lapsed(state)
    if lapsed:
        return again(frame, *lapsed)
    if all(state.ready):
        return done()
    seats = (seat for seat in range(state.n) if not state.ready[seat] or trade.offers_to(state, seat))
    return ask_each([question(state, seat) for seat in seats])


def question(state: State, seat: int) -> Ask:
    """A ready seat only answers offers; it may yet become able to pay, so a lone refusal waits."""
    return _question(Same(state), seat)


@once_each
def _question(table: Same[State], seat: int) -> Ask:
    state = table.value
    is_ready = state.ready[seat]
    options = trade.answers(state, seat) if is_ready else supply_options(state, seat)
    if is_ready:
        default = f"decline:{trade.offers_to(state, seat)[0].id}"
    else:
        default = "auto" if any(option.id == "auto" for option in options) else "ready"
    rules = ("water.trade.3",) if is_ready else ("water.p4.3",)
    form = pick(*options)
    return Ask(seat=seat, kind="supply_action", form=form, default={"do": default}, rules=rules, pace=is_ready)


def supply_options(state: State, seat: int) -> tuple[Option, ...]:
    """Everything a community may do while it is not ready."""
    auto = (Option("auto"),) if auto_supply.would_act(state, seat) else ()
    return (
        *(deed(f"activate:{cell}", cell=cell, tile=tile) for cell, tile in activatable(state, seat)),
        *purchases(state, seat),
        *sales(state, seat),
        *trade.new_offers(state, seat),
        *trade.withdrawals(state, seat),
        *trade.answers(state, seat),
        *auto,
        READY,
    )


@rule("water.market.1", "water.market.3", "water.card.13")
def purchases(state: State, seat: int) -> tuple[Option, ...]:
    """Cubes at the world price, as many as the coins allow, unless there is an embargo."""
    if state.modifiers[seat].embargo or not market_moves_left(state, seat):
        return ()
    most = {kind: state.thunes[seat] // price(state, seat, kind) for kind in GOODS}
    networks = network_pick(canonical(state.stock[seat]))
    return tuple(
        deed(f"buy:{kind}", networks, Amount(name="count", min=1, max=most[kind]), price=price(state, seat, kind))
        for kind in GOODS
        if most[kind]
    )


@rule("water.market.2", "water.market.3")
def sales(state: State, seat: int) -> tuple[Option, ...]:
    """Cubes for one coin each."""
    if not market_moves_left(state, seat):
        return ()
    keys = canonical(state.stock[seat])
    held = {(kind, key): getattr(state.stock[seat][key], kind) for kind in GOODS for key in keys}
    return tuple(
        deed(f"sell:{kind}:{key}", Amount(name="count", min=1, max=number), network=key)
        for (kind, key), number in held.items()
        if number
    )


@water.answer(frames.Supply)
def supplied(state: State, frame: frames.Supply, given: dict[int, Answer], chance: Chance) -> Outcome:
    """One deed of one community."""
    ((seat, answer),) = given.items()
    return again(frame, *deeds(state, seat, answer))


def deeds(state: State, seat: int, answer: Answer) -> tuple[Fact, ...]:
    """What one answer comes to."""
    match answer["do"].split(":"):
        case ["activate", cell]:
            return (activation(state, seat, cell),)
        case ["buy", kind]:
            return (bought(state, seat, answer["network"], kind, answer["count"]),)
        case ["sell", kind, key]:
            number = answer["count"]
            return (Sold(seat=seat, network=key, kind=_good(kind), count=number, coins=number * SALE_PRICE),)
        case ["auto"]:
            return auto_supply.auto(state, seat)
        case ["ready"]:
            return readied(state, seat)
    return trade.deeds(state, seat, answer)


@rule("water.market.1")
def bought(state: State, seat: int, network: str, kind: str, count: int) -> Bought:
    """Cubes bought on the world market."""
    good = _good(kind)
    return Bought(seat=seat, network=network, kind=good, count=count, coins=count * price(state, seat, good))


def _good(kind: str) -> Good:
    return "energy" if kind == "energy" else "food"


@rule("water.p4.3", "water.trade.3")
def readied(state: State, seat: int) -> tuple[Fact, ...]:
    """A ready seat takes its own offers back."""
    own = (offer for offer in state.offers if offer.maker == seat)
    return (*(OfferClosed(id=offer.id, how="withdrawn") for offer in own), SeatReady(seat=seat, ready=True))
