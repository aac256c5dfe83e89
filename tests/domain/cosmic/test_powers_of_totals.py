"""Anti-Matter, Virus, Macron, Warpish, Warrior and Pacifist."""

import pytest

from domain.cosmic import facts
from domain.cosmic.state import Graft
from tests.domain.cosmic.tables import BLUE, GREEN, RED, YELLOW, Table, duel, state, tokens


def fought(offence, defence, powers, hands=None, held=None, seats=4, black_hole=0, **changes):
    """A duel on yellow3 in which both cards have been sealed and nobody has been asked yet about powers."""
    board = {
        GREEN: tokens("green", oval=2, black_hole=black_hole),
        YELLOW: tokens("yellow", {"yellow1": 6, "yellow2": 6, "yellow3": 4, "yellow4": 4}),
        **(held or {}),
    }
    if seats == 2:
        board = {GREEN: board[GREEN], 1: tokens("red", {"red1": 8, "red2": 8, "red3": 4})}
    defender = 1 if seats == 2 else YELLOW
    planet = "red3" if seats == 2 else "yellow3"
    dealt = {GREEN: f"{offence} a4", defender: f"{defence} a6", **(hands or {})}
    going = duel(160, defence=defender, planet=planet, **changes)
    return Table(state(dealt, powers, board, seats=seats, duel=going)).play_cards(offence, defence)


def totals(table):
    return table.happened(facts.Totals)[0]


def declared(table):
    return [(fact.seat, fact.power) for fact in table.happened(facts.PowerDeclared)]


CASES = [
    ("antimatter", (10 - 2, 12, True)),
    ("virus", (20, 12, False)),
    ("macron", (18, 12, False)),
    ("warpish", (15, 12, False)),
    ("warrior", (12, 12, False)),
]


@pytest.mark.rule("cosmic.pw.antimatter", "cosmic.pw.virus", "cosmic.pw.macron", "cosmic.pw.warpish")
@pytest.mark.parametrize(("power", "expected"), CASES)
def test_used(power, expected):
    found = totals(fought("a10", "a8", {GREEN: power}, black_hole=3))
    assert (found.offence, found.defence, found.lower_wins) == expected


@pytest.mark.rule("cosmic.pw.antimatter", "cosmic.pw.virus", "cosmic.pw.macron", "cosmic.pw.warpish")
@pytest.mark.parametrize("power", ["antimatter", "virus", "macron", "warpish"])
def test_zapped(power):
    table = fought("a10", "a8", {GREEN: power}, {RED: "zap"}, black_hole=3).say(RED, "zap")
    assert (totals(table).offence, totals(table).lower_wins) == (12, False)


@pytest.mark.rule("cosmic.pw.antimatter", "cosmic.pw.virus", "cosmic.pw.macron", "cosmic.pw.warpish", "cosmic.power.4")
@pytest.mark.parametrize("power", ["antimatter", "virus", "macron", "warpish"])
def test_lost(power):
    thin = {GREEN: tokens("green", {"green1": 9, "green2": 6}, oval=2, black_hole=3)}
    table = fought("a10", "a8", {GREEN: power}, {}, thin)
    assert declared(table) == []
    assert totals(table).offence == 12


@pytest.mark.rule("cosmic.pw.antimatter", "cosmic.pw.virus", "cosmic.pw.macron", "cosmic.pw.warpish", "cosmic.two.4")
@pytest.mark.parametrize(("power", "expected"), CASES[:4])
def test_in_the_game_for_two(power, expected):
    found = totals(fought("a10", "a8", {GREEN: power}, seats=2, black_hole=3))
    assert (found.offence, found.defence, found.lower_wins) == expected


@pytest.mark.rule("cosmic.power.6")
@pytest.mark.parametrize("power", ["warpish", "warrior"])
def test_a_power_that_would_change_nothing_is_not_declared(power):
    assert declared(fought("a10", "a8", {GREEN: power})) == []


@pytest.mark.rule("cosmic.power.6", "cosmic.pw.macron", "cosmic.pw.virus")
def test_macron_beside_its_own_virus_is_not_declared():
    table = fought("a10", "a8", {GREEN: "macron virus"})
    assert declared(table) == [(GREEN, "virus")]
    assert totals(table).offence == 20


@pytest.mark.rule("cosmic.pw.antimatter", "cosmic.pw.macron", "cosmic.pw.warpish")
def test_antimatter_subtracts_every_token_as_it_counts_and_warpish_still_adds():
    found = totals(fought("a20", "a8", {GREEN: "antimatter macron warpish"}, black_hole=3))
    assert found.offence == 20 - 8 + 3


