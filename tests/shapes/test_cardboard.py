"""Draws that are typed in."""

from domain.core.model import HOST
from tests.shapes.cardboard import TRACK, Rolled, TrackLaid, cardboard
from tests.shapes.sitting import Sitting


def recording(seats: int = 2) -> Sitting:
    return Sitting(cardboard, seats, key=b"")


def laid(seats: int = 2) -> Sitting:
    table = recording(seats)
    table.say(HOST, order=["bridge", "bog", "bog:2", "road:2", "road"])
    return table


def test_the_host_is_asked_for_a_shuffle_before_the_first_turn() -> None:
    table = recording()
    assert list(table.asked()) == [HOST]
    slot = table.open(HOST).ask.form.slots[0]
    assert sorted(item.id for item in slot.items) == ["bog", "bog:2", "bridge", "road", "road:2"]  # type: ignore[union-attr]


def test_cards_that_look_alike_are_entered_in_any_order() -> None:
    table = laid()
    assert TrackLaid(track=("bridge", "bog", "bog", "road", "road")) in table.facts


def test_a_shuffle_that_names_a_card_twice_is_refused() -> None:
    table = recording()
    name = table.open(HOST).id
    assert table.refusal(name, HOST, order=["bog"] * len(TRACK)) == "not-an-option"


def test_draws_inside_an_answer_are_asked_one_after_the_other_while_the_answer_waits() -> None:
    table = laid()
    waiting = table.asked()
    table.say(1, dice="two")
    assert table.told() == []
    entered = []
    for value in ("5", "2", "storm"):
        assert list(table.asked()) == [HOST]
        entered.append(table.open(HOST).id)
        assert table.refusal(waiting[0], 0, dice="one") == "decision-suspended"
        table.say(HOST, value=value)
    assert len(set(entered)) == 3
    assert Rolled(seat=1, faces=(5, 2), wind="storm") in table.facts
    assert table.play.entered == {}
    assert table.play.draws == {"track.shuffle": 1, "dice/1": 2, "wind/1": 1}
    assert table.asked()[0] == waiting[0]


def test_a_draw_cannot_be_entered_twice() -> None:
    table = laid()
    table.say(0, dice="one")
    name = table.open(HOST).id
    table.say(HOST, value="3")
    assert table.refusal(name, HOST, value="4") == "decision-answered"


def test_seats_cannot_answer_for_the_host() -> None:
    table = laid()
    table.say(0, dice="one")
    assert table.refusal(table.open(HOST).id, 0, value="3") == "decision-withdrawn"
