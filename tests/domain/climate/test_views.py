"""Views show everything a client needs to draw the board, and nothing that is hidden."""

import json

from domain.climate import climate
from domain.core.visibility import SPECTATOR, Viewer, redact
from tests.domain.climate.games import Match, by_chance
from tests.domain.climate.table import start, with_regions


def test_derived_figures_follow_from_what_a_spectator_sees():
    state = with_regions(start(), SAM={"famine": True})
    figures = climate.deriver(redact(state, SPECTATOR))["derived"]
    assert (figures["round"], figures["active_region"], figures["destruction"]) == (1, "EUR", 4)
    assert (figures["implant_threshold"], figures["institution_thresholds"]) == (16, [8, 12, 16])
    assert figures["regions"]["CHN"] == {
        "resilience": 3, "pop_unit": 2, "sharing": True, "oil_units": 3, "elec_units": 3, "production": 1, "pairs": 0,
        "emissions": 11, "ghg_at_activation": 31, "electricity_threshold": 14,
    }  # fmt: skip
    assert not figures["regions"]["SAM"]["sharing"]


def test_every_view_of_a_game_can_be_built_and_hides_other_hands():
    match = Match(9, 4)
    for number, _ in enumerate(match.appends(by_chance, offers=0.1)):
        if number % 25 == 0:
            view = redact(match.play.state, Viewer(seat=1))
            assert json.dumps({**view, **climate.deriver(view)})
            assert all(isinstance(view["hands"][seat], dict) for seat in (0, 2, 3))
            assert isinstance(view["hands"][1], list)


def test_instructions_can_run_until_the_end_of_a_turn_or_a_round():
    assert climate.marker(start()) == {"turn": 1, "round": 1}
