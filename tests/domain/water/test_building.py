"""Building and destroying in phase 7."""

import pytest
from msgspec.structs import replace

from domain.water import frames
from domain.water.facts import Built, ClaimOpened, Polluted
from tests.domain.water.tables import P1, p1, position, table_at

HOMES = ({"D3": "residential_zone"}, {"J4": "residential_zone"})


def building(state, seat=0):
    return table_at(replace(state, phase="p7"), frames.Build(seat=seat))


@pytest.mark.rule("water.p7.1", "water.build.5", "water.build.6", "water.p7.2")
def test_any_number_of_constructions_in_one_turn():
    table = building(position(*HOMES))
    table.say("build:farm", cell="D4")
    table.say("build:renewable_park", cell="C3")
    table.say("build:junction", cell="D2")
    assert table.state.thunes[0] == 20 - 5 - 6 - 2
    assert [(fact.cell, fact.outfall) for fact in table.happened(Polluted)] == [("D4", "D5"), ("C3", "D2")]
    table.say("build:farm", cell="E4")
    assert table.options() and table.state.thunes[0] == 2


@pytest.mark.rule("water.build.3", "water.build.4", "water.build.5", "water.build.6", "water.form.1")
def test_cells_are_checked_in_order():
    table = building(position(*HOMES, thunes=(7, 20)))
    assert table.why_not("build:farm", cell="D3") == "water.build.3"
    assert table.why_not("build:farm", cell="M1") == "water.build.3"
    assert table.why_not("build:farm", cell="C3") == "water.build.4"
    assert table.why_not("build:fishing_port", cell="D4") == "water.build.4"
    assert table.why_not("build:farm", cell="I3") == "water.build.5"
    assert table.why_not("build:industrial_zone", cell="D4") == "water.build.6"
    assert table.why_not("build:farm", cell="Z9") == "water.build.3", "not on the board"
    assert table.refusal("build:farm") == ("malformed", ("water.form.1",))


@pytest.mark.rule("water.build.4")
def test_lists_of_cells_by_what_tiles_ask_for():
    table = building(position({"D3": "residential_zone"}, {"K3": "residential_zone"}, thunes=(20, 20)))
    assert table.cells("build:farm", "cell") == ["D4", "E4"]
    assert table.cells("build:mine", "cell") == ["C3", "C4"]
    assert table.cells("build:power_plant", "cell") == ["C3", "D4", "E4"]
    assert table.cells("build:junction", "cell") == ["C3", "C4", "D2", "D4", "E3", "E4"]
    assert "build:fishing_port" not in table.options()
    coast = building(position({"D3": "residential_zone"}, {"K3": "residential_zone"}), 1)
    assert coast.cells("build:fishing_port", "cell") == ["L2", "L3"]


MANY = [
    "D3",
    "D4",
    "E4",
    "F4",
    "G5",
    "H6",
    "G7",
    "F7",
    "E7",
    "E8",
    "F8",
    "G8",
    "H7",
    "D7",
    "D8",
    "C7",
    "H9",
    "I9",
    "I10",
    "I11",
]


@pytest.mark.rule("water.build.1", "water.build.2")
def test_ex24_limits():
    tiles = {cell: "residential_zone" if place < 12 else "renewable_park" for place, cell in enumerate(MANY)}
    table = building(position(tiles, HOMES[1]))
    assert table.state.markers[0] == 0
    assert table.refusal("build:junction", cell="E5") == ("markers_exhausted", ("water.build.2",))
    bases = {"D3": "residential_zone", **dict.fromkeys(MANY[1:11], "leisure_base")}
    table = building(position(bases, HOMES[1]))
    assert table.refusal("build:leisure_base", cell="E5") == ("tiles_exhausted", ("water.build.1",))


@pytest.mark.rule("water.mode.4", "water.mode.1")
def test_ex25_no_station_and_no_pollution_in_the_simplified_mode():
    table = building(position(*HOMES, options={"mode": "simplified"}))
    assert table.refusal("build:treatment_station", cell="D4") == ("not_in_this_mode", ("water.mode.4",))
    table.say("build:farm", cell="D4")
    assert not table.happened(Polluted)


@pytest.mark.rule("water.conflict.2")
def test_neighbours_may_contest_a_construction():
    table = building(p1(), 0)
    table.say("build:residential_zone", cell="E5")
    assert not table.happened(ClaimOpened), "nobody's neighbour, and it does not pollute"
    near = position({"D3": "residential_zone"}, {"E5": "residential_zone"})
    table = building(near, 0)
    table.say("build:renewable_park", cell="D4")
    assert table.happened(ClaimOpened)[0].eligible == (1,)


@pytest.mark.rule("water.destroy.1")
def test_only_own_constructions_are_destroyed_and_the_cell_is_free_at_once():
    table = building(p1(), 0)
    assert table.refusal("destroy:E8") == ("not_own", ("water.destroy.1",))
    table.say("destroy:D4")
    assert "D4" not in table.state.constructions
    table.say("build:farm", cell="D4")
    assert table.happened(Built)[0].costs == (5,) and P1


@pytest.mark.rule("water.p7.1")
def test_communities_build_by_initiative_until_done():
    state = p1(hands={0: ("A20",)})
    order = [frames.Build(seat=seat) for seat in (1, 2, 3, 0)]
    table = table_at(replace(state, phase="p7"), *order)
    seen = []
    while table.state.turn == 1:
        seen.append(table.kinds()[0][0])
        table.say("done")
    assert seen == [1, 2, 3, 0]
