"""V.12. Zombie, Void, Healer and Vacuum."""

import pytest

from domain.cosmic import facts
from domain.cosmic.apply.tokens import tokens_lifted
from domain.cosmic.frames import DuelCourse, Loss, Losses
from tests.domain.cosmic.tables import BLUE, GREEN, RED, YELLOW, Table, duel, state, tokens

HANDS = {GREEN: "a6 a8", RED: "a6", YELLOW: "a6 a8", BLUE: "a6"}


def beaten(powers, hands=None, held=None, seats=4, offence="a4", defence="a30"):
    """Green attacks yellow3 (red3 between two) with three tokens and loses."""
    defender, planet = (1, "red3") if seats == 2 else (YELLOW, "yellow3")
    dealt = {GREEN: f"{offence} a6", defender: f"{defence} a8", **(hands or {})}
    board = {GREEN: tokens("green", oval=3), **(held or {})}
    going = duel(160, defence=defender, planet=planet)
    return Table(state(dealt, powers, board, seats=seats, duel=going)).play_cards(offence, defence)


def loss(owner, places, cause="plague", powers=None, hands=None, held=None):
    """Tokens of one owner that are already lifted and about to be lost."""
    lifted = {owner: tokens(("green", "red", "yellow", "blue")[owner], None if held is None else held)}
    board = state({**HANDS, **(hands or {})}, powers, lifted, duel=duel(90))
    board = _lift(board, owner, places)
    return Table(board, DuelCourse(), Losses(losses=(Loss(owner=owner, places=places),), cause=cause))


def _lift(board, owner, places):
    return tokens_lifted(board, facts.TokensLifted(seat=owner, places=places))


# Zombie


@pytest.mark.rule("cosmic.pw.zombie")
@pytest.mark.parametrize("seats", [2, 4])
def test_a_zombies_tokens_are_never_lost(seats):
    table = beaten({GREEN: "zombie"}, seats=seats).say(GREEN, tokens={"green1": 3})
    assert table.state.tokens[GREEN].black_hole == 0
    assert table.happened(facts.TokensLost) == []


@pytest.mark.rule("cosmic.pw.zombie", "cosmic.edict.zap")
def test_a_zapped_zombie_loses_like_anybody():
    table = beaten({GREEN: "zombie"}, {RED: "zap"}).say(RED, "zap")
    assert table.happened(facts.TokensLost)[0].tokens == 3


@pytest.mark.rule("cosmic.pw.zombie", "cosmic.power.4")
def test_a_zombie_without_its_power_or_without_a_base_loses():
    thin = {GREEN: tokens("green", {"green1": 9, "green2": 8}, oval=3)}
    assert beaten({GREEN: "zombie"}, {}, thin).happened(facts.TokensLost)[0].tokens == 3
    assert beaten({GREEN: "zombie"}, {}, {GREEN: tokens("green", {}, oval=3)}).happened(facts.TokensLost)


@pytest.mark.rule("cosmic.pw.zombie", "cosmic.power.4")
@pytest.mark.parametrize("zapped", [False, True])
def test_e36_a_zombie_at_the_threshold_still_acts(zapped):
    held = {GREEN: tokens("green", oval=3), YELLOW: tokens("yellow", {"yellow1": 4, "yellow2": 4, "yellow3": 2})}
    hands = {GREEN: "a30 a6", YELLOW: "a4", RED: "zap"}
    table = Table(state(hands, {YELLOW: "zombie"}, held, duel=duel(160, planet="yellow3"))).play_cards("a30", "a4")
    table.say(RED, "zap" if zapped else "pass")
    if zapped:
        assert table.state.tokens[YELLOW].black_hole == 2
    else:
        table.say(YELLOW, tokens={"yellow1": 1, "yellow2": 1})
        assert table.state.tokens[YELLOW].black_hole == 0
    assert table.happened(facts.PowerLost) == [facts.PowerLost(seat=YELLOW)]


@pytest.mark.rule("cosmic.pw.zombie")
def test_a_zombie_may_go_back_to_the_same_planet():
    table = loss(RED, {"red1": 3}, powers={RED: "zombie"})
    assert "red1" in [target.id for target in table.ask(RED).ask.form.slots[0].targets]


# Void


@pytest.mark.rule("cosmic.pw.void")
def test_void_is_declared_once_for_all_losers():
    held = {GREEN: tokens("green", oval=2), BLUE: tokens("blue", oval=1), RED: tokens("red", oval=1)}
    going = duel(160, planet="yellow3", allies={BLUE: "offence", RED: "offence"})
    table = Table(state({GREEN: "a4", YELLOW: "a30"}, {YELLOW: "void"}, held, duel=going)).play_cards("a4", "a30")
    assert len(table.happened(facts.PowerDeclared)) == 1
    assert [fact.seat for fact in table.happened(facts.TokensEliminated)] == [GREEN, RED, BLUE]


@pytest.mark.rule("cosmic.pw.void", "cosmic.power.4", "cosmic.two.4")
def test_void_is_lost_with_the_home_bases():
    held = {1: tokens("red", {"red3": 2, "red1": 4})}
    assert beaten({1: "void"}, {}, held, seats=2).happened(facts.TokensEliminated)
    held = {1: tokens("red", {"red3": 2, "green1": 4})}
    assert beaten({1: "void"}, {}, held, seats=2).happened(facts.TokensEliminated) == []


