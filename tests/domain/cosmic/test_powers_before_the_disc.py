"""Hate, Plant, Dictator, Shadow and Will."""

import pytest
from msgspec.structs import replace

from domain.cosmic import facts
from domain.cosmic.board import is_active
from domain.cosmic.state import Graft, Turn
from tests.domain.cosmic.tables import BLUE, GREEN, RED, YELLOW, Table, duel, state, tokens

HANDS = {GREEN: "a6 compromise", RED: "a8 compromise", YELLOW: "a10", BLUE: "compromise a12"}


def at(stage, powers, hands=None, held=None, **changes):
    board = state({**HANDS, **(hands or {})}, powers, held, duel=duel(stage, defence=None), **changes)
    return Table(board)


THIN = {"green": {"green1": 10, "green2": 10}, "blue": {"blue1": 10, "red2": 10}}

# Hate


@pytest.mark.rule("cosmic.pw.hate")
def test_e33_hate_costs_a_card_of_the_class_or_two_tokens():
    held = {YELLOW: tokens("yellow", {"yellow1": 1, "yellow2": 1})}
    table = at(20, {GREEN: "hate"}, {}, held).say(GREEN, "hate", card="compromise")
    assert table.asked() == {RED, YELLOW, BLUE}
    assert table.options(YELLOW) == ["lose_tokens"]
    table.say(YELLOW, "lose_tokens", tokens={"yellow1": 1, "yellow2": 1})
    table.say(BLUE, "lose_tokens", tokens={"blue1": 2}).say(RED, "discard:compromise")
    assert table.hand(RED) == {"attack_8": 1}
    assert table.hand(BLUE).total() == 2
    assert [table.state.tokens[seat].black_hole for seat in (RED, YELLOW, BLUE)] == [0, 2, 2]


@pytest.mark.rule("cosmic.pw.hate", "cosmic.edict.zap")
def test_a_zapped_hate_keeps_its_card_unseen():
    table = at(20, {GREEN: "hate"}, {RED: "zap a8"}).say(GREEN, "hate", card="compromise")
    assert table.happened(facts.PowerDeclared)[0].option is None
    table.say(RED, "zap")
    assert table.hand(GREEN)["compromise"] == 1
    assert "compromise" not in table.state.discard


@pytest.mark.rule("cosmic.pw.hate", "cosmic.power.4")
def test_hate_is_optional_needs_a_card_and_the_power():
    assert at(20, {GREEN: "hate"}).say(GREEN, "pass").happened(facts.CardsDiscarded) == []
    assert "react" not in at(20, {GREEN: "hate"}, {GREEN: ""}).kinds()
    assert "react" not in at(20, {GREEN: "hate"}, {}, {GREEN: tokens("green", THIN["green"])}).kinds()
    assert "react" not in at(20, {RED: "hate"}).kinds()


@pytest.mark.rule("cosmic.pw.hate", "cosmic.hand.1", "cosmic.two.1")
def test_hate_may_throw_the_last_duel_card_and_works_between_two():
    board = state({GREEN: "a6", 1: "a4 a8"}, {GREEN: "hate"}, seats=2, duel=duel(20, defence=1))
    table = Table(board).say(GREEN, "hate", card="attack_6")
    assert table.ask(1).ask.default == {"do": "discard:attack_4"}
    table.say(1, "discard:attack_4")
    assert table.hand(GREEN).total() == 7


@pytest.mark.rule("cosmic.pw.hate", "cosmic.pw.vulch")
def test_discarded_edicts_are_not_for_a_vulch():
    table = at(20, {GREEN: "hate", BLUE: "vulch"}, {GREEN: "gas a6", RED: "zap", YELLOW: "a10", BLUE: "a12"})
    table.say(GREEN, "hate", card="edict_gas").say(RED, "pass")
    table.say(RED, "discard:edict_zap").say(YELLOW, "lose_tokens", tokens={"yellow1": 2})
    table.say(BLUE, "lose_tokens", tokens={"blue1": 2})
    assert {"edict_gas", "edict_zap"} <= set(table.state.discard)


# Plant


@pytest.mark.rule("cosmic.pw.plant", "cosmic.pw.macron")
def test_e27_a_plant_borrows_a_power_for_the_duel():
    held = {BLUE: tokens("blue", {"blue1": 6, "blue2": 6, "blue3": 6, "red2": 2})}
    table = at(50, {BLUE: "plant", RED: "macron"}, {}, held)
    assert table.options(BLUE) == ["plant:red:macron", "pass"]
    table.say(BLUE, "plant:red:macron")
    assert table.duel.grafts == {BLUE: Graft(donor=RED, power="macron")}
    assert is_active(table.state, BLUE, "macron")
    assert is_active(table.state, RED, "macron")


