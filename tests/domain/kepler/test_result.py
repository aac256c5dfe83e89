"""The end of the game."""

import pytest

from domain.kepler import frames
from domain.kepler.facts import GameOver, TiebreakRolled
from tests.domain.kepler.tables import position, table_at


def ended(*points, allies=(), dice=(), forced=False):
    """A table at its end with these points and numbers of allied clans."""
    clans = ("mauve", "green", "orange")
    seats = {
        seat: {"score": score, "allegiances": clans[: dict(enumerate(allies)).get(seat, 0)]}
        for seat, score in enumerate(points)
    }
    state = position(*({} for _ in points), seats=seats, scorings_done=3)
    return table_at(state, frames.Ending(forced=forced), dice=dice)


def ranking(table):
    return {place.seat: (place.place, place.shared) for place in table.play.result.places}


@pytest.mark.rule("kepler.end.1", "kepler.end.2")
def test_most_points_win():
    table = ended(80, 95, 70)
    assert ranking(table) == {1: (1, False), 0: (2, False), 2: (3, False)}
    assert table.happened(GameOver) == [GameOver(seat=1, reason="threshold", points=(80, 95, 70))]
    assert table.state.phase == "over"


@pytest.mark.rule("kepler.end.3")
def test_allied_clans_break_ties():
    table = ended(80, 80, 70, allies=(1, 2, 3))
    assert table.play.result.winners == (1,)
    assert table.happened(TiebreakRolled) == []


@pytest.mark.rule("kepler.end.4", "kepler.end.5")
def test_losers_of_any_roll_off_share_the_second_place():
    table = ended(80, 80, 80, 70, dice=(1, 1, 1, 6, 6, 6, 6, 6, 6, 5, 5, 5, 1, 1, 1))
    assert [sorted(fact.sums.items()) for fact in table.happened(TiebreakRolled)] == [
        [(0, 3), (1, 18), (2, 18)],
        [(1, 15), (2, 3)],
    ]
    assert ranking(table) == {1: (1, False), 0: (2, True), 2: (2, True), 3: (4, False)}


@pytest.mark.rule("kepler.end.5")
def test_others_equal_on_both_share_a_place_without_dice():
    table = ended(90, 80, 80, 70, allies=(0, 1, 1, 0))
    assert ranking(table) == {0: (1, False), 1: (2, True), 2: (2, True), 3: (4, False)}
    assert {place.seat: place.key for place in table.play.result.places} == {
        0: (90, 0),
        1: (80, 1),
        2: (80, 1),
        3: (70, 0),
    }


@pytest.mark.rule("kepler.end.1", "kepler.option.round_limit")
def test_the_reason_is_told():
    assert ended(1, 2, forced=True).play.result.reason == "round_limit"
    assert ended(1, 2).play.result.reason == "threshold"
