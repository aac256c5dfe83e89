"""Seats that leave and join."""

from domain.core.game import Change
from tests.shapes.comers import comers
from tests.shapes.sitting import Sitting


def change(table: Sitting, seat: int, what: str) -> None:
    """What the table does when a seat changes: note the game's facts and go on."""
    table.play, table.facts = table.umpire.change_seats(table.play, [Change(seat, what)])


def pick(table: Sitting) -> None:
    for seat in table.asked():
        table.say(seat, berries="few")


def test_a_seat_that_leaves_is_noted_at_once_and_out_from_the_next_round() -> None:
    table = Sitting(comers, 3)
    before = table.asked()
    change(table, 1, "left")
    assert table.told() == ["SeatLeft"]
    assert table.asked() == before, "the round that runs is not disturbed"
    pick(table)
    assert list(table.asked()) == [0, 2]


def test_stored_answers_survive_a_seat_that_leaves() -> None:
    table = Sitting(comers, 3)
    table.say(2, berries="many")
    change(table, 1, "left")
    assert table.play.agenda[-1].answers == {2: {"berries": "many"}}


def test_a_seat_that_joins_plays_from_the_next_round() -> None:
    table = Sitting(comers, 2)
    change(table, 2, "joined")
    pick(table)
    assert list(table.asked()) == [0, 1, 2]
    assert table.play.state.scores == (1, 1, 0)


def test_a_replaced_seat_is_no_business_of_this_game() -> None:
    table = Sitting(comers, 2)
    before = table.play
    change(table, 0, "replaced")
    assert (table.play, table.facts) == (before, ())


def test_the_match_ends_when_all_have_left() -> None:
    table = Sitting(comers, 2)
    change(table, 0, "left")
    change(table, 1, "left")
    pick(table)
    assert table.play.result is not None
