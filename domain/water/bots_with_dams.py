"""When the sensible opponent builds a dam, with whom, and when it joins one."""

from collections.abc import Iterator
from itertools import combinations

from domain.core.forms import Answer, Form, Pick, Select, options_of
from domain.core.record import Record
from domain.water.board import BONUS, NEIGHBOURS, SITES, cells_of, downstream
from domain.water.bots_at_work import RESERVE, Outlook
from domain.water.building import cost
from domain.water.components import TILES
from domain.water.forms import seat_of
from domain.water.mediator import turns_of
from domain.water.needs import makes, tile_on
from domain.water.networks import Cells, access, networks, touched
from domain.water.state import State

PARK = TILES["renewable_park"].cost
"""What a cube of energy that is lacking would cost otherwise."""
GROWING, NEXT_NEEDS = 4, 2
"""With so many turns left, a community that earns its share in a turn will soon want so much more energy."""
CUBE_OF_WATER = TILES["junction"].cost
"""What a cube of water that is lacking would cost otherwise."""


class Plan(Record, kw_only=True):
    """A dam that may be proposed, and what the proposer gains by it in coins."""

    site: str
    partners: tuple[int, ...]
    gain: int


def best_dam(state: State, seat: int, form: Form) -> Answer | None:
    """The dam that pays best for the seat among those that pay for every partner; none in a phase after a refusal."""
    if state.counts[seat].dams_declined:
        return None
    plans = sorted(_plans(state, seat, form), key=lambda plan: _rank(state, plan))
    if not plans:
        return None
    best, count = plans[0], len(plans[0].partners) + 1
    partners = {"partners": [f"s{partner}" for partner in best.partners]} if best.partners else {}
    return {"do": f"dam:{count}", "site": best.site, **partners}


def _rank(state: State, plan: Plan) -> tuple[int, int, int]:
    """Most gain, then partners with few points, then few bonus cells under the dam."""
    points = sum(state.vp[partner] for partner in plan.partners)
    return -plan.gain, points, sum(cell in BONUS for cell in cells_of(plan.site))


def _plans(state: State, seat: int, form: Form) -> Iterator[Plan]:
    for site, partners in _listed(form):
        if all(is_worth_it(state, owner, site, len(partners) + 1) for owner in (seat, *partners)):
            yield Plan(site=site, partners=partners, gain=gain(state, seat, site, len(partners) + 1))


def _listed(form: Form) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Every site with every choice of partners that the form allows."""
    deeds = form.slots[0]
    assert isinstance(deeds, Pick)
    for deed in deeds.options:
        if deed.id.startswith("dam:"):
            sites = deed.slots[0]
            assert isinstance(sites, Pick)
            for site in options_of(sites, form):
                yield from ((site.id, partners) for partners in _partners(site.slots[0] if site.slots else None))


def _partners(slot: object) -> Iterator[tuple[int, ...]]:
    if not isinstance(slot, Select):
        yield ()
        return
    yield from combinations([seat_of(item.id) for item in slot.items], slot.min)


def is_worth_it(state: State, seat: int, site: str, owners: int) -> bool:
    """Whether a share of the dam brings an owner more than it costs, with a few coins left."""
    left = state.thunes[seat] - cost(state, seat, "dam", owners)
    return left >= RESERVE and gain(state, seat, site, owners) >= 0


def gain(state: State, seat: int, site: str, owners: int) -> int:
    """What the dam's energy and water would cost otherwise, less the share."""
    share, turns = cost(state, seat, "dam", owners), turns_of(state) - state.turn
    if turns < 2:
        return -share
    is_growing = turns >= GROWING and Outlook(state, seat).income >= share
    energy = _worth_of_energy(state, _joined(state, seat, site), turns, NEXT_NEEDS if is_growing else 0)
    return energy + _worth_of_water(state, seat, site, owners) - share


def _joined(state: State, seat: int, site: str) -> Cells:
    """The cells of the networks that the dam would be part of."""
    near = {cell for part in cells_of(site) for cell in NEIGHBOURS[part]}
    return frozenset(cell for cells in networks(state, seat).values() if cells & near for cell in cells)


def _worth_of_energy(state: State, cells: Cells, turns: int, wanted: int) -> int:
    """Cubes that are lacking, or soon wanted, save a park each; the others are sold, turn after turn."""
    standing = [cell for cell in cells if state.constructions[cell].dam in (None, cell)]
    balance = sum(makes(state, cell).energy - tile_on(state, cell).needs.energy for cell in standing)
    made = TILES["dam"].makes.energy
    useful = min(made, max(0, wanted - balance))
    return useful * PARK + (made - useful) * min(turns - 1, PARK)


def _worth_of_water(state: State, seat: int, site: str, owners: int) -> int:
    """Cubes that are lacking in a dry turn and lie where only the dam can fetch them, shared by its owners."""
    own = access(state, seat)
    need = sum(tile_on(state, cell).needs.water for cells in networks(state, seat).values() for cell in cells)
    river = SITES[site].river
    fetched = {river, *downstream(river)} | touched(frozenset(cells_of(site)))
    new = len(fetched - own - set(state.dams))
    return CUBE_OF_WATER * min(max(0, need - len(own)), new // owners)
