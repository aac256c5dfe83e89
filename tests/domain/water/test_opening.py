"""Homes and the opening rounds."""

import pytest

from domain.water.facts import HomePlaced, OpeningEnded, OpeningPassed
from tests.domain.water.tables import new_table


def founded(first=2, **options):
    """Four communities at home on D3, E8, H3, J7, star first."""
    table = new_table(4, first=first, **options)
    homes = {0: "D3", 1: "E8", 2: "H3", 3: "J7"}
    for _ in range(4):
        table.say(f"home:{homes[table.kinds()[0][0]]}")
    return table


@pytest.mark.rule("water.opening.1", "water.p1.1")
def test_ex4_homes_are_placed_by_initiative():
    table = founded()
    assert [fact.seat for fact in table.happened(HomePlaced)] == [2, 3, 0, 1]
    assert table.state.supply["residential_zone"] == 15 and table.state.markers == (19,) * 4
    assert table.state.thunes == (20,) * 4


@pytest.mark.rule("water.opening.1", "water.build.3", "water.build.4")
def test_a_home_needs_free_meadow():
    table = new_table(4, first=0)
    assert len(table.options()) == 59
    assert table.decision().ask.default == {"do": "home:G5"}
    assert table.why_not("home:A1") == "water.build.4"
    table.say("home:D3")
    assert table.why_not("home:D3") == "water.build.3"
    assert table.why_not("home:M1") == "water.build.3"


@pytest.mark.rule("water.opening.2", "water.opening.3")
def test_ex5_a_junction_is_a_go_of_its_own_and_a_round_of_passes_ends_the_opening():
    table = founded()
    table.say("build:junction", cell="H4")
    assert table.state.thunes[2] == 18 and table.kinds() == [(3, "opening_build")]
    for _ in range(3):
        table.say("end")
    table.say("build:farm", cell="I4")
    table.say("build:renewable_park", cell="G3")
    assert table.state.thunes[2] == 7
    assert table.refusal("build:junction", cell="H2") == ("junction_alone", ("water.opening.2",))
    table.say("end")
    assert not table.happened(OpeningEnded)
    for _ in range(3):
        table.say("end")
    assert not table.happened(OpeningEnded) and table.kinds() == [(2, "opening_build")]
    for _ in range(4):
        table.say("end")
    assert len(table.happened(OpeningEnded)) == 1
    assert [fact.seat for fact in table.happened(OpeningPassed)][-4:] == [2, 3, 0, 1]
    assert not sum(table.state.pollution.values()) and table.state.turn == 1


@pytest.mark.rule("water.opening.2")
def test_a_go_ends_by_itself_when_nothing_can_be_built():
    table = founded()
    table.say("build:residential_zone", cell="H2")
    table.say("build:residential_zone", cell="I3")
    assert table.state.thunes[2] == 4 and table.kinds() == [(3, "opening_build")]
    assert "build:dam" not in table.options() and table.options()[-1] == "end"


@pytest.mark.rule("water.opening.3")
def test_cards_and_conflicts_have_no_place_in_the_opening():
    table = founded()
    assert [d.mode for d in table.umpire.decisions(table.play)] == ["one"]


@pytest.mark.rule("water.opening.2", "water.dam.3")
def test_a_dam_may_be_shared_in_the_opening_and_a_refusal_is_no_deed():
    table = new_table(2, first=0)
    table.say("home:F5")
    table.say("home:F7")
    sites = table.cells("dam:2", "site")
    table.say("dam:2", site=sites[0], partners=["s1"])
    assert table.kinds() == [(1, "dam_consent")]
    table.say("decline")
    assert table.state.counts[0].dams_declined == 1 and "build:junction" in table.options()
    table.say("dam:2", site=sites[0], partners=["s1"])
    table.say("accept")
    assert table.state.thunes == (7, 7) and len(table.state.dams) == 1
    assert "build:junction" not in table.options(0)
