"""XI. The edicts."""

import pytest
from msgspec.structs import replace

from domain.core.errors import DecisionSuspended, NotAnOption
from domain.cosmic import facts
from domain.cosmic.apply.changes import without
from domain.cosmic.frames import Closing, DealTalk, DuelCourse
from domain.cosmic.state import TableCard
from tests.domain.cosmic.tables import BLUE, GREEN, RED, YELLOW, Table, duel, state, tokens

HANDS = {GREEN: "a6 a8", RED: "a6", YELLOW: "a6 a8", BLUE: "a6"}


@pytest.mark.rule("cosmic.edict.moebius", "cosmic.edict.1")
def test_e28_moebius_brings_everybodys_tokens_back_to_bases():
    held = {
        GREEN: tokens("green", black_hole=1),
        RED: tokens("red", {"red1": 3, "red2": 1}, black_hole=4),
        YELLOW: tokens("yellow", {}, black_hole=3),
    }
    table = Table(state({**HANDS, GREEN: "moebius a6"}, {}, held, duel=duel(50, defence=None)))
    table.say(GREEN, "moebius")
    assert table.asked() == {GREEN, RED}
    table.say(GREEN, tokens={"green1": 1}).say(RED, tokens={"red2": 4})
    assert table.state.tokens[RED].planets == {"red1": 3, "red2": 5}
    assert table.state.tokens[YELLOW].black_hole == 3
    assert table.state.discard == ("edict_moebius",)


@pytest.mark.rule("cosmic.edict.moebius")
def test_only_the_offence_plays_moebius_before_the_disc():
    hands = {**HANDS, RED: "moebius a6"}
    assert Table(state(hands, duel=duel(50, defence=None))).happened(facts.EdictPlayed) == []
    assert "react" not in Table(state({**HANDS, GREEN: "moebius a6"}, duel=duel(70))).kinds()


@pytest.mark.rule("cosmic.edict.force_field", "cosmic.place.2")
def test_a_dismissed_ally_without_a_base_loses_its_tokens_to_the_black_hole():
    held = {GREEN: tokens("green", oval=1), RED: tokens("red", {}, oval=2)}
    going = duel(170, planet="yellow3", allies={RED: "offence"})
    board = state({**HANDS, YELLOW: "force_field"}, {}, held, duel=going)
    table = Table(_sealed(board, "attack_10", "attack_12")).say(YELLOW, "force_field", allies=["red"])
    (gone,) = [fact for fact in table.happened(facts.TokensPlaced) if fact.seat == RED]
    assert gone.bases == {"black_hole": 2}
    assert all(fact.seat != RED for fact in table.happened(facts.TokensLost))


def _sealed(board, offence, defence):
    """Both cards lie face down."""
    laid = {
        "offence": TableCard(kind=offence, sealed_by=board.duel.offence),
        "defence": TableCard(kind=defence, sealed_by=board.duel.defence),
    }
    return replace(board, deck=without(board.deck, (offence, defence)), duel=replace(board.duel, cards=laid))


@pytest.mark.rule("cosmic.edict.emotion")
@pytest.mark.parametrize(("offence", "listed"), [("a6", True), ("compromise", False)])
def test_emotion_control_needs_an_attack(offence, listed):
    defence = "compromise"
    held = {GREEN: tokens("green", oval=1)}
    hands = {GREEN: f"{offence} a4", YELLOW: f"{defence} a4", BLUE: "emotion a6"}
    table = Table(state(hands, {}, held, duel=duel(160, planet="yellow3"))).play_cards(offence, defence)
    assert (table.kinds() == ["react"]) == listed


@pytest.mark.rule("cosmic.edict.emotion", "cosmic.edict.2")
def test_declining_emotion_control_changes_nothing():
    held = {GREEN: tokens("green", oval=1)}
    hands = {GREEN: "a20 a4", YELLOW: "a6 a4 emotion"}
    table = Table(state(hands, {}, held, duel=duel(160, planet="yellow3"))).play_cards("a20", "a6")
    table.say(YELLOW, "pass")
    assert table.winner() == GREEN
    assert table.hand(YELLOW)["edict_emotion"] == 1


@pytest.mark.rule("cosmic.edict.gas", "cosmic.consol.3")
@pytest.mark.parametrize("played", [True, False])
def test_gas_cancels_a_consolation(played):
    held = {GREEN: tokens("green", oval=3)}
    hands = {GREEN: "compromise a4", YELLOW: "a8 a10 a12", RED: "gas"}
    table = Table(state(hands, {}, held, duel=duel(160, planet="yellow3"))).play_cards("compromise", "a8")
    assert table.asked() == {RED}
    table.say(RED, "gas" if played else "pass")
    assert len(table.happened(facts.CardsMoved)) == (0 if played else 1)


@pytest.mark.rule("cosmic.edict.plague")
def test_the_plague_takes_three_tokens_and_one_card_of_each_class():
    hands = {GREEN: "a6", RED: "a6 a30 compromise compromise zap gas", BLUE: "plague a4"}
    table = Table(state(hands, {}, duel=duel(90))).plague(BLUE, "red")
    slots = {slot.name for slot in table.ask(RED).ask.form.slots}
    assert slots == {"tokens", "attack", "edict"}
    default = table.ask(RED).ask.default
    assert (default["attack"], default["edict"]) == ("attack_6", "edict_gas")
    table.say(RED, tokens={"red1": 3}, attack="attack_30", edict="edict_zap")
    assert table.hand(RED) == {"attack_6": 1, "compromise": 1, "edict_gas": 1}
    assert table.state.tokens[RED].black_hole == 3
    assert table.state.discard == ("attack_30", "compromise", "edict_zap", "edict_plague")


