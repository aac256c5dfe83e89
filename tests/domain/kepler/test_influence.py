"""Spending influence."""

import pytest

from domain.kepler.facts import DiceRolled, DieShifted, InfluenceSpent, UnitDestroyed, UnitMoved
from tests.domain.kepler.tables import levels_of, position, ships, table_at, units


@pytest.mark.rule("kepler.infl.1", "kepler.infl.2")
def test_three_different_tracks_and_no_more():
    table = table_at(position({}, {"m1": "ship"}, {}, dice=(6, 6)), dice=(5, 5, 5))
    table.say("spend:1", "spend:2:d1")
    assert table.offers("spend:1") == table.offers("spend:2") == []
    table.say("spend:3:d1:up")
    assert table.offers("spend") == []
    assert table.why_not("spend:5:s1:ship:m1") == "influence_limit"


@pytest.mark.rule("kepler.infl.3", "kepler.infl.5")
def test_a_spend_needs_a_level_and_an_effect():
    table = table_at(position({}, {}, {}, dice=(6, 5), levels={0: (0, 0, 1, 5, 5, 5, 6)}))
    assert {option.split(":")[1] for option in table.offers("spend")} == {"3"}
    assert table.why_not("spend:1") == "influence_empty"
    table.say("spend:3:d1:down")
    assert table.happened(InfluenceSpent) == [InfluenceSpent(track=3, level_after=0)]


@pytest.mark.rule("kepler.infl.4")
def test_influence_is_not_spent_in_the_middle_of_an_action():
    table = table_at(position({}, {}, {}, dice=(6, 5)))
    table.say("act:6")
    assert table.kind == "action_group"
    assert table.refusal("spend:1") == (None, ("kepler.group.1",))


@pytest.mark.rule("kepler.dice.3", "kepler.track.1")
@pytest.mark.parametrize(("dice", "new"), [((6,), 2), ((6, 6, 6), 2), ((6, 6, 6, 6), 1)])
def test_track_1_rolls_what_is_left_of_five_dice(dice, new):
    table = table_at(position({}, {}, {}, dice=dice), dice=(3, 3))
    table.say("spend:1")
    assert len(table.state.turn.dice) == len(dice) + new
    assert table.happened(DiceRolled)[0].cause == "track1"


@pytest.mark.rule("kepler.track.2")
def test_track_2_rerolls_one_or_two_dice_together():
    state = position({}, {}, {}, dice=(6, 5, 5))
    assert table_at(state).offers("spend:2") == [
        "spend:2:d1",
        "spend:2:d2",
        "spend:2:d3",
        "spend:2:d1:d2",
        "spend:2:d1:d3",
        "spend:2:d2:d3",
    ]
    table = table_at(state, dice=(3, 4))
    table.say("spend:2:d1:d3")
    assert [die.face for die in table.state.turn.dice] == [3, 5, 4]
    table = table_at(state, dice=(2,))
    table.say("spend:2:d2")
    assert [die.face for die in table.state.turn.dice] == [6, 2, 5]


@pytest.mark.rule("kepler.track.3")
@pytest.mark.parametrize(("face", "way", "after"), [(6, "up", 1), (1, "down", 6), (3, "up", 4), (3, "down", 2)])
def test_track_3_goes_round_the_corner(face, way, after):
    table = table_at(position({}, {}, {}, dice=(face,)))
    table.say(f"spend:3:d1:{way}")
    assert table.happened(DieShifted) == [DieShifted(die="d1", face=after)]


@pytest.mark.rule("kepler.track.4")
def test_track_4_moves_own_frigates_and_cruisers_only():
    table = table_at(position({"m3": "ship, base, frigate, cruiser"}, {}, {}, dice=(6,)))
    ways = ["m1", "m4", "o4"]
    assert table.offers("spend:4") == [f"spend:4:{unit}:m3:{to}" for unit in ("frigate", "cruiser") for to in ways]
    table.say("spend:4:cruiser:m3:o4")
    assert table.seat(0).units == {"m3": units("ship, base, frigate"), "o4": units("cruiser")}
    moved = UnitMoved(owner=0, unit="cruiser", origin="m3", to="o4", by=0)
    assert table.happened(UnitMoved) == [moved]


@pytest.mark.rule("kepler.track.5", "kepler.unit.3")
def test_track_5_returns_a_ship_to_its_supply():
    table = table_at(position({}, {"m1": "2 ship"}, {"o3": "ship"}, dice=(6,)))
    assert table.offers("spend:5") == ["spend:5:s1:ship:m1", "spend:5:s2:ship:o3"]
    table.say("spend:5:s1:ship:m1")
    assert ships(table, 1) == {"m1": 1}
    assert table.seat(1).supply.ship == 7
    assert table.happened(UnitDestroyed) == [UnitDestroyed(owner=1, planet="m1")]


@pytest.mark.rule("kepler.track.6", "kepler.unit.2")
def test_track_6_moves_units_of_opponents_where_nobody_stands():
    table = table_at(position({}, {"g4": "frigate"}, {}, dice=(6,)))
    table.say("spend:6:s1:frigate:g4:o3")
    assert table.seat(1).units == {"o3": units("frigate")}
    assert levels_of(table, 0)[5] == 0


@pytest.mark.rule("kepler.track.7")
def test_track_7_is_never_offered():
    table = table_at(position({}, {}, {}, dice=(6,), levels={0: (0, 0, 1, 0, 0, 0, 6)}))
    assert table.offers("spend:7") == []
    assert table.refusal("spend:7") == ("track_not_spendable", ("kepler.track.7",))
