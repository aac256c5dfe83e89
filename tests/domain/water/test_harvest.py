"""Harvest, crises and riots."""

import pytest
from msgspec.structs import replace

from domain.core.openings import waits_for_worker
from domain.core.visibility import Viewer, redact_fact
from domain.water import frames, water
from domain.water.facts import CrisisCleared, CrisisSet, Harvested, Polluted, Riot, RiotAverted
from tests.domain.water.tables import position, table_at

OWNER = {"E1": "mine", "F2": "residential_zone"}
OTHER = {"D3": "residential_zone"}


def harvest(state, *dice):
    state = replace(state, phase="p5", activated=state.activated | {"D3"}, blocked=state.blocked | {"F2"})
    return table_at(state, frames.Harvest(), dice=dice, after="p6")


@pytest.mark.rule("water.p5.1", "water.p5.2", "water.p5.3", "water.p5.4")
def test_ex14_crisis_riot_and_relief():
    state = position(OWNER, OTHER, vp=(1, 0))
    table = harvest(state)
    assert table.state.crisis == {"E1"} and not table.happened(Riot)
    again = replace(table.state, vp=(1, 0))
    table = harvest(again, 2)
    (riot,) = table.happened(Riot)
    assert (riot.die, riot.lost) == (2, 1) and table.state.vp[0] == 0
    assert table.state.riots == (1, 0) and table.state.crisis == {"E1"}
    assert table.source.labels == ["riot/1/E1"]
    fed = harvest(replace(table.state, activated=frozenset({"E1"})))
    assert [fact.coins for fact in fed.happened(Harvested) if fact.cell == "E1"] == [9]
    assert len(fed.happened(CrisisCleared)) == 1 and not fed.state.crisis
    assert "E1" in [fact.cell for fact in fed.happened(Polluted)]
    failing = harvest(replace(fed.state, activated=frozenset()))
    assert failing.happened(CrisisSet) and not failing.happened(Riot)


@pytest.mark.rule("water.p5.4")
def test_points_never_fall_below_zero():
    table = harvest(position(OWNER, OTHER, crisis=frozenset({"E1"})), 3)
    (riot,) = table.happened(Riot)
    assert riot.lost == 0 and table.state.riots[0] == 1


@pytest.mark.rule("water.p5.2", "water.p4.6")
def test_a_blocked_building_takes_no_crisis_and_keeps_the_one_it_has():
    table = harvest(position(OWNER, OTHER, blocked=frozenset({"E1"}), crisis=frozenset({"E1"})))
    assert not table.happened(Riot) and not table.happened(CrisisSet) and table.state.crisis == {"E1"}


@pytest.mark.rule("water.p5.5")
def test_whoever_holds_a_card_is_asked_in_secret_before_the_die():
    for hand, expected in ((("A20",), ["play:A20", "pass"]), (("A05",), ["pass"])):
        table = harvest(position(OWNER, OTHER, crisis=frozenset({"E1"}), hands={0: hand}), 1)
        assert table.options(0) == expected and table.decision(0).ask.hidden
    table.say("pass")
    assert len(table.happened(Riot)) == 1


@pytest.mark.rule("water.p5.5", "water.card.1")
def test_social_mediation_spares_the_die_and_the_crisis_stays():
    table = harvest(position(OWNER, OTHER, crisis=frozenset({"E1"}), hands={0: ("A20",)}))
    table.say("play:A20")
    (averted,) = table.happened(RiotAverted)
    assert table.state.crisis == {"E1"} and table.state.riots == (0, 0) and table.state.action_discard == ("A20",)
    assert redact_fact(averted, Viewer(seat=1))["card"] == "A20"


@pytest.mark.rule("water.p5.3")
def test_the_harvest_is_background_work_and_a_riot_is_not():
    assert frames.Harvest in water.background and frames.Riot not in water.background
    table = harvest(position(OWNER, OTHER, crisis=frozenset({"E1"}), hands={0: ("A05",)}))
    assert not waits_for_worker(water, table.play)
