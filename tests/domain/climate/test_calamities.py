"""Calamities, refugees, exodus, war, dictatorship and chaos."""

import pytest

from domain.climate import frames
from domain.climate.board import is_sharing
from domain.climate.course import Course
from domain.climate.facts import ExodusMoved, RefugeeMoved, TokenIgnored
from domain.climate.war import change_discipline
from tests.domain.climate.table import Board, activated, start, with_regions
from tests.domain.climate.test_examples_of_rules import chance


def added(token, count=1, region="SAM", **changes):
    """A region after tokens have come to it."""
    state = with_regions(start(), **{region: changes})
    board = Board(state, frames.AddTokens(region=region, token=token, count=count))
    return board.pass_all("remove_elec", "route_refugees").region(region)


@pytest.mark.rule("climate.cal.1", "climate.cal.red.1")
def test_a_riot_where_there_are_conflicts_is_a_conflict():
    region = added("riots", conflicts=1)
    assert (region.riots, region.conflicts) == (0, 2)


@pytest.mark.rule("climate.cal.red.2", "climate.cal.red.3", "climate.war.1")
def test_conflicts_above_resilience_are_a_war():
    region = added("conflicts", conflicts=3)
    assert (region.conflicts, region.war, region.ls) == (0, 1, 2)


@pytest.mark.rule("climate.cal.red.1", "climate.chaos.2")
@pytest.mark.parametrize(
    "state", [{"war": 1}, {"dictatorship": True, "discipline": 4}, {"chaos": True, "discipline": 0}]
)
def test_riots_mean_nothing_in_turmoil(state):
    region = added("riots", 3, **state)
    assert (region.riots, region.conflicts, region.population) == (0, 0, 11)


@pytest.mark.rule("climate.cal.red.2", "climate.chaos.2", "climate.cal.orange.2")
def test_conflicts_in_war_and_scarcities_in_famine_cost_people():
    assert added("conflicts", 2, war=1).population == 9
    assert added("conflicts", 2, chaos=True, discipline=0).population == 9
    assert added("conflicts", 2, dictatorship=True, discipline=4).population == 11
    hungry = added("shortages", 2, scarcities=3)
    assert (hungry.scarcities, hungry.famine, hungry.population) == (0, True, 11)


@pytest.mark.rule("climate.cal.orange.1", "climate.cal.orange.2", "climate.cal.orange.3")
def test_shortages_become_scarcities_and_then_a_famine():
    region = added("shortages", 4)
    assert (region.shortages, region.scarcities) == (0, 1)
    region = added("shortages", 3, scarcities=1)
    assert (region.scarcities, region.famine) == (0, True)
    assert added("shortages", 2, famine=True).shortages == 0


@pytest.mark.rule("climate.cal.green.1", "climate.cal.green.2")
def test_epizootics_become_an_epidemic_and_the_sick_lack_food():
    region = added("epizootics", 4)
    assert (region.epizootics, region.epidemic) == (0, True)
    region = added("epizootics", 2, epidemic=True)
    assert (region.epizootics, region.shortages) == (0, 2)


@pytest.mark.rule("climate.refugee.3")
def test_a_local_refugee_without_room_is_a_riot():
    region = added("local_refugees", 2, refugees=2)
    assert (region.refugees, region.riots) == (3, 1)
    assert added("local_refugees", 2, chaos=True, discipline=0).refugees == 0
    assert added("local_refugees", 2, war=1).refugees == 2


@pytest.mark.rule("climate.cal.share")
@pytest.mark.parametrize("state", [{"war": 1}, {"famine": True}, {"dictatorship": True}, {"chaos": True}])
def test_turmoil_cuts_a_region_off(state):
    regions = with_regions(start(), SAM=state).regions
    assert not is_sharing(regions["SAM"]) and is_sharing(regions["EUR"])


@pytest.mark.rule("climate.cal.order", "climate.cal.2")
def test_a_fall_of_resilience_is_looked_at_from_red_to_yellow():
    state = with_regions(start(), SAM={"ls": 2, "brown": 2, "riots": 3, "shortages": 3, "epizootics": 3, "refugees": 3})
    board = Board(state, frames.Recheck(region="SAM"))
    region = board.region("SAM")
    assert (region.riots, region.conflicts, region.scarcities, region.epidemic, region.refugees) == (0, 2, 1, True, 2)


@pytest.mark.rule("climate.cal.noback", "climate.act.1", "climate.cal.order")
def test_riots_that_come_late_in_an_activation_do_nothing_more():
    state = with_regions(start(), RUS={"riots": 2, "scarcities": 1, "refugees": 0, "discipline": 2})
    board = activated(state, "RUS").pass_all("route_refugees")
    assert board.region("RUS").riots == 3
    assert sum(isinstance(fact, RefugeeMoved) for fact in board.facts) == 1


@pytest.mark.rule("climate.cal.red.1", "climate.cal.red.2", "climate.refugee.1")
@pytest.mark.parametrize(
    ("tokens", "leaving"), [({"riots": 3}, 1), ({"riots": 2}, 0), ({"conflicts": 1}, 2), ({"shortages": 3}, 1)]
)
def test_who_leaves_at_an_activation(tokens, leaving):
    board = activated(with_regions(start(), SAM={"population": 25, **tokens}), "SAM").pass_all("route_refugees")
    assert sum(isinstance(fact, RefugeeMoved) for fact in board.facts) == leaving


