"""A view good enough to draw everything from."""

from domain.core.visibility import SPECTATOR, redact
from domain.mediation import Options, mediation
from tests.domain.mediation.tables import position

PYRAMIDS = Options(pyramids=True)


def test_a_view_shows_the_board_the_sheets_the_ship_and_the_tracks_but_no_pile():
    state = position(
        options=PYRAMIDS, attacks=["B2", "C2"], pyramids=("A5",), ship=4, ship_token=1, disaster=("quake", "C3"), lost=2
    )
    view = redact(state, SPECTATOR)
    assert view["attacks"] == ["B2", "C2"]
    assert view["chars"]["elli"] == {"cell": "I5", "energy": 2, "cubes": 3, "used": {}, "power": None}
    assert view["piles"]["attack"] == {"cards": {"count": 43}, "discard": []}
    assert view["active_disaster"] == {"kind": "quake", "cell": "C3"}
    assert (view["ship"], view["ship_token"], view["pyramids"]) == (4, 1, ["A5"])
    assert set(view["pop"]) == set(state.pop)


def test_figures_are_worked_out_from_the_view():
    view = redact(position(options=PYRAMIDS, attacks=["B2", "C2"], pyramids=("A5",), lost=2, turn=3), SPECTATOR)
    figures = mediation.deriver(view)
    assert (figures["turn_space"], figures["lost_space"], figures["gap"]) == (3, 12, 9)
    assert figures["covered"] == {"1": 0, "2": 2, "3": 0, "4": 0, "5": 1}
    assert figures["capacity"] == {"A5": 4, "I5": 4}
    assert figures["needs_missing"] == {"red": 2, "blue": 2}
    assert figures["ship_room"] == 12
