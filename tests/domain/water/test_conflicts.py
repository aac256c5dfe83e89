"""Claims, stakes and what comes of them."""

import pytest
from msgspec.structs import replace

from domain.water import frames
from domain.water.facts import CellReserved, ClaimOpened, Conceded, ConflictResolved, WaterTaken
from tests.domain.water.tables import P1, p1, position, table_at
from tests.domain.water.test_collection import EX6, collecting

CLAIM = {"F3>H3": 1, "G4>H3": 1}


def claimed(*dice, **changes):
    """The take of the sixth example, contested by star."""
    table = collecting(p1(**changes), dice=dice)
    table.say("take", water=EX6)
    table.say("claim", water=CLAIM)
    return table


def staked(table, actor, star, card="none"):
    table.say("fight")
    if (0, "conflict_stake") in table.kinds():
        table.answer({"stake": actor, "card": "none"}, 0)
    if (2, "conflict_stake") in table.kinds():
        table.answer({"stake": star, "card": card}, 2)
    return table


@pytest.mark.rule("water.conflict.5", "water.conflict.6", "water.conflict.7")
def test_ex7_a_tie_goes_to_the_actor():
    table = staked(claimed(2, 1, vp=(4, 0, 3, 0)), 1, 2)
    (resolved,) = table.happened(ConflictResolved)
    assert resolved.scores == {0: 3, 2: 3} and resolved.winner == 0
    assert table.state.vp == (3, 0, 1, 0)
    assert table.state.placed == {"D3": 2, "D4": 1, "F4": 2}
    assert [label for label in table.source.labels if "conflict" in label] == ["conflict/1/p3/0", "conflict/1/p3/2"]


@pytest.mark.rule("water.conflict.6", "water.conflict.8")
def test_ex7_a_claimant_who_wins_gets_its_cubes():
    table = staked(claimed(1, 1, vp=(4, 0, 3, 0)), 1, 2)
    assert table.happened(ConflictResolved)[0].winner == 2
    assert table.state.placed == {"H3": 2, "D3": 2, "D4": 1}
    assert table.state.vp == (3, 0, 1, 0)
    assert table.kinds() == [(1, "collect_action")], "triangle has no water left to take and is done"


@pytest.mark.rule("water.conflict.5")
def test_ex8_nothing_to_stake():
    table = claimed(1, 1)
    table.say("fight")
    assert table.happened(ConflictResolved)[0].winner == 0
    table = claimed(vp=(4, 0, 5, 0))
    table.say("fight")
    assert table.refusal_of({"stake": 0, "card": "none"}, 2) == ("bad_stake", ("water.conflict.5",))
    assert table.refusal_of({"stake": 6, "card": "none"}, 2) == ("bad_stake", ("water.conflict.5",))
    table.answer({"stake": 5, "card": "none"}, 2)
    table.answer({"stake": 0, "card": "none"}, 0)
    assert table.state.vp == (4, 0, 0, 0)


@pytest.mark.rule("water.conflict.4", "water.conflict.8")
def test_conceding_costs_no_points_and_honours_the_claim():
    table = claimed(vp=(4, 0, 3, 0))
    table.say("concede")
    assert table.happened(Conceded)[0].got == {2: CLAIM}
    assert table.state.placed == {"H3": 2, "D3": 2, "D4": 1} and table.state.vp == (4, 0, 3, 0)


@pytest.mark.rule("water.conflict.3")
def test_a_community_claims_once_a_phase():
    table = claimed()
    table.say("concede")
    assert table.state.claims_made[2] == {"p3"}
    opened = len(table.happened(ClaimOpened))
    table.say("done")
    assert len(table.happened(ClaimOpened)) == opened


@pytest.mark.rule("water.conflict.2", "water.form.1")
def test_a_claim_is_for_contested_cubes_and_needs():
    table = collecting(p1())
    table.say("take", water=EX6)
    assert table.refusal("claim", water={"H4>H3": 1}) == ("bad_claim", ("water.conflict.2",))
    assert table.refusal("claim", water={"F3>H3": 2}) == ("bad_claim", ("water.conflict.2",))
    assert table.refusal("claim") == ("malformed", ("water.form.1",))
    table.say("pass")
    assert table.state.placed == {"D3": 2, "D4": 1, "F4": 2} and table.state.conflict is None


