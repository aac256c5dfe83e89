"""The rulebook's running example and its relatives: winning, losing, dealing."""

from collections import Counter

import pytest
from msgspec.structs import replace

from domain.cosmic import facts
from domain.cosmic.frames import Closing, DealTalk, DuelCourse
from tests.domain.cosmic.tables import BLUE, GREEN, RED, YELLOW, Table, duel, state, tokens

HANDS = {GREEN: "a10 a12 a6 compromise a4 a8", YELLOW: "a10 a8 compromise a6", RED: "a14", BLUE: "a15"}


def running_example(hands=None, powers=None, held=None, **changes):
    """Green attacks yellow (Void) on yellow3; blue helps green, red helps yellow."""
    board = {
        GREEN: tokens("green", oval=3),
        YELLOW: tokens("yellow", {"yellow1": 6, "yellow2": 4, "yellow3": 2, "yellow4": 4, "yellow5": 4}),
        RED: tokens("red", {"red1": 4, "red2": 4, "red3": 4, "red4": 4, "yellow3": 1}, ring=2, black_hole=1),
        BLUE: tokens("blue", oval=1),
    }
    powers = {YELLOW: "void"} if powers is None else powers
    going = duel(160, planet="yellow3", allies={BLUE: "offence", RED: "defence"}, **changes)
    return state({**HANDS, **(hands or {})}, powers, {**board, **(held or {})}, duel=going)


@pytest.mark.rule("cosmic.resolve.1", "cosmic.resolve.2", "cosmic.resolve.5", "cosmic.resolve.6", "cosmic.resolve.7")
@pytest.mark.rule("cosmic.pw.void", "cosmic.second.2", "cosmic.aim.4", "cosmic.defend.1")
def test_e1_equal_totals_are_the_defences():
    table = Table(running_example()).play_cards("a10", "a10")
    assert table.happened(facts.Totals) == [facts.Totals(offence=14, defence=14, lower_wins=False)]
    assert table.kinds() == ["rewards"]
    table.say(RED, rewards={"cards": 1, "tokens": 1})
    table.say(RED, tokens={"red1": 1})
    table.say(RED, tokens={"red2": 2})
    assert table.state.tokens[GREEN].eliminated == 3
    assert table.state.tokens[BLUE].eliminated == 1
    assert (table.hand(RED).total(), table.state.tokens[RED].black_hole, table.state.tokens[RED].ring) == (2, 0, 0)
    assert table.state.tokens[RED].planets["yellow3"] == 1
    assert "second_duel" not in table.kinds()
    assert table.state.turn.seat == RED


@pytest.mark.rule("cosmic.resolve.3", "cosmic.resolve.4", "cosmic.second.1", "cosmic.card.2")
def test_e2_the_higher_total_wins_and_lands():
    table = Table(running_example()).play_cards("a12", "a10")
    assert table.happened(facts.Totals)[0].offence == 16
    assert table.state.tokens[YELLOW].black_hole == 2
    assert table.state.tokens[RED].black_hole == 3
    on = {seat: table.state.tokens[seat].planets.get("yellow3", 0) for seat in range(4)}
    assert on == {GREEN: 3, BLUE: 1, RED: 1, YELLOW: 0}
    assert table.kinds() == ["second_duel"]
    assert table.state.discard == ("attack_12", "attack_10")


@pytest.mark.rule("cosmic.resolve.8", "cosmic.consol.1", "cosmic.consol.3")
def test_e3_a_compromise_loses_and_is_consoled():
    table = Table(running_example()).play_cards("a6", "compromise")
    assert table.winner() == GREEN
    (moved,) = table.happened(facts.CardsMoved)
    assert (moved.giver, moved.receiver, len(moved.cards), moved.why) == (GREEN, YELLOW, 2, "consolation")
    assert table.hand(GREEN).total() == 3
    assert table.hand(RED).total() == 1


