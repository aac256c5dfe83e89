"""Sealed gathered answers."""

import pytest

from domain.core.errors import DecisionWithdrawn
from domain.core.happenings import Answered, FlowMoved, Withdrawn
from domain.core.visibility import Viewer, is_open, redact_fact
from tests.shapes.sealed import BidsOpened, sealed
from tests.shapes.sitting import Sitting


def test_a_sealed_answer_is_seen_by_its_seat_alone() -> None:
    table = Sitting(sealed, 3)
    table.say(1, coins=4)
    answered, moved = table.facts
    assert isinstance(answered, Answered) and isinstance(moved, FlowMoved)
    assert redact_fact(answered, Viewer(seat=1)) == {"decision": "0.1.1.0", "seat": 1, "answer": {"coins": 4}}
    assert redact_fact(answered, Viewer(seat=0)) is None
    assert redact_fact(moved, Viewer(seat=1)) is None


def test_the_last_answer_opens_all() -> None:
    table = Sitting(sealed, 2)
    table.say(1, coins=4)
    assert table.told() == []
    table.say(0, coins=3)
    assert BidsOpened(bids={0: 3, 1: 4}, seat=1) in table.facts
    assert table.play.state.coins == (6, 2)


def test_the_append_that_opens_sealed_answers_is_not_free_to_undo() -> None:
    table = Sitting(sealed, 2)
    table.say(1, coins=4)
    assert is_open(table.facts)
    table.say(0, coins=3)
    assert not is_open([fact for fact in table.facts if isinstance(fact, FlowMoved)])


def test_an_answer_can_be_taken_back_until_the_last_comes_and_gets_a_new_name() -> None:
    table = Sitting(sealed, 2)
    first = table.open(1).id
    table.say(1, coins=4)
    assert table.refusal(first, 1, coins=5) == "decision-answered"
    table.play, facts = table.umpire.withdraw(table.play, first, 1)
    assert Withdrawn(decision=first, seat=1) in facts
    second = table.open(1).id
    assert second != first
    assert table.refusal(first, 1, coins=5) == "decision-answered"
    table.send(second, 1, coins=0)
    table.say(0, coins=1)
    assert table.play.state.won == (1, 0)


def test_an_opened_answer_cannot_be_taken_back() -> None:
    table = Sitting(sealed, 2)
    first = table.open(1).id
    table.say(1, coins=4)
    table.say(0, coins=3)
    with pytest.raises(DecisionWithdrawn):
        table.umpire.withdraw(table.play, first, 1)


def test_only_the_seat_that_answered_can_take_it_back() -> None:
    table = Sitting(sealed, 2)
    table.say(1, coins=4)
    with pytest.raises(DecisionWithdrawn):
        table.umpire.withdraw(table.play, "0.1.1.0", 0)


def test_a_seat_with_one_possible_bid_is_not_asked() -> None:
    table = Sitting(sealed, 2)
    table.say(0, coins=6)
    table.say(1, coins=0)
    assert table.play.state.coins == (0, 6)
    assert list(table.asked()) == [1]
    table.say(1, coins=2)
    assert table.play.state.won == (1, 1)


def test_a_preview_of_the_last_bid_does_not_open_the_others() -> None:
    table = Sitting(sealed, 2)
    table.say(1, coins=4)
    last = table.open(0)
    assert [type(fact) for fact in table.umpire.preview(table.play, last.id, 0, {"coins": 5})] == [Answered]


def test_defaults_are_sealed_like_any_other_answer() -> None:
    table = Sitting(sealed, 2)
    table.play, facts = table.umpire.time_out(table.play, (table.open(0).id,))
    assert Answered(decision="0.1.0.0", seat=0, answer={"coins": 0}) in facts
    assert list(table.asked()) == [1]
