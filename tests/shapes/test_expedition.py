"""Team decisions."""

from typing import Any

import pytest

from domain.core.happenings import Answered
from tests.shapes.expedition import DayWalked, expedition
from tests.shapes.sitting import Sitting

FORD, RIDGE, WOOD = ({"path": path, "load": {}} for path in ("ford", "ridge", "wood"))


def voting(seats: int) -> Sitting:
    return Sitting(expedition, seats, team_policy="vote")


def test_the_owner_alone_answers_under_the_owner_policy() -> None:
    table = Sitting(expedition, 3)
    assert list(table.asked()) == [0]
    table.say(0, **RIDGE)
    assert list(table.asked()) == [1]


@pytest.mark.parametrize(
    ("votes", "path"),
    [
        ([RIDGE, FORD, FORD], "ford"),
        ([RIDGE, FORD, WOOD], "ridge"),
        ([FORD, RIDGE, RIDGE, FORD], "ford"),
        ([WOOD, RIDGE, FORD, RIDGE, FORD], "ridge"),
    ],
    ids=["majority", "all tied: the owner", "two tied: the owner among them", "two tied: lowest seat among them"],
)
def test_most_votes_win(votes: list[dict[str, Any]], path: str) -> None:
    table = voting(len(votes))
    for seat, vote in enumerate(votes):
        table.say(seat, **vote)
    assert table.play.state.walked == (path,)


def test_a_vote_closes_early_when_more_than_half_agree() -> None:
    table = voting(4)
    for seat in (1, 2):
        table.say(seat, **FORD)
    assert table.play.state.walked == ()
    table.say(3, **FORD)
    assert table.play.state.walked == ("ford",)


def test_answers_that_mean_the_same_count_together() -> None:
    table = voting(5)
    table.say(1, path="ford", load={"grey": 0, "brown": 1})
    table.say(2, path="ford", load={"brown": 1})
    table.say(3, load={"brown": 1, "grey": 0}, path="ford")
    assert DayWalked(path="ford", loads={"brown": 1}) in table.facts


def test_who_is_silent_abstains() -> None:
    table = voting(3)
    table.say(2, **FORD)
    names = tuple(table.asked().values())
    table.play, table.facts = table.umpire.time_out(table.play, names)
    assert table.play.state.walked == ("ford",)
    assert [fact.answer for fact in table.facts if isinstance(fact, Answered)] == [{}, {}]


def test_when_nobody_votes_the_default_is_played() -> None:
    table = voting(3)
    table.play, table.facts = table.umpire.time_out(table.play, tuple(table.asked().values()))
    assert DayWalked(path="wood", loads={}) in table.facts


def test_a_vote_can_be_taken_back_while_it_is_open() -> None:
    table = voting(4)
    name = table.open(0).id
    table.say(0, **FORD)
    table.play, _ = table.umpire.withdraw(table.play, name, 0)
    assert list(table.asked()) == [0, 1, 2, 3]