@pytest.mark.rule("cosmic.pw.antimatter", "cosmic.pw.loser")
def test_an_upset_exchanges_what_antimatter_decided():
    plain = fought("a10", "a8", {GREEN: "antimatter"})
    assert plain.winner() == GREEN
    upset = fought("a10", "a8", {GREEN: "antimatter"}, upset=True)
    assert upset.winner() == YELLOW


@pytest.mark.rule("cosmic.pw.antimatter", "cosmic.power.6")
def test_two_antimatters_still_let_the_lower_total_win():
    grafts = {YELLOW: Graft(donor=GREEN, power="antimatter")}
    table = fought("a10", "a8", {GREEN: "antimatter", YELLOW: "plant"}, grafts=grafts)
    assert declared(table) == [(GREEN, "antimatter"), (YELLOW, "antimatter")]
    assert totals(table) == facts.Totals(offence=8, defence=4, lower_wins=True)


@pytest.mark.rule("cosmic.pw.warrior")
@pytest.mark.parametrize(("offence", "defence", "gained"), [("a30", "a8", 1), ("a6", "a30", 2)])
def test_a_warrior_learns_from_winning_and_more_from_losing(offence, defence, gained):
    table = fought(offence, defence, {GREEN: "warrior"})
    assert table.happened(facts.ExperienceGained) == [facts.ExperienceGained(seat=GREEN, gained=gained)]


@pytest.mark.rule("cosmic.pw.warrior", "cosmic.edict.zap")
def test_a_zapped_warrior_neither_adds_nor_learns():
    board = state(
        {GREEN: "a10 a4", YELLOW: "a8 a4", RED: "zap"},
        {GREEN: "warrior"},
        {GREEN: tokens("green", oval=2)},
        duel=duel(160, planet="yellow3"),
        warrior_count=5,
    )
    table = Table(board).play_cards("a10", "a8").say(RED, "zap")
    assert totals(table).offence == 12
    assert table.state.warrior_count == 5


@pytest.mark.rule("cosmic.pw.warrior", "cosmic.power.4")
def test_a_warrior_that_lost_its_power_keeps_its_counter():
    thin = {GREEN: tokens("green", {"green1": 9, "green2": 9}, oval=2)}
    table = fought("a10", "a8", {GREEN: "warrior"}, {}, thin)
    assert table.happened(facts.ExperienceGained) == []


@pytest.mark.rule("cosmic.pw.pacifist")
@pytest.mark.parametrize("seats", [2, 4])
def test_a_pacifists_compromise_wins(seats):
    table = fought("compromise", "a30", {GREEN: "pacifist"}, seats=seats)
    assert table.winner() == GREEN
    assert table.happened(facts.CardsMoved) == []


@pytest.mark.rule("cosmic.pw.pacifist", "cosmic.edict.zap")
def test_a_zapped_pacifist_loses_as_usual():
    assert fought("compromise", "a30", {GREEN: "pacifist"}, {RED: "zap"}).say(RED, "zap").winner() == YELLOW


@pytest.mark.rule("cosmic.pw.pacifist", "cosmic.power.4")
def test_a_pacifist_without_its_power_loses():
    thin = {GREEN: tokens("green", {"green1": 9, "green2": 9}, oval=2)}
    assert fought("compromise", "a30", {GREEN: "pacifist"}, {}, thin).winner() == YELLOW


@pytest.mark.rule("cosmic.pw.pacifist", "cosmic.pw.loser", "cosmic.consol.1")
def test_an_upset_turns_a_pacifists_victory_into_a_consoled_defeat():
    table = fought("compromise", "a30", {GREEN: "pacifist"}, {YELLOW: "a30 a6 a8 a12"}, upset=True)
    assert table.winner() == YELLOW
    assert [fact.why for fact in table.happened(facts.CardsMoved)] == ["consolation"]


@pytest.mark.rule("cosmic.pw.macron", "cosmic.pw.warpish")
def test_allies_bring_macron_and_warpish():
    held = {BLUE: tokens("blue", oval=2), RED: tokens("red", ring=1, black_hole=2)}
    allies = {BLUE: "offence", RED: "defence"}
    table = fought("a10", "a8", {BLUE: "macron", RED: "warpish"}, {}, held, allies=allies)
    assert (totals(table).offence, totals(table).defence) == (10 + 2 + 8, 8 + 4 + 1 + 2)
    assert declared(table) == [(RED, "warpish"), (BLUE, "macron")]


@pytest.mark.rule("cosmic.pw.virus", "cosmic.pw.void")
def test_virus_means_nothing_to_an_ally():
    table = fought("a10", "a8", {BLUE: "virus"}, {}, {BLUE: tokens("blue", oval=2)}, allies={BLUE: "offence"})
    assert declared(table) == []
