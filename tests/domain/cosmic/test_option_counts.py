"""How many answers named positions allow: one number guards many rules at once."""

from itertools import islice

import pytest

from domain.core.fillings import answers
from domain.cosmic.frames import Closing, DealTalk, DuelCourse
from tests.domain.cosmic.tables import BLUE, GREEN, RED, YELLOW, Table, duel, state, tokens

HANDS = {GREEN: "a6 a8 zap", RED: "a6", YELLOW: "a10 compromise", BLUE: "force_field"}


def aiming():
    return Table(state(HANDS, duel=duel(90)))


def gathering():
    held = {GREEN: tokens("green", {"green1": 2, "green2": 1, "red1": 3})}
    return Table(state(HANDS, {}, held, duel=duel(100, planet="yellow3")))


def inviting():
    return Table(state(HANDS, {}, {GREEN: tokens("green", oval=1)}, duel=duel(110, planet="yellow3")))


def reacting():
    held = {GREEN: tokens("green", oval=1), BLUE: tokens("blue", oval=1), RED: tokens("red", ring=1)}
    going = duel(150, planet="yellow3", allies={BLUE: "offence", RED: "defence"})
    powers = {GREEN: "laser oracle trader loser judge mind philanthropist seeker"}
    return Table(state(HANDS, powers, held, duel=going))


def dealing():
    held = {
        GREEN: tokens("green", {"green1": 1}, oval=1),
        YELLOW: tokens("yellow", {"yellow1": 1}),
    }
    board = state({GREEN: "a6", YELLOW: ""}, {}, held, duel=duel(210, planet="yellow3"))
    return Table(board, DuelCourse(), Closing(), DealTalk())


@pytest.mark.rule("cosmic.form.1", "cosmic.aim.1", "cosmic.gather.1", "cosmic.ally.1", "cosmic.window.1")
@pytest.mark.parametrize(
    ("table", "seat", "count"),
    [
        (aiming, GREEN, 5),
        (gathering, GREEN, 3 + 5 + 6 + 5),
        (inviting, GREEN, 4),
        (reacting, GREEN, 4 + 3 + 1 + 3 + 40 + 1),
        (reacting, BLUE, 4),
        (dealing, GREEN, 7 * 4 * 10 + 1),
    ],
    ids=["aim", "gather", "invite", "react", "force field", "deal"],
)
def test_the_number_of_answers(table, seat, count):
    form = table().ask(seat).ask.form
    assert len(list(islice(answers(form), 5000))) == count
