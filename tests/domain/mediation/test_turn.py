"""The phases of a turn and the number of attacks."""

import pytest

from domain.mediation import Options, frames
from domain.mediation.facts import AttacksSet, DiceRolled, PhaseBegan, PowerGiven, TurnBegan
from tests.domain.mediation.tables import acting, position, table_at

PYRAMIDS = Options(pyramids=True, auto_flee=True)
AUTO = Options(auto_flee=True)


@pytest.mark.rule("mediation.turn.1", "mediation.turn.3", "mediation.turn.4")
def test_after_the_last_pass_comes_upkeep_then_attacks_then_actions():
    tired = {"agapi": {"cubes": 1, "used": {"move": 2}, "cell": "C3", "energy": 1}}
    state = position(options=AUTO, turn=2, acted=3, sheets=tired, blackout=True, closed=frozenset({"red"}), goodwill=1)
    table = acting(state).do("pass").advance()
    phases = [fact.phase for fact in table.told(PhaseBegan)]
    assert phases == ["upkeep", "attack", "action"]
    assert table.told(TurnBegan) == [TurnBegan(turn=3)]
    state = table.state
    assert (state.blackout, state.closed, state.goodwill, state.acted) == (False, frozenset(), 0, 0)
    assert all((sheet.cubes, sheet.used) == (3, {}) for sheet in state.chars.values())
    assert table.told(AttacksSet)[0] == AttacksSet(left=3)


@pytest.mark.rule("mediation.attack.1")
@pytest.mark.parametrize(("characters", "turn", "dice", "number"), [(4, 1, [], 3), (4, 5, [6], 6), (7, 7, [1, 4], 5)])
def test_the_number_of_attacks_is_printed_or_rolled(characters, turn, dice, number):
    state = position(options=Options(characters=characters, auto_flee=True), turn=turn, powers_unlocked=True)
    table = table_at(state, frames.Turn(stage="attack"), dice=dice).advance()
    assert table.told(AttacksSet)[0].left == number
    assert [fact.faces for fact in table.told(DiceRolled)] == ([tuple(dice)] if dice else [])
    if dice:
        assert [label for label in table.source.labels if "dice" in label] == [
            f"attack.dice/{turn}#{count}" for count in range(len(dice))
        ]


@pytest.mark.rule("mediation.ship.6", "mediation.ship.5")
def test_the_seventh_turn_brings_power_cards_unless_they_came_before():
    upkeep = frames.Turn(stage="upkeep")
    table = table_at(position(turn=6, lost=3), upkeep, dice=[1])
    table.take(table.umpire.advance(table.play))
    assert table.state.powers_unlocked
    assert len(table.told(PowerGiven)) == 4
    early = table_at(position(turn=6, powers_unlocked=True), upkeep)
    early.take(early.umpire.advance(early.play))
    assert early.told(PowerGiven) == []
    flat = table_at(position(turn=6, options=Options(round_earth=True)), upkeep)
    flat.take(flat.umpire.advance(flat.play))
    assert not flat.state.powers_unlocked


@pytest.mark.rule("mediation.var.dis.1")
@pytest.mark.parametrize(("turn", "comes"), [(3, False), (4, True), (8, True)])
def test_disasters_come_from_the_fourth_turn(turn, comes):
    state = position(options=PYRAMIDS, turn=turn)
    table = table_at(state, frames.Turn(stage="disaster")).advance()
    assert (table.state.active_disaster is not None) == comes
    assert ("disaster_draw" in [fact.phase for fact in table.told(PhaseBegan)]) == comes