@pytest.mark.rule("cosmic.edict.zap", "cosmic.window.3", "cosmic.pw.void")
@pytest.mark.parametrize("zapped", [True, False])
def test_e4_void_is_zapped_when_it_is_about_to_act(zapped):
    table = Table(running_example({BLUE: "zap a15"})).play_cards("compromise", "a8")
    assert table.kinds() == ["zap"]
    table.say(BLUE, "zap" if zapped else "pass")
    lost = (table.state.tokens[GREEN].black_hole, table.state.tokens[BLUE].black_hole)
    gone = (table.state.tokens[GREEN].eliminated, table.state.tokens[BLUE].eliminated)
    assert (lost, gone) == (((3, 1), (0, 0)) if zapped else ((0, 0), (3, 1)))
    (moved,) = table.happened(facts.CardsMoved)
    assert (moved.receiver, len(moved.cards)) == (GREEN, 3)
    assert (f"{YELLOW}:void" in table.duel.suspended) == zapped


@pytest.mark.rule("cosmic.deal.1", "cosmic.deal.2", "cosmic.deal.3", "cosmic.deal.4", "cosmic.deal.6", "cosmic.deal.7")
def test_e5_a_deal_is_made():
    table = Table(running_example()).play_cards("compromise", "compromise")
    table.until("deal")
    assert table.state.tokens[BLUE].oval == table.state.tokens[RED].ring == 0
    offer = {"give_base": "giver_choice", "give_tokens": 2, "give_cards": {}, "take_base": "giver_choice"}
    table.say(YELLOW, "propose", **offer, take_tokens=2, take_cards={"random": 3})
    table.say(GREEN, "accept:o1")
    table.say(GREEN, "base:green1").say(YELLOW, "base:yellow1")
    table.say(GREEN, tokens={"oval": 2}).say(YELLOW, tokens={"yellow4": 2})
    table.say(GREEN, tokens={"green2": 1})
    assert (table.hand(GREEN).total(), table.hand(YELLOW).total()) == (2, 6)
    assert table.state.tokens[GREEN].planets["yellow1"] == 2
    assert table.state.tokens[YELLOW].planets["green1"] == 2
    assert table.state.tokens[GREEN].oval == 0
    assert table.duel.success
    assert table.kinds() == ["second_duel"]


@pytest.mark.rule("cosmic.deal.9", "cosmic.pw.void", "cosmic.second.2")
def test_e6_a_deal_fails():
    table = Table(running_example()).play_cards("compromise", "compromise")
    table.until("deal")
    names = tuple(decision.id for decision in table.open())
    play, _ = table.umpire.time_out(table.play, names, "deal")
    table.play = play
    table.say(GREEN, tokens={"oval": 3}).say(YELLOW, tokens={"yellow1": 3})
    assert table.state.tokens[GREEN].eliminated == 3
    assert table.state.tokens[YELLOW].black_hole == 3
    assert table.state.turn.seat == RED


@pytest.mark.rule("cosmic.aim.2", "cosmic.resolve.1")
def test_e10_a_planet_without_defenders_still_has_a_card():
    held = {GREEN: tokens("green", oval=3), YELLOW: tokens("yellow", {"yellow1": 20})}
    board = state({GREEN: "a4 a6", YELLOW: "a8 compromise"}, {}, held, duel=duel(160, planet="yellow3"))
    lost = Table(board).play_cards("a4", "a8")
    assert lost.happened(facts.Totals)[0] == facts.Totals(offence=7, defence=8, lower_wins=False)
    assert lost.state.tokens[GREEN].black_hole == 3
    won = Table(board).play_cards("a4", "compromise")
    assert won.winner() == GREEN
    assert won.happened(facts.CardsMoved) == []


@pytest.mark.rule("cosmic.pw.virus")
@pytest.mark.parametrize(("zapped", "total", "winner"), [(False, 26, GREEN), (True, 12, YELLOW)])
def test_e11_virus_multiplies(zapped, total, winner):
    held = {
        GREEN: tokens("green", oval=4),
        BLUE: tokens("blue", oval=2),
        YELLOW: tokens("yellow", {"yellow1": 9, "yellow2": 8, "yellow3": 3}),
    }
    going = duel(160, planet="yellow3", allies={BLUE: "offence"})
    table = Table(state({GREEN: "a6", YELLOW: "a15 zap"}, {GREEN: "virus"}, held, duel=going)).play_cards("a6", "a15")
    table.say(YELLOW, "zap" if zapped else "pass")
    assert table.happened(facts.Totals)[0].offence == total
    assert table.happened(facts.Totals)[0].defence == 18
    assert table.winner() == winner


