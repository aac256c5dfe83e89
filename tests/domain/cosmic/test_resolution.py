"""V.9, V.10. Rewards, consolation, landing, sealing."""

import pytest

from domain.cosmic import facts
from tests.domain.cosmic.tables import BLUE, GREEN, RED, YELLOW, Table, duel, state, tokens


def fought(offence, defence, hands=None, held=None, allies=None, powers=None):
    dealt = {GREEN: f"{offence} a8", YELLOW: f"{defence} a8", **(hands or {})}
    board = {GREEN: tokens("green", oval=3), **(held or {})}
    going = duel(160, planet="yellow3", allies=allies or {})
    return Table(state(dealt, powers, board, duel=going)).play_cards(offence, defence)


@pytest.mark.rule("cosmic.card.1", "cosmic.hidden.3")
def test_cards_are_sealed_in_any_order_and_turned_together():
    held = {GREEN: tokens("green", oval=1)}
    board = state({GREEN: "a6 a8", YELLOW: "a10 a12"}, {}, held, duel=duel(160, planet="yellow3"))
    table = Table(board)
    assert table.asked() == {GREEN, YELLOW}
    assert all(decision.ask.pace and decision.ask.actor_hidden for decision in table.open())
    assert table.ask(YELLOW).ask.default == {"do": "play:attack_12"}
    table.say(YELLOW, "play:attack_10")
    assert table.happened(facts.CardsRevealed) == []
    assert table.state.hands[YELLOW] == ("attack_12",)
    table.say(GREEN, "play:attack_6")
    assert table.happened(facts.CardsRevealed)[0].cards == {"offence": "attack_6", "defence": "attack_10"}


@pytest.mark.rule("cosmic.resolve.6")
def test_an_ally_may_take_fewer_rewards_and_without_a_base_only_cards():
    held = {RED: tokens("red", {}, ring=2, black_hole=3)}
    table = fought("a4", "a30", held=held, allies={RED: "defence"})
    assert table.ask(RED).ask.default == {"rewards": {"cards": 2}}
    table.say(RED, rewards={"cards": 1})
    assert table.happened(facts.RewardTaken) == [facts.RewardTaken(seat=RED, cards=1, tokens=0)]
    (home,) = [fact for fact in table.happened(facts.TokensPlaced) if fact.seat == RED]
    assert home.bases == {"black_hole": 2}


@pytest.mark.rule("cosmic.resolve.6")
def test_rewards_are_answered_at_once_and_carried_out_in_order():
    held = {RED: tokens("red", ring=2, black_hole=1), BLUE: tokens("blue", ring=1)}
    table = fought("a4", "a30", held=held, allies={RED: "defence", BLUE: "defence"})
    assert table.asked() == {RED, BLUE}
    assert table.ask(RED).ask.default == {"rewards": {"tokens": 1, "cards": 1}}
    table.say(BLUE, rewards={"cards": 1}).say(RED, rewards={"tokens": 1, "cards": 1}).say(RED, tokens={"red1": 1})
    assert [fact.seat for fact in table.happened(facts.CardsDrawn)][:2] == [RED, BLUE]


@pytest.mark.rule("cosmic.resolve.5")
def test_the_defence_wins_nothing_itself():
    table = fought("a4", "a30")
    assert table.happened(facts.TokensLanded) == []
    assert table.hand(YELLOW) == {"attack_8": 1}


@pytest.mark.rule("cosmic.resolve.9", "cosmic.win.2")
def test_landing_beside_own_tokens_gains_no_base():
    held = {GREEN: tokens("green", {"green1": 4, "yellow3": 2}, oval=3)}
    table = fought("a30", "a4", held=held)
    assert table.state.tokens[GREEN].planets["yellow3"] == 5


@pytest.mark.rule("cosmic.consol.2")
def test_a_consolation_takes_at_most_the_whole_hand():
    table = fought("compromise", "a30", {GREEN: "compromise", YELLOW: "a30 a6"})
    (moved,) = table.happened(facts.CardsMoved)
    assert moved.cards == ("attack_6",)


@pytest.mark.rule("cosmic.consol.3")
def test_allies_get_no_consolation():
    held = {RED: tokens("red", oval=2)}
    table = fought("compromise", "a30", {YELLOW: "a30 a6 a6 a6 a6"}, held, {RED: "offence"})
    assert [fact.receiver for fact in table.happened(facts.CardsMoved)] == [GREEN]
    assert len(table.happened(facts.CardsMoved)[0].cards) == 3


@pytest.mark.rule("cosmic.power.1", "cosmic.power.2")
def test_powers_prevail_over_rules_and_come_in_two_kinds():
    assert fought("a4", "a30", powers={GREEN: "zombie"}).kinds() == ["place_tokens"]
    assert fought("a30", "a4", powers={GREEN: "clone"}).kinds() == ["react"]
