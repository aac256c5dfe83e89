"""How an attack falls on a cell."""

import pytest
from msgspec.structs import replace

from domain.mediation import Options, frames
from domain.mediation.components import CELLS
from domain.mediation.facts import (
    AttackDiscarded,
    AttackPlaced,
    CharacterProtected,
    CharacterSentHome,
    DeckShuffled,
    PopulationLost,
)
from domain.mediation.state import Pile
from tests.domain.mediation.tables import attacked, position, table_at

SEVEN = Options(characters=7)


@pytest.mark.rule("mediation.attack.4", "mediation.char.protector", "mediation.char.agapi", "mediation.char.ilias")
def test_between_two_protectors_the_owner_chooses():
    cells = {"elli": "C3", "vera": "C3", "agapi": "B2", "ilias": "D4", "base_u": "I5"}
    seats = (("elli", "agapi", "andromeda"), ("vera", "ilias", "diamandis", "nikitas"))
    state = position(options=SEVEN, cells=cells, seats=seats, pop={"C3": 0})
    table = attacked(state, "C3")
    assert [(d.seat, d.ask.kind) for d in table.decisions] == [(0, "choose_protector"), (1, "choose_protector")]
    assert table.decision(0).ask.default == {"elli": "agapi"}
    table.say(0, elli="ilias").say(1, vera="agapi")
    assert table.told(CharacterProtected) == [
        CharacterProtected(character="elli", by="ilias"),
        CharacterProtected(character="vera", by="agapi"),
    ]
    assert (table.state.chars["elli"].cell, table.state.chars["vera"].cell) == ("D4", "B2")


@pytest.mark.rule("mediation.attack.4")
def test_two_protectors_on_one_cell_leave_no_choice():
    cells = {"vera": "C3", "agapi": "B2", "ilias": "B2"}
    table = attacked(position(options=SEVEN, cells=cells, pop={"C3": 0}), "C3")
    assert table.kind == "action"
    assert table.state.chars["vera"].cell == "B2"


@pytest.mark.rule("mediation.attack.4", "mediation.energy.2")
def test_a_protector_on_base_u_brings_the_saved_home():
    cells = {"andromeda": "C3", "agapi": "C2", "base_u": "C2"}
    state = position(cells=cells, pop={"C3": 0}, sheets={"andromeda": {"energy": 1}})
    table = attacked(state, "C3")
    assert (table.state.chars["andromeda"].cell, table.state.chars["andromeda"].energy) == ("C2", 2)


@pytest.mark.rule("mediation.attack.4", "mediation.char.protector")
def test_a_protector_is_saved_by_the_other_one():
    table = attacked(position(options=SEVEN, cells={"agapi": "C3", "ilias": "D3"}, pop={"C3": 0}), "C3")
    assert table.told(CharacterProtected) == [CharacterProtected(character="agapi", by="ilias")]
    alone = attacked(position(cells={"agapi": "C3"}, pop={"C3": 0}), "C3")
    assert alone.told(CharacterSentHome) == [CharacterSentHome(character="agapi", why="hit")]


@pytest.mark.rule("mediation.attack.9")
def test_an_attack_on_a_destroyed_cell_counts_without_effect():
    table = attacked(position(pd=frozenset({"C3"})), "C3")
    assert table.told(AttackDiscarded) == [AttackDiscarded(cell="C3", why="immune")]
    assert table.state.attacks == frozenset()


@pytest.mark.rule("mediation.attack.3")
def test_an_empty_pile_is_made_of_the_discard_when_a_card_is_needed():
    cards = tuple(f"{column}{row}" for row in (1, 2, 3, 4, 5) for column in "ABCDEFGHI")
    state = position(discards={"attack": cards}, pop={})
    table = table_at(state, frames.Turn(stage="resolve"), frames.ActionPhase(), frames.Barrage(left=1)).rest()
    (shuffled,) = table.told(DeckShuffled)
    assert (shuffled.pile, shuffled.count) == ("attack", 45)
    assert len(table.state.piles["attack"].cards) <= 44


@pytest.mark.rule("mediation.attack.6", "mediation.attack.7")
def test_a_base_without_a_place_stays_and_the_attack_fizzles():
    state = position(cells={"red": "C3"}, pop={})
    only = replace(state, piles={**state.piles, "attack": Pile(cards=("C3",))})
    stack = (frames.Turn(stage="resolve"), frames.ActionPhase())
    table = table_at(only, *stack, frames.Barrage(left=1)).rest()
    assert table.told(AttackDiscarded) == [AttackDiscarded(cell="C3", why="no_site")]
    stays = table_at(state, *stack, frames.Relocate(camp="red", struck=CELLS)).rest()
    assert (stays.facts, stays.state.bases["red"]) == ([], "C3")


@pytest.mark.rule("mediation.attack.2", "mediation.attack.8")
def test_populations_flee_after_everything_else():
    cells = {"red": "C3", "andromeda": "C3", "blue": "I1"}
    table = attacked(position(cells=cells, pop={"C3": 0, "D3": 0}), "C3", "G3")
    kinds = [type(fact).__name__ for fact in table.facts]
    assert kinds.index("AttackPlaced") < kinds.index("CharacterSentHome") < kinds.index("BaseMoved")


@pytest.mark.rule("mediation.med.10")
def test_attacks_of_a_card_are_resolved_one_by_one():
    table = attacked(position(pop={"C3": 0, "E3": 0, "G3": 0}), "C3", "E3", "G3")
    assert [fact.cell for fact in table.told(AttackPlaced)] == ["C3", "E3", "G3"]
    assert table.told(PopulationLost) == []
