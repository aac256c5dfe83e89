"""An open action phase."""

from domain.core.happenings import Answered, FlowMoved
from tests.shapes.action_phase import phase
from tests.shapes.sitting import Sitting


def test_seats_act_as_they_come_and_the_others_keep_their_decisions() -> None:
    table = Sitting(phase, 3)
    before = table.asked()
    table.say(2, do="work")
    table.say(0, do="work")
    after = table.asked()
    assert after[1] == before[1]
    assert after[0] != before[0] and after[2] != before[2]
    assert table.refusal(before[2], 2, do="work") == "decision-answered"


def test_a_challenge_suspends_the_phase_and_its_answer_suspends_the_challenge() -> None:
    table = Sitting(phase, 3)
    before = table.asked()
    table.say(0, do="challenge:1")
    assert list(table.asked()) == [1]
    assert table.refusal(before[2], 2, do="work") == "decision-suspended"
    table.say(1, do="resist")
    assert list(table.asked()) == [0]
    assert len(table.play.agenda) == 4
    assert table.refusal(before[2], 2, do="work") == "decision-suspended"
    table.say(0, stake=2)
    assert table.asked()[2] == before[2]
    assert table.refusal(before[2], 2, do="work") == "accepted"
    assert table.play.state.energy == (1, 3, 3)


def test_the_stake_reaches_the_challenge_as_what_was_given() -> None:
    table = Sitting(phase, 2)
    table.say(0, do="challenge:1")
    table.say(1, do="resist")
    table.say(0, stake=3)
    assert table.told() == ["Fought"]
    assert all(item.frame.given is None for item in table.play.agenda)


def test_when_time_runs_out_open_sub_decisions_get_their_defaults_and_the_phase_ends() -> None:
    table = Sitting(phase, 2)
    table.say(0, do="challenge:1")
    table.play, table.facts = table.umpire.time_out(table.play, tuple(table.asked().values()), "phase")
    assert table.told() == ["TimeRanOut", "Fought", "RoundBegun"]
    assert [type(fact) for fact in table.facts].count(FlowMoved) == 1
    assert table.play.state.rounds == 2


def test_a_limit_that_ends_the_phase_by_itself_leaves_no_default_to_give() -> None:
    table = Sitting(phase, 2)
    table.play, table.facts = table.umpire.time_out(table.play, tuple(table.asked().values()), "phase")
    assert table.told() == ["TimeRanOut", "RoundBegun"]
    assert not [fact for fact in table.facts if isinstance(fact, Answered)]


def test_a_limit_passing_for_decisions_that_are_gone_changes_nothing() -> None:
    table = Sitting(phase, 2)
    old = table.asked()[0]
    table.say(0, do="work")
    before = table.play
    assert table.umpire.time_out(before, (old,)) == (before, ())


def test_each_seat_can_run_out_of_time_on_its_own() -> None:
    table = Sitting(phase, 2)
    table.play, table.facts = table.umpire.time_out(table.play, (table.asked()[1],))
    assert table.told() == ["Rested"]
    assert list(table.asked()) == [0]
