"""What is shown: everything, to everybody."""

import msgspec
import pytest

from domain.core.visibility import SPECTATOR, Viewer, redact, redact_fact
from domain.kepler import kepler
from tests.domain.kepler.tables import new_table, position

STATE = position(
    {"m1": "3 ship, base"}, {"g4": "frigate"}, {"m1": "ship"}, dice=(4, 4, 2), first_seat=1, scorings_done=1
)


@pytest.mark.rule("kepler.info.1")
@pytest.mark.parametrize("viewer", [SPECTATOR, Viewer(seat=0), Viewer(seat=2)])
def test_everybody_sees_the_whole_state(viewer):
    assert redact(STATE, viewer) == msgspec.json.decode(msgspec.json.encode(STATE))


@pytest.mark.rule("kepler.info.1")
def test_everybody_sees_every_field_of_every_fact():
    table = new_table(4, seed=3)
    while table.state.scorings_done == 0 and table.state.round < 12:
        table.answer(table.decision.ask.default)
    for fact in table.facts:
        assert redact_fact(fact, SPECTATOR) == {
            name: value for name, value in msgspec.json.decode(msgspec.json.encode(fact)).items() if name != "type"
        }


@pytest.mark.rule("kepler.military.1", "kepler.unit.1", "kepler.military.2")
def test_derived_figures_follow_from_the_view():
    figures = kepler.deriver(redact(STATE, SPECTATOR))["derived"]
    assert figures["planet_levels"]["m1"] == [6, 0, 1]
    assert figures["military_totals"] == [6, 5, 1]
    assert figures["turn_order"] == [1, 2, 0]
    assert figures["next_threshold"] == 19
