"""What happens when two powers meet."""

import pytest
from msgspec.structs import replace

from domain.core.visibility import Viewer, redact
from domain.cosmic import facts
from domain.cosmic.state import Graft
from tests.domain.cosmic.tables import BLUE, GREEN, RED, YELLOW, Table, duel, state, tokens

HANDS = {GREEN: "a10 a4", YELLOW: "a8 a6", RED: "a12", BLUE: "a14"}


def met(powers, offence="a10", defence="a8", hands=None, held=None, stage=160, **changes):
    """Green attacks yellow3 with two tokens; both seal their cards if the cards are due."""
    board = {GREEN: tokens("green", oval=2), **(held or {})}
    going = duel(stage, planet="yellow3", **changes)
    return Table(state({**HANDS, **(hands or {})}, powers, board, duel=going)).play_cards(offence, defence)


@pytest.mark.rule("cosmic.pw.oracle", "cosmic.pw.gambler")
def test_an_oracles_victim_cannot_bluff_but_the_oracle_can():
    held, going = {GREEN: tokens("green", oval=2)}, duel(160, planet="yellow3", foresight=GREEN)
    victim = Table(state(HANDS, {YELLOW: "gambler"}, held, duel=going))
    victim.say(YELLOW, "play:attack_8").say(GREEN, "play:attack_10")
    assert victim.happened(facts.Totals)
    oracle = Table(state(HANDS, {GREEN: "gambler"}, held, duel=going))
    oracle.say(YELLOW, "play:attack_8").say(GREEN, "play:attack_10")
    assert oracle.options(GREEN) == ["gambler", "pass"]


@pytest.mark.rule("cosmic.pw.oracle", "cosmic.pw.gambler", "cosmic.pw.sorcerer")
def test_a_bluff_about_a_card_that_comes_to_lie_face_up_lapses():
    powers = {GREEN: "gambler", YELLOW: "sorcerer"}
    board = state(HANDS, powers, {GREEN: tokens("green", oval=2)}, duel=duel(160, planet="yellow3", foresight=GREEN))
    table = Table(board).say(YELLOW, "play:attack_8").say(GREEN, "play:attack_10")
    table.say(GREEN, "gambler").say(YELLOW, "pass").say(YELLOW, "sorcerer")
    assert table.happened(facts.CardsRevealed)[0].cards == {"offence": "attack_8", "defence": "attack_10"}
    assert table.happened(facts.Claimed) == []


@pytest.mark.rule("cosmic.pw.gambler", "cosmic.pw.pacifist", "cosmic.edict.emotion")
def test_an_accepted_claim_counts_as_the_face_for_other_powers():
    pacifist = met({GREEN: "gambler pacifist"}).say(GREEN, "gambler").say(GREEN, "claim:compromise")
    assert pacifist.say(YELLOW, "accept").winner() == GREEN
    calm = met({GREEN: "gambler"}, hands={RED: "emotion"}).say(GREEN, "gambler").say(GREEN, "claim:attack_30")
    calm.say(YELLOW, "accept").say(RED, "emotion")
    assert calm.kinds() == ["deal", "deal"]


@pytest.mark.rule("cosmic.pw.gambler", "cosmic.pw.chronos")
def test_an_accepted_card_is_set_aside_face_down_and_comes_back():
    table = met({GREEN: "gambler", YELLOW: "chronos"}).say(GREEN, "gambler").say(GREEN, "claim:attack_30")
    table.say(YELLOW, "accept").say(YELLOW, "chronos")
    aside = redact(table.state, Viewer(seat=RED))["duel"]["set_aside"]
    assert ["kind" in card for card in aside] == [False, True]
    table.play_cards("a4", "a6").passing()
    assert table.hand(GREEN)["attack_10"] == 1


