"""The board and the printed things."""

from collections import Counter

import pytest

from domain.water import water
from domain.water.board import (
    AXIAL,
    BONUS,
    CELLS,
    COAST,
    FLOW_ORDER,
    INDEX,
    LAND,
    LINKS,
    NEIGHBOURS,
    OUTFALLS,
    RIVER,
    SEA,
    SITES,
    STEPS,
    TERRAIN,
    canonical,
    cells_of,
    distance,
    downstream,
)
from domain.water.components import ACTIONS, FACES, OBJECTIVES, RESOURCES, SCENARIOS, TILES, deck, objectives, pool
from domain.water.networks import access, components, owned
from tests.domain.water.tables import new_table


@pytest.mark.rule("water.setup.4")
def test_the_board_has_its_terrain():
    counts = Counter(TERRAIN.values())
    assert counts == {"meadow": 59, "mountain": 41, "river": 21, "spring": 3, "sea": 13}
    assert len(CELLS) == 137


@pytest.mark.rule("water.setup.4")
def test_ex1_geometry():
    assert AXIAL["D3"] == (1, 3) and AXIAL["G6"] == (2, 6)
    assert NEIGHBOURS["D3"] == {"C3", "C4", "D2", "D4", "E3", "E4"}
    assert NEIGHBOURS["G6"] == {"F5", "F6", "G5", "G7", "H5", "H6"}
    assert distance("A6", "L5") == 11
    assert downstream("E6") == ("F6", "G6", "H5", "I6", "J6", "K6", "L5")
    assert [cell for cell in RIVER if LINKS[cell] == "H5"] == ["G6", "H4"]


@pytest.mark.rule("water.setup.4", "water.p8.1")
def test_every_river_cell_reaches_the_sea_by_neighbours():
    for cell in RIVER:
        way = (cell, *downstream(cell))
        assert LINKS[way[-1]] == SEA and len(way) == STEPS[cell]
        assert all(below in NEIGHBOURS[above] for above, below in zip(way, way[1:], strict=False))
    assert any(TERRAIN[near] == SEA for near in NEIGHBOURS["L5"])
    springs = {cell for cell in RIVER if cell not in LINKS.values()}
    assert springs == {cell for cell in RIVER if TERRAIN[cell] == "spring"} == {"A6", "C2", "E10"}


@pytest.mark.rule("water.p6.2")
def test_outfalls_are_the_nearest_river_cell_in_the_same_row_or_below():
    for cell in LAND:
        below = [river for river in RIVER if river[0] >= cell[0]]
        nearest = min(below, key=lambda river: (distance(cell, river), STEPS[river], INDEX[river]))
        assert OUTFALLS[cell] == nearest, cell
    assert all(OUTFALLS[cell] == cell for cell in RIVER)
    assert set(OUTFALLS) == set(LAND) | set(RIVER)


@pytest.mark.rule("water.dam.1")
def test_dam_sites_are_all_straight_lines_across_a_river():
    found = set()
    for river in RIVER:
        q, r = AXIAL[river]
        for dq, dr in ((1, 0), (0, 1), (1, -1)):
            ends = [cell for cell, place in AXIAL.items() if place in ((q + dq, r + dr), (q - dq, r - dr))]
            if len(ends) == 2 and set(ends) <= set(LAND):
                found.add((river, *canonical(ends)))
    assert found == {(cells_of(site)[0], *canonical(cells_of(site)[1:])) for site in SITES}
    assert len(SITES) == 36 and {site.river for site in SITES.values()} == set(RIVER) - {"H5"}


@pytest.mark.rule("water.build.4")
def test_the_coast_has_nine_cells_for_a_port():
    assert canonical(COAST) == ["K1", "K2", "K10", "K11", "L2", "L3", "L4", "L6", "L7", "L8", "L9"]
    assert sum(TERRAIN[cell] == "meadow" for cell in COAST) == 9


