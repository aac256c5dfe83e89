"""How facts about water, goods, pollution and constructions change the table."""

from msgspec.structs import replace

from domain.water import facts as happened
from domain.water.board import SEA
from domain.water.changes import added, at, changed, fallen, plus, raised, standing, stocked, without_card
from domain.water.citations import rule_of_activation, rule_of_close, rule_of_pollution
from domain.water.state import State, water


def drawn(pairs: dict[str, int]) -> dict[str, int]:
    """Cubes by the cell they leave."""
    found: dict[str, int] = {}
    for pair, number in pairs.items():
        cell = pair.split(">")[0]
        found[cell] = found.get(cell, 0) + number
    return found


def received(pairs: dict[str, int]) -> dict[str, int]:
    """Cubes by the building they reach."""
    return drawn({">".join(reversed(pair.split(">"))): number for pair, number in pairs.items()})


@water.applies(happened.WaterTaken, "water.p3.1", "water.p3.3", "water.p3.4")
def water_taken(state: State, fact: happened.WaterTaken) -> State:
    lying = raised(state.water, drawn(fact.water), -1)
    return replace(state, water=lying, placed=plus(state.placed, received(fact.water)))


@water.applies(happened.DamFilled, "water.dam.6", "water.dam.4")
def dam_filled(state: State, fact: happened.DamFilled) -> State:
    total = sum(fact.water.values())
    dam = state.dams[fact.dam]
    lying = raised(raised(state.water, fact.water, -1), {fact.dam: total})
    return replace(state, water=lying, dams={**state.dams, fact.dam: replace(dam, intake=dam.intake + total)})


@water.applies(happened.PollutionTreated, "water.treat.2", "water.treat.5")
def pollution_treated(state: State, fact: happened.PollutionTreated) -> State:
    state = replace(
        state,
        thunes=added(state.thunes, {fact.seat: -2}),
        pollution=raised(state.pollution, {fact.cell: -1}),
        station_uses=plus(state.station_uses, {fact.station: 1}),
        treated_total=added(state.treated_total, {fact.seat: 1}),
    )
    if fact.use != "put_back":
        return replace(state, placed=plus(state.placed, {fact.use: 1}))
    return replace(
        state,
        water=raised(state.water, {fact.cell: 1}),
        vp=added(state.vp, {fact.seat: 1}),
        put_back=at(state.put_back, fact.seat, value=True) if state.phase == "p3" else state.put_back,
    )


@water.applies(happened.CollectDone, "water.p3.1")
def collect_done(state: State, fact: happened.CollectDone) -> State:
    return replace(state, collect_done=at(state.collect_done, fact.seat, value=True))


@water.applies(happened.Activated, cites=rule_of_activation)
def activated(state: State, fact: happened.Activated) -> State:
    energy, food = fact.made.energy - fact.paid.energy, fact.made.food - fact.paid.food
    state = stocked(state, fact.seat, fact.network, energy, food)
    return replace(
        state,
        activated=state.activated | {fact.cell},
        thunes=added(state.thunes, {fact.seat: -fact.paid.thunes}),
    )


@water.applies(happened.DamGenerated, "water.dam.8")
def dam_generated(state: State, fact: happened.DamGenerated) -> State:
    for seat, network in zip(fact.owners, fact.networks, strict=True):
        state = stocked(state, seat, network, fact.energy, 0)
    return state


def marketed(state: State, fact: happened.Bought | happened.Sold, sign: int) -> State:
    """Cubes come for coins, or go for them, in one market move."""
    number = sign * fact.count
    energy, food = (number, 0) if fact.kind == "energy" else (0, number)
    state = stocked(state, fact.seat, fact.network, energy, food)
    counts = changed(state.counts, fact.seat, lambda held: replace(held, market_moves=held.market_moves + 1))
    return replace(state, thunes=added(state.thunes, {fact.seat: -sign * fact.coins}), counts=counts)


@water.applies(happened.Bought, "water.market.1")
def bought(state: State, fact: happened.Bought) -> State:
    return marketed(state, fact, 1)


@water.applies(happened.Sold, "water.market.2")
def sold(state: State, fact: happened.Sold) -> State:
    return marketed(state, fact, -1)


@water.applies(happened.OfferMade, "water.trade.1")
def offer_made(state: State, fact: happened.OfferMade) -> State:
    counts = changed(state.counts, fact.seat, lambda held: replace(held, offers_made=held.offers_made + 1))
    return replace(state, offers=(*state.offers, fact.offer), next_offer=state.next_offer + 1, counts=counts)


@water.applies(happened.OfferClosed, cites=rule_of_close)
def offer_closed(state: State, fact: happened.OfferClosed) -> State:
    return replace(state, offers=tuple(offer for offer in state.offers if offer.id != fact.id))


