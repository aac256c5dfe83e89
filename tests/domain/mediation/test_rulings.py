"""What the rules leave open and the table settles."""

import pytest
from msgspec.structs import replace

from domain.core.game import Change
from domain.mediation import Options, frames
from domain.mediation.board import free_places
from domain.mediation.components import CELLS
from domain.mediation.facts import AttackDrawn, BaseMoved, CampClosed, Contaminated, PyramidMoved, TimerExpired
from domain.mediation.state import Pile
from tests.domain.mediation.tables import acting, attacked, position, table_at

PYRAMIDS = Options(pyramids=True)
TWO = (("elli", "agapi"), ("diamandis", "vera"))


@pytest.mark.rule("mediation.attack.7", "mediation.eff.relocation")
def test_a_base_never_stays_where_it_is_and_leaves_characters_of_its_new_cell_alone():
    cells = {"red": "C3", "vera": "C3", "agapi": "G3"}
    top = {"med_red": ("R22",), "attack": ("C3", "G3")}
    table = acting(position(cells=cells, pop={"G3": 0}, top=top)).do("mediate:vera:red").say(answer="decline")
    assert table.told(BaseMoved) == [BaseMoved(camp="red", cell="G3", why="relocation")]
    assert table.state.piles["attack"].discard == ("C3", "G3")
    assert (table.state.chars["agapi"].cell, table.state.chars["vera"].cell) == ("G3", "C3")


@pytest.mark.rule("mediation.dis.contamination", "mediation.pop.2", "mediation.pop.3")
def test_populations_driven_onto_a_cell_before_it_is_contaminated_flee_again():
    crowded = {"C4": 2, "B4": 2, "D4": 2, "C5": 2, "B3": 0, "C2": 0, "D3": 0}
    state = position(
        options=PYRAMIDS, cells={"red": "C3"}, pop=crowded, disaster=("contamination", "C3"), top={"attack": ("C4",)}
    )
    table = table_at(state, frames.Turn(stage="resolve")).advance()
    assert (table.state.bases["red"], table.told(Contaminated)) == ("C4", [Contaminated(cell="C3")])
    assert (table.kind, table.state.pop["C3"]) == ("flee", 2)
    table.say(cell="C3", to={"C2": 1, "D3": 1})
    assert [table.state.pop[cell] for cell in ("C3", "C4", "C2", "D3")] == [0, 0, 1, 1]
    assert table.state.lost == 0


@pytest.mark.rule("mediation.var.pyr.6", "mediation.pop.2", "mediation.dis.contamination")
def test_a_pyramid_in_a_contaminated_corner_takes_nobody_until_it_is_cleaned():
    state = position(
        options=PYRAMIDS, cells={"agapi": "C3"}, pyramids=("C3",), pop={"C3": 1}, contaminated=frozenset({"A5"})
    )
    table = acting(state).do("teleport:agapi:pyramid:C3", to="A5")
    assert table.told(PyramidMoved) == [PyramidMoved(origin="C3", to="A5")]
    refused = table.refuse(do="teleport:agapi:population:C3", to="A5")
    assert refused == ("cell_forbidden", ("mediation.pop.2",))


@pytest.mark.rule("mediation.med.4")
def test_where_the_earth_is_full_the_rest_stays_aboard():
    covered = [f"{column}{row}" for column in "BCDE" for row in range(1, 6)]
    state = position(
        cells={"diamandis": "A1"}, attacks=[*covered, "F1", "F2"], ship=8, pop={"I5": 0}, top={"med_red": ("R01",)}
    )
    assert sum(free_places(state, cell) for cell in CELLS if cell != "I5") == 3
    table = acting(state).do("mediate:diamandis:red")
    assert table.kind == "bonus_camp"
    assert (table.state.ship, table.state.pop["I5"]) == (5, 0)


@pytest.mark.rule("mediation.eff.exhaustion", "mediation.energy.1", "mediation.energy.2")
def test_all_may_be_exhausted_at_once_and_the_turn_goes_on():
    cells = {"elli": "E3", "agapi": "G3", "diamandis": "H3", "vera": "C3", "red": "C3"}
    tired = {name: {"energy": 1} for name in ("elli", "agapi", "diamandis", "vera")}
    state = position(cells=cells, sheets=tired, top={"med_red": ("R26",)})
    table = acting(state).do("mediate:vera:red").say(answer="decline")
    assert {(sheet.cell, sheet.energy) for sheet in table.state.chars.values()} == {("I5", 2)}
    assert table.kind == "action"


@pytest.mark.rule("mediation.attack.3")
def test_without_any_attack_card_nothing_is_drawn():
    state = position(phase="attack", attacks_left=2)
    state = replace(state, piles={**state.piles, "attack": Pile()})
    table = table_at(state, frames.Turn(stage="disaster"), frames.AttackPhase(stage="window")).advance()
    assert (table.told(AttackDrawn), table.kind) == ([], "action")
    bare = table_at(state, frames.Turn(stage="resolve"), frames.ActionPhase(), frames.Barrage(left=3)).rest()
    assert (bare.told(AttackDrawn), bare.kind) == ([], "action")


@pytest.mark.rule("mediation.coop.4", "mediation.coop.5")
def test_the_last_seat_of_a_vote_decides_alone():
    state = position(options=Options(team_policy="vote"), seats=TWO, turn=2, pop={"C3": 1}, phase="attack")
    table = attacked(state, "C3")
    table.take(table.umpire.change_seats(table.play, [Change(1, "left")]))
    assert [(decision.seat, decision.ask.kind) for decision in table.decisions] == [(0, "flee")]
    before = table.state.pop["B3"]
    assert table.say(0, cell="C3", to={"B3": 1}).state.pop["B3"] == before + 1


@pytest.mark.rule("mediation.var.time.3", "mediation.eff.walkout")
def test_what_is_not_paid_in_time_happens():
    cells = {"blue": "C3", "andromeda": "C3", "agapi": "E3"}
    state = position(options=Options(timer=True), cells=cells, top={"med_blue": ("B19",)})
    table = acting(state).do("mediate:andromeda:blue")
    table.take(table.umpire.time_out(table.play, tuple(decision.id for decision in table.decisions), "phase"))
    assert (table.told(TimerExpired), table.told(CampClosed)) == ([TimerExpired()], [CampClosed(camp="blue")])
