"""The military track and what it sets off."""

import pytest

from domain.kepler import Options
from domain.kepler.facts import MilitaryUpdated, ScoringStarted
from domain.kepler.military import is_last_turn, is_scoring_due, military_total
from tests.domain.kepler.tables import end_of_turn, position, table_at


@pytest.mark.rule("kepler.military.1", "kepler.unit.1")
def test_a_marker_is_the_sum_of_levels_on_all_planets():
    seat = position({"m1": "ship, base", "o4": "frigate, cruiser"}, {}).seats[0]
    assert military_total(seat) == 1 + 3 + 5 + 7


@pytest.mark.rule("kepler.military.1")
def test_markers_of_opponents_follow_what_was_done_to_them():
    table = table_at(position({}, {"g4": "2 ship"}, {}, dice=(1,)))
    table.say("spend:5:s1:ship:g4", "act:1")
    table.raise_discs()
    table.say("done")
    assert table.happened(MilitaryUpdated) == [MilitaryUpdated(values={1: 1})]


@pytest.mark.rule("kepler.military.2")
@pytest.mark.parametrize(
    ("done", "value", "due"),
    [(0, 10, False), (0, 11, True), (1, 18, False), (1, 19, True), (2, 23, False), (2, 24, True), (3, 30, False)],
)
def test_thresholds_are_11_19_and_24(done, value, due):
    state = position({}, {}, seats={1: {"military": value}}, scorings_done=done)
    assert is_scoring_due(state) == due


@pytest.mark.rule("kepler.scoring.2")
def test_whoever_reaches_the_threshold_scoring_follows():
    table = end_of_turn(position({}, {"m1": "2 frigate, ship"}, {}, seats={1: {"military": 0}}))
    assert [fact.threshold for fact in table.happened(ScoringStarted)] == [11]


@pytest.mark.rule("kepler.option.round_limit")
@pytest.mark.parametrize(("seat", "round_", "last"), [(2, 7, False), (1, 8, False), (2, 8, True), (0, 8, False)])
def test_the_last_turn_is_that_of_the_last_seat_in_the_last_round(seat, round_, last):
    options = Options(two_player_map="full", round_limit=8)
    assert is_last_turn(position({}, {}, {}, options=options, round=round_, turn={"seat": seat})) == last
    shifted = position({}, {}, {}, options=options, round=round_, turn={"seat": (seat + 1) % 3}, first_seat=1)
    assert is_last_turn(shifted) == last