@water.applies(happened.Traded, "water.trade.3")
def traded(state: State, fact: happened.Traded) -> State:
    give, get = fact.give, fact.get
    state = stocked(state, fact.seat, fact.network, get.energy - give.energy, get.food - give.food)
    state = stocked(state, fact.to, fact.network_to, give.energy - get.energy, give.food - get.food)
    coins = get.thunes - give.thunes
    return replace(state, thunes=added(state.thunes, {fact.seat: coins, fact.to: -coins}))


@water.applies(happened.SeatReady, "water.p4.3")
def seat_ready(state: State, fact: happened.SeatReady) -> State:
    return replace(state, ready=at(state.ready, fact.seat, fact.ready))


@water.applies(happened.Harvested, "water.p5.1")
def harvested(state: State, fact: happened.Harvested) -> State:
    return replace(state, thunes=added(state.thunes, {fact.seat: fact.coins}), vp=added(state.vp, {fact.seat: fact.vp}))


@water.applies(happened.CrisisCleared, "water.p5.4")
def crisis_cleared(state: State, fact: happened.CrisisCleared) -> State:
    return replace(state, crisis=state.crisis - {fact.cell})


@water.applies(happened.CrisisSet, "water.p5.2")
def crisis_set(state: State, fact: happened.CrisisSet) -> State:
    return replace(state, crisis=state.crisis | {fact.cell})


@water.applies(happened.Riot, "water.p5.3")
def riot(state: State, fact: happened.Riot) -> State:
    return replace(state, vp=added(state.vp, {fact.seat: -fact.lost}), riots=added(state.riots, {fact.seat: 1}))


@water.applies(happened.RiotAverted, "water.p5.5")
def riot_averted(state: State, fact: happened.RiotAverted) -> State:
    return without_card(state, fact.seat, fact.card)


@water.applies(happened.Polluted, cites=rule_of_pollution)
def polluted(state: State, fact: happened.Polluted) -> State:
    return replace(state, pollution=raised(state.pollution, {fact.outfall: 1}))


def paid(state: State, fact: happened.Built | happened.DamBuilt) -> State:
    """Owners pay, and a building uses up what public works granted them."""
    coins = {seat: -cost for seat, cost in zip(fact.owners, fact.costs, strict=True)}
    modifiers = state.modifiers
    for seat in fact.owners if fact.tile != "junction" else ():
        modifiers = changed(modifiers, seat, lambda held: replace(held, public_works=0))
    is_new_round = state.phase == "opening_build" and fact.owners[0] == state.order[0]
    passed = frozenset[int]() if is_new_round else state.passed
    return replace(state, thunes=added(state.thunes, coins), modifiers=modifiers, passed=passed)


@water.applies(happened.Built, "water.build.6")
def built(state: State, fact: happened.Built) -> State:
    return standing(paid(state, fact), fact.owners, fact.tile, fact.cells)


@water.applies(happened.DamBuilt, "water.dam.3", "water.build.6")
def dam_built(state: State, fact: happened.DamBuilt) -> State:
    return standing(paid(state, fact), fact.owners, fact.tile, fact.cells)


@water.applies(happened.DamRefused, "water.dam.3")
def dam_refused(state: State, fact: happened.DamRefused) -> State:
    counts = changed(state.counts, fact.actor, lambda held: replace(held, dams_declined=held.dams_declined + 1))
    return replace(state, counts=counts)


@water.applies(happened.DemolitionRefused, "water.destroy.3")
def demolition_refused(state: State, fact: happened.DemolitionRefused) -> State:
    return replace(state, demolition_asked=state.demolition_asked | {fact.dam})


@water.applies(happened.Destroyed, "water.destroy.1")
def destroyed(state: State, fact: happened.Destroyed) -> State:
    state = fallen(state, fact.owners, fact.tile, fact.cells)
    asked = {fact.cells[0]} if len(fact.owners) > 1 else set()
    return replace(state, demolition_asked=state.demolition_asked | asked)


@water.applies(happened.NetworksChanged, "water.net.4")
def networks_changed(state: State, fact: happened.NetworksChanged) -> State:
    return replace(state, stock=at(state.stock, fact.seat, fact.stocks))


@water.applies(happened.PollutionFlowed, "water.p8.1", "water.p8.2", "water.p8.3")
def pollution_flowed(state: State, fact: happened.PollutionFlowed) -> State:
    pollution = raised(state.pollution, drawn(fact.moves), -1)
    arrived = {cell: number for cell, number in received(fact.moves).items() if cell != SEA}
    return replace(state, pollution=raised(pollution, arrived), sea_pollution=fact.sea)


@water.applies(happened.TreatDone, "water.p6.3")
def treat_done(state: State, fact: happened.TreatDone) -> State:
    return state


@water.applies(happened.BuildDone, "water.p7.1")
def build_done(state: State, fact: happened.BuildDone) -> State:
    return state
