"""Why an answer is refused, and which reason comes first when several apply."""

import pytest

from domain.core.errors import NotAnOption
from domain.kepler import frames, kepler
from tests.domain.kepler.tables import position, table_at

SPENT = {"spent": (1, 2, 3)}


def before(*standings, **changes):
    """A table before an action, with dice 5, 5, 2 unless told otherwise."""
    return table_at(position(*(standings or ({}, {}, {})), **{"dice": (5, 5, 2), **changes}))


@pytest.mark.rule("kepler.infl.1", "kepler.infl.2", "kepler.infl.3", "kepler.track.7")
def test_the_track_comes_first():
    empty = {0: (0, 0, 0, 0, 0, 0, 0)}
    table = before({"m1": "frigate"}, {}, {}, turn=SPENT, levels=empty)
    assert table.why_not("spend:7") == "track_not_spendable"
    assert table.why_not("spend:1") == "influence_limit"
    assert table.why_not("spend:4:ship:m1:g4") == "influence_limit"
    table = before(turn={"spent": (1,)}, levels=empty)
    assert table.why_not("spend:1") == "influence_repeated"
    assert table.why_not("spend:2:d5") == "influence_empty"


@pytest.mark.rule("kepler.dice.3", "kepler.dice.4", "kepler.corp.fortuna")
def test_then_the_dice():
    table = before(dice=(5, 5, 2, 1, 1))
    assert table.refusal("spend:1") == ("pool_full", ("kepler.dice.3",))
    table = before()
    assert table.refusal("spend:2:d4") == ("die_unknown", ("kepler.dice.4",))
    assert table.refusal("spend:3:d5:up") == ("die_unknown", ("kepler.dice.4",))
    assert table.why_not("free_reroll:d5") == "free_reroll_unavailable"
    table.say("act:5", "skip", "skip")
    assert table.why_not("spend:2:d1:d4") == "die_unknown"
    assert table.why_not("spend:2:d1:d2") == "die_locked"


@pytest.mark.rule("kepler.build.1", "kepler.build.2", "kepler.build.4", "kepler.two.1")
def test_conversions_are_refused_for_dice_then_units_then_planet_then_supply():
    table = table_at(position({"m1": "2 frigate, ship"}, {}, dice=(5, 5), centre=True))
    assert table.why_not("act:7:5:cruiser:m3", units={"ship": 3}) == "not_enough_identical"
    assert table.why_not("act:7:5:frigate:m3", units={"ship": 3}) == "not_three_units"
    assert table.why_not("act:7:5:frigate:m1", units={"ship": 1}) == "not_three_units"
    assert table.why_not("act:7:5:frigate:m1", units={"ship": 1, "frigate": 2}) == "figure_exhausted"
    assert table.why_not("act:7:4:base:m1", units={"ship": 1, "frigate": 2}) == "not_enough_identical"


@pytest.mark.rule("kepler.track.5", "kepler.track.6", "kepler.unit.2", "kepler.corp.aegis")
def test_then_owner_kind_presence_and_shield():
    state = position({"m1": "base"}, {"g4": "ship"}, {}, dice=(5,), corporations=("helios", "aegis", "orion"))
    table = table_at(state)
    assert table.why_not("spend:5:s0:base:m2") == "wrong_owner"
    assert table.why_not("spend:5:s1:base:m2") == "unit_indestructible"
    assert table.why_not("spend:5:s1:ship:m2") == "unit_not_there"
    assert table.why_not("spend:5:s1:ship:g4") == "protected_by_aegis"
    assert table.why_not("spend:6:s0:ship:m2:m1") == "wrong_owner"
    assert table.why_not("spend:6:s1:cruiser:m2:g4") == "unit_immovable"
    assert table.why_not("spend:6:s1:ship:m2:g4") == "unit_not_there"
    assert table.why_not("spend:6:s1:ship:g4:m1") == "not_adjacent"


@pytest.mark.rule("kepler.two.1", "kepler.place.3")
def test_the_map_comes_before_the_groups():
    table = table_at(position({"m1": "2 ship"}, {}, dice=(3,), centre=True))
    table.say("act:3")
    assert table.why_not("move:m1:m4") == "planet_not_in_play"
    assert table.why_not("move:g1:o2") == "not_adjacent"
    assert table.why_not("move:g1:g2") == "group_too_small"
    assert table.why_not("place:g3") == "planet_not_in_play"


