"""IV. Victory and places."""

import pytest

from domain.cosmic.frames import WinCheck
from tests.domain.cosmic.tables import BLUE, GREEN, RED, YELLOW, Table, duel, state, tokens

FOUR_ABROAD = {"red1": 1, "red2": 1, "red3": 1, "red4": 1}


@pytest.mark.rule("cosmic.win.1", "cosmic.win.3", "cosmic.win.4", "cosmic.end.1", "cosmic.end.2")
def test_e22_offence_and_ally_win_together():
    held = {
        GREEN: tokens("green", {**FOUR_ABROAD, "green1": 5}, oval=2),
        BLUE: tokens("blue", {**FOUR_ABROAD, "blue1": 3}, oval=1),
        RED: tokens("red", {"red5": 4}),
    }
    going = duel(160, planet="yellow3", allies={BLUE: "offence"})
    table = Table(state({GREEN: "a30", YELLOW: "a4"}, {}, held, duel=going)).play_cards("a30", "a4")
    result = table.play.result
    assert (result.kind, result.reason, result.winners) == ("places", "five_bases", (GREEN, BLUE))
    assert [place.place for place in result.places] == [1, 1, 3, 4]
    assert {place.seat: place.key for place in result.places if place.place == 1} == {GREEN: (0, 1, 5), BLUE: (0, 1, 5)}
    assert result.places[0].shared and result.places[1].shared
    assert result.details["seats"][GREEN]["foreign_bases"] == 5


@pytest.mark.rule("cosmic.win.1", "cosmic.end.2")
def test_a_single_winner():
    held = {GREEN: tokens("green", {**FOUR_ABROAD, "yellow1": 1, "green1": 1})}
    table = Table(state({}, {}, held, duel=duel(250)), WinCheck())
    result = table.play.result
    assert result.winners == (GREEN,)
    assert result.places[0].key == (1, 1, 5)
    assert [place.place for place in result.places] == [1, 2, 2, 2]


@pytest.mark.rule("cosmic.win.1", "cosmic.win.2")
def test_home_planets_do_not_count():
    table = Table(state({GREEN: "a4"}, duel=duel(250)), WinCheck())
    assert table.play.result is None


@pytest.mark.rule("cosmic.win.3", "cosmic.end.1")
def test_more_than_five_bases_are_worth_no_more_than_five():
    more = {**FOUR_ABROAD, "yellow1": 1, "yellow2": 1}
    held = {GREEN: tokens("green", more), BLUE: tokens("blue", {**FOUR_ABROAD, "yellow1": 1})}
    table = Table(state({}, {}, held, duel=duel(250)), WinCheck())
    assert table.play.result.winners == (GREEN, BLUE)
    assert [place.score for place in table.play.result.places[:2]] == [6, 5]


@pytest.mark.rule("cosmic.win.4")
def test_five_bases_lost_again_before_the_end_of_the_duel_do_not_win():
    held = {GREEN: tokens("green", {**FOUR_ABROAD, "yellow1": 1}, oval=1)}
    going = duel(160, planet="yellow3", sentence="fine")
    table = Table(state({GREEN: "a4 a6", YELLOW: "a30"}, {}, held, duel=going)).play_cards("a4", "a30")
    table.say(GREEN, tokens={"yellow1": 1})
    assert table.play.result is None
