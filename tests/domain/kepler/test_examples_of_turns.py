"""Worked examples of the specification: dice, actions, influence and corporations in a turn."""

import pytest

from domain.kepler import frames
from domain.kepler.facts import Bonus421Offered, LeftoverGained, MilitaryUpdated
from tests.domain.kepler.tables import START, levels_of, new_table, position, ships, table_at, units


def locked(table):
    return [die.id for die in table.state.turn.dice if die.locked]


@pytest.mark.rule("kepler.leftover.1", "kepler.leftover.3", "kepler.action.4", "kepler.dice.4")
def test_4_leftover():
    table = table_at(position({}, {}, {}, dice=(4, 4, 4)))
    table.say("act:4", "place:m1")
    assert locked(table) == ["d1"]
    table.say("done")
    assert table.happened(LeftoverGained) == [LeftoverGained(track=4, dice=("d2", "d3"), level_after=3)]
    assert levels_of(table, 0) == (2, 2, 2, 3, 1, 1, 0)


@pytest.mark.rule("kepler.track.1", "kepler.infl.2")
def test_7_extra_dice():
    table = table_at(position({}, {}, {}, dice=(2, 5, 5)), dice=(3, 6))
    table.say("spend:1")
    assert table.seat(0).level[1] == 1
    assert {die.id: die.face for die in table.state.turn.dice} == {"d1": 2, "d2": 5, "d3": 5, "d4": 3, "d5": 6}
    assert table.refusal("spend:1") == ("influence_repeated", ("kepler.infl.2",))


@pytest.mark.rule("kepler.dice.1", "kepler.dice.2", "kepler.dice.3", "kepler.turn.2")
def test_8_first_turn_dice():
    table = new_table(5, seed=first_seat_seed(5, 2))
    rolled = {}
    while len(rolled) < 7:
        turn = table.state.turn
        if turn and table.kind == "pre_action" and (turn.seat, table.seat(turn.seat).turns_taken) not in rolled:
            rolled[turn.seat, table.seat(turn.seat).turns_taken] = len(turn.dice)
            if table.seat(turn.seat).turns_taken == 1:
                spend_track_1(table, turn.seat)
        table.answer(table.decision.ask.default)
    assert rolled == {(2, 1): 1, (3, 1): 2, (4, 1): 3, (0, 1): 4, (1, 1): 5, (2, 2): 3, (3, 2): 3}


def first_seat_seed(seats, first):
    """A seed with which that seat begins."""
    return next(seed for seed in range(100) if new_table(seats, seed=seed).state.first_seat == first)


def spend_track_1(table, seat):
    """The fourth seat gets one more die, the fifth none, the first two."""
    if seat == 1:
        assert table.refusal("spend:1") == ("pool_full", ("kepler.dice.3",))
    elif seat in (0, 2):
        before = len(table.state.turn.dice)
        table.say("spend:1")
        assert len(table.state.turn.dice) - before == {0: 1, 2: 2}[seat]


@pytest.mark.rule("kepler.track.3", "kepler.action.0")
def test_9_adjusting_around_the_corner():
    table = table_at(position({}, {}, {}, dice=(6,)))
    table.say("spend:3:d1:up")
    assert table.state.turn.dice[0].face == 1
    assert table.seat(0).level[3] == 1
    assert table.offers("act") == ["act:1"]


@pytest.mark.rule("kepler.action.6", "kepler.place.1", "kepler.place.2", "kepler.group.4", "kepler.military.1")
def test_10_first_placements():
    table = table_at(position({}, {}, {}, dice=(6,)))
    table.say("act:6", "place:m1")
    assert table.refusal("place:g1") == ("out_of_reach", ("kepler.place.2",))
    table.say("place:m2", "place:g1")
    assert ships(table, 0) == {"m1": 1, "m2": 1, "g1": 1}
    assert table.seat(0).supply.ship == 5
    table.say("done")
    assert table.seat(0).military == 3


@pytest.mark.rule("kepler.action.3", "kepler.group.2")
def test_11_two_destinations():
    table = table_at(position({"o1": "2 ship"}, {}, {}, dice=(3,)))
    table.say("act:3", "place:o1")
    assert table.refusal("place:o1") == ("planet_already_targeted", ("kepler.group.2",))
    table.say("move:o1:o3")
    assert ships(table, 0) == {"o1": 2, "o3": 1}


@pytest.mark.rule("kepler.group.1", "kepler.action.4", "kepler.move.1")
def test_12_indivisible_group():
    table = table_at(position({"g1": "3 ship", "g2": "2 ship", "o1": "ship"}, {}, {}, dice=(4,)))
    table.say("act:4")
    for planet in ("g1", "g2", "g3", "g4", "o1", "o2", "o3", "m2"):
        assert table.refusal(f"place:{planet}") == ("supply_short", ("kepler.group.1",))
    assert table.refusal("move:g2:g4") == ("group_too_small", ("kepler.group.1",))
    assert table.refusal("move:o1:o3") == ("group_too_small", ("kepler.group.1",))
    assert table.offered == ["move:g1:m2", "move:g1:g2", "move:g1:g3", "skip"]


