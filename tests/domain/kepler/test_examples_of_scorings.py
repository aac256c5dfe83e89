"""Worked examples of the specification: scorings, thresholds and the end."""

import pytest

from domain.kepler import Options, frames
from domain.kepler.facts import (
    AllegianceBonus,
    AllegianceNotWon,
    AllegianceWon,
    Bonus421Used,
    GroupPlaced,
    InfluenceSpent,
    PlanetScored,
    PrestigeScored,
    SatellitesRefilled,
    ScoringFinished,
    ScoringStarted,
    TrackScored,
)
from domain.kepler.military import military_total
from tests.domain.kepler.tables import end_of_turn, levels_of, new_table, position, table_at


def scored(state, stage="A", *, forced=False):
    """A table after one scoring, from a stage of it on; the game goes on below."""
    return table_at(state, frames.Turn(stage="next"), frames.Scoring(stage=stage, forced=forced))


@pytest.mark.rule("kepler.scoring.A1", "kepler.scoring.A2")
def test_1_planet_with_a_tie():
    table = scored(position({"g1": "2 ship"}, {"g1": "frigate"}, {"g1": "frigate"}, {"g1": "ship"}))
    (planet,) = table.happened(PlanetScored)
    assert planet == PlanetScored(planet="g1", bands=(9, 6, 3), levels=(2, 5, 5, 1), points=(3, 6, 6, 0))
    assert [seat.by_phase.A for seat in table.state.seats] == [3, 6, 6, 0]


@pytest.mark.rule(
    "kepler.scoring.B1", "kepler.scoring.B2", "kepler.scoring.B3", "kepler.scoring.B5", "kepler.scoring.B6"
)
def test_2_allegiance():
    state = position({"g1": "2 frigate", "g3": "3 ship"}, {"g2": "frigate, 2 ship"}, {}, slots=("sat1", "sat2", "sat3"))
    table = scored(state, "B")
    assert table.happened(AllegianceWon) == [AllegianceWon(clan="green", seat=0, strengths=(13, 7, 0))]
    assert [fact.clan for fact in table.happened(AllegianceNotWon)] == ["mauve", "orange"]
    assert table.seat(0).level[3] == 3
    assert table.seat(0).allegiances == ("green",)
    (refilled,) = table.happened(SatellitesRefilled)
    assert list(refilled.slots) == ["green_a"]
    assert {*refilled.slots.values(), *refilled.pile} == {"sat3", "sat4", "sat5", "sat6", "sat7"}
    assert (table.state.satellites["mauve_a"], table.state.satellites["mauve_b"]) == ("sat1", "sat2")


@pytest.mark.rule("kepler.scoring.C1", "kepler.scoring.A2")
def test_3_track_ranking():
    levels = {seat: (level, 2, 2, 1, 1, 1, 0) for seat, level in enumerate((3, 3, 5, 1))}
    table = scored(position({}, {}, {}, {}, levels=levels), "C")
    assert table.happened(TrackScored)[0] == TrackScored(track=1, levels=(3, 3, 5, 1), points=(1, 1, 3, 0))


@pytest.mark.rule("kepler.military.1", "kepler.unit.1")
def test_5_military_value():
    assert military_total(position({"m1": "frigate, 2 ship", "o4": "ship"}, {}).seats[0]) == 8


@pytest.mark.rule("kepler.scoring.D1", "kepler.track.7")
def test_6_prestige():
    table = scored(position({}, {}, {}, levels={1: (2, 2, 2, 1, 1, 1, 3)}), "C")
    assert table.happened(TrackScored)[6].points == (1, 3, 1)
    assert table.happened(PrestigeScored) == [PrestigeScored(points=(0, 3, 0))]
    assert table.seat(1).by_phase.D == 3


