"""Amoeba, Sorcerer, Gambler, Chronos, Empath, Clone, Filch, Vulch and Machine."""

import pytest

from domain.core.errors import NotAnOption
from domain.cosmic import facts
from domain.cosmic.state import Turn
from tests.domain.cosmic.tables import BLUE, GREEN, RED, YELLOW, Table, duel, state, tokens

LOST = {GREEN: tokens("green", {"green1": 9, "green2": 9}, oval=2)}


def sealed(powers, offence="a10", defence="a8", hands=None, held=None, seats=4, more=("a4", "a6"), **changes):
    """Both cards are sealed; each main player has one more card."""
    defender, planet = (1, "red3") if seats == 2 else (YELLOW, "yellow3")
    dealt = {GREEN: f"{offence} {more[0]}", defender: f"{defence} {more[1]}", **(hands or {})}
    board = {GREEN: tokens("green", oval=2), **(held or {})}
    going = duel(160, defence=defender, planet=planet, **changes)
    return Table(state(dealt, powers, board, seats=seats, duel=going)).play_cards(offence, defence)


# Amoeba


@pytest.mark.rule("cosmic.pw.amoeba")
def test_e38_an_amoeba_moves_tokens_in_and_out():
    held = {GREEN: tokens("green", {"green1": 3, "green2": 1, "green3": 1}, oval=2)}
    table = sealed({GREEN: "amoeba"}, held=held)
    with pytest.raises(NotAnOption):
        table.say(GREEN, "amoeba", tokens={"green1": -2, "green2": -1})
    table.say(GREEN, "amoeba", tokens={"green1": 2, "green2": -1})
    assert table.happened(facts.PowerDeclared)[0].option is None
    assert table.happened(facts.TokensMoved)[0].bases == {"green1": 2, "green2": -1}
    assert table.happened(facts.Totals)[0].offence == 13


@pytest.mark.rule("cosmic.pw.amoeba")
def test_a_defending_amoeba_moves_tokens_to_the_planet_attacked():
    table = sealed({YELLOW: "amoeba"})
    assert "yellow3" not in [target.id for target in _amoeba(table, YELLOW).targets]
    table.say(YELLOW, "amoeba", tokens={"yellow1": 4, "yellow2": 2})
    assert table.happened(facts.Totals)[0].defence == 8 + 10


def _amoeba(table, seat):
    return table.ask(seat).ask.form.slots[0].options[0].slots[0]


@pytest.mark.rule("cosmic.pw.amoeba", "cosmic.edict.zap", "cosmic.power.4")
def test_an_amoeba_may_decline_be_zapped_or_lost():
    assert sealed({GREEN: "amoeba"}).say(GREEN, "pass").happened(facts.TokensMoved) == []
    zapped = sealed({GREEN: "amoeba"}, hands={RED: "zap"}).say(GREEN, "amoeba", tokens={"green1": 1}).say(RED, "zap")
    assert zapped.happened(facts.TokensMoved) == []
    assert "react" not in sealed({GREEN: "amoeba"}, held=LOST).kinds()


@pytest.mark.rule("cosmic.pw.amoeba", "cosmic.resolve.4")
def test_an_offence_that_wins_without_tokens_gains_no_base():
    table = sealed({GREEN: "amoeba"}, offence="a30", seats=2).say(GREEN, "amoeba", tokens={"green1": -2})
    assert table.winner() == GREEN
    assert "red3" not in table.state.tokens[GREEN].planets
    assert table.kinds() == ["second_duel"]


# Sorcerer


@pytest.mark.rule("cosmic.pw.sorcerer")
@pytest.mark.parametrize("seats", [2, 4])
def test_a_sorcerer_exchanges_the_cards(seats):
    table = sealed({GREEN: "sorcerer"}, "a6", "a20", seats=seats).say(GREEN, "sorcerer")
    assert table.happened(facts.CardsRevealed)[0].cards["offence"] == "attack_20"
    assert table.winner() == GREEN


@pytest.mark.rule("cosmic.pw.sorcerer", "cosmic.edict.zap", "cosmic.power.4")
def test_a_sorcerer_may_decline_be_zapped_or_lost():
    assert sealed({GREEN: "sorcerer"}).say(GREEN, "pass").happened(facts.CardsExchanged) == []
    zapped = sealed({GREEN: "sorcerer"}, hands={RED: "zap"}).say(GREEN, "sorcerer").say(RED, "zap")
    assert zapped.happened(facts.CardsExchanged) == []
    assert "react" not in sealed({GREEN: "sorcerer"}, held=LOST).kinds()


