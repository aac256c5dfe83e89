"""Dams: filling, drawing, energy, sharing."""

import pytest
from msgspec.structs import replace

from domain.water import frames
from domain.water.facts import ClaimOpened, DamGenerated, DamRefused, Destroyed
from tests.domain.water.tables import new_table, p1, position, table_at
from tests.domain.water.test_collection import collecting

EIGHT = {"D5": 1, "E6": 1, "F6": 1, "G6": 1, "H5": 1, "I6": 1, "J6": 1, "K6": 1}


def dry_turn(scenario):
    """Turn 2 of a scenario, water 1, triangle first."""
    state = new_table(4, scenario=scenario, first=3).state
    dams = {river: replace(dam, intake=1) for river, dam in state.dams.items()}
    lying = dict.fromkeys(state.water, 1)
    return replace(state, turn=2, order=(0, 1, 2, 3), water=lying, dams=dams, current_card="R11", phase="p3")


@pytest.mark.rule("water.dam.4", "water.dam.6", "water.conflict.2")
def test_ex9_filling_a_dam():
    table = collecting(dry_turn("s3"))
    assert table.why_not("fill:C6", water={**EIGHT, "L5": 1}) == "water.dam.4"
    table.say("fill:C6", water=EIGHT)
    assert table.happened(ClaimOpened)[0].eligible == (1, 2, 3)
    most = {seat: table.slot("claim", "water", seat).max for seat in (1, 2, 3)}
    assert most == {1: 3, 2: 4, 3: 3}
    for seat in (1, 2, 3):
        table.say("pass", seat)
    assert table.state.water["C6"] == 9 and table.state.dams["C6"].intake == 9
    table.say("take", water={"C6>D7": 2, "C6>D8": 1})
    assert table.state.placed == {"D7": 2, "D8": 1} and table.state.water["C6"] == 6


@pytest.mark.rule("water.dam.5", "water.dam.7", "water.conflict.2")
def test_ex10_owners_of_one_dam_may_fight_over_it():
    table = collecting(dry_turn("s2"))
    table.say("fill:E6", water={"F6": 1, "G6": 1, "H5": 1, "I6": 1})
    assert table.kinds() == [(3, "claim_window")]
    assert table.slot("claim", "water", 3).max == 2
    table.say("pass")
    assert table.state.dams["E6"].intake == 5
    table.say("take", water={"E6>D4": 2, "E6>D3": 1})
    assert table.kinds() == [(1, "claim_window")]


@pytest.mark.rule("water.dam.5", "water.dam.6", "water.dam.7", "water.p3.4")
def test_only_owners_fill_from_downstream_and_draw():
    table = collecting(dry_turn("s3"))
    assert table.why_not("fill:C6", water={"B6": 1}) == "water.dam.6"
    assert table.why_not("fill:C6", water={"D5": 2}) == "water.p3.4"
    assert table.why_not("fill:C6", water={"D5": 2, "B6": 1}) == "water.dam.6", "sources are looked at before water"
    assert table.why_not("fill:D5", water={"E6": 1}) == "water.dam.5"
    table.say("done")
    assert table.why_not("take", water={"C6>D4": 1}) == "water.dam.7"


@pytest.mark.rule("water.dam.8")
def test_each_owner_gets_energy_in_the_network_that_holds_the_dam():
    table = table_at(dry_turn("s2"), frames.Generation(), frames.Supply(), after="p5")
    (given,) = table.happened(DamGenerated)
    assert given.owners == (0, 1, 2) and given.energy == 2


def building(state, seat=0, **more):
    return table_at(replace(state, phase="p7"), frames.Build(seat=seat), **more)


FOUR = ({"F4": "residential_zone"}, {"F7": "residential_zone"}, {"K5": "residential_zone"}, {"H9": "residential_zone"})


