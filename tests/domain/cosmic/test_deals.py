"""V.11. Deals: offers, acceptance, settlement, failure."""

import pytest

from domain.core.errors import NotAnOption
from domain.core.visibility import SPECTATOR, Viewer, redact_fact
from domain.cosmic import facts
from domain.cosmic.frames import Closing, DealTalk, DuelCourse
from tests.domain.cosmic.tables import BLUE, GREEN, RED, YELLOW, Table, duel, state, tokens

HANDS = {GREEN: "a6 a8 zap", YELLOW: "a10 a12 compromise", RED: "a4"}
NOTHING = {"give_base": "none", "give_cards": {}, "take_base": "none", "take_cards": {}}


def talking(hands=None, held=None, powers=None, **changes):
    """Green attacked yellow3, both with compromises; they are about to talk."""
    board = {GREEN: tokens("green", oval=3), **(held or {})}
    going = duel(210, planet="yellow3", **changes)
    base = state({**HANDS, **(hands or {})}, powers, board, duel=going)
    return Table(base, DuelCourse(), Closing(), DealTalk())


def propose(table, seat, **slots):
    return table.say(seat, "propose", **{**NOTHING, **slots})


@pytest.mark.rule("cosmic.deal.1")
def test_both_talk_under_one_clock():
    table = talking()
    assert table.kinds() == ["deal", "deal"]
    limits = {(decision.ask.limit.name, decision.ask.limit.seconds) for decision in table.open()}
    assert limits == {("deal", 60)}
    assert all(decision.ask.default == {"do": "walk_away"} for decision in table.open())


@pytest.mark.rule("cosmic.deal.2")
def test_allies_go_home_first():
    held = {BLUE: tokens("blue", oval=2)}
    table = talking(held=held, allies={BLUE: "offence"})
    assert table.kinds() == ["place_tokens"]
    table.say(BLUE, tokens={"blue1": 2})
    assert table.duel.allies == {}
    assert table.happened(facts.TokensLost) == []


@pytest.mark.rule("cosmic.deal.3")
def test_a_new_offer_replaces_the_former_one():
    table = propose(talking(), GREEN, give_cards={"random": 1})
    assert table.options(YELLOW) == ["propose", "accept:o1", "walk_away"]
    propose(table, GREEN, give_cards={"random": 2})
    assert table.options(YELLOW) == ["propose", "accept:o2", "walk_away"]
    with pytest.raises(NotAnOption) as refused:
        table.say(YELLOW, "accept:o1")
    assert refused.value.reason == "offer_gone"


@pytest.mark.rule("cosmic.deal.3", "cosmic.deal.9")
def test_walking_away_is_a_mark_that_a_proposal_takes_off():
    table = talking().say(GREEN, "walk_away")
    assert table.state.deal.away == (GREEN,)
    assert table.open()[0].seat == YELLOW
    assert "come_back" in table.options(GREEN)
    table.say(GREEN, "come_back")
    assert table.state.deal.away == ()
    propose(table.say(GREEN, "walk_away"), GREEN, give_cards={"random": 1})
    assert table.state.deal.away == ()
    table.say(YELLOW, "walk_away")
    assert "accept:o1" in table.options(YELLOW)
    table.say(GREEN, "walk_away")
    assert table.happened(facts.DealFailed)


@pytest.mark.rule("cosmic.deal.3")
def test_a_seat_speaks_at_most_twenty_times():
    table = talking()
    for _ in range(10):
        propose(table, GREEN, give_cards={"random": 1}).say(GREEN, "walk_away").say(GREEN, "come_back")
    assert table.options(GREEN) == ["walk_away"]
    assert "accept:o10" in table.options(YELLOW)


@pytest.mark.rule("cosmic.deal.4")
def test_a_base_is_offered_where_the_giver_has_one_and_the_receiver_none():
    held = {GREEN: tokens("green", {"green1": 4, "red2": 1, "yellow1": 2}, oval=3)}
    table = talking(held=held)
    slots = {slot.name: slot for slot in _propose(table, GREEN).slots}
    give = [option.id for option in slots["give_base"].options]
    assert give == ["base:red2", "base:green1", "giver_choice", "receiver_choice", "none"]
    take = [option.id for option in slots["take_base"].options]
    assert take == [*(f"base:yellow{k}" for k in range(2, 6)), "giver_choice", "receiver_choice", "none"]
    assert slots["take_base"].options[0].slots[0].max == 10
    with pytest.raises(NotAnOption) as refused:
        table.say(GREEN, "propose", **{**NOTHING, "give_base": "base:yellow1", "give_tokens": 1})
    assert refused.value.reason == "base_not_available"


def _propose(table, seat):
    return next(option for option in table.ask(seat).ask.form.slots[0].options if option.id == "propose")


@pytest.mark.rule("cosmic.deal.5")
def test_cards_up_to_the_hand():
    table = talking()
    for cards in ({"attack_6": 2}, {"random": 4}):
        with pytest.raises(NotAnOption) as refused:
            table.say(GREEN, "propose", **{**NOTHING, "give_cards": cards})
        assert refused.value.reason == "cards_not_available"