@pytest.mark.rule("cosmic.pw.macron")
def test_e12_macron_helps_as_an_ally():
    held = {
        GREEN: tokens("green", oval=4),
        BLUE: tokens("blue", ring=2),
        YELLOW: tokens("yellow", {"yellow1": 10, "yellow2": 9, "yellow3": 1}),
    }
    going = duel(160, planet="yellow3", allies={BLUE: "defence"})
    table = Table(state({GREEN: "a12", YELLOW: "a8"}, {BLUE: "macron"}, held, duel=going)).play_cards("a12", "a8")
    totals = table.happened(facts.Totals)[0]
    assert (totals.offence, totals.defence) == (16, 17)
    assert table.ask(BLUE).ask.form.slots[0].max == 2


@pytest.mark.rule("cosmic.pw.antimatter")
def test_e13_antimatter_subtracts_and_the_lower_total_wins():
    held = {
        GREEN: tokens("green", oval=1),
        BLUE: tokens("blue", ring=2),
        YELLOW: tokens("yellow", {"yellow1": 9, "yellow2": 8, "yellow3": 3}),
    }
    going = duel(160, planet="yellow3", allies={BLUE: "defence"})
    table = Table(state({GREEN: "a4", YELLOW: "a8"}, {YELLOW: "antimatter"}, held, duel=going)).play_cards("a4", "a8")
    assert table.happened(facts.Totals)[0] == facts.Totals(offence=5, defence=3, lower_wins=True)
    assert table.winner() == YELLOW


@pytest.mark.rule("cosmic.pw.loser")
def test_e14_an_upset_exchanges_winner_and_loser():
    held = {GREEN: tokens("green", oval=4), YELLOW: tokens("yellow", {"yellow1": 9, "yellow2": 9, "yellow3": 2})}
    board = state({GREEN: "a6", YELLOW: "a10"}, {GREEN: "loser"}, held, duel=duel(150, planet="yellow3"))
    table = Table(board).say(GREEN, "loser").passing().play_cards("a6", "a10")
    assert table.happened(facts.Totals)[0] == facts.Totals(offence=10, defence=12, lower_wins=False)
    assert table.winner() == GREEN
    assert table.state.tokens[GREEN].planets["yellow3"] == 4


@pytest.mark.rule("cosmic.edict.zap", "cosmic.power.3", "cosmic.hidden.3")
def test_e15_only_the_first_zap_in_order_is_played():
    table = Table(running_example({GREEN: "compromise zap", BLUE: "zap a15"})).play_cards("compromise", "a8")
    assert table.asked() == {GREEN, BLUE}
    table.say(GREEN, "zap").say(BLUE, "zap")
    assert table.hand(GREEN)["edict_zap"] == 0
    assert table.hand(BLUE)["edict_zap"] == 1
    assert [fact.seat for fact in table.happened(facts.EdictPlayed)] == [GREEN]


@pytest.mark.rule("cosmic.edict.plague", "cosmic.turn.4", "cosmic.hand.3", "cosmic.window.4")
def test_e16_a_plague_breaks_the_turn_off():
    board = running_example({GREEN: "a8 gas", BLUE: "plague a15"})
    table = Table(replace(board, duel=replace(board.duel, stage=150)), policy="strict")
    assert table.kinds() == ["react"] * 4
    table.plague(BLUE, "green")
    table.say(GREEN, tokens={"green1": 3}, attack="attack_8", edict="edict_gas")
    table.until("invite_offence", "retrieve_token", "gather_tokens", "aim_cone")
    assert table.state.tokens[GREEN].black_hole == 3
    assert table.state.tokens[GREEN].oval == 0
    assert table.happened(facts.TurnAborted) == [facts.TurnAborted(seat=GREEN, why="no_duel_card")]
    assert table.state.turn.seat == RED


