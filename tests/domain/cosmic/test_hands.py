"""V.1, V.4, VI.1. New hands, the deck and the discard."""

import pytest
from msgspec.structs import replace

from domain.core.chance import Chance, Seeded
from domain.cosmic import facts
from domain.cosmic.components import BOX
from domain.cosmic.frames import DuelCourse, NewHand
from domain.cosmic.hands import draw
from domain.cosmic.registry import folded
from domain.cosmic.state import Turn
from tests.domain.cosmic.tables import BLUE, GREEN, RED, YELLOW, Table, duel, state, tokens


def chance():
    return Chance(Seeded(b"hands"), {})


@pytest.mark.rule("cosmic.hand.1", "cosmic.hand.6")
def test_without_a_duel_card_at_the_start_of_the_turn_seven_are_drawn():
    table = Table(state({GREEN: "zap moebius", YELLOW: "a6"}, duel=duel(30, defence=None)))
    assert table.kinds() == ["new_hand_edicts"]
    assert table.options(GREEN) == ["moebius", "done"]
    table.say(GREEN, "done")
    assert len(table.state.hands[GREEN]) >= 7
    assert table.state.discard == ("edict_moebius", "edict_zap")


@pytest.mark.rule("cosmic.hand.1", "cosmic.edict.moebius", "cosmic.edict.plague")
def test_edicts_may_be_played_before_they_are_thrown_away():
    held = {RED: tokens("red", black_hole=2)}
    table = Table(state({GREEN: "moebius plague", RED: "a4"}, {}, held, duel=duel(30, defence=None)))
    table.say(GREEN, "moebius").say(RED, tokens={"red1": 2})
    assert table.options(GREEN) == ["plague:green", "plague:red", "plague:yellow", "plague:blue", "done"]
    table.say(GREEN, "plague:red").say(RED, tokens={"red2": 3}, attack="attack_4")
    assert table.state.tokens[RED].black_hole == 3
    assert len(table.state.hands[GREEN]) == 7


@pytest.mark.rule("cosmic.hand.2")
def test_only_edicts_are_thrown_away_and_seven_more_are_drawn():
    edicts = "zap zap gas plague emotion moebius moebius"
    board = state({RED: "a4", YELLOW: "a6", BLUE: "a8"}, duel=duel(30, defence=None), deck=edicts)
    table = Table(board)
    assert table.kinds() == ["new_hand_edicts"]
    table.say(GREEN, "done")
    assert [fact.found for fact in table.happened(facts.HandRenewed)] == [True]
    assert len(table.state.discard) == 7


@pytest.mark.rule("cosmic.hand.7", "cosmic.turn.4")
def test_no_duel_card_to_be_had_ends_the_offences_turn():
    others = " ".join(_words(card) for card in BOX if not card.startswith("edict"))
    board = state({GREEN: "zap", RED: others}, duel=duel(30, defence=None))
    table = Table(board).say(GREEN, "done")
    assert table.happened(facts.TurnAborted) == [facts.TurnAborted(seat=GREEN, why="no_duel_card")]


def _words(card):
    return card.replace("attack_", "a")


@pytest.mark.rule("cosmic.hand.7")
def test_a_defence_without_any_duel_card_plays_an_attack_of_nothing():
    others = " ".join(_words(card) for card in BOX if not card.startswith("edict"))
    held = {GREEN: tokens("green", oval=1), YELLOW: tokens("yellow", {"yellow1": 16, "yellow3": 4})}
    table = Table(state({GREEN: others}, {}, held, duel=duel(160, planet="yellow3")))
    table.until("play_duel_card").say(GREEN, "play:attack_4")
    revealed = table.happened(facts.CardsRevealed)[0].cards
    assert revealed == {"offence": "attack_4", "defence": "virtual0"}
    assert table.happened(facts.Totals)[0].defence == 4


@pytest.mark.rule("cosmic.hand.3", "cosmic.second.3")
def test_no_new_hand_during_ones_turn():
    table = Table(state({GREEN: "zap", YELLOW: "a4"}, duel=duel(30, defence=None), turn=Turn(duel_no=2)))
    assert table.happened(facts.TurnAborted)[0].why == "no_duel_card"


@pytest.mark.rule("cosmic.hand.4")
def test_the_defence_draws_at_once_when_it_has_no_duel_card():
    table = Table(state({GREEN: "a6", YELLOW: "zap"}, duel=duel(80)))
    assert table.kinds() == ["new_hand_edicts"]
    table.say(YELLOW, "done")
    assert len(table.state.hands[YELLOW]) == 7
    assert table.kinds() == ["aim_cone"]


@pytest.mark.rule("cosmic.hand.5")
def test_not_after_its_card_has_been_played():
    held = {GREEN: tokens("green", oval=1)}
    table = Table(state({GREEN: "a6 a4", YELLOW: "a8"}, {}, held, duel=duel(160, planet="yellow3")))
    table.say(YELLOW, "play:attack_8")
    assert table.happened(facts.HandRenewed) == []
    assert table.state.hands[YELLOW] == ()
    assert table.asked() == {GREEN}


@pytest.mark.rule("cosmic.deck.1", "cosmic.deck.2")
def test_e23_the_discard_is_shuffled_when_a_card_is_needed():
    board = state({})
    board = replace(board, deck=board.deck[:2], discard=board.deck[2:12], hands=(board.deck[12:], (), (), ()))
    drawn = draw(board, YELLOW, 7, chance())
    after = folded(board, drawn)
    assert (len(after.hands[YELLOW]), len(after.deck), len(after.discard)) == (7, 5, 0)
    assert isinstance(drawn[1], facts.DeckReshuffled)


@pytest.mark.rule("cosmic.deck.2")
def test_with_no_card_anywhere_a_draw_is_lost():
    board = state({})
    board = replace(board, deck=(), hands=(board.deck, (), (), ()))
    assert draw(board, YELLOW, 3, chance()) == ()


@pytest.mark.rule("cosmic.hidden.2", "cosmic.hand.1")
def test_a_seat_with_a_useless_edict_is_asked_all_the_same():
    table = Table(state({BLUE: "a4", YELLOW: "gas"}, duel=duel(80)), DuelCourse(), NewHand(seat=YELLOW))
    assert table.options(YELLOW) == ["done"]
    assert table.ask(YELLOW).ask.pace and table.ask(YELLOW).ask.actor_hidden