@pytest.mark.rule("kepler.military.2", "kepler.scoring.1", "kepler.scoring.2")
def test_20_threshold_once():
    table = end_of_turn(position({"m1": "2 frigate, 3 ship"}, {}, {}, seats={0: {"military": 10}}))
    assert [fact.threshold for fact in table.happened(ScoringStarted)] == [11]
    assert table.state.scorings_done == 1
    fallen = end_of_turn(position({"m1": "2 frigate"}, {}, {}, seats={0: {"military": 13}}, scorings_done=1))
    assert fallen.seat(0).military == 10
    back = end_of_turn(position({"m1": "2 frigate, 2 ship"}, {}, {}, seats={0: {"military": 10}}, scorings_done=1))
    assert back.seat(0).military == 12
    assert back.happened(ScoringStarted) == []
    again = end_of_turn(position({"m1": "2 frigate, 6 ship", "m2": "base"}, {}, {}, scorings_done=1))
    assert [fact.threshold for fact in again.happened(ScoringStarted)] == [19]


@pytest.mark.rule("kepler.scoring.2", "kepler.scoring.B5")
def test_21_two_thresholds():
    state = position({"m1": "2 cruiser, 6 ship"}, {}, {}, seats={0: {"military": 10}})
    table = end_of_turn(state)
    assert table.seat(0).military == 20
    assert [(fact.index, fact.threshold) for fact in table.happened(ScoringStarted)] == [(1, 11), (2, 19)]
    assert table.state.scorings_done == 2
    assert len(table.happened(SatellitesRefilled)) == 2
    order = [type(fact) for fact in table.facts if isinstance(fact, ScoringStarted | SatellitesRefilled)]
    assert order == [ScoringStarted, SatellitesRefilled, ScoringStarted, SatellitesRefilled]


@pytest.mark.rule(
    "kepler.scoring.3", "kepler.scoring.A1", "kepler.scoring.B4", "kepler.scoring.C1", "kepler.scoring.D1"
)
def test_22_complete_first_scoring():
    state = position(
        {"g1": "frigate, ship", "g2": "2 ship", "m2": "3 ship"},
        {"g1": "3 ship", "o1": "base", "o2": "2 ship", "m2": "ship"},
        {"m1": "2 ship", "m3": "ship", "o1": "3 ship"},
        levels={0: (1, 2, 2, 1, 1, 1, 0), 1: (2, 2, 1, 1, 1, 1, 1), 2: (2, 1, 2, 2, 1, 0, 1)},
        slots=("sat1", "sat4", "sat7"),
    )
    table = end_of_turn(state)
    assert [seat.military for seat in table.state.seats] == [11, 9, 6]
    assert [seat.by_phase.A for seat in table.state.seats] == [24, 24, 20]
    (tied,) = table.happened(AllegianceNotWon)
    assert (tied.clan, tied.strengths, tied.tied) == ("mauve", (3, 1, 3), (0, 2))
    assert (table.state.satellites["mauve_a"], table.state.satellites["mauve_b"]) == ("sat1", "sat4")
    assert [(won.clan, won.seat, won.strengths) for won in table.happened(AllegianceWon)] == [
        ("green", 0, (8, 3, 0)),
        ("orange", 1, (0, 5, 3)),
    ]
    assert table.seat(0).level[7] == 1
    assert [fact.points for fact in table.happened(TrackScored)] == [
        (1, 2, 2),
        (2, 2, 1),
        (2, 1, 2),
        (1, 1, 3),
        (1, 1, 1),
        (2, 2, 1),
        (1, 1, 1),
    ]
    assert [seat.by_phase.C for seat in table.state.seats] == [10, 10, 11]
    assert [seat.score for seat in table.state.seats] == [35, 35, 32]
    assert table.happened(ScoringFinished) == [ScoringFinished(index=1, totals=(35, 35, 32))]


@pytest.mark.rule("kepler.scoring.E1", "kepler.end.2", "kepler.end.3", "kepler.end.5", "kepler.end.1")
def test_23_allegiance_bonus_and_tie_break():
    allies = {0: ("mauve", "green"), 1: ("mauve", "green", "orange"), 2: ("orange",)}
    seats = {seat: {"score": (120, 115, 125)[seat], "allegiances": clans} for seat, clans in allies.items()}
    table = scored(position({}, {}, {}, seats=seats, scorings_done=2), "E")
    assert table.happened(AllegianceBonus) == [AllegianceBonus(points=(10, 20, 5))]
    assert [seat.score for seat in table.state.seats] == [130, 135, 130]
    assert [(place.seat, place.place) for place in table.play.result.places] == [(1, 1), (0, 2), (2, 3)]
    assert (table.play.result.winners, table.play.result.reason) == ((1,), "threshold")