@pytest.mark.rule("cosmic.edict.force_field", "cosmic.place.1")
def test_e17_a_force_field_sends_chosen_allies_home():
    held = {GREEN: tokens("green", oval=1), RED: tokens("red", oval=2), BLUE: tokens("blue", ring=3)}
    going = duel(150, planet="yellow3", allies={RED: "offence", BLUE: "defence"})
    board = state({GREEN: "a6", YELLOW: "force_field a10"}, {}, held, duel=going)
    table = Table(board).say(YELLOW, "force_field", allies=["red"])
    table.say(RED, tokens={"red1": 2})
    assert table.state.tokens[RED].oval == 0
    assert table.state.tokens[BLUE].ring == 3
    assert table.duel.allies == {BLUE: "defence"}
    assert "edict_force_field" in table.state.discard


@pytest.mark.rule("cosmic.edict.emotion", "cosmic.deal.2", "cosmic.second.1")
def test_e18_emotion_control_turns_attacks_into_a_deal():
    table = Table(running_example({GREEN: "a20 a4 a8", YELLOW: "a6 emotion"}, powers={})).play_cards("a20", "a6")
    table.say(YELLOW, "emotion").until("deal")
    assert table.duel.counts_as == {GREEN: "compromise", YELLOW: "compromise"}
    table.say(GREEN, "propose", give_base="none", give_cards={"random": 1}, take_base="none")
    table.say(YELLOW, "accept:o1").until("second_duel")
    assert table.duel.success
    assert table.hand(YELLOW).total() == 1


@pytest.mark.rule("cosmic.pw.chronos", "cosmic.consol.2")
def test_e19_chronos_replays_the_cards():
    held = {GREEN: tokens("green", oval=3)}
    hands = {GREEN: "a30 compromise", YELLOW: "a6 a8"}
    table = Table(state(hands, {YELLOW: "chronos"}, held, duel=duel(160, planet="yellow3")))
    table.play_cards("a30", "a6").say(YELLOW, "chronos")
    table.play_cards("compromise", "a8").passing()
    assert table.winner() == YELLOW
    assert table.happened(facts.CardsMoved) == []
    assert table.hand(GREEN) == Counter({"attack_30": 1})
    assert table.hand(YELLOW) == Counter({"attack_6": 1})
    assert table.state.discard == ("compromise", "attack_8")


@pytest.mark.rule("cosmic.pw.zombie", "cosmic.pw.void")
@pytest.mark.parametrize("zapped", [False, True])
def test_e25_zombie_comes_before_void(zapped):
    held = {GREEN: tokens("green", oval=4)}
    powers = {GREEN: "zombie", YELLOW: "void"}
    board = state({GREEN: "a4", YELLOW: "a20 zap"}, powers, held, duel=duel(160, planet="yellow3"))
    table = Table(board).play_cards("a4", "a20")
    assert table.happened(facts.PowerDeclared)[-1].power == "zombie"
    if zapped:
        table.say(YELLOW, "zap")
        assert table.happened(facts.PowerDeclared)[-1].power == "void"
        assert table.state.tokens[GREEN].eliminated == 4
    else:
        table.say(YELLOW, "pass").say(GREEN, tokens={"green1": 4})
        assert table.state.tokens[GREEN].eliminated == table.state.tokens[GREEN].black_hole == 0
        assert table.duel.lost == {}


@pytest.mark.rule("cosmic.pw.gambler")
@pytest.mark.parametrize("answer", ["accept", "call"])
def test_e26_gambler(answer):
    held = {GREEN: tokens("green", oval=4), YELLOW: tokens("yellow", {"yellow1": 9, "yellow2": 9, "yellow3": 2})}
    board = state({GREEN: "a4 a6", YELLOW: "a10"}, {GREEN: "gambler"}, held, duel=duel(160, planet="yellow3"))
    table = Table(board).play_cards("a4", "a10").say(GREEN, "gambler")
    assert table.duel.cards["defence"].shown and not table.duel.cards["offence"].shown
    table.say(GREEN, "claim:attack_20").say(YELLOW, answer).until("second_duel", "aim_cone")
    if answer == "accept":
        assert table.happened(facts.Totals)[0] == facts.Totals(offence=24, defence=12, lower_wins=False)
        assert table.state.deck[-1] == "attack_4"
        assert table.state.discard == ("attack_10",)
    else:
        assert table.winner() == YELLOW
        assert table.state.discard == ("attack_4", "attack_10")


