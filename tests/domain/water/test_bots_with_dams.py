"""Dams of the sensible opponent: alone, with one partner, with two, and never to the harm of one of them."""

from random import Random

import pytest
from msgspec.structs import replace

from domain.core.chance import Seeded
from domain.core.model import House
from domain.core.umpire import Umpire
from domain.water import Options, frames, water
from domain.water.bots_with_dams import gain
from domain.water.facts import DamBuilt, DamRefused
from domain.water.state import Counts
from server.selfplay.match import appends, built_in_player
from tests.domain.water.tables import position, table_at
from tests.domain.water.test_bots import thought

WEST = {"F4": "residential_zone", "E4": "industrial_zone"}
EAST = {"F7": "residential_zone", "E7": "industrial_zone"}
SOUTH = {"H6": "residential_zone", "H7": "industrial_zone"}
FAR = {"K5": "residential_zone"}
THIRSTY = {"E7": "residential_zone", "F7": "industrial_zone", "D7": "industrial_zone", "E8": "residential_zone"}
FED = {"E7": "residential_zone", "E8": "renewable_park", "D7": "renewable_park"}
SITE = "G6:G5:G7"


def building(*layouts, **changes):
    return table_at(position(*layouts, phase="p7", **changes), frames.Build(seat=0))


def proposed(table):
    return thought(table, 0)[0]


@pytest.mark.rule("water.dam.3")
def test_it_builds_a_dam_of_its_own_when_it_lacks_energy_and_water_and_nobody_is_near():
    table = building(THIRSTY, FAR)
    deed = proposed(table)
    assert deed["do"] == "dam:1" and "partners" not in deed
    table.answer(deed)
    assert len(table.state.dams) == 1 and table.state.thunes[0] == 5


@pytest.mark.rule("water.dam.3")
def test_it_shares_a_dam_with_a_neighbour_who_gains_by_it_too():
    table = building(WEST, EAST, FAR)
    deed = proposed(table)
    assert deed["do"] == "dam:2" and deed["partners"] == ["s1"]
    assert all(gain(table.state, seat, deed["site"], 2) >= 0 for seat in (0, 1))
    table.answer(deed)
    assert thought(table, 1)[0] == {"do": "accept"}
    table.answer({"do": "accept"}, 1)
    assert [dam.owners for dam in table.state.dams.values()] == [(0, 1)]


@pytest.mark.rule("water.dam.3")
def test_it_shares_a_dam_with_two_neighbours():
    table = building(WEST, EAST, SOUTH)
    deed = proposed(table)
    assert deed == {"do": "dam:3", "site": SITE, "partners": ["s1", "s2"]}
    table.answer(deed)
    for seat in (1, 2):
        assert thought(table, seat)[0] == {"do": "accept"}
        table.answer({"do": "accept"}, seat)
    assert table.state.dams["G6"].owners == (0, 1, 2) and table.state.thunes == (9, 9, 9)


@pytest.mark.rule("water.dam.3")
@pytest.mark.parametrize(
    ("neighbour", "changes"),
    [
        (FED, {}),
        (EAST, {"thunes": (20, 15, 20)}),
    ],
    ids=["has energy and water", "would be left without coins"],
)
def test_it_asks_no_partner_for_whom_a_dam_does_not_pay(neighbour, changes):
    table = building(WEST, neighbour, FAR, **changes)
    assert "dam:2" in table.options() and proposed(table)["do"] != "dam:2"


@pytest.mark.rule("water.dam.3")
@pytest.mark.parametrize(("neighbour", "changes"), [(FED, {}), (EAST, {"thunes": (20, 13, 20)}), (EAST, {"turn": 5})])
def test_it_declines_a_share_that_does_not_pay(neighbour, changes):
    table = building(WEST, neighbour, FAR, **changes)
    table.say("dam:2", site="E6:D6:F5", partners=["s1"])
    assert thought(table, 1)[0] == {"do": "decline"}


@pytest.mark.rule("water.dam.3")
def test_it_proposes_no_dam_near_the_end_nor_again_after_a_refusal():
    assert proposed(building(WEST, EAST, SOUTH))["do"] == "dam:3"
    assert not proposed(building(WEST, EAST, SOUTH, turn=5))["do"].startswith("dam")
    refused = (replace(Counts(), dams_declined=1), Counts(), Counts())
    assert not proposed(building(WEST, EAST, SOUTH, counts=refused))["do"].startswith("dam")


@pytest.mark.rule("water.dam.3")
def test_in_play_partners_gain_by_every_dam_and_no_proposal_is_refused():
    shared = 0
    for seed in range(2):
        umpire = Umpire(water, House(seats=4), Seeded(bytes([seed]) * 32))
        options = Options(scenario="p1", turns=5)
        for append in appends(umpire, options, 4, built_in_player(water, "sensible", Random(seed))):
            assert not [fact for fact in append.facts if isinstance(fact, DamRefused)]
            for fact in (fact for fact in append.facts if isinstance(fact, DamBuilt)):
                before, site = append.before.state, ":".join(fact.cells)
                assert all(gain(before, seat, site, len(fact.owners)) >= 0 for seat in fact.owners)
                shared += len(fact.owners) > 1
    assert shared
