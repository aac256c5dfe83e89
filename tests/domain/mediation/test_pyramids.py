"""Pyramids that look for a cell, the pyramid victory, and bases that are teleported."""

import pytest
from msgspec.structs import replace

from domain.mediation import Options, frames
from domain.mediation.facts import BaseMoved, GroupRefused, PyramidGone, PyramidPlaced
from domain.mediation.state import Pile
from tests.domain.mediation.tables import acting, position, table_at

PYRAMIDS = Options(pyramids=True)
EXPERT = Options(pyramids=True, difficulty="expert")
TWO = (("elli", "agapi"), ("diamandis", "vera"))
CORNERS = ("A1", "I1", "A5", "I5")
OUT = {"elli": "C2", "agapi": "C3", "vera": "E3", "diamandis": "G3"}


@pytest.mark.rule("mediation.var.pyr.2", "mediation.var.pyr.3", "mediation.var.pyr.4")
@pytest.mark.parametrize(("options", "before", "comes"), [(PYRAMIDS, 3, True), (EXPERT, 3, False), (EXPERT, 4, True)])
def test_the_ships_token_brings_a_pyramid(options, before, comes):
    state = position(
        options=options,
        pop={"I5": 4},
        ship_token=before,
        powers_unlocked=True,
        attacks=["C3"],
        top={"attack": ("A1", "E3")},
        sheets={name: {"power": "leap" if name in ("elli", "agapi") else "breath"} for name in
                ("elli", "agapi", "andromeda", "diamandis")},
    )  # fmt: skip
    table = acting(state).do("ship")
    assert table.told(PyramidPlaced) == ([PyramidPlaced(cell="E3")] if comes else [])
    assert len(table.state.pyramids_on_track) == (3 if comes else 4)


@pytest.mark.rule("mediation.var.pyr.4")
def test_a_pyramid_without_a_cell_leaves_the_game():
    state = position(options=PYRAMIDS, pyramids_aside=1, pyramids_on_track=(5, 6, 7))
    only = replace(state, piles={**state.piles, "attack": Pile(cards=("A1",))})
    table = table_at(only, frames.Turn(stage="resolve"), frames.ActionPhase(), frames.Pyramid()).rest()
    assert table.told(PyramidGone) == [PyramidGone()]
    assert (table.state.pyramids_aside, table.state.pyramids_gone) == (0, 1)


@pytest.mark.rule("mediation.var.pyr.1", "mediation.action.6")
def test_four_pyramids_with_four_populations_each_win():
    pop = {"A1": 4, "I1": 4, "A5": 4, "I5": 3, "C3": 1}
    cells = {"base_u": "E1", "red": "E5", "blue": "F5", "agapi": "C3"}
    state = position(options=PYRAMIDS, cells=cells, pyramids=CORNERS, pop=pop)
    table = acting(state).do("teleport:agapi:population:C3", to="I5")
    assert (table.result.outcome, table.result.reason) == ("victory", "pyramids")


@pytest.mark.rule("mediation.var.pyr.1", "mediation.var.pyr.5")
def test_the_last_pyramid_wins_as_well():
    options = Options(pyramids=True)
    cells = {"base_u": "I5", "red": "E5", "blue": "F5", "agapi": "C3"}
    pop = {"A1": 4, "I1": 4, "A5": 4, "I5": 4}
    state = position(options=options, cells=cells, pyramids=("A1", "I1", "A5", "C3"), pop=pop)
    table = acting(state).do("teleport:agapi:pyramid:C3", to="I5")
    assert table.result.reason == "pyramids"


@pytest.mark.rule("mediation.var.pyr.9")
def test_a_destroyed_corner_makes_it_impossible():
    state = position(options=PYRAMIDS, pd=frozenset({"A5"}), cells={"agapi": "C3"}, pyramids=("C3",))
    table = acting(state)
    refused = table.refuse(do="teleport:agapi:pyramid:C3", to="A5")
    assert refused == ("cell_forbidden", ("mediation.var.pyr.4",))


@pytest.mark.rule("mediation.var.pyr.8", "mediation.energy.2", "mediation.group.consent")
def test_all_together_teleport_a_base():
    state = position(options=PYRAMIDS, seats=TWO, cells=OUT, pop={"H4": 1, "H3": 2, "G4": 2, "I4": 2, "H5": 0})
    table = acting(state).do("teleport_base:red", 0, to="H4")
    assert [d.seat for d in table.decisions] == [1]
    table.say(1, answer="accept")
    assert table.told(BaseMoved) == [BaseMoved(camp="red", cell="H4", why="teleported")]
    assert {sheet.cell for sheet in table.state.chars.values()} == {"I5"}
    assert all((sheet.energy, sheet.cubes) == (2, 3) for sheet in table.state.chars.values())
    assert (table.state.pop["H4"], table.state.pop["H5"]) == (0, 1)
    assert table.state.acted == 1
    refused = acting(state).do("teleport_base:red", 0, to="H4").say(1, answer="refuse")
    assert refused.told(GroupRefused) == [GroupRefused(seat=0)]
    assert refused.state.bases["red"] == "A1"


@pytest.mark.rule("mediation.var.pyr.8")
@pytest.mark.parametrize(
    ("cells", "sheets", "to", "reason"),
    [
        ({**OUT, "vera": "I5"}, {}, "H4", "someone_on_base_u"),
        (OUT, {"vera": {"energy": 1}}, "H4", "energy_not_full"),
        (OUT, {}, "B2", "cell_forbidden"),
        (OUT, {}, "I5", "cell_forbidden"),
        (OUT, {}, "D4", "cell_forbidden"),
    ],
)
def test_reasons_against_teleporting_a_base(cells, sheets, to, reason):
    state = position(options=PYRAMIDS, cells=cells, sheets=sheets, attacks=["B2"], pyramids=("D4",))
    table = acting(state)
    assert table.refuse(do="teleport_base:red", to=to) == (reason, ("mediation.var.pyr.8",))
