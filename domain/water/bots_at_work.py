"""How the sensible opponent supplies its buildings and chooses new ones."""

from collections.abc import Callable

from domain.core.forms import Answer, Form, Option, Pick, options_of
from domain.water.activation import pending, price_of
from domain.water.auto_supply import ORDER
from domain.water.board import BONUS, canonical
from domain.water.components import TILES
from domain.water.market import price
from domain.water.mediator import turns_of
from domain.water.needs import makes, tile_on
from domain.water.networks import access, network_of, own_cells, owned, reach
from domain.water.state import Good, State, TradeOffer

RESERVE = 3
KEPT = 2
EARNERS = ("residential_zone", "industrial_zone", "mine")
GOODS: tuple[Good, Good] = ("energy", "food")
Options = dict[str, Option]


def best_supply(state: State, seat: int, options: Options) -> Answer | None:
    """Answer offers, activate what can be paid, ask others for what is missing, sell the rest, buy and be ready."""
    offers = [offer for offer in state.offers if offer.to == seat]
    if offers:
        return _reply(state, seat, offers[0], options)
    working = [name for name in options if name.startswith("activate:")]
    if working:
        return {"do": min(working, key=lambda name: ORDER.index(tile_on(state, name[9:]).id))}
    if any(offer.maker == seat and not state.ready[offer.to] for offer in state.offers):
        return None
    return _wish(state, seat, options) or _surplus(state, seat, options) or _rest(options)


def _rest(options: Options) -> Answer:
    return {"do": "auto" if "auto" in options else "ready"}


def _reply(state: State, seat: int, offer: TradeOffer, options: Options) -> Answer:
    """An offer is taken if it asks no coins and pays one for each cube that can be spared."""
    accept = options.get(f"accept:{offer.id}")
    cubes = offer.get.energy + offer.get.food
    if accept and not offer.get.thunes and offer.give.thunes + offer.give.energy + offer.give.food >= cubes:
        slot = accept.slots[0]
        assert isinstance(slot, Pick)
        for option in slot.options:
            spare = {good: _spare(state, seat, option.id, good) for good in GOODS}
            if spare["energy"] >= offer.get.energy and spare["food"] >= offer.get.food:
                return {"do": accept.id, "network": option.id}
    return {"do": f"decline:{offer.id}"}


def _wanted(state: State, seat: int, key: str, good: Good) -> int:
    """Cubes that pending buildings of a network still want."""
    cells = (cell for cell in pending(state, seat) if network_of(state, seat, cell) == key)
    return sum(getattr(price_of(state, cell), good) for cell in cells)


def _spare(state: State, seat: int, key: str, good: Good) -> int:
    held: int = getattr(state.stock[seat][key], good)
    return held - _wanted(state, seat, key, good)


def _wish(state: State, seat: int, options: Options) -> Answer | None:
    """Before buying dear cubes, half the price is offered to the seat that has most of them."""
    for key in canonical(state.stock[seat]):
        for good in GOODS:
            missing, cost = -_spare(state, seat, key, good), price(state, seat, good)
            coins = missing * ((cost + 1) // 2)
            is_new = state.counts[seat].offers_made < len(GOODS) and not any(o.maker == seat for o in state.offers)
            if missing > 0 and cost >= 2 and is_new and coins <= state.thunes[seat] and f"purchase:{key}" in options:
                others = (other for other in range(state.n) if other != seat)
                richest = max(others, key=lambda other: _held(state, other, good))
                if _held(state, richest, good) >= missing:
                    name = {"do": f"purchase:{key}", "to": f"s{richest}"}
                    return {**name, "get": {good: min(missing, 20)}, "coins": coins}
    return None


def _held(state: State, seat: int, good: Good) -> int:
    return max((getattr(stock, good) for stock in state.stock[seat].values()), default=0)


def _surplus(state: State, seat: int, options: Options) -> Answer | None:
    """What exceeds a small reserve is sold, everything in the last turn."""
    kept = 0 if state.turn == turns_of(state) else KEPT
    for name in options:
        if name.startswith("sell:"):
            _, good, key = name.split(":")
            spare = _spare(state, seat, key, "energy" if good == "energy" else "food") - kept
            if spare > 0:
                return {"do": name, "count": spare}
    return None


class Outlook:
    """What a community makes and needs in a turn in which everything works."""

    def __init__(self, state: State, seat: int) -> None:
        tiles = [(makes(state, cell), tile_on(state, cell).needs) for cell in own_cells(state, seat)]
        self.energy = sum(made.energy - need.energy for made, need in tiles)
        self.food = sum(made.food - need.food for made, need in tiles)
        self.income = sum(made.coins - need.coins for made, need in tiles)
        self.water = sum(need.water for _, need in tiles)
        self.types = [tile_on(state, cell).id for cell in own_cells(state, seat)]


def best_building(state: State, seat: int, form: Form, below: Callable[[int], int]) -> Answer:
    """The first wish that can be paid with a few coins left, on its best cell."""
    slot = form.slots[0]
    assert isinstance(slot, Pick)
    listed = {option.id.removeprefix("build:"): option for option in slot.options if option.id.startswith("build:")}
    for tile in _wishes(state, seat, below):
        option = listed.get(tile)
        if option and state.thunes[seat] - int(option.args["cost"]) >= RESERVE:
            inner = option.slots[0]
            assert isinstance(inner, Pick)
            cells = [cell.id for cell in options_of(inner, form)]
            best = max(cells, key=lambda cell: _site(state, seat, tile, cell))
            if tile != "junction" or _site(state, seat, tile, best) >= 2:
                return {"do": option.id, "cell": best}
    return {"do": slot.options[-1].id}


def _wishes(state: State, seat: int, below: Callable[[int], int]) -> list[str]:
    """Energy, then food, a station, points in the second half of the game, then income."""
    outlook, left = Outlook(state, seat), turns_of(state) - state.turn
    found = []
    if left >= 2 and outlook.energy < 0:
        found += ["power_plant", "renewable_park"] if outlook.energy < -1 else ["renewable_park", "power_plant"]
    if left >= 2 and outlook.food < 0:
        found += ["fishing_port", "farm"] if outlook.energy > 0 else ["farm", "fishing_port"]
    if found:
        return found
    buildings = [tile for tile in outlook.types if tile != "junction"]
    if 2 <= left <= 4 and len(buildings) >= 6 and "treatment_station" not in buildings:
        found.append("treatment_station")
    if 1 <= left <= 4 and outlook.income >= 4:
        found += ["university", "leisure_base"]
    if left >= 2:
        is_watered = 10 * outlook.water <= 14 * len(access(state, seat))
        start = below(len(EARNERS))
        found += [*EARNERS[start:], *EARNERS[:start]] if is_watered else ["junction"]
    return found


def _site(state: State, seat: int, tile: str, cell: str) -> int:
    """New river cells in reach, and twice the bonus the tile would have there."""
    cells = owned(state.constructions, seat)
    gained = len(reach(state, seat, cells | {cell})) - len(reach(state, seat, cells))
    kind, amount = BONUS.get(cell, ("", 0))
    kind = "coins" if kind == "money" else kind
    return gained + (2 * amount if getattr(TILES[tile].makes, kind, 0) else 0)
