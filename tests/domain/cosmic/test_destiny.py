"""V.3. The cup of destiny."""

import pytest
from msgspec.structs import replace

from domain.cosmic import facts
from domain.cosmic.frames import Destiny, DuelCourse
from tests.domain.cosmic.tables import BLUE, GREEN, RED, YELLOW, Table, duel, state, tokens

HANDS = {GREEN: "a6", RED: "a6", YELLOW: "a6", BLUE: "a6"}


def drawing(cup, held=None, seats=4, **more):
    """A table about to draw a disc; what is not in the cup lies aside."""
    board = state({s: "a6" for s in range(seats)}, more.pop("powers", {}), held, seats=seats)
    aside = {colour: 3 - number for colour, number in cup.items()}
    return Table(replace(board, cup=cup, aside=aside, duel=duel(60, defence=None)), **more)


@pytest.mark.rule("cosmic.destiny.1", "cosmic.destiny.2")
def test_a_disc_names_the_defence_and_lies_aside():
    table = drawing({"green": 0, "red": 3, "yellow": 0, "blue": 0})
    assert table.duel.defence == RED
    assert table.state.cup["red"] == 2
    assert table.state.aside["red"] == 1
    assert table.options(GREEN) == [f"aim:red{k}" for k in range(1, 6)]


@pytest.mark.rule("cosmic.destiny.3")
def test_e7_the_last_disc_is_never_drawn():
    table = drawing({"green": 0, "red": 0, "yellow": 1}, seats=3)
    assert table.happened(facts.CupRefilled) == [facts.CupRefilled(discs=9)]
    assert sum(table.state.cup.values()) + sum(table.state.aside.values()) == 9
    assert len(table.happened(facts.DiscDrawn)) == sum(table.state.aside.values())


@pytest.mark.rule("cosmic.destiny.5")
def test_e8_ones_own_colour_without_invaders_is_drawn_again():
    table = drawing({"green": 2, "red": 0, "yellow": 0, "blue": 0})
    assert table.happened(facts.DiscDrawn)[0].disc == "green"
    assert "own_colour" not in table.kinds()
    assert len(table.happened(facts.DiscDrawn)) >= 2


@pytest.mark.rule("cosmic.destiny.4", "cosmic.aim.3")
def test_ones_own_colour_allows_an_attack_on_an_invader():
    held = {BLUE: tokens("blue", {"blue1": 4, "green2": 3, "green4": 1})}
    table = drawing({"green": 3, "red": 0, "yellow": 0, "blue": 0}, held)
    assert table.options(GREEN) == ["attack:blue:green2", "attack:blue:green4", "redraw"]
    table.say(GREEN, "attack:blue:green2")
    assert (table.duel.defence, table.duel.planet) == (BLUE, "green2")
    assert table.kinds() == ["gather_tokens"]


@pytest.mark.rule("cosmic.destiny.4")
def test_redrawing_leaves_the_disc_aside():
    held = {BLUE: tokens("blue", {"blue1": 4, "green2": 3})}
    tables = (drawing({"green": 1, "red": 0, "yellow": 0, "blue": 2}, held, seed=bytes([n])) for n in range(50))
    table = next(table for table in tables if "own_colour" in table.kinds())
    assert table.say(GREEN, "redraw").state.aside["green"] == 3
    assert table.duel.defence == BLUE


@pytest.mark.rule("cosmic.pw.dictator", "cosmic.turn.2")
def test_a_defence_that_is_known_needs_no_disc():
    board = state(HANDS, duel=duel(60, defence=YELLOW))
    table = Table(board)
    assert table.happened(facts.DiscDrawn) == []
    assert Table(board, DuelCourse(), Destiny()).happened(facts.DiscDrawn) == []