@pytest.mark.rule("cosmic.pw.plant", "cosmic.pw.macron")
def test_e27_the_grafted_tokens_count_four():
    held = {BLUE: tokens("blue", {"blue1": 6, "blue2": 6, "blue3": 6}, oval=2), GREEN: tokens("green", oval=1)}
    grafts = {BLUE: Graft(donor=RED, power="macron")}
    going = duel(160, planet="yellow3", allies={BLUE: "offence"}, grafts=grafts)
    table = Table(state({GREEN: "a6", YELLOW: "a10"}, {BLUE: "plant", RED: "macron"}, held, duel=going))
    table.play_cards("a6", "a10")
    assert table.happened(facts.Totals)[0].offence == 6 + 1 + 8


@pytest.mark.rule("cosmic.pw.plant", "cosmic.edict.zap")
def test_a_plant_may_decline_or_be_zapped():
    held = {BLUE: tokens("blue", {"blue1": 6, "blue2": 6, "blue3": 6, "red2": 2})}
    assert at(50, {BLUE: "plant", RED: "macron"}, {}, held).say(BLUE, "pass").duel.grafts == {}
    zapped = at(50, {BLUE: "plant", RED: "macron"}, {GREEN: "zap a6"}, held).say(BLUE, "plant:red:macron")
    assert zapped.say(GREEN, "zap").duel.grafts == {}


@pytest.mark.rule("cosmic.pw.plant", "cosmic.power.4")
def test_a_graft_ends_with_the_plants_own_power():
    held = {BLUE: tokens("blue", {"blue1": 1, "blue2": 6, "blue3": 6, "red2": 2})}
    going = duel(140, planet="yellow3", invited={"offence": (BLUE,)}, grafts={BLUE: Graft(donor=RED, power="macron")})
    table = Table(state(HANDS, {BLUE: "plant", RED: "macron"}, held, duel=going))
    table.say(BLUE, "join:offence", tokens={"blue1": 1})
    assert table.happened(facts.PowerLost) == [facts.PowerLost(seat=BLUE)]
    assert table.duel.grafts == {}


@pytest.mark.rule("cosmic.pw.plant")
def test_some_powers_cannot_be_grafted_and_a_lost_one_cannot_either():
    held = {BLUE: tokens("blue", {"blue1": 6, "blue2": 6, "blue3": 6, "red2": 2})}
    for power in ("machine", "warrior", "hate"):
        assert "react" not in at(50, {BLUE: "plant", RED: power}, {}, held).kinds()
    thin = {**held, RED: tokens("red", {"red1": 9})}
    assert "react" not in at(50, {BLUE: "plant", RED: "macron"}, {}, thin).kinds()


@pytest.mark.rule("cosmic.pw.plant", "cosmic.edict.zap")
def test_a_zap_on_a_graft_leaves_the_donor_alone():
    grafts = {GREEN: Graft(donor=RED, power="laser")}
    held = {GREEN: tokens("green", oval=1)}
    going = duel(150, planet="yellow3", grafts=grafts)
    table = Table(state({**HANDS, BLUE: "zap"}, {GREEN: "plant", RED: "laser"}, held, duel=going))
    table.say(GREEN, "laser").say(BLUE, "zap")
    assert table.duel.suspended == (f"{GREEN}:laser",)
    assert is_active(table.state, RED, "laser")


@pytest.mark.rule("cosmic.pw.plant", "cosmic.two.1")
def test_a_plant_between_two_seats():
    held = {GREEN: tokens("green", {"green1": 6, "green2": 6, "red2": 2})}
    board = state({GREEN: "a6", 1: "a4"}, {GREEN: "plant", 1: "laser"}, held, seats=2, duel=duel(50, defence=1))
    assert Table(board).options(GREEN) == ["plant:red:laser", "pass"]


# Dictator


@pytest.mark.rule("cosmic.pw.dictator")
def test_a_dictator_names_the_defence_and_no_disc_is_drawn():
    table = at(50, {RED: "dictator"})
    assert table.options(RED) == ["dictator:red", "dictator:yellow", "dictator:blue", "pass"]
    table.say(RED, "dictator:blue")
    assert table.duel.defence == BLUE
    assert table.happened(facts.DiscDrawn) == []
    assert table.options(GREEN) == [f"aim:blue{k}" for k in range(1, 6)]


