"""Cartes « Pouvoir ». When they can be used and what they ask."""

from collections.abc import Callable

from domain.core.forms import AnySlot, Option, Pick, Select, Split, Target
from domain.core.rules import rule
from domain.mediation.board import (
    ORTH,
    can_use,
    free_places,
    has_cards,
    in_order,
    in_play,
    open_camps,
    pile_of,
    square,
)
from domain.mediation.components import CAMPS, CELLS, POWERS
from domain.mediation.forms import camp_option, cell_option, character_option, has_room_besides, targets, to_room
from domain.mediation.state import State

Slots = tuple[AnySlot, ...]
Slotting = Callable[[State, str], Slots | None]
"""The slots of a power for its holder, or nothing where it has no target."""

AT_MOST = 3


@rule("mediation.action.5", "mediation.power.1")
def usable_options(state: State, seat: int, timings: frozenset[str]) -> tuple[Option, ...]:
    """Power cards of a seat that this moment allows, that have a target, a cube and a free place."""
    found = []
    for name in in_play(state):
        power = state.chars[name].power
        is_usable = power is not None and POWERS[power].timing in timings and can_use(state, name, "power")
        if name in state.seats[seat].characters and power is not None and is_usable:
            slots = SLOTS[power](state, name)
            if slots is not None:
                found.append(Option(f"use:{name}:{power}", {"character": name, "power": power}, slots))
    return tuple(found)


def no_slots(state: State, character: str) -> Slots | None:
    """Nothing to choose."""
    return ()


def rewind_slots(state: State, character: str) -> Slots | None:
    """Anything that can be cancelled."""
    return (Pick(name="target", of="targets"),) if targets(state) else None


def leap_slots(state: State, character: str) -> Slots | None:
    """Any other cell that is not destroyed."""
    return (Pick(name="to", of="walkable", without=frozenset({state.chars[character].cell})),)


@rule("mediation.pow.evacuate")
def evacuable(state: State, character: str) -> tuple[Option, ...]:
    """Populations on the user's cell and beside it, each with somewhere to go."""
    cell = state.chars[character].cell
    return tuple(
        cell_option(place, to_room(place))
        for place in in_order((cell, *ORTH[cell]))
        if state.pop[place] and has_room_besides(state, place)
    )


def evacuate_slots(state: State, character: str) -> Slots | None:
    """A population nearby and where it goes."""
    options = evacuable(state, character)
    return (Pick(name="from", options=options),) if options else None


def listen_slots(state: State, character: str) -> Slots | None:
    """A camp with a card left."""
    camps = tuple(camp_option(camp) for camp in CAMPS if has_cards(state, pile_of(camp)))
    return (Pick(name="camp", options=camps),) if camps else None


def speak_slots(state: State, character: str) -> Slots | None:
    """A camp with a card left that is not closed."""
    camps = tuple(camp_option(camp) for camp in open_camps(state))
    return (Pick(name="camp", options=camps),) if camps else None


def wave_slots(state: State, character: str) -> Slots | None:
    """Attacks on the user's cell and around."""
    cells = tuple(cell_option(cell) for cell in square(state.chars[character].cell) if cell in state.attacks)
    return (Select(name="cells", items=cells, min=1, max=min(AT_MOST, len(cells))),) if cells else None


def ark_slots(state: State, character: str) -> Slots | None:
    """Populations anywhere but on Base U, as far as it has room."""
    there = {cell: state.pop[cell] for cell in CELLS if state.pop[cell] and cell != state.base_u}
    most = min(AT_MOST, free_places(state, state.base_u), sum(there.values()))
    if most < 1:
        return None
    bounds = tuple(Target(cell, 0, number, {"cell": cell}) for cell, number in there.items())
    return (Split(name="tokens", targets=bounds, min=1, max=most),)


def gather_slots(state: State, character: str) -> Slots | None:
    """Other characters that stand elsewhere."""
    cell = state.chars[character].cell
    names = tuple(character_option(name) for name in in_play(state) if state.chars[name].cell != cell)
    return (Select(name="characters", items=names, min=1, max=min(AT_MOST, len(names))),) if names else None


SLOTS: dict[str, Slotting] = {
    "shield": no_slots,
    "delay": no_slots,
    "breath": no_slots,
    "goodwill": no_slots,
    "rewind": rewind_slots,
    "leap": leap_slots,
    "evacuate": evacuate_slots,
    "listen": listen_slots,
    "speak": speak_slots,
    "wave": wave_slots,
    "ark": ark_slots,
    "gather": gather_slots,
}
