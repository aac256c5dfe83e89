"""Who may contest what, and how much water can be claimed."""

from domain.core.rules import rule
from domain.water.apply_works import drawn
from domain.water.board import NEIGHBOURS, OUTFALLS, canonical
from domain.water.changes import raised
from domain.water.components import ACTIONS, TILES
from domain.water.modes import mode_of
from domain.water.needs import thirsty, unmet_of
from domain.water.networks import access, network_of, networks, owned, reach
from domain.water.state import Announcement, State


@rule("water.conflict.2", "water.conflict.3")
def eligible(state: State, action: Announcement) -> tuple[int, ...]:
    """Seats in the order of the turn that may claim: never the actor, never twice in a phase."""
    others = (seat for seat in state.order if seat != action.actor and state.phase not in state.claims_made[seat])
    return tuple(seat for seat in others if may_claim(state, action, seat))


def may_claim(state: State, action: Announcement, seat: int) -> bool:
    """Whether a deed of this cause concerns a seat."""
    match action.cause:
        case "take" | "fill":
            return may_claim_water(state, action, seat)
        case "card":
            return may_contest_card(state, action, seat)
    return may_contest_construction(state, action, seat)


@rule("water.conflict.2")
def may_claim_water(state: State, action: Announcement, seat: int) -> bool:
    """A community still to collect whose reachable water would fall below its needs."""
    if state.collect_done[seat] or shortage(state, action, seat) <= 0:
        return False
    return bool(claimable(state, action, seat))


def shortage(state: State, action: Announcement, seat: int) -> int:
    """What a community would lack after the announced deed; only so much can be claimed."""
    left = raised(state.water, drawn(action.water), -1)
    if action.dam is not None:
        left[action.dam] += sum(action.water.values())
    return unmet_of(state, seat) - sum(left[cell] for cell in access(state, seat))


@rule("water.conflict.2")
def claimable(state: State, action: Announcement, seat: int) -> dict[str, int]:
    """Contested cubes by `cell>building`, each up to what is announced and what the building lacks."""
    contested = drawn(action.water)
    found = {}
    for building, lacking in thirsty(state, seat).items():
        cells = networks(state, seat)[network_of(state, seat, building)]
        for cell in canonical(contested.keys() & reach(state, seat, cells)):
            found[f"{cell}>{building}"] = min(contested[cell], lacking)
    return found


def may_contest_card(state: State, action: Announcement, seat: int) -> bool:
    """The target of a card; of a drought, those who still collect from the cell."""
    assert action.card is not None
    match ACTIONS[action.card].contest:
        case "target":
            return seat == action.target
        case "collectors":
            return not state.collect_done[seat] and action.cell in access(state, seat)
    return False


@rule("water.conflict.2")
def may_contest_construction(state: State, action: Announcement, seat: int) -> bool:
    """A neighbour who is no owner; with pollution also who draws from the outfall of a polluting tile."""
    if seat in action.owners or state.phase != "p7":
        return False
    beside = {near for cell in action.cells for near in NEIGHBOURS[cell]}
    if beside & owned(state.constructions, seat):
        return True
    assert action.tile is not None
    pollutes = mode_of(state) == "normal" and TILES[action.tile].pollution
    return bool(pollutes) and OUTFALLS[action.cells[0]] in access(state, seat)
