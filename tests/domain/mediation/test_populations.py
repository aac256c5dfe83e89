"""Fleeing, losing, and where populations may stay."""

import pytest

from domain.mediation import Options, frames
from domain.mediation.board import capacity, free_places, is_available
from domain.mediation.facts import PopulationLost, PopulationMoved
from tests.domain.mediation.tables import attacked, position, table_at

PYRAMIDS = Options(pyramids=True)


@pytest.mark.rule("mediation.pop.1", "mediation.var.pyr.6")
def test_a_cell_holds_two_base_u_and_corner_pyramids_four():
    state = position(options=PYRAMIDS, cells={"base_u": "E3", "red": "E5"}, pyramids=("A1", "C3"))
    assert [capacity(state, cell) for cell in ("B2", "E3", "A1", "I1", "C3")] == [2, 4, 4, 2, 2]


@pytest.mark.rule("mediation.pop.2")
def test_populations_stay_off_attacks_bases_destruction_and_contamination():
    state = position(
        options=PYRAMIDS, attacks=["B2"], pd=frozenset({"C2"}), contaminated=frozenset({"D2"}), cells={"red": "E2"}
    )
    assert [is_available(state, cell) for cell in ("B2", "C2", "D2", "E2")] == [False] * 4
    assert free_places(state, "F2") == 2 - state.pop["F2"]


@pytest.mark.rule("mediation.pop.3")
def test_the_team_chooses_where_they_flee_and_base_u_comes_first_by_default():
    state = position(cells={"base_u": "C2"}, pop={"C3": 2, "B3": 0, "D3": 1, "C4": 0, "C2": 3})
    table = attacked(state, "C3")
    assert table.decision().ask.default == {"cell": "C3", "to": {"C2": 1, "C4": 1}}
    table.say(cell="C3", to={"B3": 1, "D3": 1})
    assert table.told(PopulationMoved) == [
        PopulationMoved(origin="C3", to="D3"),
        PopulationMoved(origin="C3", to="B3"),
    ]


@pytest.mark.rule("mediation.pop.3", "mediation.pop.4")
def test_nobody_is_lost_while_a_place_is_free():
    state = position(pop={"C3": 2, "B3": 2, "D3": 2, "C2": 2, "C4": 1})
    table = attacked(state, "C3")
    assert table.told(PopulationMoved) == [PopulationMoved(origin="C3", to="C4")]
    assert table.told(PopulationLost) == [PopulationLost(cell="C3", lost=1)]


@pytest.mark.rule("mediation.pop.3")
@pytest.mark.parametrize(
    ("to", "reason", "rule"),
    [
        ({"B3": 1}, "cell_forbidden", "mediation.pop.2"),
        ({"C2": 1}, "cell_full", "mediation.pop.1"),
        ({}, "wrong_total", "mediation.pop.3"),
        ({"A1": 1}, "bad_choice", "mediation.pop.3"),
    ],
)
def test_reasons_against_a_way_out(to, reason, rule):
    state = position(attacks=["B3"], cells={"red": "I3"}, pop={"C3": 1, "C2": 2, "D3": 0, "C4": 0, "A1": 0})
    table = attacked(state, "C3")
    assert table.refuse(cell="C3", to=to) == (reason, (rule,))


@pytest.mark.rule("mediation.pop.3")
def test_fleeing_can_take_its_default_at_once():
    table = attacked(position(options=Options(auto_flee=True), pop={"C3": 2}), "C3")
    assert table.kind == "action"
    assert table.state.pop["C3"] == 0


@pytest.mark.rule("mediation.var.dis.6")
def test_by_default_the_cell_with_the_fewest_ways_out_is_emptied_first():
    pop = {"A1": 1, "B1": 1, "A2": 1, "C1": 0, "B2": 0, "A3": 0}
    state = position(options=PYRAMIDS, cells={"red": "E3"}, pop=pop)
    stack = (frames.Turn(stage="upkeep"), frames.Flee(cells=("A1", "B1", "A2")))
    table = table_at(state, *stack).rest()
    assert table.decision().ask.default == {"cell": "A1", "to": {"B1": 1}}
    assert table.decision().ask.rules == ("mediation.pop.3", "mediation.var.dis.6")


@pytest.mark.rule("mediation.eff.hostages", "mediation.dis.famine")
def test_by_default_the_fullest_cells_lose_populations():
    pop = {"C3": 2, "D3": 1, "B3": 2}
    lost = frames.PickLost(cells=("B3", "C3", "D3"), number=2, rule="mediation.eff.hostages")
    table = table_at(position(pop=pop), frames.Turn(stage="resolve"), frames.ActionPhase(), lost).rest()
    assert table.decision().ask.default == {"cells": {"B3": 1, "C3": 1}}
    assert table.refuse(cells={"B3": 1}) == ("wrong_total", ("mediation.eff.hostages",))
    table.say(cells={"B3": 2})
    assert table.state.lost == 2
