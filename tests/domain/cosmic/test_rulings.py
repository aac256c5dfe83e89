"""Rulings that no other chapter examines: orders given twice, tokens without a base, edicts taken and played again."""

import pytest
from msgspec.structs import replace

from domain.cosmic import facts
from domain.cosmic.apply.changes import without
from domain.cosmic.components import BOX, in_order, is_duel_card
from domain.cosmic.state import Graft, TableCard
from tests.domain.cosmic.tables import BLUE, GREEN, RED, YELLOW, Table, duel, state, tokens

HANDS = {GREEN: "a10 a4", YELLOW: "a8 a6", RED: "a12", BLUE: "a14"}


@pytest.mark.rule("cosmic.pw.magnet", "cosmic.power.3")
def test_a_later_order_replaces_the_earlier_one():
    held = {GREEN: tokens("green", oval=2)}
    going = duel(130, planet="yellow3", grafts={YELLOW: Graft(donor=GREEN, power="magnet")})
    table = Table(state(HANDS, {GREEN: "magnet", YELLOW: "plant"}, held, duel=going))
    table.say(GREEN, "magnet:red:join_offence").say(YELLOW, "pass").say(YELLOW, "magnet:red:join_defence")
    assert table.duel.orders == {RED: "join_defence"}
    assert table.options(RED) == ["join:defence"]
    assert table.ask(RED).ask.default == {"do": "join:defence", "tokens": {"red1": 1}}


@pytest.mark.rule("cosmic.place.2", "cosmic.turn.4")
def test_an_oval_token_without_a_base_goes_back_to_the_black_hole_when_the_turn_breaks_off():
    held = {GREEN: tokens("green", {}, oval=1, black_hole=2)}
    hands = {**HANDS, GREEN: "a8", BLUE: "plague a14"}
    table = Table(state(hands, {}, held, duel=duel(90)), policy="strict").plague(BLUE, "green")
    table.say(GREEN, attack="attack_8")
    assert table.happened(facts.TurnAborted)[0].seat == GREEN
    assert (table.state.tokens[GREEN].oval, table.state.tokens[GREEN].black_hole) == (0, 3)


@pytest.mark.rule("cosmic.pw.vulch", "cosmic.edict.force_field")
def test_e30_an_edict_taken_before_the_cards_may_be_played_after_them():
    held = {GREEN: tokens("green", oval=1), BLUE: tokens("blue", ring=2), RED: tokens("red", oval=2)}
    going = duel(150, planet="yellow3", allies={BLUE: "defence", RED: "offence"})
    hands = {**HANDS, BLUE: "force_field"}
    table = Table(state(hands, {RED: "vulch"}, held, duel=going)).say(BLUE, "force_field", allies=["red"])
    table.say(RED, tokens={"red1": 2}).say(RED, "take").say(RED, "pass")
    table.play_cards("a10", "a8")
    assert table.duel.stage == 170
    table.say(RED, "force_field", allies=["blue"]).say(BLUE, tokens={"blue1": 2})
    assert table.duel.allies == {}
    assert table.state.discard[0] == "edict_force_field"


@pytest.mark.rule("cosmic.pw.chronos", "cosmic.hand.3", "cosmic.hand.5")
@pytest.mark.parametrize("victim", ["green", "yellow"])
def test_in_a_replay_a_plague_neither_breaks_off_nor_gives_a_new_hand(victim):
    held = {GREEN: tokens("green", oval=2)}
    hands = {GREEN: "a4", YELLOW: "a6", BLUE: "plague a14"}
    aside = (
        TableCard(kind="attack_10", sealed_by=GREEN, shown=True),
        TableCard(kind="attack_8", sealed_by=YELLOW, shown=True),
    )
    going = duel(160, planet="yellow3", is_replay=True, set_aside=aside, sealed=(GREEN, YELLOW))
    board = state(hands, {}, held)
    deck = without(board.deck, (card.kind for card in aside))
    table = Table(replace(board, deck=deck, duel=going), policy="strict").plague(BLUE, victim)
    seat = GREEN if victim == "green" else YELLOW
    card = "attack_4" if victim == "green" else "attack_6"
    table.say(seat, tokens={f"{victim}1": 3}, attack=card)
    assert table.happened(facts.TurnAborted) == table.happened(facts.HandRenewed) == []
    assert table.happened(facts.CardSealed)[0].again
    assert [c.sealed_by for c in table.duel.set_aside] == [YELLOW if victim == "green" else GREEN]


