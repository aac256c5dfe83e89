"""Who decides for the team, the time of a phase, and a seat that leaves."""

import pytest
from msgspec.structs import replace

from domain.core.game import Change
from domain.mediation import Options, frames
from domain.mediation.facts import CharactersPassed, Passed, SeatLeft, TimerExpired
from domain.mediation.team import lead_seat, phase_limit
from tests.domain.mediation.tables import acting, attacked, position

TWO = (("elli", "agapi"), ("diamandis", "vera"))
THREE = (("elli", "agapi"), ("diamandis",), ("vera",))


def leaving(table, seat):
    """A seat leaves the table while it runs."""
    table.take(table.umpire.change_seats(table.play, [Change(seat, "left")]))
    return table


@pytest.mark.rule("mediation.coop.1", "mediation.coop.5")
def test_the_lead_goes_round_and_past_seats_that_left():
    state = position(seats=THREE, turn=2)
    assert lead_seat(state) == 1
    seats = (state.seats[0], replace(state.seats[1], left=True), state.seats[2])
    assert lead_seat(replace(state, seats=seats)) == 2
    assert lead_seat(replace(state, seats=seats, turn=1)) == 0


@pytest.mark.rule("mediation.coop.3", "mediation.coop.1")
def test_the_seat_behind_a_card_decides_for_all():
    state = position(seats=TWO, turn=1, cells={"vera": "C3", "red": "C3", "agapi": "E3"}, top={"med_red": ("R17",)})
    table = acting(state).do("mediate:vera:red", 1)
    assert (table.decision().seat, table.kind) == (1, "pay_cancellation")
    table.say(1, answer="pay", energy={"agapi": 1, "vera": 1})
    assert table.state.chars["agapi"].energy == 1
    fleeing = attacked(position(seats=TWO, turn=2, pop={"C3": 1}, phase="attack"), "C3")
    assert fleeing.decision().seat == 1


@pytest.mark.rule("mediation.coop.2")
def test_nobody_acts_with_others_characters():
    assert acting(position(seats=TWO)).refuse(1, do="move:elli:I4")[0] == "not_your_character"


@pytest.mark.rule("mediation.coop.5")
def test_the_characters_of_a_seat_that_leaves_go_to_those_with_the_fewest():
    table = acting(position(seats=THREE))
    leaving(table, 0)
    assert table.told(SeatLeft) == [SeatLeft(seat=0)]
    assert table.told(CharactersPassed) == [
        CharactersPassed(giver=0, receiver=1, character="elli"),
        CharactersPassed(giver=0, receiver=2, character="agapi"),
    ]
    assert [d.seat for d in table.decisions] == [1, 2]
    assert table.told(Passed) == [Passed(seat=0)]


@pytest.mark.rule("mediation.coop.5", "mediation.coop.3")
def test_until_the_action_is_over_the_seat_that_left_takes_its_defaults():
    state = position(seats=TWO, cells={"vera": "C3", "red": "C3", "agapi": "E3"}, top={"med_red": ("R20",)})
    table = acting(state).do("mediate:vera:red", 1)
    leaving(table, 1)
    assert table.state.closed == {"red"}
    assert [fact.character for fact in table.told(CharactersPassed)] == ["diamandis", "vera"]
    assert table.kind == "action"


@pytest.mark.rule("mediation.coop.5", "mediation.coop.4")
def test_a_vote_goes_on_without_the_seat_that_left():
    options = Options(team_policy="vote")
    state = position(options=options, seats=THREE, pop={"C3": 1}, phase="attack")
    table = leaving(attacked(state, "C3"), 0)
    assert [d.seat for d in table.decisions] == [1, 2]
    before = table.state.pop["B3"]
    way = {"cell": "C3", "to": {"B3": 1}}
    table.say(1, **way).say(2, **way)
    assert table.state.pop["B3"] == before + 1


@pytest.mark.rule("mediation.var.time.1", "mediation.var.time.2")
def test_the_time_covers_every_question_of_the_phase_and_no_other():
    options = Options(timer=True, timer_seconds=45)
    state = position(options=options, cells={"andromeda": "C3", "red": "C3"}, top={"med_red": ("R06",)})
    table = acting(state).do("mediate:andromeda:red")
    assert (table.kind, table.decision().ask.limit.seconds) == ("continue_mediation", 45)
    assert phase_limit(replace(state, phase="attack")) is None
    assert phase_limit(replace(state, options=Options())) is None


@pytest.mark.rule("mediation.var.time.3")
def test_when_the_time_is_up_all_seats_are_passed():
    table = acting(position(options=Options(timer=True), seats=TWO)).do("move:agapi:I4", 0)
    names = tuple(d.id for d in table.decisions)
    table.take(table.umpire.time_out(table.play, names, "phase"))
    assert table.told(TimerExpired) == [TimerExpired()]
    assert table.told(Passed) == [Passed(seat=0), Passed(seat=1)]
    assert isinstance(table.play.agenda[-1].frame, frames.AttackPhase)