# Gambler


@pytest.mark.rule("cosmic.pw.gambler")
def test_a_true_claim_that_is_called_wins():
    table = sealed({GREEN: "gambler"}, "a4", "a20", more=("a6", "a6")).say(GREEN, "gambler")
    assert table.ask(GREEN).ask.default == {"do": "claim:attack_4"}
    table.say(GREEN, "claim:attack_4").say(YELLOW, "call")
    assert table.winner() == GREEN


@pytest.mark.rule("cosmic.pw.gambler", "cosmic.consol.1")
def test_a_forced_result_knows_no_consolation_and_no_reaction():
    table = sealed({GREEN: "gambler", YELLOW: "empath"}, "compromise", "a20", hands={RED: "emotion"})
    table.say(GREEN, "gambler").say(GREEN, "claim:attack_4").say(YELLOW, "call")
    assert table.winner() == YELLOW
    assert table.happened(facts.CardsMoved) == []
    assert table.happened(facts.PowerDeclared)[-1].power == "gambler"


@pytest.mark.rule("cosmic.pw.gambler", "cosmic.edict.zap", "cosmic.power.4")
def test_a_gambler_may_decline_be_zapped_or_lost_and_is_the_only_one():
    assert sealed({GREEN: "gambler"}).say(GREEN, "pass").happened(facts.Claimed) == []
    zapped = sealed({GREEN: "gambler"}, hands={RED: "zap"}).say(GREEN, "gambler").say(RED, "zap")
    assert len(zapped.happened(facts.CardsRevealed)[0].cards) == 2
    assert "react" not in sealed({GREEN: "gambler"}, held=LOST).kinds()
    assert "react" not in sealed({GREEN: "gambler"}, bluff=YELLOW).kinds()


@pytest.mark.rule("cosmic.pw.gambler", "cosmic.pw.clone", "cosmic.pw.filch")
def test_an_accepted_card_cannot_be_taken():
    table = sealed({GREEN: "gambler clone", YELLOW: "filch"}, "a4", "a20", more=("a6", "a8"))
    table.say(GREEN, "gambler").say(GREEN, "claim:attack_30").say(YELLOW, "accept")
    assert table.winner() == GREEN
    assert "react" not in table.kinds()


# Chronos and Empath


@pytest.mark.rule("cosmic.pw.chronos")
def test_a_main_player_with_one_card_seals_it_again():
    table = sealed({GREEN: "chronos"}, "a10", "a8", more=("", ""), hands={GREEN: "a10", YELLOW: "a8"})
    table.say(GREEN, "chronos")
    assert table.winner() == YELLOW
    assert [fact.again for fact in table.happened(facts.CardSealed)] == [False, False, True, True]


@pytest.mark.rule("cosmic.pw.chronos", "cosmic.edict.zap", "cosmic.power.4", "cosmic.two.1")
def test_chronos_may_decline_be_zapped_or_lost_and_works_between_two():
    assert sealed({GREEN: "chronos"}).say(GREEN, "pass").happened(facts.CardsSetAside) == []
    zapped = sealed({GREEN: "chronos"}, hands={RED: "zap"}).say(GREEN, "chronos").say(RED, "zap")
    assert zapped.happened(facts.CardsSetAside) == []
    assert "react" not in sealed({GREEN: "chronos"}, held=LOST).kinds()
    two = sealed({GREEN: "chronos"}, seats=2).say(GREEN, "chronos").play_cards("a4", "a6")
    assert two.hand(GREEN)["attack_10"] == 1


@pytest.mark.rule("cosmic.pw.chronos", "cosmic.edict.emotion", "cosmic.pw.laser")
def test_a_replay_forgets_blindness_and_emotion():
    table = sealed({GREEN: "chronos"}, "a10", "a8", hands={RED: "emotion"})
    table.say(GREEN, "pass").say(RED, "emotion").say(GREEN, "chronos")
    assert table.duel.is_replay
    assert (table.duel.counts_as, table.duel.blind) == ({}, ())
    table.play_cards("a4", "a6")
    assert table.happened(facts.Totals)