@pytest.mark.rule("cosmic.deal.5")
def test_uneven_deals_are_allowed():
    table = propose(talking(), GREEN, give_cards={"edict_zap": 1}).say(YELLOW, "accept:o1")
    assert table.hand(YELLOW)["edict_zap"] == 1
    assert table.duel.success


@pytest.mark.rule("cosmic.deal.5", "cosmic.deal.3")
def test_nothing_for_nothing_withdraws():
    table = propose(propose(talking(), GREEN, give_cards={"random": 1}), GREEN)
    assert table.state.deal.offers == {}
    assert table.happened(facts.OfferWithdrawn) == [facts.OfferWithdrawn(seat=GREEN)]
    assert table.state.offer_no == 1


@pytest.mark.rule("cosmic.deal.6", "cosmic.hidden.2")
def test_named_chosen_and_random_cards():
    table = propose(
        talking(), GREEN, give_cards={"attack_6": 1, "giver_choice": 1, "random": 1}, take_cards={"giver_choice": 1}
    )
    table.say(YELLOW, "accept:o1")
    assert table.asked() == {GREEN, YELLOW}
    assert table.ask(GREEN).ask.default == {"cards": {"attack_8": 1}}
    table.say(GREEN, cards={"edict_zap": 1}).say(YELLOW, cards={"compromise": 1}).until("second_duel")
    assert table.hand(GREEN) == {"compromise": 1}
    assert table.hand(YELLOW) == {"attack_6": 1, "attack_8": 1, "attack_10": 1, "attack_12": 1, "edict_zap": 1}


@pytest.mark.rule("cosmic.deal.7", "cosmic.deal.4")
def test_a_base_with_as_many_tokens_as_the_receiver_likes():
    table = propose(talking(), GREEN, take_base="receiver_choice", take_tokens=0)
    table.say(YELLOW, "accept:o1").say(GREEN, "base:yellow5")
    slot = table.ask(GREEN).ask.form.slots[0]
    assert (slot.min, slot.max) == (1, 20)
    assert table.ask(GREEN).ask.default == {"tokens": {"oval": 1}}
    table.say(GREEN, tokens={"oval": 3, "green1": 1})
    assert table.state.tokens[GREEN].planets["yellow5"] == 4
    assert table.state.tokens[YELLOW].planets["yellow5"] == 4


@pytest.mark.rule("cosmic.deal.4")
def test_the_giver_may_leave_the_planet_it_gives():
    held = {YELLOW: tokens("yellow", {"yellow1": 1, "yellow2": 4})}
    table = talking(held=held)
    table.say(
        GREEN,
        "propose",
        give_base="base:green1",
        give_tokens=1,
        give_cards={},
        take_base="base:yellow1",
        take_tokens=1,
        take_cards={},
    )
    table.say(YELLOW, "accept:o1").say(GREEN, tokens={"oval": 1}).say(YELLOW, tokens={"yellow1": 1})
    assert "yellow1" not in table.state.tokens[YELLOW].planets
    assert table.state.tokens[GREEN].planets["yellow1"] == 1


@pytest.mark.rule("cosmic.deal.9")
def test_without_anything_to_pass_the_deal_fails_at_once():
    held = {GREEN: tokens("green", {}, black_hole=3), YELLOW: tokens("yellow", {}, black_hole=2)}
    table = talking({GREEN: "", YELLOW: ""}, held)
    assert table.happened(facts.DealFailed) == [facts.DealFailed()]


@pytest.mark.rule("cosmic.deal.9")
def test_who_has_fewer_than_three_loses_all_and_the_oval_counts():
    held = {GREEN: tokens("green", {"green1": 2}, oval=3), YELLOW: tokens("yellow", {"yellow1": 2})}
    table = talking(held=held).say(GREEN, "walk_away").say(YELLOW, "walk_away")
    assert table.ask(GREEN).ask.default == {"tokens": {"oval": 3}}
    table.say(GREEN, tokens={"oval": 1, "green1": 2})
    lost = [(fact.seat, fact.tokens) for fact in table.happened(facts.TokensLost)]
    assert lost == [(GREEN, 3), (YELLOW, 2)]
    (home,) = [fact for fact in table.happened(facts.TokensPlaced) if fact.seat == GREEN]
    assert home.bases == {"black_hole": 2}


@pytest.mark.rule("cosmic.deal.10")
def test_others_see_numbers_but_no_faces():
    table = propose(talking(), GREEN, give_cards={"edict_zap": 1, "random": 1})
    (made,) = table.happened(facts.OfferMade)
    shown = redact_fact(made, Viewer(seat=RED))["offer"]["give"]
    assert (shown["named"], shown["random"]) == (1, 1)
    assert "faces" not in shown
    assert "faces" not in redact_fact(made, SPECTATOR)["offer"]["give"]
    assert redact_fact(made, Viewer(seat=YELLOW))["offer"]["give"]["faces"] == {"edict_zap": 1}


@pytest.mark.rule("cosmic.deal.8")
def test_promises_have_no_place_in_an_offer():
    names = {slot.name for slot in _propose(talking(), GREEN).slots}
    assert names == {"give_base", "give_cards", "take_base", "take_cards"}
