"""The final count."""

import pytest
from msgspec.structs import replace

from domain.water import frames
from domain.water.objectives import is_reached
from domain.water.result import pollution_left, result_of, scores
from tests.domain.water.tables import p1, position, table_at

HOMES = (
    {"D3": "residential_zone", "D4": "residential_zone", "E4": "residential_zone"},
    {"E8": "residential_zone"},
    {"H3": "residential_zone"},
    {"J7": "residential_zone"},
)


@pytest.mark.rule("water.score.1", "water.obj.1", "water.end.1")
def test_ex16_the_final_score():
    state = position(
        *HOMES,
        pollution={"D5": 1, "E6": 1, "F6": 1, "G6": 1, "H5": 1},
        sea_pollution=12,
        vp=(30, 30, 25, 3),
        thunes=(0, 9, 0, 0),
        objective=("O3", "O5", None, None),
    )
    assert pollution_left(state) == 17 and scores(state) == (31, 25, 20, -2)
    result = result_of(state)
    assert [(place.seat, place.place) for place in result.places] == [(0, 1), (1, 2), (2, 3), (3, 4)]
    assert result.details["deduction"] == 5 and result.details["table_score"] == 74
    assert result.places[1].key == (25, 9, 0)


@pytest.mark.rule("water.score.2")
def test_ties_go_to_coins_then_to_fewer_crises_then_are_shared():
    state = position(*HOMES, vp=(5, 5, 5, 5), thunes=(3, 3, 4, 3), crisis=frozenset({"D3"}))
    places = {place.seat: (place.place, place.shared) for place in result_of(state).places}
    assert places == {2: (1, False), 1: (2, True), 3: (2, True), 0: (4, False)}


@pytest.mark.rule("water.end.1", "water.obj.1")
def test_the_last_turn_is_followed_by_the_count_and_objectives_are_shown():
    from domain.water.facts import GameEnded

    state = replace(p1(phase="p7"), turn=6)
    table = table_at(state, frames.Flow(), after="p1")
    assert table.play.result.reason == "turns_over" and len(table.happened(GameEnded)) == 1
    assert table.state.phase == "ended"


@pytest.mark.rule("water.obj.1")
@pytest.mark.parametrize(
    ("card", "tiles", "changes", "reached"),
    [
        ("O1", {"D4": "renewable_park", "C3": "renewable_park", "C4": "renewable_park"}, {}, True),
        (
            "O1",
            {"D4": "renewable_park", "C3": "renewable_park", "C4": "renewable_park", "E4": "power_plant"},
            {},
            False,
        ),
        ("O2", {"D4": "farm", "E4": "farm", "E5": "farm"}, {}, True),
        ("O2", {"D4": "farm", "E4": "farm"}, {}, False),
        ("O3", {"D4": "residential_zone", "E4": "residential_zone"}, {}, True),
        ("O4", {"D4": "industrial_zone", "C3": "mine", "C4": "mine"}, {}, True),
        ("O4", {"D4": "industrial_zone", "C3": "mine"}, {}, False),
        ("O5", {"D4": "university", "E4": "university"}, {}, True),
        ("O5", {"D4": "university"}, {}, False),
        ("O6", {}, {}, False),
        ("O7", {}, {"treated_total": (8, 0)}, True),
        ("O7", {}, {"treated_total": (7, 0)}, False),
        ("O8", {cell: "renewable_park" for cell in ["D4", "E4", "C3", "C4", "E5", "F4", "F5"]}, {}, True),
        (
            "O8",
            {cell: "renewable_park" for cell in ["D4", "E4", "C3", "C4", "E5", "F4", "F5"]},
            {"riots": (1, 0)},
            False,
        ),
        (
            "O8",
            {cell: "renewable_park" for cell in ["D4", "E4", "C3", "C4", "E5", "F4", "F5"]},
            {"crisis": frozenset({"D3"})},
            False,
        ),
        ("O8", {"D2": "junction", **{c: "renewable_park" for c in ["D4", "E4", "C3", "C4", "E5", "F4"]}}, {}, False),
    ],
)
def test_objectives(card, tiles, changes, reached):
    state = position({"D3": "residential_zone", **tiles}, {"J4": "residential_zone"}, objective=(card, None), **changes)
    assert is_reached(state, 0) == reached


@pytest.mark.rule("water.obj.1")
def test_o6_counts_river_cells_in_access():
    way = ("C6", "D5", "E6", "F6", "G6", "H5", "I6", "J6", "K6", "L5")
    tiles = {"D4": "residential_zone", **dict.fromkeys(way, "junction")}
    state = position(tiles, {"J1": "residential_zone"}, objective=("O6", None))
    assert is_reached(state, 0)