@pytest.mark.rule("cosmic.pw.empath", "cosmic.deal.1")
@pytest.mark.parametrize("seats", [2, 4])
def test_an_empath_turns_a_compromise_against_an_attack_into_a_deal(seats):
    table = sealed({GREEN: "empath"}, "compromise", "a20", seats=seats).say(GREEN, "empath")
    assert table.kinds() == ["deal", "deal"]


@pytest.mark.rule("cosmic.pw.empath", "cosmic.edict.zap", "cosmic.power.4")
def test_an_empath_may_decline_be_zapped_or_lost_and_needs_one_compromise():
    assert sealed({GREEN: "empath"}, "compromise", "a20").say(GREEN, "pass").winner() == YELLOW
    zapped = sealed({GREEN: "empath"}, "compromise", "a20", hands={RED: "zap"}).say(GREEN, "empath").say(RED, "zap")
    assert zapped.winner() == YELLOW
    assert "react" not in sealed({GREEN: "empath"}, "compromise", "a20", held=LOST).kinds()
    assert "react" not in sealed({GREEN: "empath"}, "a10", "a20").kinds()


@pytest.mark.rule("cosmic.pw.empath", "cosmic.pw.pacifist")
def test_an_empath_comes_before_a_pacifist():
    table = sealed({GREEN: "pacifist", YELLOW: "empath"}, "compromise", "a20").say(YELLOW, "empath")
    assert table.kinds() == ["deal", "deal"]


# Clone and Filch


@pytest.mark.rule("cosmic.pw.clone", "cosmic.pw.filch", "cosmic.card.2")
@pytest.mark.parametrize("power", ["clone", "filch"])
@pytest.mark.parametrize("seats", [2, 4])
def test_a_card_comes_to_the_hand_instead_of_the_discard(power, seats):
    taken, thrown = ("attack_20", "attack_8") if power == "clone" else ("attack_8", "attack_20")
    table = sealed({GREEN: power}, "a20", "a8", seats=seats).say(GREEN, power)
    assert table.hand(GREEN)[taken] == 1
    assert table.state.discard == (thrown,)


@pytest.mark.rule("cosmic.pw.clone", "cosmic.pw.filch", "cosmic.edict.zap", "cosmic.power.4")
@pytest.mark.parametrize("power", ["clone", "filch"])
def test_a_card_is_left_when_declined_zapped_or_lost(power):
    both = ("attack_20", "attack_8")
    assert sealed({GREEN: power}, "a20", "a8").say(GREEN, "pass").state.discard == both
    zapped = sealed({GREEN: power}, "a20", "a8", hands={RED: "zap"}).say(GREEN, power).say(RED, "zap")
    assert zapped.state.discard == ("edict_zap", *both)
    assert sealed({GREEN: power}, "a20", "a8", held=LOST).state.discard == both


@pytest.mark.rule("cosmic.pw.clone", "cosmic.pw.filch", "cosmic.power.3")
def test_clone_and_filch_want_the_same_card():
    table = sealed({GREEN: "clone", YELLOW: "filch"}, "a20", "a8").say(GREEN, "clone").say(YELLOW, "filch")
    assert table.hand(GREEN)["attack_20"] == 1
    assert table.hand(YELLOW)["attack_20"] == 0


# Vulch


def shielded(powers, hands=None):
    """Blue is an ally and holds the Force Field before the cards."""
    held = {GREEN: tokens("green", oval=1), BLUE: tokens("blue", oval=1)}
    dealt = {GREEN: "a6", YELLOW: "a8", BLUE: "force_field a4", **(hands or {})}
    going = duel(150, planet="yellow3", allies={BLUE: "offence"})
    return Table(state(dealt, powers, held, duel=going)).say(BLUE, "force_field", allies=["blue"])


@pytest.mark.rule("cosmic.pw.vulch")
def test_e30_a_vulch_takes_an_edict_that_was_played():
    table = shielded({RED: "vulch"}).say(BLUE, tokens={"blue1": 1})
    assert table.ask(RED).ask.default == {"do": "take"}
    table.say(RED, "take")
    assert table.hand(RED) == {"edict_force_field": 1}
    assert table.duel.vulched == {f"{RED}:edict_force_field": 1}
    assert table.state.edicts_under_way == ()