@pytest.mark.rule("cosmic.pw.vulch", "cosmic.edict.zap")
def test_a_zap_on_a_take_goes_to_another_vulch_and_so_does_the_edict():
    held = {GREEN: tokens("green", oval=1), BLUE: tokens("blue", ring=2)}
    grafts = {GREEN: Graft(donor=RED, power="vulch")}
    going = duel(150, planet="yellow3", allies={BLUE: "defence"}, grafts=grafts)
    hands = {**HANDS, BLUE: "force_field", YELLOW: "a8 a6 zap"}
    table = Table(state(hands, {RED: "vulch", GREEN: "plant"}, held, duel=going))
    table.say(BLUE, "force_field", allies=["blue"]).say(BLUE, tokens={"blue1": 2})
    table.say(GREEN, "take").say(YELLOW, "zap")
    assert table.asked() == {RED}
    table.say(RED, "take").say(RED, "take")
    assert table.hand(RED) == {"attack_12": 1, "edict_zap": 1, "edict_force_field": 1}
    assert table.state.edicts_under_way == table.state.discard == ()


@pytest.mark.rule("cosmic.pw.loser", "cosmic.pw.gambler")
def test_an_upset_does_not_touch_a_forced_result():
    held = {GREEN: tokens("green", oval=2)}
    going = duel(160, planet="yellow3", upset=True)
    table = Table(state(HANDS, {GREEN: "gambler"}, held, duel=going)).play_cards("a4", "a8")
    table.say(GREEN, "gambler").say(GREEN, "claim:attack_30").say(YELLOW, "call")
    assert table.winner() == YELLOW


@pytest.mark.rule("cosmic.resolve.6", "cosmic.place.2", "cosmic.gather.2")
def test_an_ally_with_all_its_tokens_on_the_ring_is_paid_in_cards_and_falls_into_the_black_hole():
    held = {GREEN: tokens("green", oval=1), BLUE: tokens("blue", {}, ring=2, black_hole=3)}
    going = duel(160, planet="yellow3", allies={BLUE: "defence"})
    table = Table(state(HANDS, {}, held, duel=going)).play_cards("a4", "a8")
    slot = table.ask(BLUE).ask.form.slots[0]
    assert {target.id: target.max for target in slot.targets}["tokens"] == 0
    table.say(BLUE, **{slot.name: {"cards": 2}})
    assert table.hand(BLUE).total() == 3
    assert (table.state.tokens[BLUE].ring, table.state.tokens[BLUE].black_hole) == (0, 5)


@pytest.mark.rule("cosmic.hand.7", "cosmic.hand.4")
def test_a_defence_for_which_no_duel_card_is_to_be_had_tries_again_when_its_hand_changes():
    duel_cards = tuple(card for card in BOX if is_duel_card(card))
    edicts = tuple(card for card in BOX if not is_duel_card(card))
    held = {GREEN: tokens("green", oval=1)}
    board = state({}, {GREEN: "philanthropist"}, held, duel=duel(150, planet="yellow3"))
    board = replace(board, hands=(in_order(duel_cards), (), (), ()), deck=(), discard=edicts)
    table = Table(board)
    assert table.duel.barren == YELLOW
    table.say(GREEN, "philanthropist:yellow", card="attack_30").until("play_duel_card")
    assert table.duel.barren is None
    assert table.options(YELLOW) == ["play:attack_30"]
