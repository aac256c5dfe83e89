"""How many answers fit at named points: one number guards many rules."""

from collections import Counter
from itertools import islice

import pytest

from domain.core.fillings import answers
from domain.mediation import Options, frames
from tests.domain.mediation.tables import acting, attacked, position, table_at

SPREAD = {"elli": "E3", "agapi": "C2", "andromeda": "A1", "diamandis": "G4"}


def counted(table, most=200_000):
    """The number of fitting answers by the verb they begin with."""
    form = table.decision().ask.form
    return Counter(answer["do"].split(":")[0] for answer in islice(answers(form), most))


@pytest.mark.rule("mediation.action.4", "mediation.action.6", "mediation.med.1", "mediation.group.td")
def test_a_quiet_board_for_four():
    state = position(cells=SPREAD, pop=dict.fromkeys(SPREAD.values(), 0))
    found = counted(acting(state))
    assert found["move"] == 8 + 64 + 8 + 2 + 4
    assert (found["mediate"], found["pass"], found["teleport"]) == (1, 1, 0)
    rooms = {cell for cell, number in state.pop.items() if number < (4 if cell == "I5" else 2)} - {"A1", "I1"}
    pairs = sum(len(rooms - {cell}) for cell, number in state.pop.items() if number)
    starters, partners = 4, 3
    assert found["remote_teleport"] == starters * partners * pairs == 17820


@pytest.mark.rule("mediation.action.7", "mediation.group.ad", "mediation.char.ilias")
def test_attacks_within_and_out_of_reach():
    cells = {"ilias": "C3", "elli": "C3", "andromeda": "C3", "diamandis": "C3"}
    state = position(cells=cells, attacks=["C3", "C2", "D3", "G4"], blackout=True)
    found = counted(acting(state))
    assert found["cancel"] == 3 + 1
    assert found["remote_cancel"] == 4 * 3 * 4


@pytest.mark.rule("mediation.pop.3", "mediation.var.dis.6")
def test_ways_to_flee():
    full = attacked(position(pop={"E3": 2, "D3": 0, "F3": 0, "E2": 0, "E4": 0}), "E3")
    assert len(list(answers(full.decision().ask.form))) == 10
    state = position(
        options=Options(pyramids=True), pop={"E3": 1, "D3": 1, "F3": 0, "E2": 2, "E4": 2, "D2": 2, "D4": 2}
    )
    stack = (frames.Turn(stage="upkeep"), frames.Flee(cells=("D3", "E3")))
    table = table_at(state, *stack).rest()
    ways = [(answer["cell"], *answer["to"]) for answer in answers(table.decision().ask.form)]
    assert ways == [("D3", "C3"), ("D3", "E3"), ("E3", "D3"), ("E3", "F3")]


@pytest.mark.rule("mediation.med.8")
def test_ways_to_pay():
    cells = {"red": "C3", "vera": "C3", "agapi": "E3", "elli": "F3", "diamandis": "G3"}
    table = acting(position(cells=cells, top={"med_red": ("R23",)})).do("mediate:vera:red")
    assert len(list(answers(table.decision().ask.form))) == 16 + 1