@pytest.mark.rule("cosmic.pw.vulch", "cosmic.edict.zap", "cosmic.power.4")
def test_a_vulch_may_pass_be_zapped_or_be_the_player():
    passed = shielded({RED: "vulch"}).say(BLUE, tokens={"blue1": 1}).say(RED, "pass")
    assert passed.state.discard == ("edict_force_field",)
    zapped = shielded({RED: "vulch"}, {YELLOW: "a8 zap"}).say(BLUE, tokens={"blue1": 1}).say(RED, "take")
    zapped.say(YELLOW, "zap")
    assert zapped.state.discard == ("edict_zap", "edict_force_field")
    own = shielded({BLUE: "vulch"}).say(BLUE, tokens={"blue1": 1})
    assert own.state.discard == ("edict_force_field",)


@pytest.mark.rule("cosmic.pw.vulch", "cosmic.edict.zap")
def test_a_vulch_takes_a_zap_and_each_kind_as_often_as_the_box_holds_it():
    hands = {GREEN: "a6", YELLOW: "a8 zap"}
    held = {GREEN: tokens("green", oval=1)}
    going = duel(150, planet="yellow3", vulched={f"{RED}:edict_zap": 1})
    board = state(hands, {GREEN: "laser", RED: "vulch"}, held, duel=going)
    table = Table(board).say(GREEN, "laser").say(YELLOW, "zap").say(RED, "take")
    assert table.hand(RED) == {"edict_zap": 1}
    going = duel(150, planet="yellow3", vulched={f"{RED}:edict_zap": 2})
    table = Table(state(hands, {GREEN: "laser", RED: "vulch"}, held, duel=going)).say(GREEN, "laser").say(YELLOW, "zap")
    assert table.state.discard == ("edict_zap",)


@pytest.mark.rule("cosmic.pw.vulch", "cosmic.two.1")
def test_a_vulch_between_two_seats():
    held = {GREEN: tokens("green", black_hole=1)}
    board = state({GREEN: "moebius a6", 1: "a4"}, {1: "vulch"}, held, seats=2, duel=duel(50, defence=1))
    table = Table(board).say(GREEN, "moebius").say(GREEN, tokens={"green1": 1}).say(1, "take")
    assert table.hand(1)["edict_moebius"] == 1


# Machine


@pytest.mark.rule("cosmic.pw.machine")
def test_e32_a_machine_goes_on_after_a_defeat():
    table = sealed({GREEN: "machine"}, "a4", "a30", more=("a6", "a8"))
    assert table.kinds() == ["continue_turn"]
    table.say(GREEN, "continue")
    assert table.state.turn.duel_no == 2
    assert table.happened(facts.HandRenewed) == []
    assert table.kinds() == ["retrieve_token"]


@pytest.mark.rule("cosmic.pw.machine", "cosmic.edict.zap", "cosmic.power.4", "cosmic.second.1")
def test_a_machine_may_end_be_zapped_or_lost_and_a_declined_second_duel_ends_the_turn():
    assert sealed({GREEN: "machine"}, "a4", "a30", more=("a6", "a8")).say(GREEN, "end").state.turn.seat == RED
    zapped = sealed({GREEN: "machine"}, "a4", "a30", more=("a6", "a8"), hands={BLUE: "zap"})
    assert zapped.say(GREEN, "continue").say(BLUE, "zap").state.turn.seat == RED
    assert sealed({GREEN: "machine"}, "a4", "a30", more=("a6", "a8"), held=LOST).state.turn.seat == RED
    won = sealed({GREEN: "machine"}, "a30", "a4", more=("a6", "a8"))
    assert won.kinds() == ["second_duel"]
    assert won.say(GREEN, "end").state.turn.seat == RED


@pytest.mark.rule("cosmic.pw.machine")
def test_a_machine_between_two_seats_goes_on_duel_after_duel():
    board = state(
        {GREEN: "a4 a6", 1: "a30 a8"},
        {GREEN: "machine"},
        {GREEN: tokens("green", oval=2)},
        seats=2,
        duel=duel(160, defence=1, planet="red3"),
        turn=Turn(duel_no=5),
    )
    table = Table(board).play_cards("a4", "a30").say(GREEN, "continue")
    assert table.state.turn.duel_no == 6