@pytest.mark.rule("kepler.build.1", "kepler.build.2", "kepler.build.3", "kepler.leftover.2")
def test_13_base_with_leftover():
    state = position(
        {"m2": "4 ship"}, {}, {}, dice=(3, 3, 3, 5, 5), levels={0: (1, 2, 2, 1, 1, 1, 0)}, turn={"spent": (1,)}
    )
    table = table_at(state)
    table.say("act:7:3:base:m2", units={"ship": 3})
    assert locked(table) == ["d1", "d2"]
    assert table.seat(0).units == {"m2": units("ship, base")}
    table.raise_discs(1, 7)
    assert levels_of(table, 0) == (2, 2, 2, 1, 1, 1, 1)
    table.say("done")
    assert levels_of(table, 0) == (2, 2, 2, 1, 1, 1, 2)
    assert table.happened(LeftoverGained) == [LeftoverGained(track=7, dice=("d3",), level_after=2)]
    assert table.happened(MilitaryUpdated) == []


@pytest.mark.rule("kepler.build.1", "kepler.build.2", "kepler.unit.3", "kepler.action.7", "kepler.unit.1")
def test_14_mixed_conversion():
    state = position({"o2": "base, 2 ship", "m1": "frigate, 2 ship"}, {}, {}, dice=(6, 6, 6), scorings_done=1)
    assert state.seats[0].military == 12
    table = table_at(state)
    (option,) = [o for o in table.decision.ask.form.slots[0].options if o.id == "act:7:6:cruiser:o2"]
    assert [(target.id, target.min, target.max) for target in option.slots[0].targets] == [
        ("ship", 0, 2),
        ("base", 0, 1),
    ]
    table.say("act:7:6:cruiser:o2", units={"base": 1, "ship": 2})
    assert table.seat(0).units["o2"] == units("cruiser")
    assert table.seat(0).supply == units("6 ship, 2 base, frigate, cruiser")
    table.say("done")
    assert table.seat(0).military == 14
    assert table.happened(LeftoverGained) == []


@pytest.mark.rule("kepler.unit.2", "kepler.track.5", "kepler.track.6")
def test_15_what_can_be_touched():
    table = table_at(position({}, {"g4": "ship, base, frigate, cruiser"}, {}, dice=(1,)))
    assert table.offers("spend:5") == ["spend:5:s1:ship:g4"]
    assert table.offers("spend:6") == [
        f"spend:6:s1:{unit}:g4:{to}" for unit in ("ship", "frigate") for to in ("g2", "g3", "o3")
    ]
    for unit in ("base", "frigate", "cruiser"):
        assert table.refusal(f"spend:5:s1:{unit}:g4") == ("unit_indestructible", ("kepler.unit.2",))
    for unit in ("base", "cruiser"):
        assert table.refusal(f"spend:6:s1:{unit}:g4:g2") == ("unit_immovable", ("kepler.unit.2",))


@pytest.mark.rule("kepler.infl.1", "kepler.infl.3", "kepler.infl.4", "kepler.track.7")
def test_16_spend_accounting():
    state = position({}, {"g4": "ship"}, {}, dice=(4, 3, 6), levels={0: (2, 2, 2, 1, 0, 1, 4)})
    table = table_at(state, dice=(5, 5))
    assert table.refusal("spend:5:s1:ship:g4") == ("influence_empty", ("kepler.infl.3",))
    assert table.refusal("spend:7") == ("track_not_spendable", ("kepler.track.7",))
    table.say("spend:1", "spend:3:d2:down", "act:4", "skip", "spend:6:s1:ship:g4:g2")
    assert levels_of(table, 0) == (1, 2, 1, 1, 0, 0, 4)


@pytest.mark.rule("kepler.infl.1")
def test_16_a_fourth_spend_is_refused():
    state = position({"m1": "frigate"}, {"g4": "ship"}, {}, dice=(4, 3), turn={"spent": (1, 3)})
    table = table_at(state)
    table.say("act:4", "skip", "spend:6:s1:ship:g4:g2")
    assert table.state.turn.seat == 1, "with three spends made nothing is left to ask"
    table = table_at(position({"m1": "frigate"}, {}, {}, dice=(4, 3), turn={"spent": (1, 3, 6)}))
    assert table.refusal("spend:2:d1") == ("influence_limit", ("kepler.infl.1",))
    assert table.refusal("spend:1") == ("influence_limit", ("kepler.infl.1",))
    assert table.offers("spend") == []


