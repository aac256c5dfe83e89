"""Laser, Oracle, Trader, Loser, Judge, Mind, Mutant, Philanthropist and Seeker."""

import pytest
from msgspec.structs import replace

from domain.core.visibility import Viewer, redact_fact
from domain.cosmic import facts
from domain.cosmic.powers.questions import QUESTIONS
from tests.domain.cosmic.tables import BLUE, GREEN, RED, YELLOW, Table, duel, state, tokens

HANDS = {GREEN: "a6 a8", YELLOW: "a10 a12 compromise", RED: "a4", BLUE: "a14"}


def before(power, user=GREEN, hands=None, held=None, seats=4, stage=150, **changes):
    """The window before the cards (or another), one seat with a power."""
    defender, planet = (1, "red3") if seats == 2 else (YELLOW, "yellow3")
    dealt = {**HANDS, **(hands or {})}
    if seats == 2:
        dealt = {GREEN: dealt[GREEN], 1: dealt[YELLOW]}
    board = {GREEN: tokens("green", oval=2), **(held or {})}
    going = duel(stage, defence=defender, planet=planet, **changes)
    return Table(state(dealt, {user: power}, board, seats=seats, duel=going))


def use(table, user, answer, **slots):
    return table.say(user, answer, **slots)


SIMPLE = ["laser", "oracle", "trader", "loser", "judge:fine"]


@pytest.mark.rule("cosmic.pw.laser", "cosmic.pw.oracle", "cosmic.pw.trader", "cosmic.pw.loser", "cosmic.pw.judge")
@pytest.mark.parametrize("option", SIMPLE)
@pytest.mark.parametrize("seats", [2, 4])
def test_used_by_a_main_player(option, seats):
    power = option.split(":")[0]
    table = use(before(power, seats=seats), GREEN, option)
    assert [fact.power for fact in table.happened(facts.PowerApplied)] == [power]


@pytest.mark.rule("cosmic.pw.laser", "cosmic.pw.oracle", "cosmic.pw.trader", "cosmic.pw.loser", "cosmic.pw.judge")
@pytest.mark.parametrize("option", SIMPLE)
def test_declined(option):
    power = option.split(":")[0]
    table = before(power)
    hands = table.state.hands
    table.say(GREEN, "pass")
    duel_now = table.duel
    assert table.happened(facts.PowerDeclared) == []
    assert (duel_now.blind, duel_now.foresight, duel_now.upset, duel_now.sentence) == ((), None, False, None)
    assert table.state.hands == hands


@pytest.mark.rule("cosmic.pw.laser", "cosmic.pw.oracle", "cosmic.pw.trader", "cosmic.pw.loser", "cosmic.edict.zap")
@pytest.mark.parametrize("option", SIMPLE)
def test_zapped(option):
    power = option.split(":")[0]
    table = use(before(power, hands={BLUE: "zap a14"}), GREEN, option).say(BLUE, "zap")
    assert table.happened(facts.PowerApplied) == []
    assert table.duel.suspended == (f"{GREEN}:{power}",)
    assert (table.duel.blind, table.duel.foresight, table.duel.upset, table.duel.sentence) == ((), None, False, None)
    assert table.hand(GREEN).total() == 2


@pytest.mark.rule("cosmic.pw.mind", "cosmic.pw.mutant", "cosmic.pw.philanthropist", "cosmic.pw.seeker")
@pytest.mark.parametrize(
    "power", ["laser", "oracle", "trader", "loser", "judge", "mind", "mutant", "philanthropist", "seeker"]
)
def test_lost(power):
    thin = {GREEN: tokens("green", {"green1": 9, "green2": 9}, oval=2)}
    assert "react" not in before(power, held=thin).kinds()
    assert "react" not in before(power, user=RED).kinds()


@pytest.mark.rule("cosmic.pw.laser")
def test_a_blind_seats_card_is_drawn_at_random():
    table = use(before("laser"), GREEN, "laser")
    assert table.duel.blind == (YELLOW,)
    assert YELLOW in table.duel.sealed
    assert table.asked() == {GREEN}
    assert not table.duel.cards["defence"].shown


@pytest.mark.rule("cosmic.pw.laser", "cosmic.pw.oracle")
def test_a_blind_victim_of_an_oracle_plays_at_random_face_up():
    table = use(before("oracle laser"), GREEN, "oracle").say(GREEN, "laser")
    assert table.duel.cards["defence"].shown
    assert table.asked() == {GREEN}


@pytest.mark.rule("cosmic.pw.oracle")
def test_the_opponent_of_an_oracle_plays_first_face_up():
    table = use(before("oracle"), GREEN, "oracle")
    assert table.asked() == {YELLOW}
    table.say(YELLOW, "play:attack_10")
    assert table.duel.cards["defence"].shown
    assert table.asked() == {GREEN}


@pytest.mark.rule("cosmic.pw.oracle")
def test_only_one_oracle_in_a_duel():
    assert "react" not in before("oracle", foresight=YELLOW).kinds()


