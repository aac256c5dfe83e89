"""Three characters together, and the consent of those who play them."""

import pytest

from domain.mediation import Options
from domain.mediation.facts import AttackCancelled, CubePlaced, DisasterCancelled, GroupRefused, PopulationMoved
from tests.domain.mediation.tables import acting, position

TWO = (("elli", "agapi"), ("diamandis", "vera"))
THREE = (("elli", "agapi"), ("diamandis",), ("vera",))
PYRAMIDS = Options(pyramids=True)
VOTE = Options(pyramids=True, team_policy="vote")


@pytest.mark.rule("mediation.group.td", "mediation.action.6")
def test_three_cubes_of_one_seat_teleport_at_once():
    state = position(pop={"C3": 1, "G4": 0})
    wish = {"others": ["agapi", "andromeda"], "what": "population:C3", "to": "G4"}
    table = acting(state).do("remote_teleport:elli", **wish)
    assert table.told(PopulationMoved) == [PopulationMoved(origin="C3", to="G4")]
    assert [fact.slot for fact in table.told(CubePlaced)] == ["td"] * 3
    assert table.state.acted == 1


@pytest.mark.rule("mediation.group.td", "mediation.group.ad", "mediation.eff.blackout")
@pytest.mark.parametrize(
    ("changes", "answer", "reason", "rule"),
    [
        ({}, {"do": "remote_cancel:elli", "others": ["agapi"], "target": "attack:C3"}, "need_three", "group.ad"),
        ({}, {"do": "remote_teleport:elli", "others": ["agapi", "elli"]}, "need_three", "group.td"),
        (
            {"sheets": {"agapi": {"cubes": 0, "used": {"move": 2, "td": 1}}}},
            {"do": "remote_cancel:elli", "others": ["agapi", "andromeda"], "target": "attack:C3"},
            "need_three",
            "group.ad",
        ),
        (
            {"blackout": True},
            {"do": "remote_teleport:elli", "others": ["agapi", "andromeda"], "what": "population:E3", "to": "G4"},
            "blackout",
            "eff.blackout",
        ),
        (
            {},
            {"do": "remote_cancel:elli", "others": ["agapi", "andromeda"], "target": "attack:A5"},
            "no_target",
            "action.7",
        ),
        (
            {},
            {"do": "remote_teleport:elli", "others": ["agapi", "andromeda"], "what": "population:E3", "to": "C3"},
            "cell_forbidden",
            "pop.2",
        ),
    ],
)
def test_reasons_against_a_group_action(changes, answer, reason, rule):
    state = position(**{"attacks": ["C3"], **changes})
    assert acting(state).refuse(**answer) == (reason, (f"mediation.{rule}",))


@pytest.mark.rule("mediation.group.consent", "mediation.group.ad")
def test_every_other_owner_must_accept_and_answers_are_sealed():
    state = position(seats=THREE, attacks=["C3"])
    wish = {"others": ["diamandis", "vera"], "target": "attack:C3"}
    table = acting(state).do("remote_cancel:elli", 0, **wish)
    assert [(d.seat, d.mode) for d in table.decisions] == [(1, "gather"), (2, "gather")]
    table.say(1, answer="accept")
    assert table.told(AttackCancelled) == []
    table.say(2, answer="refuse")
    assert table.told(GroupRefused) == [GroupRefused(seat=0)]
    assert table.state.attacks == {"C3"}


@pytest.mark.rule("mediation.group.consent")
def test_a_seat_that_passed_may_join_and_stays_passed():
    state = position(seats=TWO, attacks=["C3"])
    table = acting(state).do("pass", 1)
    table.do("remote_cancel:elli", 0, others=["agapi", "vera"], target="attack:C3").say(1, answer="accept")
    assert table.told(AttackCancelled) == [AttackCancelled(cell="C3")]
    assert [d.seat for d in table.decisions if d.mode != "offer"] == [0]
    assert table.offer(1) is not None


@pytest.mark.rule("mediation.var.dis.4", "mediation.energy.3", "mediation.coop.3")
def test_a_disaster_is_paid_off_without_cubes_and_without_consent():
    cells = {"agapi": "C3", "vera": "E3", "diamandis": "G3"}
    state = position(options=PYRAMIDS, seats=TWO, cells=cells, disaster=("quake", "C5"))
    table = acting(state)
    assert table.refuse(0, do="pay_disaster", energy={"elli": 1, "vera": 2}) == ("bad_payment", ("mediation.energy.3",))
    assert table.refuse(0, do="pay_disaster", energy={"vera": 2}) == ("bad_payment", ("mediation.var.dis.4",))
    table.do("pay_disaster", 0, energy={"agapi": 1, "vera": 2})
    assert table.told(DisasterCancelled) == [DisasterCancelled(how="energy")]
    assert table.told(CubePlaced) == []
    assert (table.state.chars["vera"].cell, table.state.chars["agapi"].energy) == ("I5", 1)
    assert table.state.acted == 1
    assert table.refuse(0, do="pay_disaster", energy={}) == ("no_disaster", ("mediation.var.dis.4",))


@pytest.mark.rule("mediation.coop.4", "mediation.group.consent")
@pytest.mark.parametrize(("answers", "is_paid"), [(("accept", "refuse"), True), (("refuse", "refuse"), False)])
def test_under_a_vote_half_of_the_seats_pay(answers, is_paid):
    cells = {"agapi": "C3", "vera": "E3"}
    state = position(options=VOTE, seats=THREE, cells=cells, disaster=("firestorm", "C5"))
    table = acting(state).do("pay_disaster", 0, energy={"agapi": 1, "vera": 1})
    for seat, answer in enumerate(answers, 1):
        table.say(seat, answer=answer)
    assert bool(table.told(DisasterCancelled)) == is_paid


@pytest.mark.rule("mediation.action.9", "mediation.group.consent")
def test_a_free_team_action_keeps_a_seat_without_cubes_in_the_phase():
    spent = {"cubes": 0, "used": {"move": 2, "teleport": 1}}
    cells = {"agapi": "C3", "vera": "E3", "elli": "C4", "diamandis": "C5"}
    state = position(
        options=PYRAMIDS, seats=TWO, cells=cells, disaster=("emp", "C5"), sheets={"elli": spent, "agapi": spent}
    )
    table = acting(state)
    assert table.offered(0) == ["pay_disaster", "teleport_base:red", "teleport_base:blue", "pass"]
