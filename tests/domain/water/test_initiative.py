"""The order of turns and the way through the phases."""

import pytest

from domain.water.facts import ActionDealt, PhaseStarted, TurnStarted
from tests.domain.water.tables import new_table


def played_by_default(table, until_turn):
    """Everybody does the default until a turn begins or the game is over."""
    while table.play.agenda and table.state.turn < until_turn:
        for seat, _ in table.kinds()[:1]:
            table.answer(table.decision(seat).ask.default, seat)
    return table


@pytest.mark.rule("water.p1.1")
def test_ex4_the_initiative_goes_round():
    table = played_by_default(new_table(4, first=2, scenario="s1"), 5)
    assert [fact.order[0] for fact in table.happened(TurnStarted)] == [2, 3, 0, 1, 2]


@pytest.mark.rule("water.mode.1", "water.mode.2", "water.end_turn.1")
def test_ex25_simplified_turns_have_no_phases_6_and_8():
    table = played_by_default(new_table(3, scenario="s1"), 2)
    phases = [fact.phase for fact in table.happened(PhaseStarted)]
    assert phases[:6] == ["p2", "p3", "p4", "p5", "p7", "p2"]
    assert not sum(table.state.pollution.values())
    assert not table.state.placed and not table.state.activated


@pytest.mark.rule("water.mode.3", "water.p6.3", "water.p8.1")
def test_turns_of_the_normal_mode_have_all_phases():
    table = played_by_default(new_table(2, scenario="p1"), 2)
    assert [fact.phase for fact in table.happened(PhaseStarted)][:7] == ["p2", "p3", "p4", "p5", "p6", "p7", "p8"]


@pytest.mark.rule("water.p1.1", "water.setup.2")
def test_with_the_option_everybody_draws_a_card_each_turn():
    table = new_table(3, scenario="p1", action_draw=1, first=1)
    assert [fact.seat for fact in table.happened(ActionDealt)] == [0, 0, 1, 1, 2, 2, 1, 2, 0]
    assert [len(hand) for hand in table.state.hand] == [3, 3, 3]


@pytest.mark.rule("water.p2.1", "water.p2.2")
def test_ex26_the_first_turn_of_the_shared_dam():
    table = new_table(4, scenario="s2", first=0)
    assert set(table.state.water.values()) == {2} and table.state.dams["E6"].intake == 2
    for seat in range(4):
        table.say("done", seat)
    assert [sum(s.energy for s in table.state.stock[seat].values()) for seat in range(4)] == [3, 3, 3, 1]


@pytest.mark.rule("water.end.1")
@pytest.mark.parametrize("turns", [1, 3])
def test_the_game_ends_after_its_last_turn(turns):
    table = played_by_default(new_table(2, scenario="p1", turns=turns), 9)
    assert table.play.result.reason == "turns_over" and table.state.turn == turns
