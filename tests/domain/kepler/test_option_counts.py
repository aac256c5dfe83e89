"""How many tables can be reached from named positions: one number guards many rules at once."""

import msgspec
import pytest

from domain.core.fillings import answers
from tests.domain.kepler.tables import position, table_at

OPENING = position({}, {}, {}, dice=(1, 4, 6))
MIDDLE = position(
    {"m1": "3 ship, base", "g1": "2 ship"},
    {"g4": "ship, frigate", "m1": "ship"},
    {"o1": "cruiser, 2 ship"},
    dice=(5, 5, 3),
    scorings_done=1,
)
CENTRE = position({"m1": "2 ship", "o2": "frigate"}, {"g1": "3 ship"}, dice=(2, 2, 6), centre=True)
LATE = position(
    {"m1": "2 cruiser, ship", "m2": "2 ship"},
    {"g1": "2 frigate"},
    {"o1": "2 base, ship"},
    {"m3": "4 ship"},
    {"o4": "3 ship"},
    dice=(6, 6, 6, 1),
    scorings_done=2,
    turn={"seat": 3},
)


def reached(states, depth):
    """The distinct tables after so many answers, dice falling by a fixed seed."""
    found = states
    for _ in range(depth):
        following = {}
        for play in found.values():
            for answer in answers(at(play).decision.ask.form):
                table = at(play)
                table.answer(answer)
                if table.play.agenda:
                    standing = (table.state, [item.frame for item in table.play.agenda])
                    key = msgspec.json.encode(msgspec.to_builtins(standing, str_keys=True), order="sorted")
                    following[key] = table.play
        found = following
    return found


def at(play):
    table = table_at(OPENING)
    table.play = play
    return table


@pytest.mark.parametrize(
    ("state", "count"),
    [
        pytest.param(OPENING, 16, id="opening"),
        pytest.param(MIDDLE, 34, id="middle"),
        pytest.param(CENTRE, 20, id="centre"),
        pytest.param(LATE, 42, id="late"),
    ],
)
def test_answers_that_fit(state, count):
    assert len(list(answers(table_at(state).decision.ask.form))) == count


@pytest.mark.parametrize(
    ("state", "depth", "count"),
    [
        pytest.param(OPENING, 1, 15, id="opening, one answer"),
        pytest.param(OPENING, 2, 199, id="opening, two answers"),
        pytest.param(MIDDLE, 1, 34, id="middle, one answer"),
        pytest.param(MIDDLE, 2, 777, id="middle, two answers"),
        pytest.param(CENTRE, 1, 20, id="centre, one answer"),
        pytest.param(CENTRE, 2, 254, id="centre, two answers"),
        pytest.param(LATE, 1, 39, id="late, one answer"),
    ],
)
def test_tables_reached(state, depth, count):
    assert len(reached({b"": table_at(state).play}, depth)) == count