@pytest.mark.rule("kepler.end.4")
def test_24_roll_off():
    seats = {0: {"score": 90}, 1: {"score": 50}, 2: {"score": 60}, 3: {"score": 90}}
    state = position({}, {}, {}, {}, seats=seats, scorings_done=3)
    dice = (5, 5, 1, 6, 3, 2, 3, 3, 3, 6, 4, 4)
    table = table_at(state, frames.Ending(), dice=dice)
    result = table.play.result
    assert [(place.seat, place.place) for place in result.places] == [(3, 1), (0, 2), (2, 3), (1, 4)]
    assert [seat["tiebreak_sums"] for seat in result.details["seats"]] == [[11, 9], [], [], [11, 14]]
    assert (
        table.source.labels == ["tiebreak/1/0"] * 3 + ["tiebreak/1/3"] * 3 + ["tiebreak/2/0"] * 3 + ["tiebreak/2/3"] * 3
    )


@pytest.mark.rule("kepler.two.1", "kepler.scoring.A2")
def test_26_a_tie_of_two_gives_the_second_band():
    table = scored(position({"o2": "3 ship"}, {"o2": "3 ship"}, centre=True))
    assert table.happened(PlanetScored)[0].points == (5, 5)


@pytest.mark.rule("kepler.option.round_limit", "kepler.scoring.3", "kepler.end.1")
def test_27_round_limit():
    state = position(
        {"m1": "2 frigate, 5 ship"},
        {"g1": "2 cruiser, 3 ship"},
        {"o1": "frigate, cruiser"},
        scorings_done=1,
        options=Options(two_player_map="full", round_limit=40),
        round=40,
        turn={"seat": 2},
    )
    table = end_of_turn(state)
    assert [seat.military for seat in table.state.seats] == [15, 17, 12]
    assert table.happened(ScoringStarted) == [ScoringStarted(index=2, threshold=None, final=True)]
    assert len(table.happened(AllegianceBonus)) == 1
    assert table.happened(SatellitesRefilled) == []
    assert (table.play.result.reason, table.state.scorings_done, table.state.phase) == ("round_limit", 2, "over")


@pytest.mark.rule("kepler.option.round_limit", "kepler.scoring.B6", "kepler.group.3", "kepler.bonus421.2")
def test_28_nobody_plays():
    table = new_table(3, options=Options(round_limit=5), seed=4)
    while table.play.agenda:
        table.answer(table.decision.ask.default)
    assert all(not seat.units for seat in table.state.seats)
    for kind in (GroupPlaced, InfluenceSpent, Bonus421Used, PlanetScored, AllegianceWon):
        assert table.happened(kind) == []
    assert table.happened(ScoringStarted) == [ScoringStarted(index=1, threshold=None, final=True)]
    assert [seat.turns_taken for seat in table.state.seats] == [5, 5, 5]
    for seat in table.state.seats:
        assert seat.score == seat.by_phase.C + seat.by_phase.D
        assert seat.by_phase.A == seat.by_phase.E == 0


@pytest.mark.rule("kepler.scoring.B2", "kepler.scoring.B4", "kepler.scoring.B5")
def test_29_satellites_after_the_last_scoring():
    state = position(
        {"m1": "3 ship", "g1": "ship"}, {"g2": "ship"}, {}, scorings_done=2, slots=("sat2", "sat6", "sat1")
    )
    table = scored(state)
    assert levels_of(table, 0) == (2, 3, 2, 1, 1, 2, 0)
    assert table.happened(TrackScored)[1].levels == (3, 2, 2)
    assert table.state.satellites == {"mauve_a": None, "mauve_b": None, "green_a": "sat1"}
    assert table.state.satellite_discard == ("sat2", "sat6")
    assert "satellites/scoring/3" not in table.source.labels
