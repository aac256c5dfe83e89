"""Disasters that threaten a cell, and what becomes of them."""

import pytest

from domain.mediation import Options, frames
from domain.mediation.facts import (
    AttackDiscarded,
    AttackPlaced,
    BaseMoved,
    CharacterSentHome,
    Contaminated,
    DisasterDrawn,
    DisasterResolved,
    EnergySet,
    ExtraAttacksSet,
    PopulationLost,
    PyramidLifted,
    PyramidPlaced,
)
from tests.domain.mediation.tables import position, table_at

PYRAMIDS = Options(pyramids=True)
SEVEN = Options(pyramids=True, characters=7)


def happening(kind, cell="C3", **more):
    """The end of a turn in which a disaster was not cancelled, up to the next attack phase."""
    state = position(**{"options": PYRAMIDS, "disaster": (kind, cell), "turn": 5, **more})
    table = table_at(state, frames.Turn(stage="resolve")).rest()
    while not isinstance(table.play.agenda[-1].frame, frames.AttackPhase):
        if table.decisions:
            table.say(**table.decision().ask.default)
        else:
            table.take(table.umpire.advance(table.play, background=True, is_full=lambda facts: facts > 0))
        if table.result:
            break
    return table


@pytest.mark.rule("mediation.var.dis.1", "mediation.var.dis.2")
def test_a_card_and_a_cell_are_drawn_after_the_attacks():
    state = position(options=PYRAMIDS, turn=4, top={"disaster": ("famine",), "attack": ("E3",)})
    table = table_at(state, frames.Turn(stage="disaster")).advance()
    assert table.told(DisasterDrawn) == [DisasterDrawn(disaster="famine", cell="E3")]
    assert table.told(AttackDiscarded) == [AttackDiscarded(cell="E3", why="drawn_for")]
    assert table.state.disaster_tokens == 4
    assert table.kind == "action"


@pytest.mark.rule("mediation.var.dis.3")
def test_a_disaster_that_was_not_cancelled_happens_at_the_end_of_the_turn():
    table = happening("flareup")
    assert table.told(DisasterResolved) == [DisasterResolved()]
    assert table.state.active_disaster is None
    assert table.state.disaster_tokens == 5
    assert table.state.piles["disaster"].discard == ("flareup",)


@pytest.mark.rule("mediation.dis.quake", "mediation.var.dis.5")
def test_a_quake_strikes_the_cell_and_its_neighbours():
    table = happening("quake", cells={"agapi": "D3", "vera": "E3", "red": "C4", "base_u": "B3"}, pop={"B3": 2})
    assert [fact.character for fact in table.told(CharacterSentHome)] == ["agapi"]
    assert [fact.camp for fact in table.told(BaseMoved)] == ["red"]
    assert all(not table.state.pop[cell] for cell in ("C3", "C2", "D3"))
    assert table.state.pop["B3"] >= 2
    assert table.state.attacks == frozenset()


@pytest.mark.rule("mediation.dis.tsunami", "mediation.var.dis.5")
def test_a_tsunami_strikes_the_column():
    table = happening("tsunami", cells={"vera": "C5", "agapi": "D5"}, lost=0)
    assert all(not table.state.pop[f"C{row}"] for row in range(1, 6))
    assert table.state.chars["vera"].cell == "D5"


@pytest.mark.rule("mediation.dis.hurricane", "mediation.var.dis.5", "mediation.char.protector")
def test_a_hurricane_strikes_nine_cells_and_struck_protectors_save_nobody():
    table = happening("hurricane", cells={"vera": "C3", "agapi": "D4"})
    assert {fact.character for fact in table.told(CharacterSentHome)} == {"vera", "agapi"}
    assert all(not table.state.pop[f"{column}{row}"] for column in "BCD" for row in (2, 3, 4))


@pytest.mark.rule("mediation.dis.firestorm")
def test_a_firestorm_looks_for_the_cells_own_card():
    table = happening("firestorm", discards={"attack": ("C3",)}, pop={"C3": 0})
    assert table.told(AttackPlaced) == [AttackPlaced(cell="C3")]
    assert "C3" not in table.state.piles["attack"].discard
    again = happening("firestorm", attacks=["C3"])
    assert again.told(AttackPlaced) == []


@pytest.mark.rule("mediation.dis.contamination", "mediation.pop.2")
def test_a_contamination_stays():
    table = happening("contamination", cells={"vera": "C3"})
    assert table.told(Contaminated) == [Contaminated(cell="C3")]
    assert (table.state.contaminated, table.state.disaster_tokens, table.state.pop["C3"]) == ({"C3"}, 4, 0)
    assert table.state.chars["vera"].cell == "I5"
    twice = happening("contamination", contaminated=frozenset({"C3"}), pop={"C3": 0})
    assert (twice.told(Contaminated), twice.state.disaster_tokens) == ([], 4)
    safe = happening("contamination", "I5")
    assert (safe.told(Contaminated), safe.state.disaster_tokens) == ([], 5)


@pytest.mark.rule("mediation.dis.eruption")
def test_an_eruption_attacks_the_cell_and_strikes_its_neighbours():
    table = happening("eruption", cells={"vera": "C2"})
    assert table.told(AttackPlaced) == [AttackPlaced(cell="C3")]
    assert table.state.chars["vera"].cell == "I5"
    assert all(not table.state.pop[cell] for cell in ("C2", "B3", "D3", "C4"))


@pytest.mark.rule("mediation.dis.famine", "mediation.pop.4")
@pytest.mark.parametrize(("options", "number"), [(PYRAMIDS, 1), (SEVEN, 2)])
def test_a_famine_costs_populations(options, number):
    assert len(happening("famine", options=options).told(PopulationLost)) == number


@pytest.mark.rule("mediation.dis.emp", "mediation.energy.3")
def test_an_emp_costs_everybody_off_base_u_energy():
    table = happening("emp", cells={"vera": "C3"})
    assert table.told(EnergySet) == [EnergySet(character="vera", energy=1)]


@pytest.mark.rule("mediation.dis.flareup")
@pytest.mark.parametrize(("options", "number"), [(PYRAMIDS, 2), (SEVEN, 3)])
def test_a_flare_up_adds_attacks(options, number):
    assert happening("flareup", options=options).told(ExtraAttacksSet) == [ExtraAttacksSet(n=number)]


@pytest.mark.rule("mediation.var.dis.5", "mediation.var.pyr.7", "mediation.var.pyr.6")
def test_struck_pyramids_are_placed_anew_unless_they_stand_in_a_corner():
    table = happening("quake", pyramids=("C3", "D3"))
    assert len(table.told(PyramidLifted)) == len(table.told(PyramidPlaced)) == 2
    corner = happening("contamination", "A5", pyramids=("A5",), pop={"A5": 4})
    assert corner.told(PyramidLifted) == []
    assert corner.state.pop["A5"] == 4


@pytest.mark.rule("mediation.var.dis.5", "mediation.end.3")
def test_a_disaster_comes_before_the_upkeep_that_may_end_the_match():
    table = happening("famine", turn=6, lost=7)
    assert table.result.reason == "cubes_met"
    assert table.state.turn == 6
