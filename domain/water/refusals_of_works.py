"""Why an answer about building, supply, market or trade is refused: the first rule it breaks."""

from typing import Any

from domain.core.errors import Reason
from domain.core.forms import Answer
from domain.core.model import Ask
from domain.core.rules import rule
from domain.water import building, demolition, frames
from domain.water.activation import price_of
from domain.water.board import NEIGHBOURS, SITES, TERRAIN
from domain.water.components import TILES
from domain.water.market import market_moves_left, price
from domain.water.needs import is_watered, needs_choice, tile_on
from domain.water.networks import network_of, owned
from domain.water.refusals import MALFORMED, Reasons, because, first, numbers, words
from domain.water.state import State, water
from domain.water.supply import GOODS
from domain.water.trade import KINDS, MADE_LIMIT, MOST_COINS, MOST_CUBES, OPEN_LIMIT, can_give


@water.why_not("build_action", "opening_build")
def why_not_build(state: State, frame: frames.Build | frames.Opening, question: Ask, answer: Answer) -> Reason:
    """Building, dams and demolition."""
    seat, deeds = question.seat, getattr(frame, "go_actions", 0)
    match words(answer):
        case ["build", tile] if tile in TILES and tile != "dam":
            if tile == "junction" and deeds:
                return because("junction_alone", "opening.2")
            return first(against_building(state, seat, tile, answer.get("cell")))
        case ["dam", "1" | "2" | "3" as count]:
            return first(against_dam(state, _owners(state, seat, answer), answer.get("site"), int(count)))
        case ["destroy", cell] if question.kind == "build_action":
            return first(against_demolition(state, seat, cell))
    return MALFORMED


def _owners(state: State, seat: int, answer: Answer) -> list[int]:
    named = answer.get("partners")
    names = {f"s{number}": number for number in range(state.n)}
    partners = [names[name] for name in named if name in names] if isinstance(named, list) and _flat(named) else []
    return [seat, *partners]


def _flat(named: list[Any]) -> bool:
    return all(isinstance(name, str) for name in named)


@rule("water.mode.4", "water.build.1", "water.build.2", "water.build.3", "water.build.4", "water.build.5")
def against_building(state: State, seat: int, tile: str, cell: Any) -> Reasons:
    """Mode, tile, marker, cell, terrain, neighbourhood, coins."""
    if not building.is_in_mode(state, tile):
        yield because("not_in_this_mode", "mode.4")
    yield from against_supply(state, [seat], tile)
    if not isinstance(cell, str):
        return
    yield from against_cells(state, seat, (cell,))
    if not building.suits(cell, TILES[tile].stands):
        yield because("wrong_terrain", "build.4")
    if not NEIGHBOURS[cell] & owned(state.constructions, seat):
        yield because("not_adjacent", "build.5")
    if state.thunes[seat] < building.cost(state, seat, tile):
        yield because("coins_short", "build.6")


def against_supply(state: State, owners: list[int], tile: str) -> Reasons:
    """A tile must be left, and a marker of each owner."""
    if not state.supply[tile]:
        yield because("tiles_exhausted", "build.1")
    if not all(state.markers[owner] for owner in owners):
        yield because("markers_exhausted", "build.2")


@rule("water.build.3", "water.conflict.8")
def against_cells(state: State, seat: int, cells: tuple[str, ...]) -> Reasons:
    """Cells must be on the board and free, and not kept for another seat."""
    if any(TERRAIN.get(cell, "sea") == "sea" or cell in state.constructions for cell in cells):
        yield because("cell_not_free", "build.3")
    if any(state.reserved.get(cell, seat) != seat for cell in cells):
        yield because("cell_reserved", "conflict.8")


@rule("water.dam.1", "water.dam.2", "water.dam.3")
def against_dam(state: State, owners: list[int], site: Any, count: int) -> Reasons:
    """A site, owners beside it who can pay, and not too many refusals."""
    yield from against_supply(state, owners, "dam")
    if not isinstance(site, str):
        return
    yield from against_cells(state, owners[0], tuple(site.split(":")))
    if site not in SITES:
        yield because("no_dam_site", "dam.1")
        return
    if not all(building.is_beside(state, owner, site) for owner in owners):
        yield because("owner_not_adjacent", "dam.2")
    if not all(state.thunes[owner] >= building.cost(state, owner, "dam", count) for owner in owners):
        yield because("coins_short", "build.6")
    if count > 1 and state.counts[owners[0]].dams_declined >= building.DECLINES:
        yield because("declined_twice", "dam.3")


@rule("water.destroy.1", "water.destroy.2", "water.destroy.3")
def against_demolition(state: State, seat: int, cell: str) -> Reasons:
    """Only one's own, never the last home, a shared dam once a turn."""
    built = state.constructions.get(cell)
    if cell in TERRAIN and (built is None or seat not in built.owners):
        yield because("not_own", "destroy.1")
    elif built is not None and demolition.is_last_home(state, seat, cell):
        yield because("last_home", "destroy.2")
    elif cell in state.demolition_asked:
        yield because("asked_before", "destroy.3")


