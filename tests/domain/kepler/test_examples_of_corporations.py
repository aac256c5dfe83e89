"""Worked examples of the specification: corporations and two seats."""

import pytest

from domain.kepler import Options, frames
from domain.kepler.facts import DiceRolled, DiscsRaised
from tests.domain.kepler.tables import levels_of, new_table, position, ships, table_at


def locked(table):
    return [die.id for die in table.state.turn.dice if die.locked]


@pytest.mark.rule("kepler.corp.helios", "kepler.group.2")
def test_25a_helios():
    table = table_at(position({}, {}, {}), frames.Turn(), frames.Discs(seat=0, cause="helios", max=2, rise=1))
    assert table.refusal({"tracks": ["raise:5", "raise:5"]}) == ("disc_repeated", ("kepler.group.2",))
    table.raise_discs(5, 7)
    assert levels_of(table, 0) == (2, 2, 2, 1, 2, 1, 1)
    assert table.happened(DiscsRaised)[0].cause == "helios"


@pytest.mark.rule("kepler.corp.orion", "kepler.place.2", "kepler.setup.8")
def test_25b_orion():
    table = new_table(3, 6, seed=orion_first_seed())
    assert table.kind == "setup_place"
    first = table.decision.seat
    table.say("place:o4")
    assert table.seat(first).military == 2
    table.say("act:6")
    assert table.refusal("place:m1") == ("out_of_reach", ("kepler.place.2",))
    table.say("place:m3")
    assert ships(table, first) == {"o4": 2, "m3": 1}


def orion_first_seed():
    """A seed with which the first seat is Orion and Helios is not dealt."""
    for seed in range(500):
        state = new_table(3, seed=seed).state
        if state.seats[state.first_seat].corporation == "orion" and "helios" in state.corporations_aside:
            return seed
    raise AssertionError


@pytest.mark.rule("kepler.corp.valkyr", "kepler.leftover.2")
def test_25c_valkyr():
    state = position({"g3": "3 ship"}, {}, {}, dice=(2, 2, 2), corporations=("valkyr", "orion", "helios"))
    table = table_at(state)
    table.say("act:7:2:cruiser:g3", units={"ship": 3})
    assert locked(table) == ["d1", "d2"]
    table.say("done")
    assert table.seat(0).level[7] == 1
    assert table.seat(0).military == 7


@pytest.mark.rule("kepler.corp.aegis")
def test_25d_aegis():
    state = position({}, {"g4": "ship"}, {}, dice=(1,), corporations=("helios", "aegis", "orion"))
    table = table_at(state)
    assert table.refusal("spend:5:s1:ship:g4") == ("protected_by_aegis", ("kepler.corp.aegis",))
    table.say("spend:6:s1:ship:g4:o3")
    assert ships(table, 1) == {"o3": 1}


@pytest.mark.rule("kepler.corp.scoria")
def test_25e_scoria():
    state = position({}, {}, {}, dice=(6, 6, 6), corporations=("scoria", "orion", "helios"))
    table = table_at(state)
    table.say("act:6", "skip", "skip", "skip", "done")
    assert (table.kind, table.seat(0).level[6]) == ("raise_discs", 3)
    table.raise_discs(7)
    assert levels_of(table, 0) == (2, 2, 2, 1, 1, 3, 1)


@pytest.mark.rule("kepler.two.1", "kepler.dice.2")
def test_26_two_players():
    table = new_table(2, seed=2)
    assert len(table.state.tokens) == 6
    while not table.state.turn or table.state.round == 1:
        table.answer(table.decision.ask.default)
    opening = [len(fact.dice) for fact in table.happened(DiceRolled) if fact.first_turn]
    assert opening == [1, 2]
    table = table_at(position({"m1": "ship"}, {}, dice=(3,), centre=True))
    table.say("act:3")
    assert table.refusal("move:m1:m3") == ("planet_not_in_play", ("kepler.two.1",))


@pytest.mark.rule("kepler.option.two_player_map")
def test_two_seats_may_choose_the_full_map():
    table = new_table(2, options=Options(two_player_map="full"))
    assert len(table.state.planets) == len(table.state.tokens) == 12
