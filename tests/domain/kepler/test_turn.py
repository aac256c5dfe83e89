"""A turn from its roll to the next seat."""

import pytest

from domain.kepler import frames
from domain.kepler.facts import (
    Bonus421Declined,
    Bonus421Offered,
    DiceRolled,
    LeftoverGained,
    MilitaryUpdated,
    TurnEnded,
    TurnStarted,
)
from tests.domain.kepler.tables import START, levels_of, new_table, position, table_at


def rolling(*dice, **changes):
    """The start of a turn in which the dice will fall like this."""
    return table_at(position({}, {}, {}, **changes), frames.Turn(), dice=dice)


@pytest.mark.rule("kepler.turn.1", "kepler.turn.2")
def test_a_turn_runs_in_order_and_the_next_seat_follows():
    table = rolling(4, 4, 6)
    table.say("act:4", "place:m1", "done")
    kinds = [type(fact).__name__ for fact in table.facts]
    assert kinds[:8] == [
        "TurnStarted",
        "DiceRolled",
        "ActionChosen",
        "GroupPlaced",
        "LeftoverGained",
        "MilitaryUpdated",
        "TurnEnded",
        "TurnStarted",
    ]
    assert table.state.turn.seat == 1


@pytest.mark.rule("kepler.turn.2")
def test_a_round_ends_when_the_first_seat_plays_again():
    table = new_table(3, seed=5)
    while table.state.round < 3:
        table.answer(table.decision.ask.default)
    turns = [(fact.seat, fact.round, fact.turn) for fact in table.happened(TurnStarted)]
    first = table.state.first_seat
    assert turns == [((first + n) % 3, n // 3 + 1, n // 3 + 1) for n in range(7)]


@pytest.mark.rule("kepler.dice.1")
def test_later_turns_roll_three_dice():
    table = rolling(5, 6, 3)
    assert table.happened(DiceRolled) == [DiceRolled(dice={"d1": 5, "d2": 6, "d3": 3}, cause="roll")]
    assert set(table.source.labels) == {"dice/0/2"}


@pytest.mark.rule("kepler.dice.4")
def test_the_used_die_can_no_longer_be_changed():
    table = table_at(position({}, {}, {}, dice=(4, 5)))
    table.say("act:4", "skip")
    assert table.refusal("spend:3:d1:up") == ("die_locked", ("kepler.dice.4",))
    assert table.refusal("spend:2:d1:d2") == ("die_locked", ("kepler.dice.4",))
    assert table.offers("spend:2") == ["spend:2:d2"]
    assert table.offers("spend:3") == ["spend:3:d2:up", "spend:3:d2:down"]


@pytest.mark.rule("kepler.bonus421.1")
def test_421_comes_by_extra_dice_and_by_adjusting():
    table = table_at(position({}, {}, {}, dice=(4, 6, 6)), dice=(2, 1))
    table.say("spend:1")
    assert table.kind == "bonus_421"
    table = table_at(position({}, {}, {}, dice=(4, 3, 1)))
    table.say("spend:3:d2:down")
    assert table.kind == "bonus_421"


@pytest.mark.rule("kepler.bonus421.1", "kepler.dice.4")
def test_locked_dice_count_for_421():
    table = table_at(position({}, {}, {}, dice=(4, 2, 6)))
    table.say("act:4", "skip", "spend:3:d3:up")
    assert [die.face for die in table.state.turn.dice] == [4, 2, 1]
    assert table.kind == "bonus_421"
    table.say("decline")
    assert (table.kind, table.happened(Bonus421Declined)) == ("post_action", [Bonus421Declined()])


@pytest.mark.rule("kepler.bonus421.2")
def test_421_offers_every_disc_of_opponents_above_zero():
    table = rolling(4, 2, 1, levels={1: (1, 0, 0, 0, 0, 0, 2), 2: (0, 0, 0, 0, 0, 0, 0)})
    assert table.offered == ["lower:s1:1", "lower:s1:7", "decline"]
    assert table.refusal("lower:s0:1") == ("wrong_owner", ("kepler.bonus421.2",))
    assert table.refusal("lower:s2:1") == ("disc_at_zero", ("kepler.bonus421.2",))
    table.say("lower:s1:7")
    assert levels_of(table, 1) == (1, 0, 0, 0, 0, 0, 1)


@pytest.mark.rule("kepler.bonus421.1", "kepler.bonus421.3")
def test_421_is_lost_when_no_disc_can_go_down():
    nothing = (0, 0, 0, 0, 0, 0, 0)
    table = rolling(4, 2, 1, levels={1: nothing, 2: nothing})
    assert table.happened(Bonus421Offered) == [Bonus421Offered(lost=True)]
    assert (table.kind, table.state.turn.bonus_421_done) == ("pre_action", True)


@pytest.mark.rule("kepler.leftover.1", "kepler.leftover.3")
def test_leftovers_come_even_when_every_group_was_skipped():
    table = table_at(position({}, {}, {}, dice=(6, 6, 6)))
    table.say("act:6", "skip", "skip", "skip", "done")
    assert levels_of(table, 0) == (2, 2, 2, 1, 1, 3, 0)


@pytest.mark.rule("kepler.leftover.1")
def test_no_equal_die_no_leftover():
    table = table_at(position({}, {}, {}, dice=(6, 5, 5)))
    table.say("act:6", "skip", "skip", "skip", "done")
    assert table.happened(LeftoverGained) == []
    assert levels_of(table, 0) == START


@pytest.mark.rule("kepler.leftover.2")
def test_leftovers_of_action_7_raise_track_7_whatever_the_face():
    table = table_at(position({"m1": "3 ship"}, {}, {}, dice=(5, 5, 5, 5, 5)))
    table.say("act:7:5:frigate:m1", units={"ship": 3})
    table.say("done")
    assert table.happened(LeftoverGained) == [LeftoverGained(track=7, dice=("d3", "d4", "d5"), level_after=3)]


@pytest.mark.rule("kepler.military.1")
def test_markers_move_at_the_end_of_the_turn_only():
    table = table_at(position({}, {}, {}, dice=(4,)))
    table.say("act:4", "place:m1")
    assert table.seat(0).military == 0
    table.say("done")
    assert table.happened(MilitaryUpdated) == [MilitaryUpdated(values={0: 3})]
    assert len(table.happened(TurnEnded)) == 1


@pytest.mark.rule("kepler.turn.1", "kepler.action.0")
def test_a_turn_with_no_choice_plays_itself_up_to_the_groups():
    empty = (0, 0, 0, 0, 0, 0, 0)
    table = table_at(position({}, {}, {}, dice=(4,), levels={0: empty}))
    assert table.kind == "action_group", "one die and no influence leave one action"
