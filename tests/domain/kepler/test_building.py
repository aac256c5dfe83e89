"""Action 7."""

import pytest

from domain.kepler.facts import ActionChosen, UnitBuilt
from tests.domain.kepler.tables import levels_of, position, table_at, units


@pytest.mark.rule("kepler.action.7", "kepler.build.2")
@pytest.mark.parametrize(
    ("dice", "builds"),
    [((3, 4, 5), set()), ((3, 3, 5), {"base", "frigate"}), ((3, 3, 3), {"base", "frigate", "cruiser"})],
)
def test_identical_dice_are_the_price(dice, builds):
    table = table_at(position({"m1": "3 ship"}, {}, {}, dice=dice))
    assert {option.split(":")[3] for option in table.offers("act:7")} == builds


@pytest.mark.rule("kepler.build.1")
def test_any_three_units_of_one_planet_may_be_given_up():
    table = table_at(position({"m1": "ship, base, frigate", "m2": "2 ship"}, {}, {}, dice=(2, 2)))
    assert table.offers("act:7") == ["act:7:2:base:m1", "act:7:2:frigate:m1"]
    table.say("act:7:2:base:m1", units={"ship": 1, "base": 1, "frigate": 1})
    assert table.seat(0).units["m1"] == units("base")
    removed = units("ship, base, frigate")
    assert table.happened(UnitBuilt) == [UnitBuilt(unit="base", planet="m1", removed=removed)]


@pytest.mark.rule("kepler.build.2", "kepler.dice.4")
def test_exactly_the_price_is_used():
    table = table_at(position({"m1": "3 ship"}, {}, {}, dice=(1, 6, 6, 6)))
    table.say("act:7:6:frigate:m1", units={"ship": 3})
    chosen = ActionChosen(number=7, value=6, dice=("d2", "d3"), build="frigate")
    assert table.happened(ActionChosen) == [chosen]


@pytest.mark.rule("kepler.build.3")
def test_a_base_raises_up_to_two_different_discs():
    table = table_at(position({"m1": "3 ship"}, {}, {}, dice=(6, 6)))
    table.say("act:7:6:base:m1", units={"ship": 3})
    assert table.refusal({"tracks": ["raise:1", "raise:2", "raise:3"]}) == ("too_many_discs", ("kepler.build.3",))
    assert table.why_not({"tracks": ["raise:1", "raise:1"]}) == "disc_repeated"
    table.raise_discs(2, 3)
    assert levels_of(table, 0) == (2, 3, 3, 1, 1, 1, 0)


@pytest.mark.rule("kepler.build.4", "kepler.unit.3")
def test_the_figure_must_be_in_supply_before_the_removal():
    table = table_at(position({"m1": "frigate, 2 ship", "m2": "frigate"}, {}, {}, dice=(6, 6)))
    assert table.offers("act:7") == ["act:7:6:base:m1"]
    refused = table.refusal("act:7:6:frigate:m1", units={"frigate": 1, "ship": 2})
    assert refused == ("figure_exhausted", ("kepler.build.4",))


@pytest.mark.rule("kepler.build.5")
def test_action_7_is_not_offered_without_a_conversion():
    table = table_at(position({"m1": "2 ship", "m2": "ship"}, {}, {}, dice=(6, 6, 6)))
    assert table.offers("act") == ["act:6"]
    assert table.why_not("act:7") is None


@pytest.mark.rule("kepler.unit.1", "kepler.military.1")
@pytest.mark.parametrize(("build", "after"), [("base", 3), ("frigate", 5), ("cruiser", 7)])
def test_what_three_ships_become_is_worth(build, after):
    table = table_at(position({"m1": "3 ship"}, {}, {}, dice=(6, 6, 6)))
    table.say(f"act:7:6:{build}:m1", units={"ship": 3})
    if build == "base":
        table.raise_discs()
    table.say("done")
    assert table.seat(0).military == after