@pytest.mark.rule("water.dam.1", "water.dam.2", "water.dam.3", "water.p7.2")
def test_ex11_a_shared_dam():
    table = building(position(*FOUR, thunes=(14, 13, 20, 20)))
    assert "dam:1" not in table.options() and "dam:2" in table.options()
    table.say("dam:2", site="G6:G5:G7", partners=["s1"])
    table.say("accept")
    state = table.state
    assert state.thunes[:2] == (1, 0) and state.markers == (18, 18, 19, 19)
    assert state.supply["dam"] == 3 and state.pollution["G6"] == 1 and sum(state.pollution.values()) == 1
    assert state.dams["G6"].owners == (0, 1)
    after = table_at(replace(state, phase="p4"), frames.Generation(), frames.Supply(), after="p5").state
    assert [sum(s.energy for s in after.stock[seat].values()) for seat in (0, 1)] == [2, 2]


@pytest.mark.rule("water.dam.3")
def test_three_owners_pay_eleven_each():
    three = ({"F4": "residential_zone"}, {"F7": "residential_zone"}, {"H6": "residential_zone"})
    table = building(position(*three, thunes=(14, 13, 11)))
    table.say("dam:3", site="G6:G5:G7", partners=["s1", "s2"])
    table.say("accept", 1)
    assert table.kinds() == [(2, "dam_consent")]
    table.say("accept", 2)
    assert table.state.thunes == (3, 2, 0) and table.state.dams["G6"].owners == (0, 1, 2)


@pytest.mark.rule("water.dam.3")
def test_after_two_refusals_no_partner_is_asked_again():
    table = building(position(*FOUR, thunes=(14, 13, 20, 20)))
    for _ in range(2):
        table.say("dam:2", site="G6:G5:G7", partners=["s1"])
        table.say("decline")
    assert len(table.happened(DamRefused)) == 2 and "dam:2" not in table.options()
    assert table.why_not("dam:2", site="G6:G5:G7", partners=["s1"]) == "water.dam.3"
    assert table.state.thunes[:2] == (14, 13)


@pytest.mark.rule("water.dam.1", "water.dam.2", "water.build.6")
def test_sites_owners_and_coins_are_checked():
    table = building(position(*FOUR, thunes=(14, 13, 20, 20)))
    assert table.why_not("dam:2", site="G6:G5:H6", partners=["s1"]) == "water.dam.1"
    assert table.why_not("dam:2", site="G6:F4:G7", partners=["s1"]) == "water.build.3", "cells before the site"
    assert table.why_not("dam:2", site="G6:G5:G7", partners=["s2"]) == "water.dam.2"
    assert table.why_not("dam:1", site="G6:G5:G7") == "water.build.6"


@pytest.mark.rule("water.destroy.3")
def test_a_shared_dam_falls_only_if_all_owners_agree():
    state = position(*FOUR, dams={"G6:G5:G7": (0, 1)})
    table = building(state)
    table.say("destroy:G6")
    assert table.kinds() == [(1, "demolition_consent")]
    table.say("decline")
    assert table.why_not("destroy:G6") == "water.destroy.3"
    table = building(state)
    table.say("destroy:G6")
    table.say("accept")
    (fallen,) = table.happened(Destroyed)
    assert fallen.cells == ("G6", "G5", "G7") and table.state.markers == (19,) * 4 and not table.state.dams


@pytest.mark.rule("water.dam.3", "water.conflict.2")
def test_a_partner_cannot_contest_its_own_dam():
    state = position({"F4": "residential_zone"}, {"F7": "residential_zone"}, thunes=(13, 13))
    table = building(state)
    table.say("dam:2", site="G6:G5:G7", partners=["s1"])
    table.say("accept")
    assert not table.happened(ClaimOpened) and table.state.dams


@pytest.mark.rule("water.dam.4")
def test_a_full_dam_cannot_be_filled():
    state = dry_turn("s3")
    full = replace(state, dams={"C6": replace(state.dams["C6"], intake=9)})
    assert "fill:C6" not in collecting(full).options()
    assert p1().dams == {}
