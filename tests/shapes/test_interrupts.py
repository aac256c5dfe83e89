"""A true standing offer."""

from domain.core.happenings import Answered
from tests.shapes.interrupts import interrupts
from tests.shapes.sitting import Sitting


def test_offers_are_listed_to_their_seat_beside_what_it_is_asked() -> None:
    table = Sitting(interrupts, 2)
    assert [decision.mode for decision in table.umpire.decisions(table.play, 0)] == ["gather", "offer"]


def test_the_interrupted_decision_keeps_its_name_and_the_answers_that_still_fit() -> None:
    table = Sitting(interrupts, 3)
    before = table.asked()
    table.say(0, "sow", grain=2)
    table.say(1, "storm", victim="seat:2")
    assert table.asked() == {2: table.open(2).id}
    assert table.open(2).ask.kind == "storm_answer"
    assert table.refusal(before[1], 1, grain=1) == "decision-suspended"
    table.say(2, do="pay")
    assert table.asked() == {1: before[1], 2: before[2]}
    assert table.play.agenda[-1].answers == {0: {"grain": 2}}
    assert table.open(2, "sow").ask.form.slots[0].max == 3, "the form is made anew"  # type: ignore[union-attr]


def test_a_stored_answer_that_no_longer_fits_is_dropped_and_its_seat_asked_again_under_a_new_name() -> None:
    table = Sitting(interrupts, 2)
    first = table.open(1, "sow").id
    table.say(1, "sow", grain=5)
    table.say(0, "storm", victim="seat:1")
    table.say(1, do="suffer")
    again = table.open(1, "sow")
    assert again.id != first
    assert table.play.agenda[-1].answers == {}
    assert table.refusal(first, 1, grain=1) == "decision-answered"
    table.send(again.id, 1, grain=2)
    table.say(0, "sow", grain=0)
    assert table.play.state.barns == (0, 4)


def test_an_offer_of_another_seat_gets_a_new_name_when_one_is_played() -> None:
    table = Sitting(interrupts, 3)
    old = table.open(1, "storm").id
    table.say(0, "storm", victim="seat:2")
    assert table.refusal(old, 1, victim="seat:0") == "decision-withdrawn"
    table.say(2, do="suffer")
    assert table.open(1, "storm").id != old
    assert table.refusal(old, 1, victim="seat:0") == "decision-withdrawn"


def test_an_offer_is_not_open_while_the_business_of_another_runs() -> None:
    table = Sitting(interrupts, 2)
    table.say(0, "storm", victim="seat:1")
    assert [decision.mode for decision in table.umpire.decisions(table.play)] == ["one"]


def test_playing_an_offer_is_noted_like_an_answer() -> None:
    table = Sitting(interrupts, 2)
    offer = table.open(0, "storm").id
    table.say(0, "storm", victim="seat:1")
    assert table.facts[0] == Answered(decision=offer, seat=0, answer={"victim": "seat:1"})
    assert table.told() == ["StormBroke"]


def test_offers_stay_open_to_a_seat_that_has_sealed_its_answer() -> None:
    table = Sitting(interrupts, 2)
    table.say(0, "sow", grain=1)
    assert [decision.mode for decision in table.umpire.decisions(table.play, 0)] == ["offer"]
    table.say(0, "storm", victim="seat:1")
    table.say(1, do="suffer")
    table.say(1, "sow", grain=1)
    assert table.play.state.barns == (2, 2)
