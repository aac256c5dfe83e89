"""Victory, defeat and the score."""

import pytest

from domain.mediation.result import result, score
from tests.domain.mediation.tables import position


@pytest.mark.rule("mediation.end.1", "mediation.end.4")
def test_all_seats_win_together():
    state = position(
        seats=(("elli", "agapi"), ("diamandis", "vera")),
        needs_found={"red": ("R01", "R02"), "blue": ("B01", "B02")},
        turn=6,
        lost=4,
    )
    found = result(state, "needs")
    assert (found.kind, found.outcome, found.winners) == ("team", "victory", (0, 1))
    assert {(place.place, place.score) for place in found.places} == {(1, 1200)}
    assert found.details["needs_found"] == {"red": 2, "blue": 2}
    assert found.details["gap"] == 4


@pytest.mark.rule("mediation.end.2", "mediation.end.3", "mediation.end.4")
def test_a_defeat_has_no_winner_and_needs_beyond_the_target_do_not_count():
    state = position(needs_found={"red": ("R01", "R02", "R03"), "blue": ()}, turn=8, lost=6)
    found = result(state, "cubes_met")
    assert (found.outcome, found.winners, found.places[0].score) == ("defeat", (), 300 + 80)
    assert found.details["row"] is None


@pytest.mark.rule("mediation.end.4")
def test_every_victory_scores_more_than_every_defeat():
    worst = position(turn=13, lost=0)
    assert score(worst, won=True) - 5 * 40 >= 850
    best = position(turn=13, lost=0, needs_found={"red": ("R01", "R02"), "blue": ("B01",)})
    assert score(best, won=False) <= 630