@pytest.mark.rule("cosmic.pw.chronos", "cosmic.pw.sorcerer")
def test_set_aside_cards_go_back_to_who_sealed_them():
    table = met({GREEN: "sorcerer", YELLOW: "chronos"}).say(GREEN, "sorcerer").say(YELLOW, "chronos")
    table.play_cards("a4", "a6").passing()
    assert table.hand(GREEN) == {"attack_10": 1}
    assert table.hand(YELLOW)["attack_8"] == 1


@pytest.mark.rule("cosmic.pw.chronos", "cosmic.pw.plant")
def test_two_chronos_replay_once_each():
    grafts = {YELLOW: Graft(donor=GREEN, power="chronos")}
    hands = {GREEN: "a10 a4 a6", YELLOW: "a8 a6 a12"}
    table = met({GREEN: "chronos", YELLOW: "plant"}, hands=hands, grafts=grafts)
    table.say(GREEN, "chronos").say(YELLOW, "pass").play_cards("a4", "a6").say(YELLOW, "chronos")
    assert len(table.duel.set_aside) == 4
    table.play_cards("a6", "a12").passing()
    assert table.happened(facts.Totals)[0].offence == 8
    assert table.hand(GREEN) == {"attack_10": 1, "attack_4": 1}


@pytest.mark.rule("cosmic.pw.loser", "cosmic.pw.void", "cosmic.pw.warrior", "cosmic.pw.judge")
def test_after_an_upset_the_winner_after_the_exchange_counts():
    hands = {GREEN: "a30 a8", YELLOW: "a4"}
    table = met({YELLOW: "void", GREEN: "warrior"}, "a30", "a4", hands, upset=True, sentence="fine")
    table.say(GREEN, tokens={"green1": 1})
    assert table.winner() == YELLOW
    assert table.state.tokens[GREEN].eliminated == 2
    assert table.happened(facts.ExperienceGained)[0].gained == 2
    assert table.happened(facts.TokensLost)[0] == facts.TokensLost(
        seat=GREEN, places={"green1": 1}, tokens=1, cause="judge"
    )


@pytest.mark.rule("cosmic.pw.amoeba", "cosmic.pw.virus", "cosmic.consol.1")
def test_the_tokens_after_an_amoeba_count():
    virus = met({GREEN: "amoeba virus"}).say(GREEN, "amoeba", tokens={"green1": 2})
    assert virus.happened(facts.Totals)[0].offence == 40
    hands = {GREEN: "compromise a4", YELLOW: "a8 a6 a20 a18 a15"}
    more = met({GREEN: "amoeba"}, "compromise", "a8", hands).say(GREEN, "amoeba", tokens={"green1": 2})
    assert len(more.happened(facts.CardsMoved)[0].cards) == 4


@pytest.mark.rule("cosmic.pw.warpish", "cosmic.pw.void")
def test_eliminated_tokens_give_a_warpish_nothing():
    held = {RED: tokens("red", {"red1": 5, "red2": 5, "red3": 5})}
    table = met({GREEN: "warpish"}, held=held)
    assert table.state.tokens[RED].eliminated == 5
    assert table.happened(facts.PowerDeclared) == []


@pytest.mark.rule("cosmic.pw.zombie", "cosmic.pw.vacuum")
def test_a_zombies_tokens_are_not_lost_so_its_vacuum_does_not_act():
    table = met({GREEN: "zombie vacuum"}, "a4", "a8").say(GREEN, tokens={"green1": 2})
    assert [fact.power for fact in table.happened(facts.PowerDeclared)] == ["zombie"]


@pytest.mark.rule("cosmic.pw.healer", "cosmic.power.3")
def test_the_first_healer_in_order_settles_the_matter():
    grafts = {RED: Graft(donor=BLUE, power="healer")}
    table = met({RED: "plant", BLUE: "healer"}, "a4", "a8", grafts=grafts)
    assert table.asked() == {RED}
    table.say(RED, "pass")
    assert table.asked() == {BLUE}
    table.say(BLUE, "heal").say(GREEN, tokens={"green1": 2})
    assert table.happened(facts.TokensLost) == []
    first = met({RED: "plant", BLUE: "healer"}, "a4", "a8", grafts=grafts).say(RED, "heal")
    assert first.say(GREEN, tokens={"green1": 2}).hand(BLUE).total() == 1


