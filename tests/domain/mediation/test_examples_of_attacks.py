"""The worked examples: attacks, fleeing, losing, and the ends of a match."""

import pytest
from msgspec.structs import replace

from domain.mediation import Options, frames
from domain.mediation.facts import AttackDiscarded, AttackPlaced, DiceRolled, PopulationLost, PopulationMoved
from domain.mediation.result import result, score
from tests.domain.mediation.tables import acting, attacked, begun, position, table_at

PYRAMIDS = Options(pyramids=True)


def attack_phase(state, *, left, dice=()):
    """The attack phase with so many attacks still due."""
    state = replace(state, attacks_left=left, phase="attack")
    stack = (frames.Turn(stage="disaster"), frames.AttackPhase(stage="window"))
    return table_at(state, *stack, dice=dice).advance()


@pytest.mark.rule("mediation.pop.3", "mediation.adj.1")
def test_e1_the_only_free_neighbour_takes_the_population_without_asking():
    state = position(cells={"red": "A2", "base_u": "E5"}, attacks=["B3"], pop={"B1": 2, "B2": 1, "C2": 1})
    table = attacked(state, "B2")
    assert table.kind == "action"
    assert table.state.pop["C2"] == 2
    assert table.state.lost == 0


@pytest.mark.rule("mediation.pop.4", "mediation.pop.1")
def test_e2_a_population_without_a_place_is_lost():
    state = position(cells={"red": "E1"}, attacks=["A2"], pop={"A1": 2, "B1": 1}, turn=3)
    table = attacked(state, "A1")
    assert table.state.pop["B1"] == 2
    assert table.told(PopulationLost) == [PopulationLost(cell="A1", lost=1)]
    assert 14 - table.state.lost == 13
    assert table.result is None


@pytest.mark.rule("mediation.setup.2", "mediation.setup.3", "mediation.setup.7", "mediation.setup.8")
@pytest.mark.rule("mediation.setup.9", "mediation.setup.10")
@pytest.mark.parametrize(
    ("options", "pile", "discard", "powers", "cards"),
    [
        (Options(auto_flee=True), 35, 4, 16, 30),
        (Options(auto_flee=True, difficulty="initiation"), 35, 4, 16, 22),
        (Options(auto_flee=True, characters=7, difficulty="expert"), 34, 5, 24, 30),
    ],
)
def test_e3_the_piles_after_set_up(options, pile, discard, powers, cards):
    table = begun(options)
    table.say(**table.decision().ask.default)
    while isinstance(table.play.agenda[-1].frame, frames.Setup):
        table.take(table.umpire.advance(table.play, background=True, is_full=lambda facts: facts > 0))
    piles = table.state.piles
    assert (len(piles["attack"].cards), len(piles["attack"].discard)) == (pile, discard)
    assert len(table.state.attacks) == 6
    assert len(piles["power"].cards) == powers
    assert len(piles["med_red"].cards) == len(piles["med_blue"].cards) == cards


@pytest.mark.rule("mediation.attack.4", "mediation.attack.6", "mediation.attack.7")
def test_e4_an_attacked_base_moves_and_its_guest_is_saved():
    state = position(
        cells={"red": "E3", "andromeda": "E3", "agapi": "D2", "blue": "H4", "base_u": "A5"},
        pop={"F1": 1},
        top={"attack": ("E3", "H4", "F1")},
    )
    table = attack_phase(state, left=1)
    assert table.kind == "flee"
    table.say(**table.decision().ask.default).advance()
    assert "E3" in table.state.attacks
    assert table.state.chars["andromeda"].cell == "D2"
    assert table.state.bases == {"red": "F1", "blue": "H4"}
    assert table.state.pop["F1"] == 0
    assert len(table.told(AttackPlaced)) == 1
    assert table.state.piles["attack"].discard == ("H4", "F1")


@pytest.mark.rule("mediation.attack.4", "mediation.char.protector")
def test_e5_a_protector_does_not_guard_its_own_cell():
    state = position(
        cells={"ilias": "C3", "vera": "C3"}, sheets={"vera": {"energy": 1, "cubes": 2, "used": {"move": 1}}}
    )
    table = attacked(state, "C3")
    while table.kind == "flee":
        table.say(**table.decision().ask.default)
    for name in ("ilias", "vera"):
        assert (table.state.chars[name].cell, table.state.chars[name].energy) == ("I5", 2)
    assert table.state.chars["vera"].cubes == 2


@pytest.mark.rule("mediation.attack.5")
def test_e6_base_u_is_never_attacked():
    state = position(cells={"base_u": "D4"}, pop={"D4": 3, "A5": 0, "G2": 0}, top={"attack": ("D4", "A5", "G2")})
    table = attack_phase(state, left=3)
    assert table.kind == "action"
    assert table.state.attacks == {"A5", "G2"}
    assert table.state.piles["attack"].discard == ("D4",)
    assert table.told(AttackDiscarded) == [AttackDiscarded(cell="D4", why="immune")]
    assert table.state.pop["D4"] == 3


@pytest.mark.rule("mediation.end.3", "mediation.turn.3")
def test_e11_the_cubes_meet():
    crowded = {"C3": 1, "B3": 2, "D3": 2, "C2": 2, "C4": 2}
    table = attacked(position(turn=6, lost=7, pop=crowded), "C3")
    assert (table.result.outcome, table.result.reason) == ("defeat", "cubes_met")
    ending = table_at(position(turn=6, lost=7), frames.Turn(stage="upkeep")).advance()
    assert (ending.result.outcome, ending.result.reason) == ("defeat", "cubes_met")
    assert ending.state.turn == 7