@pytest.mark.rule("kepler.bonus421.1", "kepler.bonus421.2", "kepler.bonus421.3")
def test_17_421_once():
    state = position({}, {}, {}, turn={"dice": ()})
    table = table_at(state, frames.Turn(), dice=(4, 2, 1, 2, 4))
    assert table.kind == "bonus_421"
    table.say("lower:s1:1")
    assert table.seat(1).level[1] == 1
    table.say("spend:2:d1:d2")
    assert [die.face for die in table.state.turn.dice] == [2, 4, 1]
    assert table.kind == "pre_action"
    assert len(table.happened(Bonus421Offered)) == 1


@pytest.mark.rule("kepler.leftover.1", "kepler.track.3", "kepler.infl.4")
def test_18_leftover_made_after_the_action():
    table = table_at(position({}, {}, {}, dice=(5, 4, 2)))
    table.say("act:5", "skip", "skip", "spend:3:d2:up", "done")
    assert levels_of(table, 0) == (2, 2, 1, 1, 2, 1, 0)


@pytest.mark.rule("kepler.track.cap", "kepler.action.2")
def test_19_cap():
    table = table_at(position({}, {}, {}, dice=(2, 2, 6), levels={0: (2, 5, 2, 1, 1, 1, 0)}))
    table.say("act:2", "skip")
    table.raise_discs(2)
    assert table.seat(0).level[2] == 6
    table.say("done")
    assert table.seat(0).level[2] == 6
    later = table_at(position({}, {}, {}, dice=(1,), levels={0: (2, 6, 2, 1, 1, 1, 0)}))
    later.say("act:1")
    assert "raise:2" not in later.offered
    assert later.refusal({"tracks": ["raise:2"]}) == ("disc_at_cap", ("kepler.track.cap",))


@pytest.mark.rule("kepler.build.5", "kepler.build.1", "kepler.build.2", "kepler.action.0")
def test_30_no_conversion_to_offer():
    table = table_at(position({"m1": "2 ship", "m2": "2 ship"}, {}, {}, dice=(5, 5, 2)))
    assert table.offers("act") == ["act:2", "act:5"]
    for number in (2, 3):
        refused = table.refusal("act:7:5:frigate:m1", units={"ship": number})
        assert refused == ("not_three_units", ("kepler.build.1",))
    refused = table.refusal("act:7:5:cruiser:m1", units={"ship": 3})
    assert refused == ("not_enough_identical", ("kepler.build.2",))
    assert table.refusal("act:4") == ("action_not_on_dice", ("kepler.action.0",))


@pytest.mark.rule("kepler.track.4", "kepler.track.5", "kepler.track.6", "kepler.track.7", "kepler.place.3")
def test_31_refusals_by_id():
    table = table_at(position({"m1": "base, ship, frigate"}, {"g4": "frigate"}, {}, dice=(1, 2)))
    assert "spend:4:frigate:m1:m2" in table.offered
    expected = {
        "spend:4:ship:m1:m2": ("unit_immovable", ("kepler.track.4",)),
        "spend:4:base:m1:m2": ("unit_immovable", ("kepler.track.4",)),
        "spend:4:cruiser:m1:m2": ("unit_not_there", ("kepler.track.4",)),
        "spend:4:frigate:m1:g1": ("not_adjacent", ("kepler.place.3",)),
        "spend:5:s1:frigate:g4": ("unit_indestructible", ("kepler.unit.2",)),
        "spend:5:s1:ship:g4": ("unit_not_there", ("kepler.track.5",)),
        "spend:5:s0:ship:m1": ("wrong_owner", ("kepler.track.5",)),
        "spend:7": ("track_not_spendable", ("kepler.track.7",)),
    }
    assert {option: table.refusal(option) for option in expected} == expected
    assert table.offers("spend:6") == [f"spend:6:s1:frigate:g4:{to}" for to in ("g2", "g3", "o3")]
    assert levels_of(table, 0) == START


@pytest.mark.rule("kepler.turn.1", "kepler.action.0", "kepler.place.1", "kepler.action.1")
def test_32_first_moves_counted():
    state = position({}, {}, {}, dice=(1, 4, 6))
    table = table_at(state)
    assert len(table.offered) == 16
    assert table.offers("act") == ["act:1", "act:4", "act:6"]
    assert [len(table.offers(f"spend:{track}")) for track in range(1, 7)] == [1, 6, 6, 0, 0, 0]
    table.say("act:4")
    assert len(table.offered) == 13
    table = table_at(state)
    table.say("act:1")
    slot = table.decision.ask.form.slots[0]
    assert (len(slot.items), slot.min, slot.max) == (7, 0, 3)