@pytest.mark.rule("cosmic.pw.sorcerer", "cosmic.pw.oracle")
def test_e31_an_open_card_can_be_exchanged():
    powers = {GREEN: "oracle", YELLOW: "sorcerer"}
    held = {GREEN: tokens("green", oval=1)}
    board = state({GREEN: "a12 a4", YELLOW: "a6"}, powers, held, duel=duel(160, planet="yellow3", foresight=GREEN))
    table = Table(board)
    assert table.asked() == {YELLOW}
    table.say(YELLOW, "play:attack_6")
    assert table.duel.cards["defence"].shown
    table.say(GREEN, "play:attack_12").say(YELLOW, "sorcerer")
    revealed = table.happened(facts.CardsRevealed)[0].cards
    assert revealed == {"offence": "attack_6", "defence": "attack_12"}


@pytest.mark.rule("cosmic.pw.gambler", "cosmic.pw.sorcerer")
@pytest.mark.parametrize("answer", ["accept", "call"])
def test_e41_a_gambler_does_not_know_an_exchanged_card(answer):
    powers = {GREEN: "gambler", YELLOW: "sorcerer"}
    held = {GREEN: tokens("green", oval=1)}
    board = state({GREEN: "a6", YELLOW: "a20"}, powers, held, duel=duel(160, planet="yellow3"))
    table = Table(board).play_cards("a6", "a20")
    table.say(GREEN, "gambler").say(YELLOW, "pass")
    table.say(YELLOW, "sorcerer")
    assert table.happened(facts.CardsRevealed)[0].cards == {"defence": "attack_6"}
    claim = table.ask(GREEN, "gambler_claim").ask
    assert claim.default == {"do": "claim:attack_4"}
    assert len(claim.form.slots[0].options) == 11
    table.say(GREEN, "claim:attack_4").say(YELLOW, answer)
    if answer == "call":
        assert table.winner() == YELLOW
    else:
        assert table.happened(facts.CountedAs)[0].faces == {"offence": "attack_4"}
        buried = table.happened(facts.CardBuried)[0]
        assert (buried.card, buried.sealed_by) == ("attack_20", YELLOW)


@pytest.mark.rule("cosmic.pw.warrior")
def test_e35_a_warrior_adds_what_it_has_learnt():
    yellow = {"yellow1": 9, "yellow2": 5, "yellow3": 2, "yellow4": 4}
    held = {GREEN: tokens("green", oval=4), YELLOW: tokens("yellow", yellow)}
    board = state({GREEN: "a10", YELLOW: "a10"}, {YELLOW: "warrior"}, held, duel=duel(160, planet="yellow3"))
    table = Table(replace(board, warrior_count=3)).play_cards("a10", "a10")
    assert table.happened(facts.Totals)[0] == facts.Totals(offence=14, defence=15, lower_wins=False)
    assert table.state.warrior_count == 4


@pytest.mark.rule("cosmic.deal.3", "cosmic.deal.5", "cosmic.deal.10")
def test_e39_what_one_does_not_hold_cannot_be_accepted():
    board = state({GREEN: "a6 a8", YELLOW: "a10"}, {}, duel=duel(210, planet="yellow3"), offer_no=3)
    table = Table(board, DuelCourse(), Closing(), DealTalk())
    ask = {"give_base": "none", "give_cards": {}, "take_base": "none"}
    table.say(YELLOW, "propose", **ask, take_cards={"attack_12": 1})
    assert table.state.deal.offers[YELLOW].id == "o4"
    assert "accept:o4" not in table.options(GREEN)
    table.say(YELLOW, "propose", **ask, take_cards={})
    assert table.state.deal.offers == {}
    table.say(YELLOW, "propose", **ask, take_cards={"attack_6": 1})
    assert "accept:o5" in table.options(GREEN)
    assert "accept:o4" not in table.options(GREEN)
