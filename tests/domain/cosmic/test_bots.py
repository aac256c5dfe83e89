"""The built-in opponents."""

import pytest

from domain.core.forms import misfit
from domain.core.game import BotMove
from domain.cosmic import Options, cosmic, facts
from domain.cosmic.frames import Closing, DealTalk, Declaration, DuelCourse
from tests.domain.cosmic.bot_games import BotGame
from tests.domain.cosmic.tables import BLUE, GREEN, RED, YELLOW, Table, duel, state, tokens


def advice(table, seat, below=0):
    """What the sensible bot answers here."""
    decision = table.ask(seat)
    frame = table.play.agenda[-1].frame
    move = BotMove(state=table.state, frame=frame, decision=decision, below=lambda n: below % n)
    answer = cosmic.bots["sensible"](move)
    assert misfit(decision.ask.form, answer) is None
    return answer


HANDS = {GREEN: "a6 a8 a20", RED: "a6", YELLOW: "a6 a10", BLUE: "a6"}


@pytest.mark.rule("cosmic.win.1")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_sensible_games_end_with_five_bases(seats):
    for seed in range(4):
        assert BotGame(seed, seats).finished().result.reason == "five_bases"


@pytest.mark.rule("cosmic.end.3")
def test_random_games_end():
    assert BotGame(1, 4, Options(max_rounds=10), bot="random").finished().result is not None


@pytest.mark.rule("cosmic.deal.3")
def test_sensible_bots_make_deals_and_fail_some():
    made = failed = 0
    for seed in range(30):
        for _, happened in BotGame(seed, 4).appends():
            made += sum(isinstance(fact, facts.DealMade) for fact in happened)
            failed += sum(isinstance(fact, facts.DealFailed) for fact in happened)
    assert made > failed


def talking(held=None):
    board = {GREEN: tokens("green", oval=2), **(held or {})}
    base = state(HANDS, {}, board, duel=duel(210, planet="yellow3"))
    return Table(base, DuelCourse(), Closing(), DealTalk())


@pytest.mark.rule("cosmic.deal.3", "cosmic.deal.4")
def test_a_bot_proposes_a_base_for_a_base_and_accepts_one():
    table = talking()
    offer = advice(table, GREEN)
    assert (offer["give_base"], offer["take_base"], offer["take_tokens"]) == ("giver_choice", "giver_choice", 2)
    table.say(GREEN, **offer)
    assert advice(table, YELLOW) == {"do": "accept:o1"}


@pytest.mark.rule("cosmic.deal.3", "cosmic.win.1")
def test_a_bot_does_not_give_the_other_its_fifth_base():
    abroad = {"red1": 1, "red2": 1, "blue1": 1, "blue2": 1, "green1": 4}
    table = talking({GREEN: tokens("green", abroad, oval=2)})
    table.say(GREEN, **advice(table, GREEN))
    answer = advice(table, YELLOW)
    assert (answer["do"], answer["take_cards"]) == ("propose", {"random": 2})
    table.say(YELLOW, **answer)
    assert advice(table, YELLOW)["do"] != "accept:o1"


@pytest.mark.rule("cosmic.deal.9")
def test_a_bot_walks_away_after_three_offers():
    table = talking()
    for _ in range(3):
        table.say(GREEN, **advice(table, GREEN))
    assert advice(table, GREEN) == {"do": "walk_away"}


@pytest.mark.rule("cosmic.ally.3", "cosmic.win.1")
def test_a_bot_helps_the_defence_against_a_winner_and_else_takes_a_base():
    near = {"red1": 1, "red2": 1, "blue1": 1, "blue2": 1, "green1": 4}
    for held, do in ((tokens("green", near, oval=2), "join:defence"), (tokens("green", oval=2), "join:offence")):
        invited = {"offence": (RED,), "defence": (RED,)}
        table = Table(state(HANDS, {}, {GREEN: held}, duel=duel(140, planet="yellow3", invited=invited)))
        assert advice(table, RED)["do"] == do


@pytest.mark.rule("cosmic.aim.1", "cosmic.gather.1")
def test_a_bot_attacks_the_weakest_planet_with_four_tokens():
    held = {YELLOW: tokens("yellow", {"yellow1": 9, "yellow2": 1, "yellow4": 3, "yellow5": 3, "yellow3": 4})}
    assert advice(Table(state(HANDS, {}, held, duel=duel(90))), GREEN) == {"do": "aim:yellow2"}
    table = Table(state(HANDS, {}, held, duel=duel(100, planet="yellow2")))
    assert sum(advice(table, GREEN)["tokens"].values()) == 4
    against = Table(state(HANDS, {YELLOW: "antimatter"}, held, duel=duel(100, planet="yellow2")))
    assert sum(advice(against, GREEN)["tokens"].values()) == 1


@pytest.mark.rule("cosmic.card.1")
def test_a_bot_plays_its_best_card_in_a_close_race_and_a_low_one_when_low_wins():
    held = {GREEN: tokens("green", {"red1": 1, "red2": 1, "blue1": 1, "green1": 9}, oval=2)}
    assert advice(Table(state(HANDS, {}, held, duel=duel(160, planet="yellow2"))), GREEN) == {"do": "play:attack_20"}
    upset = Table(state(HANDS, {}, held, duel=duel(160, planet="yellow2", upset=True)))
    assert advice(upset, GREEN) == {"do": "play:attack_6"}


@pytest.mark.rule("cosmic.pw.oracle")
@pytest.mark.parametrize(("seen", "card"), [("a6", "attack_6"), ("a10", "attack_20"), ("a30", "attack_6")])
def test_a_bot_answers_an_open_card_with_the_lowest_that_wins(seen, card):
    held = {GREEN: tokens("green", oval=3), YELLOW: tokens("yellow", {"yellow1": 16, "yellow2": 2, "yellow3": 2})}
    going = duel(160, planet="yellow3", foresight=GREEN)
    hands = {GREEN: "a6 a8 a20", YELLOW: f"{seen} a8"}
    table = Table(state(hands, {}, held, duel=going)).play_cards("a6", seen)
    assert advice(table, GREEN) == {"do": f"play:{card}"}


@pytest.mark.rule("cosmic.edict.zap", "cosmic.pw.macron")
def test_a_bot_zaps_what_decides_the_duel_against_it():
    held = {GREEN: tokens("green", oval=4), YELLOW: tokens("yellow", {"yellow1": 9, "yellow2": 8, "yellow3": 3})}
    hands = {GREEN: "a6 a4", YELLOW: "a12 zap"}
    table = Table(state(hands, {GREEN: "macron"}, held, duel=duel(160, planet="yellow3"))).play_cards("a6", "a12")
    assert isinstance(table.play.agenda[-1].frame, Declaration)
    assert advice(table, YELLOW) == {"do": "zap"}


@pytest.mark.rule("cosmic.edict.plague")
def test_a_bot_throws_its_plague_at_the_leader():
    held = {BLUE: tokens("blue", {"red1": 1, "red2": 1, "blue1": 5})}
    table = Table(state({GREEN: "plague", YELLOW: "a4"}, {}, held, duel=duel(30, defence=None)))
    assert advice(table, GREEN) == {"do": "plague:blue"}
