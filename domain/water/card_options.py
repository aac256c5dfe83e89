"""What each action card may be played on, now."""

from collections.abc import Callable, Iterator

from domain.core.forms import AnySlot, Option, Pick, Split, Target
from domain.core.rules import rule
from domain.water import building
from domain.water.activation import is_open, is_payable, price_of
from domain.water.board import RIVER, canonical
from domain.water.components import ACTIONS, TILES
from domain.water.forms import cell_pick, deed, network_pick, seat_option
from domain.water.needs import is_watered, thirsty, tile_on
from domain.water.networks import own_cells
from domain.water.state import Goods, State

Options = Iterator[Option]


def play(card: str, *slots: AnySlot) -> Option:
    """A card with its slots."""
    return deed(f"play:{card}", *slots, card=card)


def opponents(state: State, seat: int) -> list[int]:
    """All other seats."""
    return [other for other in range(state.n) if other != seat]


def on_cells(card: str, cells: list[str]) -> Options:
    """A card played on one of several cells."""
    if cells:
        yield play(card, cell_pick("cell", cells))


def on_seats(card: str, seats: list[int]) -> Options:
    """A card played against one of several communities."""
    if seats:
        yield play(card, Pick(name="seat", options=tuple(seat_option(seat) for seat in seats)))


def cubes(card: str, most: dict[str, int], kind: str = "cell") -> Split:
    """Up to as many cubes as the card says."""
    targets = tuple(Target(name, 0, number, {kind: name}) for name, number in most.items() if number)
    return Split(name="cubes", targets=targets, min=1, max=min(ACTIONS[card].amount, sum(most.values())))


def open_rivers(state: State) -> list[str]:
    """River cells without a dam."""
    return [cell for cell in RIVER if cell not in state.dams]


def shower(state: State, seat: int) -> Options:
    """Any river cell without a dam."""
    return on_cells("A01", open_rivers(state))


def cistern(state: State, seat: int) -> Options:
    """Own buildings that lack water."""
    lacking = thirsty(state, seat)
    if lacking:
        yield play("A02", cubes("A02", lacking))


def drought(state: State, seat: int) -> Options:
    """A river cell without a dam that holds water."""
    return on_cells("A03", [cell for cell in open_rivers(state) if state.water[cell]])


def leak(state: State, seat: int) -> Options:
    """Water on the buildings of one opponent."""
    for other in opponents(state, seat):
        lying = {cell: state.placed.get(cell, 0) for cell in own_cells(state, other)}
        if sum(lying.values()):
            yield deed(f"play:A04:s{other}", cubes("A04", lying), card="A04", seat=other)


def footbridge(state: State, seat: int) -> Options:
    """A cell on which the seat could build a junction."""
    if state.supply["junction"] and state.markers[seat]:
        yield from on_cells("A07", building.buildable(state, seat))


def into_network(card: str) -> Callable[[State, int], Options]:
    """A card for one own network."""

    def options(state: State, seat: int) -> Options:
        yield play(card, network_pick(canonical(state.stock[seat])))

    return options


def saving(state: State, seat: int) -> Options:
    """An own building that lacks nothing but perhaps its energy."""
    cells = [
        cell
        for cell in own_cells(state, seat)
        if tile_on(state, cell).needs.energy
        and is_open(state, cell)
        and is_watered(state, cell)
        and is_payable(state, seat, cell, without_energy(state, cell))
    ]
    return on_cells("A10", cells)


def without_energy(state: State, cell: str) -> Goods:
    """What a building needs beside water and energy."""
    price = price_of(state, cell)
    return Goods(thunes=price.thunes, food=price.food)


def speculation(state: State, seat: int) -> Options:
    """Cubes of one own network."""
    for key in canonical(state.stock[seat]):
        stock = state.stock[seat][key]
        held = {"energy": stock.energy, "food": stock.food}
        if sum(held.values()):
            yield deed(f"play:A12:{key}", cubes("A12", held, "good"), card="A12", network=key)


def embargo(state: State, seat: int) -> Options:
    """Any opponent."""
    return on_seats("A13", opponents(state, seat))


def blocking(card: str) -> Callable[[State, int], Options]:
    """A card that blocks an opponent's building of certain types."""

    def options(state: State, seat: int) -> Options:
        cells = [
            cell
            for other in opponents(state, seat)
            for cell in own_cells(state, other)
            if state.constructions[cell].type in ACTIONS[card].tiles and is_open(state, cell)
        ]
        return on_cells(card, canonical(cells))

    return options


def levy(state: State, seat: int) -> Options:
    """An opponent with coins."""
    return on_seats("A16", [other for other in opponents(state, seat) if state.thunes[other]])


def scandal(state: State, seat: int) -> Options:
    """An opponent with points and a polluting tile."""
    return on_seats("A18", [other for other in opponents(state, seat) if state.vp[other] and pollutes(state, other)])


def pollutes(state: State, seat: int) -> bool:
    """Whether a community owns a tile that pollutes."""
    return any(TILES[state.constructions[cell].type].pollution for cell in own_cells(state, seat))


def clean_up(state: State, seat: int) -> Options:
    """Pollution in river cells."""
    lying = {cell: state.pollution[cell] for cell in RIVER}
    if sum(lying.values()):
        yield play("A19", cubes("A19", lying))


def plain(card: str) -> Callable[[State, int], Options]:
    """A card without a target."""
    return lambda state, seat: iter((play(card),))


OPTIONS: dict[str, Callable[[State, int], Options]] = {
    "A01": shower,
    "A02": cistern,
    "A03": drought,
    "A04": leak,
    "A05": plain("A05"),
    "A06": plain("A06"),
    "A07": footbridge,
    "A08": into_network("A08"),
    "A09": into_network("A09"),
    "A10": saving,
    "A11": plain("A11"),
    "A12": speculation,
    "A13": embargo,
    "A14": blocking("A14"),
    "A15": blocking("A15"),
    "A16": levy,
    "A17": plain("A17"),
    "A18": scandal,
    "A19": clean_up,
}


@rule("water.card.3")
def options_of_card(state: State, seat: int, card: str) -> tuple[Option, ...]:
    """All ways to play a card on the table as it is; reactions are played elsewhere."""
    return tuple(OPTIONS[card](state, seat)) if card in OPTIONS else ()
