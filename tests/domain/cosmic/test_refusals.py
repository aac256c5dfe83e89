"""What is refused is refused with a reason and the rule it breaks."""

import pytest

from domain.core.errors import NotAnOption
from domain.cosmic import cosmic
from domain.cosmic.frames import DuelCourse, Homecoming, Placing
from tests.domain.cosmic.tables import GREEN, RED, YELLOW, Table, duel, state, tokens

HANDS = {GREEN: "a6 a8", RED: "a6", YELLOW: "a6 a10"}

REASONS = {
    "edict_wrong_time", "power_lost", "power_suspended", "power_wrong_time", "planet_not_allowed", "own_empty_planet",
    "gather_range", "no_token_there", "not_invited", "not_a_duel_card", "no_base_there", "base_not_available",
    "cards_not_available", "offer_gone",
}  # fmt: skip


def refusal(table, seat, *words, **slots):
    with pytest.raises(NotAnOption) as refused:
        table.say(seat, *words, **slots)
    return refused.value.reason, refused.value.rules


def test_every_reason_has_its_words():
    assert set(cosmic.texts["en"].reasons) == set(cosmic.texts["fr"].reasons) == REASONS


@pytest.mark.rule("cosmic.place.1")
def test_tokens_return_to_own_bases_only():
    held = {GREEN: tokens("green", black_hole=1)}
    table = Table(state(HANDS, {}, held, duel=duel(40, defence=None)))
    assert refusal(table, GREEN, "take:red1") == ("no_base_there", ("cosmic.place.1",))
    placing = Placing(homecomings=(Homecoming(seat=GREEN, places={"black_hole": 1}),))
    table = Table(state(HANDS, {}, held, duel=duel(90)), DuelCourse(), placing)
    assert refusal(table, GREEN, tokens={"yellow1": 1}) == ("no_base_there", ("cosmic.place.1",))


@pytest.mark.rule("cosmic.edict.zap", "cosmic.edict.1")
def test_a_zap_that_one_does_not_hold():
    held = {GREEN: tokens("green", oval=2)}
    table = Table(state(HANDS, {GREEN: "laser"}, held, duel=duel(150, planet="yellow3")), policy="strict")
    table.say(GREEN, "laser")
    assert refusal(table, RED, "zap") == ("edict_wrong_time", ("cosmic.edict.zap",))


@pytest.mark.rule("cosmic.edict.moebius", "cosmic.hand.1")
def test_an_edict_at_the_wrong_time_in_a_new_hand():
    table = Table(state({GREEN: "a4", YELLOW: "moebius"}, duel=duel(80)))
    assert refusal(table, YELLOW, "moebius") == ("edict_wrong_time", ("cosmic.edict.moebius",))


@pytest.mark.rule("cosmic.gather.2")
def test_tokens_that_are_not_there_cannot_be_lost():
    held = {GREEN: tokens("green", oval=2)}
    hands = {GREEN: "a4 a6", YELLOW: "a30"}
    going = duel(160, planet="yellow3", sentence="fine")
    table = Table(state(hands, {}, held, duel=going)).play_cards("a4", "a30")
    assert refusal(table, GREEN, tokens={"red1": 1}) == ("no_token_there", ("cosmic.gather.2",))


@pytest.mark.rule("cosmic.form.1")
def test_an_answer_is_complete_or_refused():
    table = Table(state(HANDS, {GREEN: "hate"}, duel=duel(20, defence=None)))
    assert refusal(table, GREEN, "hate")[0] == "power_wrong_time"
    with pytest.raises(NotAnOption):
        table.say(GREEN, "pass", card="attack_6")
