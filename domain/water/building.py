"""Phase 7 and the opening. Building, alone or a dam together."""

from domain.core.chance import Chance
from domain.core.forms import Answer, Form, Option, Pick, Select
from domain.core.model import Ask, Fact, Frame, Outcome, again, ask, done
from domain.core.rules import rule
from domain.water import demolition, frames
from domain.water.announcing import announce, carries_out
from domain.water.board import BANKS, COAST, NEIGHBOURS, OUTFALLS, SITES, TERRAIN, canonical, cells_of
from domain.water.components import TILES
from domain.water.facts import BuildDone, Built, CardResolved, DamBuilt, NetworksChanged, Polluted
from domain.water.forms import DONE, cell_option, deed, pick, seat_of, seat_option
from domain.water.modes import is_normal
from domain.water.networks import networks, owned
from domain.water.state import Announcement, State, water
from domain.water.telling import Telling

DECLINES = 2
PLACES = ("meadow", "mountain", "land", "bank", "coast", "any")
Then = tuple[Frame, ...]


@rule("water.build.4")
def suits(cell: str, place: str) -> bool:
    """Whether a cell is of a kind that a tile asks for."""
    terrain = TERRAIN[cell]
    is_land = terrain in ("meadow", "mountain")
    fits = {
        "meadow": terrain == "meadow",
        "mountain": terrain == "mountain",
        "land": is_land,
        "bank": cell in BANKS,
        "coast": cell in COAST and terrain == "meadow",
        "any": terrain != "sea",
    }
    return fits[place]


@rule("water.build.3", "water.build.5", "water.conflict.8")
def buildable(state: State, seat: int) -> list[str]:
    """Free cells beside an own construction that are not kept for another seat."""
    near = {cell for built in owned(state.constructions, seat) for cell in NEIGHBOURS[built]}
    return [cell for cell in canonical(near) if is_free(state, cell, seat)]


def is_free(state: State, cell: str, seat: int) -> bool:
    """Whether nothing stands on a cell of the board and it is not kept for another seat."""
    return TERRAIN[cell] != "sea" and cell not in state.constructions and state.reserved.get(cell, seat) == seat


def lists_for(state: State, seat: int) -> dict[str, tuple[Option, ...]]:
    """The cells where a seat may build, by what tiles ask for."""
    cells = buildable(state, seat)
    found = {place: tuple(cell_option(cell) for cell in cells if suits(cell, place)) for place in PLACES}
    return {place: options for place, options in found.items() if options}


@rule("water.build.6", "water.dam.3")
def cost(state: State, seat: int, tile: str, owners: int = 1) -> int:
    """The price of a tile, or of a share of it, less what public works grant."""
    printed = TILES[tile]
    price = printed.shares[owners - 1] if printed.shares else printed.cost
    return price if tile == "junction" else max(0, price - state.modifiers[seat].public_works)


@rule("water.build.1", "water.build.2", "water.build.6")
def can_pay(state: State, seat: int, tile: str, owners: int = 1) -> bool:
    """Whether a tile is left, and a marker and the coins of the seat."""
    affordable = state.thunes[seat] >= cost(state, seat, tile, owners)
    return state.supply[tile] > 0 and state.markers[seat] > 0 and affordable


@rule("water.mode.4")
def is_in_mode(state: State, tile: str) -> bool:
    """Without pollution there is nothing to treat."""
    return tile != "treatment_station" or is_normal(state)


def building_form(state: State, seat: int, *, junctions: bool, rest: tuple[Option, ...]) -> Form:
    """Everything a seat may build now, and whatever else it may do."""
    lists = lists_for(state, seat)
    tiles = [
        deed(f"build:{tile.id}", Pick(name="cell", of=tile.stands), tile=tile.id, cost=cost(state, seat, tile.id))
        for tile in TILES.values()
        if tile.stands in lists
        and (junctions or tile.id != "junction")
        and is_in_mode(state, tile.id)
        and can_pay(state, seat, tile.id)
    ]
    return pick(*tiles, *dam_options(state, seat), *rest, lists=lists if tiles else {})


@rule("water.dam.1", "water.dam.2", "water.dam.3")
def dam_options(state: State, seat: int) -> tuple[Option, ...]:
    """A dam alone, or with one or two others who touch the site and can pay their share."""
    found = []
    for count in (1, 2, 3):
        is_tired = count > 1 and state.counts[seat].dams_declined >= DECLINES
        if is_tired or not can_pay(state, seat, "dam", count):
            continue
        sites = tuple(
            Option(site, {"site": site}, partner_slots(partners, count))
            for site in free_sites(state, seat)
            if len(partners := possible_partners(state, seat, site, count)) >= count - 1
        )
        if sites:
            price = cost(state, seat, "dam", count)
            found.append(deed(f"dam:{count}", Pick(name="site", options=sites), number=count, cost=price))
    return tuple(found)