@pytest.mark.rule("mediation.end.2")
def test_e12_a_full_row_loses_before_its_populations_flee():
    row = [f"{column}3" for column in "ABCDFGH"]
    state = position(cells={"base_u": "E3"}, attacks=row, pop={"I3": 1})
    table = attacked(state, "I3")
    assert (table.result.reason, table.result.details["row"]) == ("row", 3)
    assert table.state.pop["I3"] == 1
    guarded = acting(position(cells={"base_u": "E3", "red": "I3"}, attacks=row))
    assert guarded.result is None


@pytest.mark.rule("mediation.var.pyr.6", "mediation.var.pyr.7", "mediation.var.pyr.9")
def test_e16_a_corner_pyramid_is_immune_and_another_is_redrawn():
    state = position(
        options=PYRAMIDS, cells={"vera": "A1", "red": "E1"}, pyramids=("A1", "E4"), pop={"A1": 4, "E4": 1, "E3": 0}
    )
    table = attacked(state, "A1", "E4", "C2")
    assert table.facts[1] == AttackDiscarded(cell="A1", why="immune")
    assert table.state.pop["A1"] == 4
    assert table.state.chars["vera"].cell == "A1"
    while table.kind == "flee":
        table.say(**table.decision().ask.default)
    assert "E4" in table.state.attacks and table.state.pop["E4"] == 0
    assert "E4" not in table.state.pyramids
    assert len(table.state.pyramids) == 2


@pytest.mark.rule("mediation.var.dis.5", "mediation.var.dis.6", "mediation.dis.quake", "mediation.pop.3")
def test_e17_struck_cells_are_emptied_in_any_order():
    state = position(
        options=PYRAMIDS,
        cells={"agapi": "D3", "nikitas": "C3", "vera": "H5"},
        pop={"C3": 1, "B3": 1, "D3": 0, "C2": 0, "C4": 0, "E3": 0, "A3": 0},
        disaster=("quake", "C3"),
    )
    table = table_at(state, frames.Turn(stage="resolve")).advance()
    assert table.state.chars["agapi"].cell == table.state.chars["nikitas"].cell == "I5"
    table.say(cell="C3", to={"D3": 1})
    assert "C3" not in [target.id for target in table.decision().ask.form.slots[0].options[0].slots[0].targets]
    table.say(cell="D3", to={"E3": 1}).say(cell="B3", to={"A3": 1})
    assert (table.state.pop["E3"], table.state.pop["A3"], table.state.lost) == (1, 1, 0)


@pytest.mark.rule("mediation.attack.1", "mediation.pow.delay", "mediation.eff.escalation", "mediation.power.1")
def test_e20_extra_attacks_are_added_and_delay_takes_two_away():
    state = position(turn=5, extra_attacks=1, phase="upkeep", sheets={"agapi": {"power": "delay"}})
    table = table_at(state, frames.Turn(stage="attack"), dice=[3]).advance()
    assert table.told(DiceRolled) == [DiceRolled(turn=5, faces=(3,))]
    assert table.state.attacks_left == 4
    assert table.kind == "attack_window"
    table.do("use:agapi:delay")
    assert table.state.attacks_left == 2
    assert table.state.chars["agapi"].power is None


@pytest.mark.rule("mediation.end.4")
def test_e21_the_score_of_a_victory_and_of_a_defeat():
    attacks = [f"{column}{row}" for column, row in ("B2", "C2", "D2", "E2", "F2", "G2", "B4", "C4", "D4", "E4", "F4")]
    won = position(turn=6, lost=4, attacks=attacks)
    assert score(won, won=True) == 1145
    lost = position(turn=9, lost=5, needs_found={"red": ("R01", "R02"), "blue": ("B01",)})
    assert score(lost, won=False) == 540
    assert result(lost, "cubes_met").places[0].key == (0, 540, 3, -5, 0)


@pytest.mark.rule("mediation.pop.3", "mediation.pop.1")
def test_e25_fleeing_from_a_full_corner():
    state = position(cells={"base_u": "E3", "red": "A1", "blue": "A5"}, pop={"I5": 2, "I4": 1, "H5": 0})
    table = attacked(state, "I5")
    split = table.decision().ask.form.slots[0].options[0].slots[0]
    assert [(target.id, target.min, target.max) for target in split.targets] == [("I4", 0, 1), ("H5", 0, 2)]
    assert (split.min, split.max) == (2, 2)
    assert table.decision().ask.default == {"cell": "I5", "to": {"H5": 1, "I4": 1}}
    assert table.refuse(cell="I5", to={"I4": 2}) == ("cell_full", ("mediation.pop.1",))
    table.say(cell="I5", to={"H5": 2})
    assert table.told(PopulationMoved) == [PopulationMoved(origin="I5", to="H5")] * 2


@pytest.mark.rule("mediation.end.2", "mediation.end.3", "mediation.attack.6")
@pytest.mark.parametrize(("there", "reason"), [(1, "cubes_met"), (0, "row")])
def test_e26_two_ends_at_once(there, reason):
    row = [f"{column}2" for column in "ABCDEFGH"]
    state = position(
        cells={"red": "I2", "base_u": "A5"}, attacks=[*row, "D5", "E4", "F5"], turn=6, lost=7, pop={"E5": there}
    )
    table = attacked(state, "I2", "E5")
    assert table.state.bases["red"] == "E5"
    assert table.result.reason == reason