@pytest.mark.rule("cosmic.pw.void")
def test_void_acts_only_for_a_winner():
    table = loss(RED, {"red1": 3}, powers={YELLOW: "void"})
    assert table.state.tokens[RED].black_hole == 3


# Healer


@pytest.mark.rule("cosmic.pw.healer", "cosmic.consol.1")
def test_e29_a_healer_saves_the_tokens_of_another_seat():
    held = {GREEN: tokens("green", oval=1), YELLOW: tokens("yellow", {"yellow1": 9, "yellow3": 2, "yellow2": 9})}
    hands = {GREEN: "a10 a4", YELLOW: "compromise", RED: "a6"}
    board = state(hands, {RED: "healer"}, held, duel=duel(160, planet="yellow3"))
    table = Table(board).play_cards("a10", "compromise").say(RED, "heal")
    table.say(YELLOW, tokens={"yellow1": 2})
    assert table.state.tokens[YELLOW].black_hole == 0
    assert table.hand(RED).total() == 2
    assert table.happened(facts.CardsMoved) == []


@pytest.mark.rule("cosmic.pw.healer", "cosmic.edict.zap")
@pytest.mark.parametrize("answer", ["declined", "zapped"])
def test_a_healer_that_declines_or_is_zapped_saves_nobody(answer):
    table = beaten({RED: "healer"}, {BLUE: "zap a4"})
    table.say(RED, "pass") if answer == "declined" else table.say(RED, "heal").say(BLUE, "zap")
    assert table.happened(facts.TokensLost)[0].tokens == 3


@pytest.mark.rule("cosmic.pw.healer", "cosmic.power.4")
def test_a_healer_needs_its_power_and_heals_no_own_tokens_nor_a_seat_without_a_base():
    assert "react" not in beaten({RED: "healer"}, {}, {RED: tokens("red", {"red1": 9})}).kinds()
    assert beaten({GREEN: "healer"}).happened(facts.TokensLost)
    assert beaten({RED: "healer"}, {}, {GREEN: tokens("green", {}, oval=3)}).happened(facts.TokensLost)


@pytest.mark.rule("cosmic.pw.healer", "cosmic.pw.void", "cosmic.window.2")
def test_void_comes_before_a_healer():
    table = beaten({RED: "healer", YELLOW: "void"})
    assert table.state.tokens[GREEN].eliminated == 3


@pytest.mark.rule("cosmic.pw.healer")
def test_a_healer_between_two_seats():
    table = beaten({1: "healer"}, seats=2).say(1, "heal").say(GREEN, tokens={"green1": 3})
    assert table.state.tokens[GREEN].black_hole == 0


# Vacuum


@pytest.mark.rule("cosmic.pw.vacuum")
def test_a_vacuum_drags_others_along():
    table = beaten({GREEN: "vacuum"})
    assert table.ask(GREEN).ask.default == {"tokens": {"red": 1, "yellow": 1, "blue": 1}}
    table.say(GREEN, tokens={"red": 2, "blue": 1})
    table.say(RED, tokens={"red1": 2}).say(BLUE, tokens={"blue5": 1})
    lost = [(fact.seat, fact.tokens, fact.cause) for fact in table.happened(facts.TokensLost)]
    assert lost == [(GREEN, 3, "duel"), (RED, 2, "vacuum"), (BLUE, 1, "vacuum")]


@pytest.mark.rule("cosmic.pw.vacuum", "cosmic.edict.zap")
def test_a_zapped_vacuum_falls_alone():
    table = beaten({GREEN: "vacuum"}, {RED: "zap"}).say(RED, "zap")
    assert [fact.seat for fact in table.happened(facts.TokensLost)] == [GREEN]


@pytest.mark.rule("cosmic.pw.vacuum", "cosmic.power.4")
def test_e37_a_vacuum_that_loses_its_power_by_the_loss_does_not_act():
    held = {GREEN: tokens("green", oval=3), YELLOW: tokens("yellow", {"yellow1": 4, "yellow2": 4, "yellow3": 2})}
    hands = {GREEN: "a30 a6", YELLOW: "a4"}
    table = Table(state(hands, {YELLOW: "vacuum"}, held, duel=duel(160, planet="yellow3"))).play_cards("a30", "a4")
    assert table.state.tokens[YELLOW].black_hole == 2
    assert [fact.seat for fact in table.happened(facts.TokensLost)] == [YELLOW]
    assert table.happened(facts.PowerLost) == [facts.PowerLost(seat=YELLOW)]
    assert table.happened(facts.PowerDeclared) == []


@pytest.mark.rule("cosmic.pw.vacuum", "cosmic.power.6")
def test_a_vacuum_between_two_seats_and_without_a_victim():
    table = beaten({GREEN: "vacuum"}, seats=2).say(1, tokens={"red1": 3})
    assert [fact.seat for fact in table.happened(facts.TokensLost)] == [GREEN, 1]
    nobody = beaten({GREEN: "vacuum"}, {}, {1: tokens("red", {}, black_hole=20)}, seats=2)
    assert nobody.happened(facts.PowerDeclared) == []


@pytest.mark.rule("cosmic.pw.vacuum", "cosmic.pw.zombie")
def test_a_vacuums_victim_may_be_a_zombie():
    table = beaten({GREEN: "vacuum", RED: "zombie"}).say(GREEN, tokens={"red": 3})
    table.say(RED, tokens={"red1": 3}).say(RED, tokens={"red2": 3})
    assert table.state.tokens[RED].black_hole == 0
