"""Seats act in any order, one action at a time."""

import pytest

from domain.core.errors import DecisionSuspended, NotAnOption
from domain.mediation import Options, frames
from domain.mediation.facts import ActionCompleted, CubePlaced, Passed, Resumed
from tests.domain.mediation.tables import acting, position

TWO = (("elli", "agapi"), ("diamandis", "vera"))
SPENT = {"cubes": 0, "used": {"move": 2, "teleport": 1}}


@pytest.mark.rule("mediation.action.2", "mediation.coop.2", "mediation.action.1")
def test_every_seat_is_asked_at_once_for_its_own_characters():
    table = acting(position(seats=TWO))
    assert [(d.seat, d.ask.kind, d.mode) for d in table.decisions] == [(0, "action", "each"), (1, "action", "each")]
    assert not [option for option in table.offered(0) if ":vera" in option]
    assert table.refuse(0, do="move:vera:I4") == ("not_your_character", ("mediation.coop.2",))


@pytest.mark.rule("mediation.action.3", "mediation.form.1")
def test_while_an_action_asks_something_nobody_else_acts():
    state = position(
        seats=TWO, cells={"diamandis": "C3", "red": "C3", "vera": "E3"}, top={"med_red": ("R01", "R06")}, ship=4
    )
    table = acting(state)
    waiting = table.decision(0)
    table.do("mediate:diamandis:red", 1)
    assert table.kind == "return_populations"
    with pytest.raises(DecisionSuspended):
        table.umpire.decide(table.play, waiting.id, 0, {"do": "pass"})
    table.say(**table.decision().ask.default).say(camp="red")
    assert table.decision(0).id == waiting.id
    table.take(table.umpire.decide(table.play, waiting.id, 0, {"do": "move:agapi:I4"}))
    assert table.state.chars["agapi"].cell == "I4"


@pytest.mark.rule("mediation.action.3", "mediation.action.7")
def test_an_answer_in_flight_counts_if_it_still_fits():
    state = position(seats=TWO, cells={"agapi": "C3", "diamandis": "C3", "vera": "D3"}, attacks=["C3"])
    first = acting(state)
    mine, other = first.decision(0), first.decision(1)
    play, _ = first.umpire.decide(first.play, mine.id, 0, {"do": "cancel:agapi:attack:C3"})
    with pytest.raises(NotAnOption) as refused:
        first.umpire.decide(play, other.id, 1, {"do": "cancel:diamandis:attack:C3"})
    assert (refused.value.reason, refused.value.rules) == ("no_target", ("mediation.action.7",))
    after, _ = first.umpire.decide(play, other.id, 1, {"do": "move:vera:D2"})
    assert after.state.chars["vera"].cell == "D2"


@pytest.mark.rule("mediation.action.1")
def test_an_action_takes_a_cube_and_a_free_place():
    table = acting(position()).do("move:agapi:I4")
    assert table.told(CubePlaced) == [CubePlaced(character="agapi", slot="move")]
    assert table.told(ActionCompleted) == [ActionCompleted(acted=1)]
    table.do("move:agapi:I5")
    assert table.refuse(do="move:agapi:I4") == ("no_free_slot", ("mediation.action.1",))
    table.do("teleport:agapi:population:I5", to="C3")
    assert table.refuse(do="teleport:agapi:population:I5", to="C3") == ("no_cube", ("mediation.action.1",))


@pytest.mark.rule("mediation.action.9")
def test_a_seat_without_cubes_is_passed():
    state = position(seats=TWO, sheets={"diamandis": SPENT, "vera": SPENT})
    table = acting(state)
    assert table.told(Passed) == [Passed(seat=1)]
    assert [d.seat for d in table.decisions] == [0]


@pytest.mark.rule("mediation.action.9")
def test_resuming_clears_the_pass_and_needs_an_action_in_between():
    table = acting(position(seats=TWO)).do("pass", 1)
    assert table.offer(1) is None
    table.do("move:agapi:I4", 0)
    offer = table.offer(1)
    table.take(table.umpire.decide(table.play, offer.id, 1, {"do": "resume"}))
    assert table.told(Resumed) == [Resumed(seat=1)]
    table.do("pass", 1)
    assert table.offer(1) is None


@pytest.mark.rule("mediation.action.9", "mediation.turn.4")
def test_a_seat_with_cubes_but_nothing_to_do_is_still_asked():
    stuck = {"cubes": 1, "used": {"move": 2}}
    team = {name: {**stuck, "cell": "E3"} for name in ("elli", "agapi", "andromeda", "diamandis")}
    state = position(sheets=team, pop={"E3": 0}, cells={"base_u": "I5"})
    table = acting(state)
    assert table.offered() == ["remote_teleport:elli", "remote_teleport:agapi", "remote_teleport:andromeda",
                               "remote_teleport:diamandis", "pass"]  # fmt: skip
    jammed = acting(position(sheets=team, pop={"E3": 0}, cells={"base_u": "I5"}, blackout=True))
    assert jammed.offered() == ["pass"]
    jammed.do("pass")
    assert isinstance(jammed.play.agenda[-1].frame, frames.AttackPhase)


@pytest.mark.rule("mediation.form.1")
def test_options_stand_in_order_and_pass_is_last():
    state = position(
        options=Options(pyramids=True),
        cells={"andromeda": "A1", "agapi": "C3", "elli": "I4"},
        attacks=["C3"],
        pyramids=("C4",),
        disaster=("quake", "E3"),
        pop={"I4": 1, "A1": 0},
    )
    verbs = [option.split(":")[0] for option in acting(state).offered()]
    order = ["move", "teleport", "cancel", "mediate", "remote_teleport", "remote_cancel", "pay_disaster", "pass"]
    assert [verb for place, verb in enumerate(verbs) if verb not in verbs[:place]] == order