@pytest.mark.rule("cosmic.edict.plague", "cosmic.hidden.2")
def test_the_victim_loses_only_what_it_has_and_may_be_oneself():
    held = {BLUE: tokens("blue", {"blue1": 1}, black_hole=9)}
    table = Table(state({GREEN: "a6", BLUE: "plague compromise"}, {}, held, duel=duel(90))).plague(BLUE, "blue")
    assert [slot.name for slot in table.ask(BLUE).ask.form.slots] == ["tokens"]
    table.say(BLUE, tokens={"blue1": 1})
    assert table.state.hands[BLUE] == ()
    assert table.state.tokens[BLUE].black_hole == 10


@pytest.mark.rule("cosmic.window.4")
def test_what_was_asked_goes_on_under_its_id():
    table = Table(state({**HANDS, BLUE: "plague"}, {}, duel=duel(90)))
    waiting = table.ask(GREEN).id
    table.plague(BLUE, "red")
    with pytest.raises(DecisionSuspended):
        table.umpire.decide(table.play, waiting, GREEN, {"do": "aim:yellow1"})
    table.default()
    assert table.ask(GREEN).id == waiting


@pytest.mark.rule("cosmic.window.4", "cosmic.hand.4")
def test_a_defence_that_loses_its_last_duel_card_draws_at_once():
    hands = {GREEN: "a6", YELLOW: "a8", BLUE: "plague"}
    held = {GREEN: tokens("green", oval=1)}
    table = Table(state(hands, {}, held, duel=duel(160, planet="yellow3"))).plague(BLUE, "yellow")
    table.say(YELLOW, tokens={"yellow1": 3}, attack="attack_8")
    assert len(table.state.hands[YELLOW]) == 7
    assert table.kinds() == ["play_duel_card"] * 2


@pytest.mark.rule("cosmic.window.4")
def test_a_sealed_card_is_safe_from_the_plague():
    hands = {GREEN: "a6", YELLOW: "a8", BLUE: "plague"}
    held = {GREEN: tokens("green", oval=1)}
    table = Table(state(hands, {}, held, duel=duel(160, planet="yellow3"))).say(GREEN, "play:attack_6")
    table.plague(BLUE, "green").say(GREEN, tokens={"green1": 3})
    assert table.happened(facts.TurnAborted) == []
    assert table.asked() == {YELLOW}


@pytest.mark.rule("cosmic.window.4", "cosmic.deal.9")
def test_a_deal_that_has_become_impossible_fails():
    held = {
        GREEN: tokens("green", {"yellow1": 1}, oval=1),
        YELLOW: tokens("yellow", {"yellow1": 3}),
    }
    hands = {GREEN: "plague", YELLOW: "a6"}
    table = Table(state(hands, {}, held, duel=duel(210, planet="yellow3")), DuelCourse(), Closing(), DealTalk())
    assert table.kinds() == ["deal", "deal"]
    table.plague(GREEN, "yellow").say(YELLOW, tokens={"yellow1": 3}, attack="attack_6")
    assert table.happened(facts.DealFailed) == [facts.DealFailed()]


@pytest.mark.rule("cosmic.window.4")
@pytest.mark.parametrize(("stage", "listed"), [(40, True), (90, True), (260, True)])
def test_the_plague_is_offered_to_its_holder_alone(stage, listed):
    held = {GREEN: tokens("green", black_hole=2)}
    going = duel(stage, planet="yellow3", success=True)
    table = Table(state({**HANDS, RED: "plague a6"}, {}, held, duel=going))
    offers = [d for d in table.umpire.decisions(table.play) if d.mode == "offer"]
    assert [offer.seat for offer in offers] == ([RED] if listed else [])


@pytest.mark.rule("cosmic.window.4", "cosmic.edict.plague")
def test_no_plague_inside_another_effect():
    held = {GREEN: tokens("green", oval=3)}
    hands = {GREEN: "compromise a4", YELLOW: "a8 a10", RED: "gas plague"}
    table = Table(state(hands, {}, held, duel=duel(160, planet="yellow3"))).play_cards("compromise", "a8")
    assert table.kinds() == ["react"]
    assert [d for d in table.umpire.decisions(table.play) if d.mode == "offer"] == []


@pytest.mark.rule("cosmic.window.4")
def test_an_answer_that_no_longer_fits_is_asked_again():
    held = {GREEN: tokens("green", {"green1": 2, "green2": 2, "green3": 1, "green4": 1}), BLUE: tokens("blue", oval=1)}
    going = duel(170, planet="yellow3", allies={BLUE: "offence"})
    board = state({BLUE: "force_field a6", RED: "plague"}, {GREEN: "amoeba"}, held, duel=going)
    table = Table(_sealed(board, "attack_4", "attack_6"))
    table.say(GREEN, "amoeba", tokens={"green1": 2, "green2": 2})
    table.plague(RED, "green").say(GREEN, tokens={"green1": 2, "green2": 1})
    assert table.asked() == {GREEN, BLUE}


@pytest.mark.rule("cosmic.edict.1")
def test_edicts_are_not_duel_cards():
    held = {GREEN: tokens("green", oval=1)}
    table = Table(state({GREEN: "a6 zap", YELLOW: "a6"}, {}, held, duel=duel(160, planet="yellow3")))
    assert table.options(GREEN) == ["play:attack_6"]
    with pytest.raises(NotAnOption) as refused:
        table.say(GREEN, "play:edict_zap")
    assert refused.value.reason == "not_a_duel_card"
