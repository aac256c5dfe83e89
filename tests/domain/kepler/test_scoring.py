"""Scoring, phase by phase."""

import pytest

from domain.kepler import frames
from domain.kepler.components import SATELLITES
from domain.kepler.facts import (
    AllegianceBonus,
    AllegianceNotWon,
    AllegianceWon,
    PlanetScored,
    SatellitesRefilled,
    SatelliteWon,
    ScoringStarted,
    TrackScored,
)
from domain.kepler.scoring import degressive
from tests.domain.kepler.tables import position, table_at


def scored(state, stage="A"):
    """A table after one scoring, from a stage of it on."""
    return table_at(state, frames.Turn(stage="next"), frames.Scoring(stage=stage))


@pytest.mark.rule("kepler.scoring.A2")
@pytest.mark.parametrize(
    ("values", "on_planets", "on_tracks"),
    [
        ((5,), (9,), (3,)),
        ((5, 5, 2), (6, 6, 3), (2, 2, 1)),
        ((5, 5, 5, 2), (3, 3, 3, 0), (1, 1, 1, 0)),
        ((5, 5, 5, 5), (0, 0, 0, 0), (0, 0, 0, 0)),
        ((5, 5, 5, 5, 5), (0, 0, 0, 0, 0), (0, 0, 0, 0, 0)),
        ((5, 2, 2), (9, 3, 3), (3, 1, 1)),
        ((5, 2, 2, 2), (9, 0, 0, 0), (3, 0, 0, 0)),
        ((5, 2, 2, 2, 2), (9, 0, 0, 0, 0), (3, 0, 0, 0, 0)),
        ((5, 4, 2, 2), (9, 6, 0, 0), (3, 2, 0, 0)),
        ((5, 4, 2, 2, 2), (9, 6, 0, 0, 0), (3, 2, 0, 0, 0)),
        ((5, 5, 2, 2), (6, 6, 0, 0), (2, 2, 0, 0)),
        ((5, 5, 2, 2, 2), (6, 6, 0, 0, 0), (2, 2, 0, 0, 0)),
    ],
)
def test_ties_go_down_one_band_for_each_further_seat(values, on_planets, on_tracks):
    seats = dict(enumerate(values))
    assert degressive(seats, (9, 6, 3), len(values)) == on_planets
    assert degressive(seats, (3, 2, 1), len(values)) == on_tracks


@pytest.mark.rule("kepler.scoring.A1")
def test_the_face_that_lies_up_counts_and_empty_planets_do_not():
    state = position({"g1": "ship"}, {"g1": "frigate"}, tokens={**position({}, {}).tokens, "g1": "B"})
    (planet,) = scored(state).happened(PlanetScored)
    assert (planet.planet, planet.bands, planet.points) == ("g1", (8, 6, 4), (6, 8))


@pytest.mark.rule("kepler.scoring.B1", "kepler.scoring.B3")
def test_a_clan_won_again_gives_no_second_cube():
    state = position({"o1": "ship"}, {}, seats={0: {"allegiances": ("orange",)}})
    table = scored(state, "B")
    assert table.happened(AllegianceWon)[0].clan == "orange"
    assert table.seat(0).allegiances == ("orange",)


@pytest.mark.rule("kepler.scoring.B2", "kepler.track.cap")
def test_satellites_raise_discs_one_after_the_other_up_to_the_top():
    state = position({"m1": "ship"}, {}, slots=("sat4", "sat5", "sat6"), levels={0: (2, 2, 2, 6, 5, 1, 0)})
    table = scored(state, "B")
    assert [(won.slot, won.satellite, won.level_after) for won in table.happened(SatelliteWon)] == [
        ("mauve_a", "sat4", 6),
        ("mauve_b", "sat5", 6),
    ]


@pytest.mark.rule("kepler.scoring.B4")
def test_a_tied_clan_keeps_its_satellites():
    state = position({"g1": "ship"}, {"g4": "ship"}, {})
    table = scored(state, "B")
    (green,) = [fact for fact in table.happened(AllegianceNotWon) if fact.clan == "green"]
    assert green.tied == (0, 1)
    assert table.state.satellites == state.satellites
    assert table.happened(SatellitesRefilled) == []


@pytest.mark.rule("kepler.scoring.B5")
def test_won_satellites_are_replaced_from_pile_and_discard_together():
    table = scored(position({"m1": "ship", "g1": "ship"}, {}, {}), "B")
    assert None not in table.state.satellites.values()
    assert table.state.satellite_discard == ()
    assert len(table.state.satellite_pile) == 4
    assert {*table.state.satellites.values(), *table.state.satellite_pile} == set(SATELLITES)
    assert "satellites/scoring/1" in table.source.labels


@pytest.mark.rule("kepler.scoring.B6")
def test_a_deserted_clan_is_won_by_nobody():
    table = scored(position({}, {}, {}), "B")
    assert [(fact.clan, fact.tied) for fact in table.happened(AllegianceNotWon)] == [
        ("mauve", ()),
        ("green", ()),
        ("orange", ()),
    ]


@pytest.mark.rule("kepler.scoring.C1")
def test_level_0_ranks_like_any_other():
    nothing = (0, 0, 0, 0, 0, 0, 0)
    table = scored(position({}, {}, levels={0: nothing, 1: nothing}), "C")
    assert [fact.points for fact in table.happened(TrackScored)] == [(2, 2)] * 7


@pytest.mark.rule("kepler.scoring.3", "kepler.scoring.E1")
@pytest.mark.parametrize("done", [0, 1, 2])
def test_the_bonus_comes_with_the_third_scoring_only(done):
    clans = ("mauve", "green", "orange")
    table = scored(position({}, {}, {}, seats={0: {"allegiances": clans}}, scorings_done=done))
    expected = [AllegianceBonus(points=(20, 0, 0))] if done == 2 else []
    assert table.happened(AllegianceBonus) == expected
    assert table.happened(ScoringStarted)[0].final == (done == 2)


@pytest.mark.rule("kepler.scoring.1", "kepler.end.1")
def test_the_game_ends_in_the_turn_of_the_third_scoring():
    state = position({"m1": "2 cruiser, 2 frigate"}, {}, {}, scorings_done=2)
    table = table_at(state, frames.Turn(stage="military"))
    assert table.state.phase == "over"
    assert table.state.turn is None
    assert table.play.agenda == ()