@pytest.mark.rule("water.conflict.6", "water.card.3")
def test_ex23_good_offices_call_a_conflict_off():
    table = claimed(vp=(4, 0, 3, 0), hands={2: ("A22",)})
    table = staked(table, 3, 2, "A22")
    assert table.happened(ConflictResolved)[0].outcome == "called_off"
    assert table.state.vp == (4, 0, 3, 0) and table.state.action_discard == ("A22",)
    assert table.state.placed == {"D3": 2, "D4": 1, "F4": 2}
    assert table.state.claims_made[2] == {"p3"}
    assert not [label for label in table.source.labels if "conflict" in label]


@pytest.mark.rule("water.conflict.6")
def test_an_expert_report_adds_two():
    table = staked(claimed(3, 1, vp=(4, 0, 3, 0), hands={2: ("A21",)}), 0, 1, "A21")
    assert table.happened(ConflictResolved)[0].scores == {0: 3, 2: 4}
    assert table.state.vp == (4, 0, 2, 0) and table.state.hand[2] == ()


@pytest.mark.rule("water.card.1")
def test_only_cards_in_hand_go_with_a_stake():
    table = claimed(vp=(4, 0, 3, 0))
    table.say("fight")
    assert table.refusal_of({"stake": 1, "card": "A21"}, 2) == ("not_in_hand", ("water.card.1",))


def building(state, *dice, seat=1):
    return table_at(replace(state, phase="p7"), frames.Build(seat=seat), dice=dice)


@pytest.mark.rule("water.conflict.1", "water.conflict.2", "water.conflict.8")
def test_ex21_a_contested_construction():
    table = building(p1(), 1, 1)
    table.say("build:industrial_zone", cell="G8")
    assert table.kinds() == [(3, "claim_window")]
    table.say("claim")
    table.say("fight")
    assert table.happened(ConflictResolved)[0].winner == 1
    table = building(p1(vp=(0, 0, 0, 2)), 1, 1)
    table.say("build:industrial_zone", cell="G8")
    table.say("claim")
    table.say("fight")
    table.answer({"stake": 1, "card": "none"}, 3)
    (resolved,) = table.happened(ConflictResolved)
    assert resolved.scores == {1: 1, 3: 2} and resolved.outcome == "claimant"
    assert table.state.thunes[1] == 20 and table.state.reserved == {"G8": 3}
    assert table.refusal("build:industrial_zone", cell="G8") == ("cell_reserved", ("water.conflict.8",))
    assert table.happened(CellReserved)[0].seat == 3


@pytest.mark.rule("water.conflict.2", "water.mode.1")
def test_ex21_without_pollution_nobody_may_contest_it():
    table = building(position(*P1, options={"mode": "simplified"}))
    table.say("build:industrial_zone", cell="G8")
    assert not table.happened(ClaimOpened) and "G8" in table.state.constructions


@pytest.mark.rule("water.conflict.4", "water.conflict.8")
def test_conceding_a_construction_keeps_the_place_for_the_first_claimant():
    table = building(p1())
    table.say("build:industrial_zone", cell="G8")
    table.say("claim")
    table.say("concede")
    assert table.state.reserved == {"G8": 3} and table.state.thunes[1] == 20


@pytest.mark.rule("water.conflict.9")
def test_while_a_conflict_is_open_all_else_waits_and_comes_back_under_its_name():
    table = collecting(p1(hands={3: ("A05",)}))
    before = table.decision(0).id
    table.say("take", water=EX6)
    assert [d.mode for d in table.umpire.decisions(table.play)] == ["gather"]
    table.say("pass")
    assert table.decision(0).id.rsplit(".", 1)[0] == before.rsplit(".", 1)[0]


@pytest.mark.rule("water.conflict.8")
def test_the_actors_entries_are_cut_from_the_last_backwards():
    from domain.water.conflicts import reduced
    from domain.water.state import Announcement

    action = Announcement(cause="take", actor=0, water={"F3>D3": 1, "F3>F4": 2, "E3>D3": 1})
    assert reduced(action, ({"F3>H3": 2},)).water == {"F3>D3": 1, "E3>D3": 1}
    assert reduced(action, ({"F3>H3": 3},)).water == {"E3>D3": 1}


@pytest.mark.rule("water.conflict.4")
def test_several_claims_are_honoured_in_the_order_of_the_turn():
    from domain.water.conflicts import honoured

    left = {"F3": 1, "G4": 1}
    assert honoured({"F3>H3": 1, "G4>H3": 1}, left) == {"F3>H3": 1, "G4>H3": 1}
    assert honoured({"F3>K5": 1}, left) == {}
    assert WaterTaken(seat=0, water={}).water == {}
