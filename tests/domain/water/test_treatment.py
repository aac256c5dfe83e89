"""Treatment stations."""

import pytest
from msgspec.structs import replace

from domain.water import frames
from domain.water.facts import PollutionTreated
from tests.domain.water.tables import position, table_at

SQUARE = {
    "E7": "industrial_zone",
    "E8": "residential_zone",
    "F7": "treatment_station",
    "F8": "farm",
}
OTHERS = ({"H3": "residential_zone"}, SQUARE)
DIRTY = {"E6": 1, "F6": 1, "F9": 1, "G9": 1}


def station(**changes):
    return position(
        *OTHERS, pollution=DIRTY, water_cells=1, order=(1, 0), **{"thunes": (20, 10), "placed": {"E7": 1}, **changes}
    )


@pytest.mark.rule("water.treat.1", "water.treat.2", "water.treat.3", "water.treat.5", "water.p3.6", "water.p6.3")
def test_ex12_three_treatments_in_a_turn():
    table = table_at(station(), frames.Collect(seat=1, begun=True), after="p8")
    table.say("treat:F7", cell="F6", use="E7")
    assert table.state.thunes[1] == 8 and table.state.placed["E7"] == 2
    table.say("treat:F7", cell="E6", use="put_back")
    assert table.state.thunes[1] == 6 and table.state.vp[1] == 1 and table.state.water["E6"] == 2
    assert table.refusal("take", water={"E6>E8": 1}) == ("put_back_before", ("water.p3.6",))
    assert "take" not in table.options() and "auto" not in table.options()
    later = replace(table.state, phase="p6")
    table = table_at(later, frames.Treat(seat=1), after="p7")
    table.say("treat:F7:F9")
    assert table.state.thunes[1] == 4 and table.state.vp[1] == 2
    assert table.state.treated_total[1] == 3


@pytest.mark.rule("water.treat.3")
def test_ex12_a_fourth_treatment_is_refused():
    table = table_at(
        station(station_uses={"F7": 3}, hands={0: ("A05",)}, phase="p6"), frames.Treat(seat=1, begun=True), after="p7"
    )
    assert table.options() == ["done"]
    assert table.refusal("treat:F7:G9") == ("station_exhausted", ("water.treat.3",))


@pytest.mark.rule("water.treat.1", "water.treat.2", "water.treat.4")
def test_station_coins_and_pollution_are_checked():
    table = table_at(station(), frames.Collect(seat=1, begun=True), after="p8")
    assert table.why_not("treat:E8", cell="F6", use="put_back") == "water.treat.1"
    assert table.why_not("treat:F7", cell="L5", use="put_back") == "water.treat.4"
    assert table.why_not("treat:F7", cell="F6", use="F7") == "water.p3.3"
    poor = table_at(station(thunes=(20, 1)), frames.Collect(seat=1, begun=True), after="p8")
    assert poor.why_not("treat:F7", cell="F6", use="put_back") == "water.treat.2"


@pytest.mark.rule("water.p6.3")
def test_who_can_treat_nothing_is_not_asked():
    table = table_at(station(phase="p6"), frames.Treat(seat=0), frames.Treat(seat=1), after="p7")
    assert table.kinds() == [(1, "treat_action")]


@pytest.mark.rule("water.treat.5", "water.treat.4")
def test_put_back_water_is_worth_a_point_and_counts_as_treated():
    table = table_at(station(phase="p6"), frames.Treat(seat=1), after="p7")
    table.say("treat:F7:G9")
    (treated,) = table.happened(PollutionTreated)
    assert treated.use == "put_back" and table.state.pollution["G9"] == 0 and table.state.water["G9"] == 2
    assert table.state.put_back == (False, False)