@pytest.mark.rule("cosmic.pw.vacuum", "cosmic.pw.plant")
def test_a_vacuum_starts_no_other_vacuum():
    grafts = {RED: Graft(donor=GREEN, power="vacuum")}
    table = met({GREEN: "vacuum", RED: "plant"}, "a4", "a8", grafts=grafts).say(GREEN, tokens={"red": 2})
    table.say(RED, tokens={"red1": 2})
    assert [fact.power for fact in table.happened(facts.PowerDeclared)] == ["vacuum"]


@pytest.mark.rule("cosmic.pw.seeker", "cosmic.pw.trader")
def test_a_binding_is_kept_with_the_cards_held_when_they_are_played():
    table = met({GREEN: "seeker trader"}, hands={GREEN: "a10 a12", YELLOW: "a8 compromise"}, stage=150)
    table.say(GREEN, "seeker:yellow", question="will_play_at_least:10").say(YELLOW, "no").say(GREEN, "trader")
    assert table.options(YELLOW) == ["play:attack_10", "play:attack_12"]


@pytest.mark.rule("cosmic.pw.plant", "cosmic.pw.dictator", "cosmic.pw.shadow", "cosmic.pw.will")
def test_a_grafted_dictator_acts_in_the_same_window_and_no_disc_is_drawn():
    held = {BLUE: tokens("blue", {"blue1": 6, "blue2": 6, "blue3": 6, "red2": 2})}
    powers = {BLUE: "plant", RED: "dictator", YELLOW: "shadow", GREEN: "will"}
    table = Table(state(HANDS, powers, held, duel=duel(50, defence=None)))
    table.say(RED, "pass").say(BLUE, "plant:red:dictator").say(RED, "pass").say(BLUE, "dictator:yellow")
    assert table.duel.defence == YELLOW
    assert table.happened(facts.DiscDrawn) == []
    assert table.kinds() == ["aim_cone"]


@pytest.mark.rule("cosmic.pw.parasite", "cosmic.pw.magnet", "cosmic.edict.force_field")
def test_a_force_field_sends_any_ally_home():
    held = {RED: tokens("red", oval=2)}
    board = met({RED: "parasite"}, held=held, hands={BLUE: "force_field"}, stage=150, allies={RED: "offence"})
    board.say(BLUE, "force_field", allies=["red"]).say(RED, tokens={"red1": 2})
    assert board.duel.allies == {}


@pytest.mark.rule("cosmic.pw.laser", "cosmic.pw.gambler")
def test_a_blind_gambler_sees_its_card_and_may_bluff():
    table = met({YELLOW: "gambler"}, blind=(YELLOW,)).play_cards("a10", "a8")
    assert table.options(YELLOW) == ["gambler", "pass"]
    table.say(YELLOW, "gambler")
    sealed = table.duel.cards["defence"].kind
    assert table.ask(YELLOW).ask.default == {"do": f"claim:{sealed}"}


@pytest.mark.rule("cosmic.pw.laser")
def test_both_main_players_may_be_blind():
    table = Table(replace(met({}, stage=150).state, duel=duel(160, planet="yellow3", blind=(GREEN, YELLOW))))
    assert [fact.seat for fact in table.happened(facts.CardSealed)] == [GREEN, YELLOW]


@pytest.mark.rule("cosmic.pw.filch", "cosmic.pw.gambler")
def test_a_called_card_may_be_taken():
    table = met({GREEN: "gambler", YELLOW: "filch"}).say(GREEN, "gambler").say(GREEN, "claim:attack_30")
    table.say(YELLOW, "call").say(YELLOW, "filch")
    assert table.hand(YELLOW)["attack_10"] == 1