def partner_slots(partners: list[int], count: int) -> tuple[Select, ...]:
    """The partners to be asked, if there are any."""
    items = tuple(seat_option(seat) for seat in partners)
    return (Select(name="partners", items=items, min=count - 1, max=count - 1),) if count > 1 else ()


@rule("water.dam.1", "water.dam.2")
def free_sites(state: State, seat: int) -> list[str]:
    """Sites of which all three cells are free and which touch a construction of the seat."""
    return [
        site
        for site in SITES
        if all(is_free(state, cell, seat) for cell in cells_of(site)) and is_beside(state, seat, site)
    ]


@rule("water.dam.2")
def is_beside(state: State, seat: int, site: str) -> bool:
    """Whether a seat has a construction beside a cell of the site."""
    near = {cell for part in cells_of(site) for cell in NEIGHBOURS[part]}
    return bool(near & owned(state.constructions, seat))


def possible_partners(state: State, seat: int, site: str, count: int) -> list[int]:
    """Other seats that touch the site and can pay a share."""
    others = (other for other in range(state.n) if other != seat)
    return [other for other in others if is_beside(state, other, site) and can_pay(state, other, "dam", count)]


def ordered(state: State, seat: int, answer: Answer) -> tuple[tuple[Fact, ...], Then]:
    """What building comes to: a construction, a claim window, or a question to partners."""
    match answer["do"].split(":"):
        case ["build", tile]:
            cells = (answer["cell"],)
            return announce(state, Announcement(cause="build", actor=seat, tile=tile, cells=cells, owners=(seat,)))
        case ["dam", "1"]:
            return dam_agreed(state, answer["site"], (seat,))
    seats = tuple(seat_of(name) for name in answer["partners"])
    return (), (frames.Consent(what="dam", actor=seat, seats=seats, site=answer["site"]),)


@rule("water.dam.3")
def dam_agreed(state: State, site: str, owners: tuple[int, ...]) -> tuple[tuple[Fact, ...], Then]:
    """All owners want the dam."""
    action = Announcement(cause="build", actor=owners[0], tile="dam", cells=cells_of(site), owners=owners)
    return announce(state, action)


@carries_out("build")
@rule("water.build.6", "water.p7.2")
def constructed(state: State, action: Announcement) -> tuple[Fact, ...]:
    """Owners who can still pay do so and the tile is placed; in phase 7 a building pollutes its outfall."""
    told, tile = Telling(state), action.tile
    assert tile is not None
    if action.card is not None:
        told.tell(CardResolved(seat=action.actor, card=action.card, cancelled=False))
    count = len(action.owners)
    if action.card is None and not all(can_pay(state, seat, tile, count) for seat in action.owners):
        return ()
    costs = tuple(0 if action.card else cost(state, seat, tile, count) for seat in action.owners)
    kind = DamBuilt if tile == "dam" else Built
    told.tell(kind(owners=action.owners, tile=tile, cells=action.cells, costs=costs))
    told.tell(*networks_told(state, told.state, action.owners))
    if state.phase == "p7" and is_normal(state) and tile != "junction":
        told.tell(Polluted(cell=action.cells[0], outfall=OUTFALLS[action.cells[0]], cause="building"))
    return tuple(told.facts)


@rule("water.net.3", "water.net.4")
def networks_told(before: State, after: State, owners: tuple[int, ...]) -> tuple[Fact, ...]:
    """The stocks of communities whose networks have other names now."""
    return tuple(
        NetworksChanged(seat=seat, stocks=after.stock[seat])
        for seat in owners
        if networks(before, seat).keys() != networks(after, seat).keys()
    )


@water.step(frames.Build)
@rule("water.p7.1")
def build(state: State, frame: frames.Build, chance: Chance) -> Outcome:
    """A community builds and destroys as much as it likes, until it is done."""
    rest = (*demolition.options(state, frame.seat), DONE)
    form = building_form(state, frame.seat, junctions=True, rest=rest)
    pace = any(state.hand)
    default = {"do": "done"}
    return ask(Ask(seat=frame.seat, kind="build_action", form=form, default=default, rules=("water.p7.1",), pace=pace))


@water.answer(frames.Build)
def building(state: State, frame: frames.Build, given: dict[int, Answer], chance: Chance) -> Outcome:
    """One construction, one demolition, or the end."""
    answer = given[frame.seat]
    match answer["do"].split(":"):
        case ["done"]:
            return done(BuildDone(seat=frame.seat))
        case ["destroy", cell]:
            facts, then = demolition.wanted(state, frame.seat, cell)
        case _:
            facts, then = ordered(state, frame.seat, answer)
    return again(frame, *facts, then=then)
