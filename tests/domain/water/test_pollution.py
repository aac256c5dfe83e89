"""Pollution and its flow."""

import pytest
from msgspec.structs import replace

from domain.water import frames
from domain.water.facts import Polluted, PollutionFlowed
from domain.water.pollution import flowed
from tests.domain.water.tables import p1, position, table_at

HOMES = ({"D3": "residential_zone"}, {"E8": "residential_zone"})
FLOWS = {
    "a": ({"D5": 1, "E6": 1, "F6": 2, "L5": 1}, 4, {"E6": 1, "F6": 1, "G6": 1, "H5": 1}, 5),
    "b": ({"G6": 2, "H4": 1, "I7": 1}, 0, {"H5": 1, "I6": 1, "J6": 1, "K6": 1}, 0),
    "c": ({"K6": 3, "L5": 2}, 0, {"L5": 1}, 4),
    "d": (
        {"C2": 1, "D2": 1, "E3": 3, "A6": 2},
        0,
        {"B6": 1, "C6": 1, "D2": 1, "E3": 1, "F3": 1, "G4": 1, "H4": 1},
        0,
    ),
}


@pytest.mark.rule("water.p8.1", "water.p8.2", "water.p8.3")
@pytest.mark.parametrize("case", FLOWS)
def test_ex15_flow(case):
    before, sea, after, sea_after = FLOWS[case]
    state = position(*HOMES, pollution=before, sea_pollution=sea, phase="p8")
    table = table_at(state, frames.Flow(), after="p1")
    assert {cell: n for cell, n in table.state.pollution.items() if n} == after
    assert table.state.sea_pollution == sea_after
    (flow,) = table.happened(PollutionFlowed)
    assert flow.sea == sea_after
    assert sum(before.values()) + sea == sum(after.values()) + sea_after


@pytest.mark.rule("water.p8.1")
def test_flows_are_told_link_by_link():
    assert flowed(position(*HOMES, pollution={"K6": 3, "L5": 2}, phase="p8")).moves == {"K6>L5": 3, "L5>sea": 4}


@pytest.mark.rule("water.p6.1", "water.p6.2")
def test_working_buildings_pollute_their_outfall():
    state = p1(activated=frozenset({"E4", "D3", "F8"}), phase="p6")
    table = table_at(state, frames.Pollution(), after="p7")
    assert [(fact.cell, fact.outfall) for fact in table.happened(Polluted)] == [("E4", "F3"), ("F8", "G9")]


@pytest.mark.rule("water.p7.2", "water.build.4", "water.p4.1", "water.p6.1")
def test_ex2_a_power_plant():
    state = position({"D3": "residential_zone"}, {"J4": "residential_zone"}, thunes=(13, 20), phase="p7")
    table = table_at(state, frames.Build(seat=0))
    assert table.refusal("build:power_plant", cell="C4") == ("wrong_terrain", ("water.build.4",))
    table.say("build:power_plant", cell="E4")
    assert table.state.thunes[0] == 3 and table.state.pollution["F3"] == 1
    running = replace(table.state, phase="p4", placed={"E4": 1}, pollution=dict.fromkeys(table.state.pollution, 0))
    table = table_at(running, frames.Generation(), frames.Supply(), after="p5")
    assert table.state.stock[0]["D3"].energy == 2
    for seat, _ in table.kinds():
        table.say("ready", seat)
    assert table.state.pollution["F3"] == 1


@pytest.mark.rule("water.end_turn.1")
def test_at_the_end_of_a_turn_the_water_leaves():
    state = p1(placed={"D3": 1}, phase="p7", collect_done=(True,) * 4, reserved={"G8": 1})
    table = table_at(state, frames.Flow(), after="p1")
    assert table.state.turn == 2 and not table.state.placed and not table.state.reserved
    assert table.state.collect_done == (False,) * 4
