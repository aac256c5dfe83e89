"""What is true of every table, whatever was played and wherever a position was taken."""

from collections import Counter
from collections.abc import Iterator

from domain.water.board import CELLS, RIVER, SITES, TERRAIN
from domain.water.building import suits
from domain.water.components import DAM_LIMIT, MARKERS, SCENARIOS, STATION_LIMIT, TILES, deck
from domain.water.modes import is_normal, mode_of
from domain.water.needs import has_needs, tile_on
from domain.water.networks import networks, own_cells
from domain.water.state import State, water

Complaints = Iterator[str]
BEFORE_POLLUTING = ("p1", "p2", "p3", "p4", "p5")
HOMELESS = ("setup", "opening_home")


@water.invariants
def complaints(state: State) -> Complaints:
    """Everything that is wrong with a state."""
    wrong = list(_wrong_table(state))
    yield from wrong
    if wrong:
        return
    yield from _wrong_tiles(state)
    yield from _wrong_board(state)
    yield from _wrong_water(state)
    yield from _wrong_turn(state)
    yield from _wrong_cards(state)
    for seat in range(state.n):
        yield from (f"seat {seat}: {fault}" for fault in _wrong_seat(state, seat))


def _wrong_table(state: State) -> Complaints:
    by_seat = (
        state.thunes,
        state.vp,
        state.markers,
        state.stock,
        state.treated_total,
        state.riots,
        state.collect_done,
        state.put_back,
        state.ready,
        state.counts,
        state.modifiers,
        state.claims_made,
        state.objective,
        state.hand,
    )
    if not 2 <= state.n <= 4 or any(len(values) != state.n for values in by_seat):
        yield "there are 2 to 4 communities, each with all that is its own"
    if state.options.mode is None or state.options.turns is None or state.options.action_draw is None:
        yield "mode, turns and drawing are settled"
    elif not 0 <= state.turn <= state.options.turns <= 7:
        yield "there are at most seven turns"
    if set(state.water) != set(RIVER) or set(state.pollution) != set(RIVER):
        yield "water and pollution lie on the 24 river cells"
    if not set(state.constructions) <= set(CELLS) or any(c.type not in TILES for c in state.constructions.values()):
        yield "known tiles stand on the board"
    if state.phase != "setup" and sorted(state.order) != list(range(state.n)):
        yield "every community has its place in the order"


def _wrong_tiles(state: State) -> Complaints:
    standing = Counter(c.type for cell, c in state.constructions.items() if c.dam in (None, cell))
    for tile in TILES.values():
        if state.supply.get(tile.id, 0) + standing[tile.id] != tile.supply or state.supply.get(tile.id, 0) < 0:
            yield f"supply and board hold {tile.supply} tiles of type {tile.id}"


def _wrong_board(state: State) -> Complaints:
    for cell, built in state.constructions.items():
        if TERRAIN[cell] == "sea" or (built.type != "dam" and not suits(cell, TILES[built.type].stands)):
            yield f"a {built.type} cannot stand on {cell}"
        if (built.type == "dam") != (built.dam is not None) or (built.dam and cell not in _parts(state, built.dam)):
            yield f"the dam of {cell} is not there"
        shared = 3 if built.type == "dam" else 1
        if not 1 <= len(set(built.owners)) == len(built.owners) <= shared or not set(built.owners) <= set(
            range(state.n)
        ):
            yield f"{cell} has the wrong owners"
    for river, dam in state.dams.items():
        if ":".join(_parts(state, river)) not in SITES or not 0 <= dam.intake <= DAM_LIMIT:
            yield f"the dam on {river} stands on a site and takes in at most nine cubes"
        if any(state.constructions.get(part) is None for part in _parts(state, river)):
            yield f"the dam on {river} covers three cells"
    if not is_normal(state) and any(c.type == "treatment_station" for c in state.constructions.values()):
        yield "there are no treatment stations without pollution"


def _parts(state: State, river: str) -> tuple[str, ...]:
    return (river, *state.dams[river].land) if river in state.dams else ()


def _wrong_water(state: State) -> Complaints:
    numbers = (*state.water.values(), *state.pollution.values(), *state.placed.values(), state.sea_pollution)
    if min(numbers) < 0:
        yield "numbers of cubes are not negative"
    for cell, number in state.placed.items():
        if cell not in state.constructions or number > tile_on(state, cell).needs.water:
            yield f"{cell} holds more water than it needs"
    if state.phase in BEFORE_POLLUTING and max(state.pollution.values()) > 1:
        yield "no river cell holds more than one pollution cube before phase 6"
    if not is_normal(state) and sum(state.pollution.values()) + state.sea_pollution:
        yield "there is no pollution in the simplified mode"


def _wrong_turn(state: State) -> Complaints:
    for cell in state.activated | state.blocked | state.crisis:
        if cell not in state.constructions:
            yield f"nothing stands on {cell}"
        elif cell in state.crisis and not has_needs(tile_on(state, cell)):
            yield f"{cell} needs nothing and cannot be in crisis"
    for cell, number in state.station_uses.items():
        known = state.constructions.get(cell)
        if known is None or known.type != "treatment_station" or not 0 <= number <= STATION_LIMIT:
            yield f"the station on {cell} works at most three times"
    if state.offers and state.phase != "p4":
        yield "offers are open in phase 4 only"


def _wrong_cards(state: State) -> Complaints:
    if state.phase == "setup":
        return
    has_cards = SCENARIOS[state.options.scenario].cards_in_hand
    cards = Counter([*state.action_deck, *state.action_discard, *(card for hand in state.hand for card in hand)])
    if cards != Counter(deck(mode_of(state)) if has_cards else ()):
        yield "deck, hands and discard hold all action cards"
    if len(state.resource_row) != state.options.turns:
        yield "there is a resource card for every turn"


def _wrong_seat(state: State, seat: int) -> Complaints:
    own = own_cells(state, seat)
    stocks = state.stock[seat].values()
    if state.markers[seat] + len(own) != MARKERS or state.markers[seat] < 0:
        yield "markers in hand and on the board are twenty"
    if min(state.thunes[seat], state.vp[seat], *(min(s.energy, s.food) for s in stocks), 0) < 0:
        yield "numbers are not negative"
    if set(state.stock[seat]) != set(networks(state, seat)):
        yield "every network has its stock"
    if state.phase not in HOMELESS and not any(state.constructions[c].type == "residential_zone" for c in own):
        yield "a community has a residential zone"