@water.why_not("supply_action")
def why_not_supply(state: State, frame: frames.Supply, question: Ask, answer: Answer) -> Reason:
    """Activation, market and offers."""
    seat = question.seat
    match words(answer):
        case ["activate", cell] if cell in state.constructions and seat in state.constructions[cell].owners:
            return first(against_activation(state, seat, cell))
        case ["buy", "energy" | "food" as kind]:
            return first(against_purchase(state, seat, kind, answer))
        case ["sell", "energy" | "food" as kind, key] if key in state.stock[seat]:
            return first(against_sale(state, seat, kind, key, answer.get("count")))
        case [verb, key] if verb in KINDS and key in state.stock[seat]:
            return first(against_offer(state, seat, key, answer))
        case ["accept", name]:
            return first(against_trade(state, seat, name, answer.get("network")))
    return MALFORMED


@rule("water.p4.4", "water.p4.5", "water.p4.6", "water.p4.7", "water.net.2")
def against_activation(state: State, seat: int, cell: str) -> Reasons:
    """Once, not blocked, with its water, cubes and coins."""
    if not needs_choice(tile_on(state, cell)):
        return
    if cell in state.activated:
        yield because("already_activated", "p4.5")
    if cell in state.blocked:
        yield because("building_blocked", "p4.6")
    if not is_watered(state, cell):
        yield because("water_missing", "p4.4")
    need, stock = price_of(state, cell), state.stock[seat][network_of(state, seat, cell)]
    if stock.energy < need.energy or stock.food < need.food:
        yield because("stock_short", "net.2")
    if state.thunes[seat] < need.thunes:
        yield because("coins_short", "p4.7")


@rule("water.market.1", "water.market.3", "water.card.13")
def against_purchase(state: State, seat: int, kind: str, answer: Answer) -> Reasons:
    """Embargo, number of moves, coins."""
    if state.modifiers[seat].embargo:
        yield because("embargo", "card.13")
    if not market_moves_left(state, seat):
        yield because("market_limit", "market.3")
    good, count = next(good for good in GOODS if good == kind), answer.get("count")
    wanted = count if isinstance(count, int) else 1
    if state.thunes[seat] < wanted * price(state, seat, good):
        yield because("coins_short", "market.1")


@rule("water.market.2", "water.market.3")
def against_sale(state: State, seat: int, kind: str, key: str, count: Any) -> Reasons:
    """Number of moves, stock."""
    if not market_moves_left(state, seat):
        yield because("market_limit", "market.3")
    wanted = count if isinstance(count, int) else 1
    if getattr(state.stock[seat][key], kind) < wanted:
        yield because("stock_short", "market.2")


@rule("water.trade.1", "water.trade.2", "water.trade.4")
def against_offer(state: State, seat: int, key: str, answer: Answer) -> Reasons:
    """What may be offered, what the offerer has, and how many offers there are."""
    given = {**numbers(answer.get("give")), **numbers(answer.get("gift"))}
    coins = answer.get("coins", 0)
    coins = coins if isinstance(coins, int) else 0
    if is_strange(state, seat, answer, given, coins):
        yield because("bad_offer", "trade.1")
    stock = state.stock[seat][key]
    held = {"energy": stock.energy, "food": stock.food, "coins": state.thunes[seat]}
    is_paying = coins > state.thunes[seat] and words(answer)[0] != "sale"
    if is_paying or any(number > held.get(good, 0) for good, number in given.items()):
        yield because("cannot_pay", "trade.2")
    is_full = sum(offer.maker == seat for offer in state.offers) >= OPEN_LIMIT
    if is_full or state.counts[seat].offers_made >= MADE_LIMIT:
        yield because("offer_limit", "trade.4")


@rule("water.trade.2")
def against_trade(state: State, seat: int, name: str, network: Any) -> Reasons:
    """The named network must hold the cubes asked, the community the coins."""
    offer = next((offer for offer in state.offers if offer.id == name and offer.to == seat), None)
    if offer is None or not isinstance(network, str) or network not in state.stock[seat]:
        return
    if not can_give(state, seat, network, offer.get):
        yield because("cannot_pay", "trade.2")


@rule("water.trade.1")
def is_strange(state: State, seat: int, answer: Answer, given: dict[str, int], coins: int) -> bool:
    """An offer to nobody else, of nothing for nothing, or of goods that are not traded or not so many."""
    others = [f"s{other}" for other in range(state.n) if other != seat]
    asked = numbers(answer.get("get"))
    is_odd = not {*given, *asked} <= {*GOODS, "coins"} or min((*given.values(), *asked.values(), 0)) < 0
    wants = coins if words(answer)[0] == "sale" else -coins
    is_large = max((*asked.values(), 0)) > MOST_CUBES or wants > MOST_COINS
    return answer.get("to") not in others or is_odd or is_large or not (given or asked)