@pytest.mark.rule("cosmic.pw.trader")
def test_hands_are_exchanged():
    table = use(before("trader"), GREEN, "trader")
    assert table.hand(GREEN) == {"attack_10": 1, "attack_12": 1, "compromise": 1}
    assert table.hand(YELLOW) == {"attack_6": 1, "attack_8": 1}


@pytest.mark.rule("cosmic.pw.trader", "cosmic.turn.4", "cosmic.hand.4")
def test_a_trade_may_leave_the_offence_without_a_duel_card():
    table = before("trader", user=GREEN, hands={GREEN: "a6", YELLOW: "a4 a8"})
    emptied = replace(table.state, hands=((), *table.state.hands[1:]), deck=(*table.state.deck, "attack_6"))
    assert Table(emptied).happened(facts.TurnAborted) == [facts.TurnAborted(seat=GREEN, why="no_duel_card")]


@pytest.mark.rule("cosmic.pw.loser")
def test_one_upset_is_enough_and_a_deal_knows_none():
    assert "react" not in before("loser", upset=True).kinds()


@pytest.mark.rule("cosmic.pw.judge")
@pytest.mark.parametrize(("sentence", "winner"), [("fine", GREEN), ("damages", GREEN), ("reprieve", YELLOW)])
def test_sentences_follow_the_outcome(sentence, winner):
    held = {YELLOW: tokens("yellow", black_hole=2), GREEN: tokens("green", oval=2)}
    hands = {GREEN: "a30 a4 a6", YELLOW: "a20 a8 compromise"}
    table = use(before("judge", hands=hands, held=held), GREEN, f"judge:{sentence}")
    table.play_cards("a30" if winner == GREEN else "a4", "a8" if winner == GREEN else "a20")
    assert table.winner() == winner
    if sentence == "fine":
        lost = len(table.happened(facts.TokensLost))
        table.say(YELLOW, tokens={"yellow1": 1})
        assert table.happened(facts.TokensLost)[lost].cause == "judge"
    elif sentence == "damages":
        assert [(f.giver, f.receiver, f.why) for f in table.happened(facts.CardsMoved)] == [(YELLOW, GREEN, "damages")]
    else:
        table.say(YELLOW, tokens={"yellow1": 1})
        assert table.state.tokens[YELLOW].black_hole == 1


@pytest.mark.rule("cosmic.pw.judge", "cosmic.deal.1")
def test_there_is_no_sentence_after_a_deal_and_only_one_in_a_duel():
    assert "react" not in before("judge", sentence="fine").kinds()
    hands = {GREEN: "compromise a6", YELLOW: "compromise a8"}
    table = use(before("judge", hands=hands), GREEN, "judge:fine").play_cards("compromise", "compromise")
    table.say(GREEN, "walk_away").say(YELLOW, "walk_away")
    table.say(GREEN, tokens={"oval": 2, "green1": 1}).say(YELLOW, tokens={"yellow1": 3})
    assert {fact.cause for fact in table.happened(facts.TokensLost)} == {"failed_deal"}


@pytest.mark.rule("cosmic.pw.mind", "cosmic.hidden.1")
@pytest.mark.parametrize("zapped", [False, True])
def test_a_mind_reads_a_hand_that_nobody_else_sees(zapped):
    table = use(before("mind", hands={BLUE: "zap a14"}), GREEN, "mind:yellow").say(BLUE, "zap" if zapped else "pass")
    seen = table.happened(facts.HandSeen)
    if zapped:
        assert seen == []
    else:
        assert redact_fact(seen[0], Viewer(seat=GREEN))["cards"] == ["attack_10", "attack_12", "compromise"]
        assert redact_fact(seen[0], Viewer(seat=RED))["cards"] == {"count": 3}


@pytest.mark.rule("cosmic.pw.mind")
def test_an_ally_reads_either_main_player():
    held = {BLUE: tokens("blue", oval=1)}
    table = before("mind", user=BLUE, held=held, allies={BLUE: "offence"})
    assert table.options(BLUE) == ["mind:green", "mind:yellow", "pass"]


@pytest.mark.rule("cosmic.pw.mutant")
def test_a_mutant_draws_up_to_seven_cards():
    table = use(before("mutant"), GREEN, "mutant", draw={"deck": 3, "yellow": 1, "red": 1})
    assert table.hand(GREEN).total() == 7
    assert table.hand(YELLOW).total() == 2
    assert table.hand(RED).total() == 0
    order = [type(f) for f in table.facts if isinstance(f, facts.CardsDrawn | facts.CardsMoved)]
    assert order[0] is facts.CardsDrawn


@pytest.mark.rule("cosmic.pw.mutant", "cosmic.edict.zap")
def test_a_full_hand_or_a_zapped_mutant_draws_nothing():
    assert "react" not in before("mutant", hands={GREEN: "a6 a6 a8 a8 a8 a6 a6"}).kinds()
    table = use(before("mutant", hands={BLUE: "zap"}), GREEN, "mutant", draw={"deck": 1}).say(BLUE, "zap")
    assert table.hand(GREEN).total() == 2
    assert use(before("mutant"), GREEN, "pass").hand(GREEN).total() == 2


