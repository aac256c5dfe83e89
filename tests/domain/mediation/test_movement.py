"""Characters on foot, populations and pyramids by teleportation."""

import pytest

from domain.mediation import Options
from domain.mediation.facts import PopulationMoved, PyramidMoved
from domain.mediation.movement import paths, steps_from
from tests.domain.mediation.tables import acting, position

PYRAMIDS = Options(pyramids=True)


@pytest.mark.rule("mediation.action.4", "mediation.char.agapi", "mediation.char.elli")
def test_one_step_diagonals_for_some_and_two_steps_for_elli():
    state = position(cells={"agapi": "C3", "andromeda": "C3", "elli": "C3"})
    assert steps_from(state, "andromeda", "C3") == ("C2", "B3", "D3", "C4")
    assert len(steps_from(state, "agapi", "C3")) == 8
    assert paths(state, "agapi") == tuple((cell,) for cell in steps_from(state, "agapi", "C3"))
    two = [path for path in paths(state, "elli") if len(path) == 2]
    assert two == [(via, cell) for via in steps_from(state, "elli", "C3") for cell in steps_from(state, "elli", via)]
    assert ("D3", "C3") in two


@pytest.mark.rule("mediation.action.4")
@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("move:andromeda:D4", "not_adjacent"),
        ("move:andromeda:D3:E3", "path_too_long"),
        ("move:andromeda:C2", "permanent_destruction"),
        ("move:elli:D3:C2", "permanent_destruction"),
        ("move:elli:D3:F3", "not_adjacent"),
        ("move:andromeda:Z9", "bad_choice"),
    ],
)
def test_reasons_against_a_move(move, reason):
    state = position(cells={"andromeda": "C3", "elli": "C3"}, pd=frozenset({"C2"}))
    assert acting(state).refuse(do=move)[0] == reason


@pytest.mark.rule("mediation.action.4")
def test_characters_walk_over_attacks_bases_and_contamination():
    state = position(
        options=PYRAMIDS,
        cells={"andromeda": "C3", "red": "C2"},
        attacks=["D3"],
        contaminated=frozenset({"B3"}),
    )
    assert set(steps_from(state, "andromeda", "C3")) == {"C2", "D3", "B3", "C4"}


@pytest.mark.rule("mediation.var.round.1", "mediation.var.round.2")
def test_a_round_earth_wraps_straight_steps_only():
    state = position(options=Options(round_earth=True))
    assert set(steps_from(state, "vera", "A1")) == {"A5", "B1", "A2", "I1"}
    assert set(steps_from(state, "agapi", "A1")) == {"A5", "B1", "A2", "I1", "B2"}


@pytest.mark.rule("mediation.action.6")
def test_a_population_goes_to_any_cell_with_room():
    state = position(cells={"agapi": "C3"}, pop={"C3": 1, "H5": 1})
    table = acting(state).do("teleport:agapi:population:C3", to="H5")
    assert table.told(PopulationMoved) == [PopulationMoved(origin="C3", to="H5")]


@pytest.mark.rule("mediation.action.6", "mediation.ship.1")
def test_anybody_may_bring_populations_out_of_base_u():
    state = position(pop={"I5": 2, "C3": 0})
    assert acting(state).do("teleport:agapi:population:I5", to="C3").state.pop["I5"] == 1


@pytest.mark.rule("mediation.char.vera", "mediation.adj.1")
def test_vera_reaches_adjacent_cells():
    state = position(cells={"vera": "C3", "andromeda": "C3"}, pop={"C3": 0, "D3": 1, "D4": 1, "H5": 0})
    table = acting(state)
    assert "teleport:vera:population:D3" in table.offered()
    assert table.refuse(do="teleport:vera:population:D4", to="H5") == ("not_here", ("mediation.action.6",))
    assert table.refuse(do="teleport:andromeda:population:D3", to="H5") == ("not_here", ("mediation.action.6",))


@pytest.mark.rule("mediation.pop.1", "mediation.pop.2", "mediation.action.6", "mediation.eff.blackout")
@pytest.mark.parametrize(
    ("changes", "origin", "to", "reason", "rule"),
    [
        ({"blackout": True}, "C3", "H5", "blackout", "eff.blackout"),
        ({}, "D3", "H5", "not_here", "action.6"),
        ({"pop": {"C3": 0, "H5": 0}}, "C3", "H5", "no_population", "action.6"),
        ({"pop": {"C3": 1, "H5": 2}}, "C3", "H5", "cell_full", "pop.1"),
        ({"attacks": ["H5"]}, "C3", "H5", "cell_forbidden", "pop.2"),
    ],
)
def test_reasons_against_a_teleportation(changes, origin, to, reason, rule):
    state = position(**{"cells": {"agapi": "C3"}, "pop": {"C3": 1}, **changes})
    refused = acting(state).refuse(do=f"teleport:agapi:population:{origin}", to=to)
    assert refused == (reason, (f"mediation.{rule}",))


@pytest.mark.rule("mediation.var.pyr.5", "mediation.var.pyr.4")
def test_pyramids_are_teleported_like_populations():
    state = position(options=PYRAMIDS, cells={"agapi": "C3"}, pyramids=("C3",), attacks=["H5"])
    table = acting(state)
    refused = table.refuse(do="teleport:agapi:pyramid:C3", to="H5")
    assert refused == ("cell_forbidden", ("mediation.var.pyr.4",))
    table.do("teleport:agapi:pyramid:C3", to="A5")
    assert table.told(PyramidMoved) == [PyramidMoved(origin="C3", to="A5")]
    assert table.refuse(do="teleport:agapi:pyramid:C3", to="A5") == ("no_pyramid", ("mediation.var.pyr.5",))


@pytest.mark.rule("mediation.var.pyr.6")
def test_a_corner_with_more_than_two_populations_keeps_its_only_pyramid():
    state = position(options=PYRAMIDS, cells={"agapi": "A5"}, pyramids=("A5",), pop={"A5": 3})
    refused = acting(state).refuse(do="teleport:agapi:pyramid:A5", to="C3")
    assert refused == ("corner_overfull", ("mediation.var.pyr.6",))
    two = position(options=PYRAMIDS, cells={"agapi": "A5"}, pyramids=("A5", "A5"), pop={"A5": 3})
    assert "teleport:agapi:pyramid:A5" in acting(two).offered()