@pytest.mark.rule("climate.refugee.1", "climate.refugee.4")
def test_the_sick_stay_and_closed_borders_mean_riots():
    flight = frames.GenRefugees(region="NAM", count=2)
    sick = Board(with_regions(start(), NAM={"epidemic": True}), flight)
    assert sick.region("NAM").refugees == 2
    closed = with_regions(start(), EUR={"war": 1}, SAM={"war": 1}, IAU={"dictatorship": True, "discipline": 4})
    assert Board(closed, flight).region("NAM").riots == 2
    one = with_regions(start(), EUR={"war": 1}, SAM={"war": 1})
    assert Board(one, flight).region("IAU").refugees == 2


@pytest.mark.rule("climate.refugee.2")
def test_the_default_route_fills_the_roomiest_regions():
    board = Board(with_regions(start(), EUR={"refugees": 3}), frames.GenRefugees(region="NAM", count=3))
    assert board.default("route_refugees") == {"route": ["SAM", "SAM", "IAU"]}
    full = with_regions(start(), EUR={"refugees": 4, "riots": 3}, SAM={"refugees": 3}, IAU={"war": 1})
    crowded = Board(full, frames.GenRefugees(region="NAM", count=3))
    assert crowded.default("route_refugees") == {"route": ["SAM", "SAM", "SAM"]}


@pytest.mark.rule("climate.dict.3", "climate.refugee.1")
def test_nobody_leaves_a_dictatorship_but_the_sick():
    closed = with_regions(start(), IND={"dictatorship": True, "discipline": 4})
    assert Board(closed, frames.GenRefugees(region="IND", count=3)).state == closed
    assert Board(closed, frames.Exodus(region="IND")).region("IND").population == 35
    sick = with_regions(start(), IND={"dictatorship": True, "discipline": 4, "pandemic": True})
    board = Board(sick, frames.Exodus(region="IND")).say("route_exodus", route=["MEA", "MEA", "CHN"])
    assert (board.region("IND").population, board.region("IND").pandemic) == (35, False)
    assert board.region("MEA").epidemic and board.region("CHN").epidemic


@pytest.mark.rule("climate.exodus.2", "climate.exodus.3")
def test_an_exodus_avoids_war_and_famine_and_may_go_nowhere():
    state = with_regions(start(), IND={"population": 25}, MEA={"war": 1}, IAU={"famine": True})
    board = Board(state, frames.Exodus(region="IND"))
    assert sum(isinstance(fact, ExodusMoved) for fact in board.facts) == 2
    assert (board.region("CHN").population, board.region("CHN").conflicts) == (30, 1)
    none = with_regions(state, CHN={"war": 1})
    assert Board(none, frames.Exodus(region="IND")).region("IND").population == 23


@pytest.mark.rule("climate.war.3", "climate.dict.1")
def test_a_war_ends_in_a_dictatorship_at_its_second_activation():
    state = with_regions(start(), SAM={"war": 2, "seized": 1})
    board = activated(state, "SAM").pass_all("route_refugees")
    region = board.region("SAM")
    assert (region.war, region.seized, region.dictatorship, region.discipline) == (0, 0, True, 4)


@pytest.mark.rule("climate.china.5")
def test_china_buys_itself_out_of_a_war():
    board = Board(
        with_regions(start(), CHN={"conflicts": 3}), frames.AddTokens(region="CHN", token="conflicts", count=1)
    )
    region = board.region("CHN")
    assert (region.war, region.overproduction, region.riots, region.conflicts) == (0, 1, 1, 0)


@pytest.mark.rule("climate.region.6", "climate.chaos.1")
def test_discipline_at_zero_is_chaos_and_stays_at_one_elsewhere():
    course = Course(start())
    assert change_discipline(course, chance(), "SAM", -1, 1) == ()
    assert course.region("SAM").discipline == 1
    change_discipline(course, chance(), "SAM", -1, 0)
    assert (course.region("SAM").chaos, course.region("SAM").discipline) == (True, 0)
    course = Course(with_regions(start(), EUR={"discipline": 3}))
    change_discipline(course, chance(), "EUR", 2, 1)
    assert course.region("EUR").discipline == 3


@pytest.mark.rule("climate.chaos.3", "climate.chaos.2")
def test_chaos_drives_people_out_with_their_sickness():
    state = with_regions(start(), SAM={"chaos": True, "discipline": 0, "epidemic": True})
    board = activated(state, "SAM", {"d8.epidemic": [8]}).say("route_refugees", route=["EUR", "NAM"])
    region = board.region("SAM")
    assert (board.region("EUR").epidemic, board.region("NAM").epidemic) == (True, True)
    assert (region.demography, region.pandemic) == (0, True)
    assert [fact for fact in board.facts if isinstance(fact, TokenIgnored)]


@pytest.mark.rule("climate.elec.8", "climate.elec.6")
def test_two_renewables_bring_a_riot_and_intermittent_ones_shortages():
    state = with_regions(start(), SAM={"elec": ("ren_int", "ren_int", "hydro")})
    region = activated(state, "SAM").region("SAM")
    assert (region.shortages, region.riots) == (2, 1)


@pytest.mark.rule("climate.nam.3")
def test_north_america_gives_up_overconsumption_for_oil():
    state = with_regions(start(), NAM={"brown": 3, "red_oil": 1}, SAM={"war": 1}, MEA={"war": 1}, IAU={"war": 1})
    region = activated(state, "NAM").region("NAM")
    assert (region.overconsumption, region.ls, region.red_oil) == (1, 4, 1)


@pytest.mark.rule("climate.nam.4")
def test_grave_calamities_surely_purge_overconsumption():
    state = with_regions(start(), NAM={"conflicts": 2, "shortages": 1})
    region = activated(state, "NAM").region("NAM")
    assert (region.conflicts, region.shortages, region.overconsumption) == (0, 0, 1)
