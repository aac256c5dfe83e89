"""Actions 1 to 6, groups of ships and where they go."""

import pytest

from domain.kepler.board import neighbours
from domain.kepler.components import PLANETS
from domain.kepler.facts import ActionChosen, DiscsRaised, GroupPlaced, GroupSkipped
from tests.domain.kepler.tables import START, levels_of, position, ships, table_at


def acting(number, *standings, **changes):
    """A table at which the action of that number was just chosen."""
    table = table_at(position(*(standings or ({}, {}, {})), dice=(number,), **changes))
    table.say(f"act:{number}")
    return table


@pytest.mark.rule("kepler.action.0")
def test_one_action_of_those_the_dice_show():
    table = table_at(position({}, {}, {}, dice=(5, 2, 5)))
    assert table.offers("act") == ["act:2", "act:5"]
    assert table.decision.ask.default == {"do": "act:2"}
    table.say("act:5")
    assert table.happened(ActionChosen) == [ActionChosen(number=5, value=5, dice=("d1",))]


@pytest.mark.rule("kepler.action.1", "kepler.group.2")
def test_action_1_raises_three_different_discs():
    table = acting(1)
    assert table.why_not({"tracks": ["raise:1", "raise:2", "raise:3", "raise:4"]}) == "too_many_discs"
    assert table.why_not({"tracks": ["raise:1", "raise:1"]}) == "disc_repeated"
    assert table.decision.ask.default == {"tracks": ["raise:1", "raise:2", "raise:3"]}
    table.raise_discs(1, 4, 7)
    assert levels_of(table, 0) == (3, 2, 2, 2, 1, 1, 1)


@pytest.mark.rule("kepler.action.2")
def test_action_2_places_two_ships_and_raises_a_disc_by_two():
    table = acting(2)
    table.say("place:o3")
    assert table.refusal({"tracks": ["raise:1", "raise:2"]}) == ("too_many_discs", ("kepler.action.2",))
    table.raise_discs(7)
    assert ships(table, 0) == {"o3": 2}
    assert levels_of(table, 0) == (2, 2, 2, 1, 1, 1, 2)


@pytest.mark.rule("kepler.action.3")
def test_action_3_places_one_ship_twice_and_raises_a_disc():
    table = acting(3)
    table.say("place:o3", "place:o4")
    table.raise_discs(5)
    assert ships(table, 0) == {"o3": 1, "o4": 1}
    assert levels_of(table, 0)[4] == 2


@pytest.mark.rule("kepler.action.4")
def test_action_4_moves_three_ships_together():
    table = acting(4, {"m1": "4 ship"}, {}, {})
    table.say("move:m1:m3")
    assert ships(table, 0) == {"m1": 1, "m3": 3}
    assert table.kind == "post_action"


@pytest.mark.rule("kepler.action.5", "kepler.group.2")
def test_action_5_moves_two_groups_from_one_planet_to_two():
    table = acting(5, {"m1": "4 ship"}, {}, {})
    table.say("move:m1:m3")
    assert table.refusal("move:m1:m3") == ("planet_already_targeted", ("kepler.group.2",))
    assert table.refusal("move:m3:o4") == ("ship_already_used", ("kepler.group.2",))
    table.say("move:m1:m2")
    assert ships(table, 0) == {"m3": 2, "m2": 2}


@pytest.mark.rule("kepler.action.6", "kepler.group.4")
def test_action_6_reaches_further_with_each_ship():
    table = acting(6, {"m1": "ship"}, {}, {})
    assert "place:m4" not in table.offered
    table.say("place:m3")
    assert "place:m4" in table.offered
    table.say("place:m4", "move:m1:o2")
    assert ships(table, 0) == {"m3": 1, "m4": 1, "o2": 1}


@pytest.mark.rule("kepler.group.1")
def test_a_group_is_never_cut():
    table = acting(4, {"m1": "2 ship", "m2": "2 ship", "g1": "2 ship"}, {}, {})
    assert table.kind == "post_action", "three times two ships are no group of three"
    assert table.happened(GroupSkipped) == [GroupSkipped(index=1, auto=True)]


@pytest.mark.rule("kepler.group.3")
def test_any_group_may_be_left_out():
    table = acting(6)
    table.say("skip", "place:m1", "skip")
    skipped = [GroupSkipped(index=1, auto=False), GroupSkipped(index=3, auto=False)]
    assert table.happened(GroupSkipped) == skipped
    assert ships(table, 0) == {"m1": 1}


@pytest.mark.rule("kepler.group.3", "kepler.action.1")
def test_discs_need_not_be_raised():
    table = acting(1)
    table.raise_discs()
    assert table.happened(DiscsRaised)[0].tracks == ()
    assert levels_of(table, 0) == START


@pytest.mark.rule("kepler.group.2")
def test_a_group_may_enter_a_planet_that_an_earlier_one_left():
    table = acting(6, {"m1": "ship", "m3": "ship"}, {}, {})
    table.say("move:m1:m2", "move:m3:m1")
    assert ships(table, 0) == {"m2": 1, "m1": 1}


@pytest.mark.rule("kepler.place.1")
def test_a_seat_driven_from_the_board_places_anywhere():
    table = acting(3)
    assert table.offers("place") == [f"place:{planet}" for planet in PLANETS]
    table.say("place:g4")
    assert table.happened(GroupPlaced)[0].first
    assert set(table.offers("place")) == {"place:g2", "place:g3", "place:o3"}


@pytest.mark.rule("kepler.place.2")
def test_placements_stand_on_or_next_to_own_units():
    table = acting(4, {"m1": "base"}, {"g4": "ship"}, {})
    assert table.offers("place") == ["place:m1", "place:m2", "place:o2", "place:m3"]


@pytest.mark.rule("kepler.place.3", "kepler.two.1")
def test_every_planet_has_three_neighbours_or_two_in_the_centre():
    full, centre = tuple(PLANETS), ("m1", "m2", "g1", "g2", "o1", "o2")
    assert all(len(neighbours(planet, full)) == 3 for planet in full)
    assert all(len(neighbours(planet, centre)) == 2 for planet in centre)
    assert all(planet in neighbours(other, full) for planet in full for other in neighbours(planet, full))


@pytest.mark.rule("kepler.move.1")
def test_a_move_goes_through_one_passage():
    table = acting(3, {"g4": "ship"}, {}, {})
    assert table.offers("move") == ["move:g4:g2", "move:g4:g3", "move:g4:o3"]
    assert table.refusal("move:g4:g1") == ("not_adjacent", ("kepler.place.3",))