@pytest.mark.rule("cosmic.pw.mutant", "cosmic.hand.4")
def test_a_defence_whose_last_duel_card_is_drawn_gets_a_new_hand():
    table = use(before("mutant", hands={YELLOW: "a10"}), GREEN, "mutant", draw={"yellow": 1})
    assert table.hand(YELLOW).total() == 7


@pytest.mark.rule("cosmic.pw.philanthropist", "cosmic.hand.4")
def test_e34_a_gift_before_the_hand_check_takes_away_a_new_hand():
    hands = {GREEN: "a6 a8", YELLOW: "zap"}
    table = before("philanthropist", hands=hands, stage=70).say(GREEN, "philanthropist:yellow", card="attack_6")
    table.say(YELLOW, "pass")
    assert table.hand(YELLOW) == {"attack_6": 1, "edict_zap": 1}
    assert table.happened(facts.HandRenewed) == []


@pytest.mark.rule("cosmic.pw.philanthropist", "cosmic.edict.zap")
def test_a_zapped_gift_stays_unseen():
    table = before("philanthropist", hands={BLUE: "zap"}).say(GREEN, "philanthropist:yellow", card="attack_6")
    declared = table.happened(facts.PowerDeclared)[0]
    assert declared.option == "philanthropist:yellow"
    table.say(BLUE, "zap")
    assert table.hand(GREEN)["attack_6"] == 1
    assert table.happened(facts.CardsMoved) == []


@pytest.mark.rule("cosmic.pw.philanthropist", "cosmic.turn.4")
def test_giving_ones_last_duel_card_breaks_the_turn_off():
    table = before("philanthropist", hands={GREEN: "a6"}).say(GREEN, "philanthropist:yellow", card="attack_6")
    assert table.happened(facts.TurnAborted) == [facts.TurnAborted(seat=GREEN, why="no_duel_card")]


@pytest.mark.rule("cosmic.pw.philanthropist")
def test_an_ally_gives_only_before_the_cards_and_once_in_a_duel():
    held = {BLUE: tokens("blue", oval=1)}
    table = before("philanthropist", user=BLUE, held=held, allies={BLUE: "offence"})
    assert table.options(BLUE) == ["philanthropist:green", "philanthropist:yellow", "pass"]
    assert "react" not in before("philanthropist", uses={f"{GREEN}:philanthropist": 1}).kinds()
    assert table.say(BLUE, "pass").kinds() == ["play_duel_card"] * 2


@pytest.mark.rule("cosmic.pw.seeker")
def test_a_seeker_has_forty_questions_and_true_answers():
    table = before("seeker")
    assert len(QUESTIONS) == 40
    assert table.ask(GREEN).ask.form.lists["questions"] == QUESTIONS
    table.say(GREEN, "seeker:yellow", question="holds_face:attack_12")
    (answer,) = table.happened(facts.QuestionAnswered)
    assert (answer.seat, answer.answer, answer.binding) == (YELLOW, True, False)
    again = before("seeker").say(GREEN, "seeker:yellow", question="holds_attack_at_least:14")
    assert again.happened(facts.QuestionAnswered)[0].answer is False
    edict = before("seeker").say(GREEN, "seeker:yellow", question="holds_edict")
    assert edict.happened(facts.QuestionAnswered)[0].answer is False


@pytest.mark.rule("cosmic.pw.seeker", "cosmic.hidden.2")
def test_a_binding_answer_limits_the_first_card():
    table = before("seeker").say(GREEN, "seeker:yellow", question="will_play_class:compromise")
    assert table.options(YELLOW) == ["yes", "no"]
    table.say(YELLOW, "yes")
    assert table.options(YELLOW) == ["play:compromise"]
    table = before("seeker").say(GREEN, "seeker:yellow", question="will_play_at_least:18")
    assert table.options(YELLOW) == ["no"]
    assert table.ask(YELLOW).ask.pace


@pytest.mark.rule("cosmic.pw.seeker", "cosmic.edict.zap")
def test_a_zapped_seeker_asks_nothing():
    table = before("seeker", hands={BLUE: "zap"}).say(GREEN, "seeker:yellow", question="holds_edict").say(BLUE, "zap")
    assert table.happened(facts.QuestionAsked) == []
    assert table.happened(facts.PowerDeclared)[0].option == "seeker:yellow"
    assert before("seeker").say(GREEN, "pass").happened(facts.QuestionAsked) == []


@pytest.mark.rule("cosmic.pw.seeker", "cosmic.pw.laser")
def test_blindness_prevails_over_a_binding_and_a_binding_that_leaves_nothing_is_passed_over():
    table = before("seeker laser").say(GREEN, "seeker:yellow", question="will_play_class:compromise")
    table.say(YELLOW, "yes").say(GREEN, "laser")
    assert YELLOW in table.duel.sealed
    table = before("seeker").say(GREEN, "seeker:yellow", question="will_play_class:compromise").say(YELLOW, "yes")
    hands = (*table.state.hands[:2], ("attack_10", "attack_12"), table.state.hands[3])
    no_compromise = replace(table.state, hands=hands, deck=(*table.state.deck, "compromise"))
    assert Table(no_compromise).options(YELLOW) == ["play:attack_10", "play:attack_12"]