@pytest.mark.rule("kepler.group.1", "kepler.group.2", "kepler.place.2")
def test_groups_come_before_reach_and_reach_before_supply():
    table = before({"m1": "4 ship", "m2": "4 ship"}, {}, {}, dice=(5,))
    table.say("act:5", "move:m1:m3")
    assert table.why_not("place:m3") == "planet_already_targeted"
    assert table.why_not("place:g4") == "out_of_reach"
    assert table.why_not("place:m1") == "supply_short"
    assert table.why_not("move:m3:o4") == "ship_already_used"


@pytest.mark.rule("kepler.action.1", "kepler.group.2", "kepler.track.cap")
def test_discs_too_many_then_repeated_then_at_the_top():
    table = before(dice=(1,), levels={0: (6, 6, 2, 1, 1, 1, 0)})
    table.say("act:1")
    assert table.why_not({"tracks": ["raise:1"] * 4}) == "too_many_discs"
    assert table.why_not({"tracks": ["raise:1", "raise:1"]}) == "disc_repeated"
    assert table.why_not({"tracks": ["raise:1", "raise:3"]}) == "disc_at_cap"


@pytest.mark.parametrize(
    "answer",
    [
        {},
        {"do": 3},
        {"do": "done"},
        {"do": "act:8"},
        {"do": "act:0"},
        {"do": "act:7"},
        {"do": "act:7:5:frigate:m1"},
        {"do": "act:7:5:ship:m1", "units": {"ship": 3}},
        {"do": "act:7:5:frigate:m1", "units": {"ship": -3}},
        {"do": "act:7:5:frigate:m1", "units": 3},
        {"do": "act:5", "units": {"ship": 3}},
        {"do": "spend:1:d1"},
        {"do": "spend:2:d2:d1"},
        {"do": "spend:2:d1:d1"},
        {"do": "spend:3:d1:sideways"},
        {"do": "spend:4:frigate:m1:nowhere"},
        {"do": "spend:5:s9:ship:m1"},
        {"do": "spend:5:ship:m1"},
        {"do": "spend:8"},
        {"do": "place:m1"},
        {"tracks": ["raise:1"]},
        {"do": "free_reroll:d9"},
    ],
)
def test_what_is_built_otherwise_has_no_reason(answer):
    table = before(dice=(4, 4, 3))
    reason, rules = table.refusal(answer)
    assert (reason, rules) == (None, ("kepler.turn.1",))


@pytest.mark.parametrize("answer", ["act:5", "act:7:5:frigate:m1", "place:m1"])
def test_after_the_action_no_other_action_is_understood(answer):
    table = before(dice=(4, 3))
    table.say("act:4", "skip")
    assert table.why_not(answer) is None


def test_an_answer_that_is_no_object_is_refused_too():
    table = before()
    found = table.decision
    with pytest.raises(NotAnOption) as refused:
        table.umpire.decide(table.play, found.id, found.seat, ["act:5"])
    assert refused.value.reason is None


@pytest.mark.parametrize(
    ("frame", "answer"),
    [
        (frames.Bonus421(), {"do": "lower:s9:1"}),
        (frames.Bonus421(), {"do": "lower:s1:8"}),
        (frames.Vanguard(seat=0), {"do": "place:nowhere"}),
        (frames.Group(index=1, size=1), {"do": "move:m1"}),
        (frames.Group(index=1, size=1), {"do": "skip", "tracks": []}),
        (frames.Discs(seat=0, cause="base", max=2, rise=1), {"tracks": ["raise:9"]}),
        (frames.Discs(seat=0, cause="base", max=2, rise=1), {"tracks": "raise:1"}),
    ],
)
def test_other_decisions_give_no_reason_either_for_what_they_do_not_know(frame, answer):
    table = table_at(position({"m1": "ship"}, {}, {}, dice=(4, 3)), frames.Turn(stage="pre_action"), frame)
    assert table.why_not(answer) is None


def test_every_reason_has_its_words():
    source = {code for messages in kepler.texts.values() for code in messages.reasons}
    assert len(source) == 28
    assert kepler.texts["fr"].reasons.keys() == kepler.texts["en"].reasons.keys()
