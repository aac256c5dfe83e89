"""Options, lists and questions that several chapters share."""

from collections.abc import Iterable

from domain.core.forms import AnySlot, Form, Option, Pick, Select, Split, Target, pick_form
from domain.mediation.board import in_order, is_available, is_corner_overfull, is_military_base
from domain.mediation.components import CELLS
from domain.mediation.state import Camp, State

PASS = Option("pass")
PASS_PHASE = Option("pass_phase")
STOP = Option("stop")
DECLINE = Option("decline")


def cell_option(cell: str, *slots: AnySlot) -> Option:
    """A cell to choose."""
    return Option(cell, {"cell": cell}, slots)


def character_option(name: str) -> Option:
    """A character to choose."""
    return Option(name, {"character": name})


def camp_option(camp: str) -> Option:
    """A camp to choose."""
    return Option(camp, {"camp": camp})


def camps_form(camps: Iterable[Camp]) -> Form:
    """One of these camps."""
    return pick_form("camp", *(camp_option(camp) for camp in camps))


def cells_split(name: str, places: dict[str, int], total: int) -> Split:
    """Exactly so many populations over cells, each up to its number."""
    targets = tuple(Target(cell, 0, most, {"cell": cell}) for cell, most in places.items())
    return Split(name=name, targets=targets, min=total, max=total)


def energy_split(energies: dict[str, int], cost: int) -> Split:
    """Exactly the cost, from the energy of characters."""
    targets = tuple(Target(name, 0, most, {"character": name}) for name, most in energies.items())
    return Split(name="energy", targets=targets, min=cost, max=cost)


def room(state: State) -> tuple[str, ...]:
    """Cells that take one more population."""
    return tuple(cell for cell in CELLS if is_available(state, cell))


def ground(state: State) -> tuple[str, ...]:
    """Cells without attack, destruction or military base."""
    return tuple(
        cell
        for cell in CELLS
        if cell not in state.attacks and cell not in state.pd and not is_military_base(state, cell)
    )


def has_room_besides(state: State, cell: str) -> bool:
    """Whether some other cell takes a population."""
    return any(is_available(state, other) for other in CELLS if other != cell)


def sites(state: State) -> tuple[str, ...]:
    """Ground without pyramids and Base U: where a military base may stand."""
    return tuple(cell for cell in ground(state) if cell not in state.pyramids and cell != state.base_u)


def walkable(state: State) -> tuple[str, ...]:
    """Cells that a character may stand on."""
    return tuple(cell for cell in CELLS if cell not in state.pd)


def targets(state: State) -> tuple[str, ...]:
    """All that can be cancelled, as `<what>:<cell>`."""
    active = state.active_disaster
    return (
        *(f"attack:{cell}" for cell in in_order(state.attacks)),
        *(f"contamination:{cell}" for cell in in_order(state.contaminated)),
        *((f"disaster:{active.cell}",) if active else ()),
    )


def target_option(target: str) -> Option:
    """Something to cancel."""
    what, cell = target.split(":")
    return Option(target, {"what": what, "cell": cell})


def to_room(cell: str) -> Pick:
    """Another cell with room."""
    return Pick(name="to", of="room", without=frozenset({cell}))


def to_ground(cell: str) -> Pick:
    """Another cell where a pyramid may stand."""
    return Pick(name="to", of="ground", without=frozenset({cell}))


def lists_of(state: State, options: Iterable[Option]) -> dict[str, tuple[Option, ...]]:
    """The shared lists that these options refer to."""
    found: dict[str, tuple[Option, ...]] = {}
    waiting = list(options)
    while waiting:
        for slot in waiting.pop().slots:
            if isinstance(slot, Pick | Select):
                if slot.of and slot.of not in found:
                    found[slot.of] = LISTS[slot.of](state)
                    waiting += found[slot.of]
                waiting += slot.options if isinstance(slot, Pick) else ()
    return dict(sorted(found.items()))


def movables(state: State) -> tuple[Option, ...]:
    """All that can be teleported at a distance, as `<what>:<cell>`."""
    rooms = set(room(state))
    grounds = set(ground(state)) if state.pyramids else set()
    populations = (
        Option(f"population:{cell}", {"what": "population", "cell": cell}, (to_room(cell),))
        for cell in CELLS
        if state.pop[cell] and rooms - {cell}
    )
    pyramids = (
        Option(f"pyramid:{cell}", {"what": "pyramid", "cell": cell}, (to_ground(cell),))
        for cell in in_order(frozenset(state.pyramids))
        if grounds - {cell} and not is_corner_overfull(state, cell)
    )
    return (*populations, *pyramids)


_CELL_OPTIONS = {cell: cell_option(cell) for cell in CELLS}


def _cells(of: Iterable[str]) -> tuple[Option, ...]:
    return tuple(_CELL_OPTIONS[cell] for cell in of)


LISTS = {
    "room": lambda state: _cells(room(state)),
    "ground": lambda state: _cells(ground(state)),
    "sites": lambda state: _cells(sites(state)),
    "walkable": lambda state: _cells(walkable(state)),
    "targets": lambda state: tuple(target_option(target) for target in targets(state)),
    "movables": movables,
}
