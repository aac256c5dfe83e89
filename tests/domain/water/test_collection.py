"""Collecting water."""

import pytest

from domain.water import frames
from domain.water.collection import auto_collect
from domain.water.facts import ClaimOpened, CollectDone, WaterTaken
from tests.domain.water.tables import p1, position, table_at

EX6 = {"D2>D3": 1, "E3>D3": 1, "D5>D4": 1, "F3>F4": 1, "G4>F4": 1}


def collecting(state, seat=0, **more):
    rest = [frames.Collect(seat=other) for other in range(seat + 1, state.n)]
    return table_at(state, frames.Collect(seat=seat, begun=True), *rest, after="p4", **more)


@pytest.mark.rule("water.p3.1", "water.conflict.2")
def test_ex6_taking_water_and_who_may_contest_it():
    table = collecting(p1())
    table.say("take", water=EX6)
    (opened,) = table.happened(ClaimOpened)
    assert opened.eligible == (2,) and table.kinds() == [(2, "claim_window")]
    claim = table.slot("claim", "water")
    assert (claim.min, claim.max) == (1, 2)


@pytest.mark.rule("water.p3.1", "water.p3.5")
def test_ex6_with_enough_water_the_cubes_move_at_once():
    table = collecting(p1(water_cells=2))
    table.say("take", water={"D2>D3": 2, "E3>E4": 1, "D5>D4": 1, "F3>F4": 2})
    assert not table.happened(ClaimOpened)
    assert table.state.placed == {"D3": 2, "E4": 1, "D4": 1, "F4": 2}
    assert table.state.water["D2"] == 0 and table.state.water["E3"] == 1


@pytest.mark.rule("water.p3.2", "water.p3.3", "water.p3.4", "water.conflict.2")
def test_ex27_a_take_in_one_answer():
    table = collecting(p1())
    slot = table.slot("take", "water")
    assert len(slot.targets) == 20 and all(target.max == 1 for target in slot.targets)
    cells = {g.targets[0].split(">")[0]: g.max for g in slot.groups if len({t.split(">")[0] for t in g.targets}) == 1}
    assert cells == {"D2": 1, "D5": 1, "E3": 1, "F3": 1, "G4": 1}
    needs = {g.targets[0].split(">")[1]: g.max for g in slot.groups if len({t.split(">")[1] for t in g.targets}) == 1}
    assert needs == {"D3": 2, "D4": 1, "E4": 1, "F4": 2}
    assert table.why_not("take", water={"D2>D3": 2}) == "water.p3.4"
    assert table.why_not("take", water={"D2>D4": 1, "D5>D4": 1}) == "water.p3.3"
    assert table.why_not("take", water={"H4>F4": 1}) == "water.p3.2"
    assert table.why_not("take", water={"E5>F4": 1}) == "water.p3.2", "no river cell"
    table.say("take", water=EX6)
    claim = table.slot("claim", "water")
    assert [target.id for target in claim.targets] == [
        "F3>G3",
        "G4>G3",
        "F3>H3",
        "G4>H3",
        "F3>I4",
        "G4>I4",
        "F3>I5",
        "G4>I5",
    ]
    limits = {group.targets: group.max for group in claim.groups}
    assert sorted(limits.values()) == [1, 1, 1, 1, 2, 2] and (claim.min, claim.max) == (1, 2)


@pytest.mark.rule("water.p3.3", "water.p4.6")
def test_ex28_a_blocked_building_asks_for_no_water():
    state = p1(blocked=frozenset({"I5"}), placed={"I5": 1}, order=(2, 3, 0, 1))
    from domain.water.needs import unmet_of

    assert unmet_of(state, 2) == 4
    table = collecting(state, 2)
    assert not [t for t in table.slot("take", "water").targets if t.id.endswith(">I5")]
    table.say("done")
    table.say("done")
    assert table.state.placed == {"I5": 1}
    while table.state.phase != "p7":
        for seat, _ in table.kinds():
            table.answer(table.decision(seat).ask.default, seat)
            break
    assert "I5" not in table.state.crisis


@pytest.mark.rule("water.p3.1")
def test_who_needs_nothing_is_done_without_being_asked():
    home = {"D3": "residential_zone"}
    state = position(home, {"J4": "residential_zone"}, water_cells=1, placed={"D3": 2})
    table = table_at(state, frames.Collect(seat=0), frames.Collect(seat=1), after="p4")
    assert [fact.seat for fact in table.happened(CollectDone)][:1] == [0]


@pytest.mark.rule("water.p3.1")
def test_taking_by_itself_serves_crises_first_and_draws_from_the_fullest_cells():
    state = p1(crisis=frozenset({"F4"}), water_cells={"D2": 0, "E3": 0, "F3": 1, "G4": 3, "D5": 0})
    assert auto_collect(state, 0) == {"G4>D3": 1, "F3>D3": 1, "G4>F4": 2}


@pytest.mark.rule("water.p3.1", "water.p3.6")
def test_taking_by_itself_ends_the_collection_and_does_nothing_after_a_put_back():
    table = collecting(p1(water_cells=2))
    table.say("auto")
    assert table.happened(WaterTaken)[0].seat == 0
    assert table.happened(CollectDone)[0].seat == 0
    assert auto_collect(p1(put_back=(True, False, False, False)), 0) == {}


@pytest.mark.rule("water.net.1", "water.p3.2")
def test_water_reaches_through_a_junction():
    layout = {"D3": "residential_zone", "D2": "junction"}
    state = position(layout, {"J4": "residential_zone"}, water_cells=1)
    from domain.water.networks import access

    assert access(state, 0) == {"C2", "D2", "E3"}
