"""What is true of every table, whatever was played and wherever a position was taken."""

from collections import Counter
from collections.abc import Iterator

from domain.mediation.board import CELLS_SET, capacity, gap, in_play
from domain.mediation.components import BOARD, CAMPS, CHARACTERS, LAST_SHIP_SPACE
from domain.mediation.setup import deck_contents
from domain.mediation.state import PileName, State, mediation

Complaints = Iterator[str]


@mediation.invariants
def complaints(state: State) -> Complaints:
    """Everything that is wrong with a state."""
    yield from _wrong_seats(state)
    if state.pop:
        yield from _wrong_populations(state)
        yield from _wrong_tracks(state)
        yield from _wrong_sheets(state)
        yield from _wrong_bases(state)
        yield from _wrong_pyramids(state)
    if "attack" in state.piles:
        yield from _wrong_cards(state)


def _wrong_seats(state: State) -> Complaints:
    names = [name for seat in state.seats for name in seat.characters]
    if len(state.seats) != state.players:
        yield "seats and players differ"
    if len(set(names)) < len(names) or (state.chars and set(names) != set(state.chars)):
        yield f"characters {names} are not shared once each"


def _wrong_populations(state: State) -> Complaints:
    if set(state.pop) != CELLS_SET:
        yield "not every cell is counted"
        return
    if sum(state.pop.values()) + state.ship + state.lost != BOARD.populations:
        yield f"{sum(state.pop.values())} populations on the board, {state.ship} aboard and {state.lost} lost"
    for cell, number in state.pop.items():
        if not 0 <= number <= capacity(state, cell):
            yield f"{number} populations on {cell}"


def _wrong_tracks(state: State) -> Complaints:
    if state.turn < 1 or gap(state) < 0:
        yield f"turn {state.turn} with {state.lost} lost"
    if not 0 <= state.ship <= BOARD.ship_capacity or not 0 <= state.ship_token <= LAST_SHIP_SPACE:
        yield f"{state.ship} aboard, token on {state.ship_token}"
    if len(state.pd) > BOARD.permanent_destructions:
        yield f"{len(state.pd)} permanent destructions"
    tokens = state.disaster_tokens + (state.active_disaster is not None) + len(state.contaminated)
    if tokens != (BOARD.disaster_tokens if state.options.pyramids else 0):
        yield f"{tokens} disaster tokens"


def _wrong_sheets(state: State) -> Complaints:
    for name in in_play(state):
        sheet = state.chars[name]
        least = BOARD.energy if sheet.cell == state.base_u else 1
        if not least <= sheet.energy <= BOARD.energy:
            yield f"{name} has energy {sheet.energy} on {sheet.cell}"
        if sheet.cubes < 0 or sheet.cubes + sum(sheet.used.values()) != BOARD.cubes:
            yield f"{name} has {sheet.cubes} cubes and used {sheet.used}"
        slots = CHARACTERS[name].slots
        if any(number > slots[kind] for kind, number in sheet.used.items()):
            yield f"{name} used {sheet.used}"
        if sheet.cell and sheet.cell not in CELLS_SET:
            yield f"{name} stands on {sheet.cell}"


def _wrong_bases(state: State) -> Complaints:
    cells = list(state.bases.values())
    if len(set(cells)) < len(cells):
        yield "both military bases on one cell"
    for cell in cells:
        if cell == state.base_u or cell in state.pyramids:
            yield f"a military base on {cell} with Base U or a pyramid"


def _wrong_pyramids(state: State) -> Complaints:
    number = len(state.pyramids) + len(state.pyramids_on_track) + state.pyramids_aside + state.pyramids_gone
    if number != (BOARD.pyramids if state.options.pyramids else 0):
        yield f"{number} pyramids"
    for cell in state.pyramids:
        if cell in state.attacks or cell in state.pd or cell in state.bases.values():
            yield f"a pyramid on {cell}"


def _wrong_cards(state: State) -> Complaints:
    out = _cards_out(state)
    for name, cards in deck_contents(state.options).items():
        pile = state.piles.get(name)
        there = Counter((*pile.cards, *pile.discard) if pile else ())
        if pile and there + Counter(out[name]) != Counter(cards):
            yield f"cards of {name} are missing or double"
    if any(cell in state.attacks and cell in state.pd for cell in CELLS_SET):
        yield "an attack on a destroyed cell"


def _cards_out(state: State) -> dict[PileName, tuple[str, ...]]:
    """Cards that lie in no pile."""
    held, active = state.held, state.active_disaster
    revealed = {camp: held.mediation.card for camp in CAMPS if held.mediation and held.mediation.camp == camp}
    powers = tuple(sheet.power for sheet in state.chars.values() if sheet.power)
    return {
        "attack": (*state.attacks, *((held.attack,) if held.attack else ())),
        "med_red": (*state.needs_found["red"], *((revealed["red"],) if "red" in revealed else ())),
        "med_blue": (*state.needs_found["blue"], *((revealed["blue"],) if "blue" in revealed else ())),
        "power": (*powers, *((held.power,) if held.power else ())),
        "disaster": (active.kind,) if active else (),
    }
