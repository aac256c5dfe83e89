"""A view shows everything that lies on the table, and figures besides."""

import msgspec
import pytest

from domain.core.visibility import SPECTATOR, Viewer, redact
from domain.cosmic import cosmic
from tests.domain.cosmic.tables import BLUE, GREEN, RED, YELLOW, Table, duel, state, tokens


@pytest.mark.rule("cosmic.win.1", "cosmic.power.4")
def test_figures_are_derived_from_what_is_shown():
    held = {GREEN: tokens("green", {"green1": 4, "green2": 4, "red1": 2, "blue5": 1})}
    table = Table(state({GREEN: "a4"}, {GREEN: "laser"}, held, duel=duel(90)))
    figures = cosmic.deriver(redact(table.state, SPECTATOR))["figures"]
    assert figures[GREEN] == {"foreign_bases": 2, "home_bases": 2, "power_lost": True}
    assert figures[RED] == {"foreign_bases": 0, "home_bases": 5, "power_lost": False}


@pytest.mark.rule("cosmic.turn.2", "cosmic.setup.6")
def test_a_spectator_sees_board_powers_and_the_stage():
    held = {GREEN: tokens("green", oval=3), BLUE: tokens("blue", ring=2)}
    going = duel(160, planet="yellow3", allies={BLUE: "defence"})
    table = Table(state({GREEN: "a4", YELLOW: "a6"}, {GREEN: "laser"}, held, duel=going))
    view = redact(table.state, SPECTATOR)
    assert view["tokens"][GREEN]["oval"] == 3
    assert view["duel"]["stage"] == 160
    assert view["duel"]["allies"] == {str(BLUE): "defence"}
    assert view["powers"][GREEN] == ["laser"]
    assert view["hands"] == [{"count": 1}, {"count": 0}, {"count": 1}, {"count": 0}]
    assert msgspec.json.encode(view)
    assert str(view["duel"]["stage"]) in cosmic.catalogue["stage"]


@pytest.mark.rule("cosmic.window.5")
def test_marks_count_duels_and_turns():
    table = Table(state({GREEN: "a4"}, duel=duel(90)))
    assert cosmic.marker(table.state) == {"duel": 1, "turn": 0}


@pytest.mark.rule("cosmic.hidden.1")
def test_a_seat_sees_its_own_hand():
    table = Table(state({GREEN: "a4 zap", YELLOW: "a6"}, duel=duel(90)))
    assert redact(table.state, Viewer(seat=GREEN))["hands"][GREEN] == ["attack_4", "edict_zap"]
