"""Networks, their reach and their stocks."""

import pytest
from msgspec.structs import replace

from domain.core.visibility import Viewer, redact
from domain.water import frames, water
from domain.water.facts import Harvested, NetworksChanged
from domain.water.networks import networks, restocked
from domain.water.state import Stock
from tests.domain.water.tables import new_table, position, table_at

STAR = {"E5": "renewable_park", "F5": "farm", "G7": "residential_zone"}
OTHER = {"J4": "residential_zone"}


def two_networks(**changes):
    return position(OTHER, STAR, stock={1: {"E5": (1, 2)}}, placed={"G7": 2}, order=(1, 0), **changes)


@pytest.mark.rule("water.net.1", "water.net.2", "water.net.3")
def test_ex3_resources_stay_inside_their_network_until_a_junction_joins_them():
    table = table_at(replace(two_networks(), phase="p4"), frames.Supply(), after="p5")
    assert table.refusal("activate:G7", 1) == ("stock_short", ("water.net.2",))
    table = table_at(replace(two_networks(), phase="p7"), frames.Build(seat=1))
    table.say("build:junction", cell="F6")
    assert table.state.thunes[1] == 18 and not sum(table.state.pollution.values())
    assert table.state.stock[1] == {"E5": Stock(energy=1, food=2)}
    assert table.happened(NetworksChanged)[0].stocks == table.state.stock[1]
    table = table_at(replace(table.state, phase="p4", placed={"G7": 2}), frames.Supply(), after="p5")
    table.say("activate:G7", 1)
    assert table.state.stock[1]["E5"] == Stock(energy=0, food=1)
    table.say("ready", 1)
    while not table.happened(Harvested):
        seat = table.kinds()[0][0]
        table.answer(table.decision(seat).ask.default, seat)
    (harvested,) = table.happened(Harvested)
    assert (harvested.coins, harvested.vp) == (7, 1)


CHAIN = {"C7": "leisure_base", "D7": "renewable_park", "E8": "residential_zone", "F8": "power_plant"}


@pytest.mark.rule("water.net.4", "water.destroy.1", "water.destroy.2")
def test_ex19_destruction_splits_a_network():
    state = position(OTHER, CHAIN, stock={1: {"C7": (3, 2)}}, phase="p7")
    table = table_at(state, frames.Build(seat=1))
    assert table.refusal("destroy:E8") == ("last_home", ("water.destroy.2",))
    table.say("destroy:D7")
    assert table.state.stock[1] == {"C7": Stock(), "E8": Stock(energy=3, food=2)}
    assert table.state.supply["renewable_park"] == 23 and table.state.markers[1] == 17
    assert table.state.thunes[1] == 20 and not sum(table.state.pollution.values())


@pytest.mark.rule("water.net.4")
def test_ex19_of_equal_parts_the_first_in_the_order_of_the_board_keeps_the_stock():
    chain = {cell: tile for cell, tile in CHAIN.items() if cell != "F8"}
    table = table_at(position(OTHER, chain, stock={1: {"C7": (3, 2)}}, phase="p7"), frames.Build(seat=1))
    table.say("destroy:D7")
    assert table.state.stock[1] == {"C7": Stock(energy=3, food=2), "E8": Stock()}


@pytest.mark.rule("water.net.4")
def test_a_network_that_disappears_loses_its_stock():
    assert restocked({"A1": frozenset({"A1"})}, {"A1": Stock(energy=2)}, {}) == {}


@pytest.mark.rule("water.net.1")
def test_constructions_of_different_communities_never_connect():
    state = new_table(4, scenario="s2").state
    assert list(networks(state, 0)) == ["C4"] and "E6" in networks(state, 0)["C4"]
    assert not networks(state, 0)["C4"] & {"E8", "F5"}


@pytest.mark.rule("water.net.1")
def test_views_tell_networks_and_access():
    state = new_table(4, scenario="s2").state
    derived = water.deriver(redact(state, Viewer()))
    square = derived["communities"][1]
    assert square["access"] == ["D5", "E6", "F6"] and [n["network"] for n in square["networks"]] == ["D7"]
    assert derived["communities"][3]["access"] == ["H4", "H5", "I6", "J6", "K6", "L5"]