@pytest.mark.rule("water.p8.2")
def test_the_flow_goes_through_the_cells_from_the_top():
    assert " ".join(FLOW_ORDER) == ("A6 B6 C2 C6 D2 E10 D5 E3 F9 E6 F3 G9 F6 G4 H8 G6 H4 I8 H5 I7 I6 J6 K6 L5")


@pytest.mark.rule("water.bonus.1")
def test_bonus_cells():
    kinds = Counter(kind for kind, _ in BONUS.values())
    assert kinds == {"food": 8, "energy": 8, "money": 8}
    assert {amount for kind, amount in BONUS.values() if kind == "money"} == {2}
    dammed = {cell for site in SITES for cell in cells_of(site)}
    assert not dammed & {cell for cell, (kind, _) in BONUS.items() if kind == "energy"}


@pytest.mark.rule("water.build.1")
def test_tiles_and_their_numbers():
    assert {tile.id: tile.supply for tile in TILES.values()} == {
        "residential_zone": 19,
        "farm": 17,
        "fishing_port": 5,
        "power_plant": 12,
        "renewable_park": 23,
        "leisure_base": 10,
        "industrial_zone": 24,
        "mine": 10,
        "treatment_station": 16,
        "university": 8,
        "junction": 20,
        "dam": 4,
    }
    assert sum(tile.supply for tile in TILES.values()) == 168


@pytest.mark.rule("water.setup.2", "water.mode.1")
def test_decks():
    assert len(deck("normal")) == 39 and len(deck("simplified")) == 35
    assert len(objectives("normal")) == len(OBJECTIVES) == 8 and "O7" not in objectives("simplified")
    assert sum(card.copies for card in ACTIONS.values() if card.harms) == 13
    assert FACES == (0, 1, 1, 2, 2, 3)


@pytest.mark.rule("water.med.2")
def test_resource_cards():
    assert Counter(card.water for card in RESOURCES.values()) == {1: 20, 2: 14, 3: 9, 4: 4, 5: 2}
    assert len(pool("all")) == 49 and len(pool("dry")) == 34


BALANCE = {
    "s1": [(5, -2, 7, 8), (-3, -2, 8, 6), (-2, 5, 7, 7), (-3, 2, 4, 5)],
    "s2": [(1, 1, 5, 6), (1, 2, 5, 3), (1, 1, 5, 10), (-1, 4, 6, 6)],
    "s3": [(2, 2, 3, 3), (-1, 1, 5, 6), (-1, 2, 5, 6), (-1, 1, 5, 6)],
    "p1": [(0, 2, 6, 5), (0, 2, 6, 4), (0, 2, 6, 5), (0, 1, 6, 5)],
}


@pytest.mark.rule("water.setup.5")
@pytest.mark.parametrize("scenario", BALANCE)
def test_starts_of_scenarios_are_connected_balanced_and_reach_water(scenario):
    from domain.water.bots_at_work import Outlook

    state = new_table(4, scenario=scenario, first=0).state
    for seat, expected in enumerate(BALANCE[scenario]):
        outlook = Outlook(state, seat)
        assert (outlook.energy, outlook.food, outlook.water, len(access(state, seat))) == expected
        assert len(components(owned(state.constructions, seat))) == 1


@pytest.mark.rule("water.setup.5")
def test_scenarios_fit_their_seats():
    assert {s.id: s.seats for s in SCENARIOS.values()} == {
        "none": (2, 4),
        "s1": (3, 4),
        "s2": (3, 4),
        "s3": (2, 4),
        "p1": (2, 4),
    }


@pytest.mark.rule("water.setup.4")
def test_clients_get_what_they_need_to_draw_the_board():
    cells = water.catalogue["cell"]
    assert len(cells) == 137 and (cells["D3"].x, cells["D3"].y) == (2900, 2821)
    assert cells["D3"].outfall == "E3" and cells["E3"].next == "F3" and cells["D4"].bonus == "food"
    assert len({cell.element for cell in cells.values()}) == 12
    assert set(water.catalogue["drawing"]["plane"].terrain) == set(TERRAIN.values())