@pytest.mark.rule("cosmic.pw.dictator", "cosmic.edict.zap", "cosmic.power.4")
def test_a_dictator_may_decline_be_zapped_or_have_lost_its_power():
    assert at(50, {RED: "dictator"}).say(RED, "pass").happened(facts.DiscDrawn)
    zapped = at(50, {RED: "dictator"}, {BLUE: "zap a6"}).say(RED, "dictator:blue").say(BLUE, "zap")
    assert zapped.happened(facts.DiscDrawn)
    assert "react" not in at(50, {RED: "dictator"}, {}, {RED: tokens("red", {"red1": 9})}).kinds()


@pytest.mark.rule("cosmic.pw.dictator")
def test_a_dictator_acts_only_in_the_first_duel_of_another_seat():
    assert "react" not in at(50, {RED: "dictator"}, turn=Turn(duel_no=2)).kinds()
    assert "react" not in at(50, {GREEN: "dictator"}).kinds()


# Shadow and Will


def drawn(powers, hands=None, held=None, disc="red"):
    """A disc of one colour is drawn, the only one left beside a second of the same."""
    board = state({**HANDS, **(hands or {})}, powers, held, duel=duel(60, defence=None))
    cup = {colour: 2 if colour == disc else 0 for colour in board.cup}
    return Table(replace(board, cup=cup, aside={c: 3 - n for c, n in cup.items()}))


@pytest.mark.rule("cosmic.pw.shadow")
def test_a_shadow_strikes_a_token_of_the_colour_drawn():
    table = drawn({YELLOW: "shadow"})
    assert table.options(YELLOW) == [*(f"shadow:red{k}" for k in range(1, 6)), "pass"]
    table.say(YELLOW, "shadow:red4")
    assert table.happened(facts.TokensLost)[0] == facts.TokensLost(
        seat=RED, places={"red4": 1}, tokens=1, cause="shadow"
    )


@pytest.mark.rule("cosmic.pw.shadow", "cosmic.edict.zap", "cosmic.power.4")
def test_a_shadow_may_decline_be_zapped_or_lost_and_spares_itself():
    assert drawn({YELLOW: "shadow"}).say(YELLOW, "pass").happened(facts.TokensLost) == []
    zapped = drawn({YELLOW: "shadow"}, {BLUE: "zap a6"}).say(YELLOW, "shadow:red1").say(BLUE, "zap")
    assert zapped.happened(facts.TokensLost) == []
    assert "react" not in drawn({RED: "shadow"}).kinds()
    assert "react" not in drawn({YELLOW: "shadow"}, {}, {YELLOW: tokens("yellow", {"yellow1": 9})}).kinds()


@pytest.mark.rule("cosmic.pw.shadow", "cosmic.pw.zombie")
def test_a_shadow_cannot_kill_a_zombie():
    table = drawn({YELLOW: "shadow", RED: "zombie"}).say(YELLOW, "shadow:red4").say(RED, tokens={"red1": 1})
    assert table.state.tokens[RED].black_hole == 0


@pytest.mark.rule("cosmic.pw.will")
def test_a_will_attacks_whom_and_where_it_likes():
    held = {BLUE: tokens("blue", {"blue1": 9, "yellow2": 1})}
    table = drawn({GREEN: "will"}, {}, held)
    assert "will:blue:yellow2" in table.options(GREEN)
    table.say(GREEN, "will:blue:yellow2")
    assert (table.duel.defence, table.duel.planet, table.duel.planet_fixed) == (BLUE, "yellow2", True)
    assert table.kinds() == ["gather_tokens"]


@pytest.mark.rule("cosmic.pw.will", "cosmic.edict.zap", "cosmic.power.4")
def test_a_will_may_decline_be_zapped_or_lost():
    assert drawn({GREEN: "will"}).say(GREEN, "pass").duel.defence == RED
    assert drawn({GREEN: "will"}, {BLUE: "zap a6"}).say(GREEN, "will:blue:blue1").say(BLUE, "zap").duel.defence == RED
    assert "react" not in drawn({GREEN: "will"}, {}, {GREEN: tokens("green", THIN["green"])}).kinds()
    assert "react" not in drawn({YELLOW: "will"}).kinds()


@pytest.mark.rule("cosmic.pw.will", "cosmic.pw.shadow")
def test_will_and_shadow_both_apply_in_order():
    table = drawn({GREEN: "will", BLUE: "shadow"}).say(GREEN, "will:yellow:yellow1").say(BLUE, "pass")
    assert table.duel.defence == YELLOW
    table.say(BLUE, "shadow:red1")
    assert table.happened(facts.TokensLost)[0].seat == RED
