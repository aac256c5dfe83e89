"""The windows before and after an attack is drawn."""

import pytest

from domain.core.errors import DecisionWithdrawn
from domain.mediation import Options, frames
from tests.domain.mediation.tables import position, table_at

TWO = (("elli", "agapi"), ("diamandis", "vera"))
OPTIONS = Options(auto_flee=True)


def phase(left=2, **powers):
    sheets = {name: {"power": power} for name, power in powers.items()}
    state = position(options=OPTIONS, seats=TWO, sheets=sheets, attacks_left=left, phase="attack", powers_unlocked=True)
    return table_at(state, frames.Turn(stage="disaster"), frames.AttackPhase(stage="window")).advance()


@pytest.mark.rule("mediation.power.1")
def test_only_seats_with_a_usable_card_are_asked_before_each_attack():
    table = phase(agapi="breath")
    assert [(d.seat, d.ask.kind, d.mode) for d in table.decisions] == [(0, "attack_window", "each")]
    assert table.offered(0) == ["use:agapi:breath", "pass", "pass_phase"]
    table.do("pass", 0).advance()
    assert table.kind == "attack_window"
    assert table.state.attacks_left == 1
    table.do("pass", 0).advance()
    assert table.kind == "action"


@pytest.mark.rule("mediation.power.1")
def test_pass_phase_keeps_a_seat_out_of_all_windows():
    table = phase(left=3, agapi="breath").do("pass_phase", 0).advance()
    assert table.kind == "action"


@pytest.mark.rule("mediation.power.1", "mediation.action.5")
def test_a_card_used_opens_the_window_anew():
    table = phase(agapi="breath", vera="goodwill")
    other = table.decision(1)
    table.do("pass", 0)
    assert table.decision(1).id == other.id
    table.do("use:vera:goodwill", 1)
    assert [d.seat for d in table.decisions] == [0]
    with pytest.raises(DecisionWithdrawn):
        table.umpire.decide(table.play, other.id, 1, {"do": "pass"})


@pytest.mark.rule("mediation.power.1")
def test_no_window_opens_without_a_usable_card_or_a_cube():
    assert phase(agapi="shield").kind == "attack_reveal"
    assert phase().kind == "action"
    spent = {"power": "breath", "cubes": 0, "used": {"move": 2, "teleport": 1}}
    state = position(options=OPTIONS, sheets={"agapi": spent}, attacks_left=1, phase="attack")
    stack = (frames.Turn(stage="disaster"), frames.AttackPhase(stage="window"))
    assert table_at(state, *stack).advance().kind == "action"


@pytest.mark.rule("mediation.power.1", "mediation.action.5")
def test_reasons_in_a_window():
    table = phase(agapi="breath")
    assert table.refuse(0, do="use:agapi:leap") == ("no_power", ("mediation.action.5",))
    assert table.refuse(0, do="use:vera:breath") == ("not_your_character", ("mediation.coop.2",))
    assert table.refuse(0, do="resume") == ("bad_choice", ("mediation.power.1",))
