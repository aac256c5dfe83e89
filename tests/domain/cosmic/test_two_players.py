"""VIII. The game for two."""

import pytest

from domain.core.errors import BadOptions
from domain.cosmic import Options, cosmic, facts
from domain.cosmic.board import is_active
from domain.cosmic.frames import TurnBegin
from domain.cosmic.setup import checked_pool
from tests.domain.cosmic.bot_games import BotGame
from tests.domain.cosmic.tables import GREEN, Table, duel, state, tokens

OTHER = 1
HANDS = {GREEN: "a6 a8", OTHER: "a6 a10"}


@pytest.mark.rule("cosmic.two.1")
def test_no_disc_is_drawn_after_the_first_player():
    table = Table(state(HANDS, seats=2), TurnBegin()).until("aim_cone")
    assert table.happened(facts.DiscDrawn) == []
    assert table.duel.defence == OTHER


@pytest.mark.rule("cosmic.two.2", "cosmic.aim.3")
def test_targets_are_the_others_system_and_its_bases_at_home():
    held = {OTHER: tokens("red", {"red1": 4, "green2": 1})}
    table = Table(state(HANDS, {}, held, seats=2, duel=duel(90, defence=OTHER)))
    assert table.options(GREEN) == [*(f"aim:red{k}" for k in range(1, 6)), "aim:green2"]
    assert table.ask(GREEN).ask.default["do"].startswith("aim:red")


@pytest.mark.rule("cosmic.two.3", "cosmic.edict.force_field")
def test_there_are_no_alliances():
    table = Table(state({GREEN: "a6 force_field", OTHER: "a6"}, seats=2, duel=duel(100, defence=OTHER, planet="red1")))
    table.say(GREEN, tokens={"green1": 2})
    assert table.kinds() == ["play_duel_card"] * 2


@pytest.mark.rule("cosmic.two.4")
def test_e21_a_power_is_lost_with_the_fourth_planet():
    for planet, active in (("green2", True), ("red2", False)):
        held = {GREEN: tokens("green", {"green1": 1, planet: 1})}
        board = state(HANDS, {GREEN: "laser"}, held, seats=2, duel=duel(90, defence=OTHER))
        assert is_active(board, GREEN, "laser") == active


@pytest.mark.rule("cosmic.two.1", "cosmic.setup.5")
def test_thirty_powers_are_in_play():
    pool = checked_pool(Options(), 2)
    assert len(pool) == 30
    assert not {"dictator", "magnet", "parasite", "shadow", "will"} & set(pool)
    with pytest.raises(BadOptions):
        checked_pool(Options(power_pool=("will", "laser")), 2)


@pytest.mark.rule("cosmic.two.3", "cosmic.win.1")
def test_a_whole_game_has_one_winner_with_all_five_planets():
    game = BotGame(4, 2)
    seen = [fact for _, facts_now in game.appends() for fact in facts_now]
    result = game.play.result
    assert (result.reason, len(result.winners)) == ("five_bases", 1)
    assert not [fact for fact in seen if isinstance(fact, facts.DiscDrawn | facts.AllyJoined | facts.Invited)]
    assert cosmic.described.seats == (2, 4)
