"""The worked examples of activations, from calamities to the climate track."""

import pytest
from msgspec.structs import replace

from domain.climate import frames
from domain.climate.board import is_sharing, pop_unit
from domain.climate.facts import DieRolled, GhgChanged, TrackAdvanced
from domain.core.model import Item, Play
from tests.domain.climate.table import Board, activated, active, start, with_regions, with_seat

COAL3 = ("coal", "coal", "coal")


@pytest.mark.rule("climate.act.3", "climate.ls.token", "climate.ghg.2")
def test_we_06_growth_without_oil_costs_a_token_and_needs_no_roll():
    board = activated(with_regions(start(), IAU={"elec": COAL3}), "IAU")
    region = board.region("IAU")
    assert (region.elec, region.ls, region.population, region.ghg) == (("coal", "coal"), 2, 20, 12)
    assert board.state.ghg == 101
    assert not [fact for fact in board.facts if isinstance(fact, DieRolled)]


@pytest.mark.rule("climate.ls.up", "climate.act.4")
def test_we_07_growth_by_an_export_kept_back():
    board = activated(with_regions(start(), AFR={"elec": ("gas", "hydro")}), "AFR")
    region = board.region("AFR")
    assert (region.orange, region.brown, region.ls, region.demography, region.discipline) == (0, 2, 2, 2, 1)
    assert (region.population, region.ghg) == (31, 9)
    assert (board.state.oil_balance, board.state.ghg) == (-1, 103)


@pytest.mark.rule("climate.nam.4")
def test_we_16_north_america_purges_overconsumption_on_a_three():
    state = with_regions(start(), NAM={"riots": 2, "shortages": 1})
    board = activated(state, "NAM", {"d8.overconsumption": [3]})
    region = board.region("NAM")
    assert (region.riots, region.shortages, region.overconsumption, region.ghg) == (0, 0, 1, 11)
    assert (board.state.ghg, board.state.green) == (96, 9)


@pytest.mark.rule("climate.nam.4")
def test_we_16_nothing_is_removed_on_a_four():
    state = with_regions(start(), NAM={"riots": 2, "shortages": 1})
    region = activated(state, "NAM", {"d8.overconsumption": [4]}).region("NAM")
    assert (region.riots, region.shortages, region.overconsumption) == (2, 1, 2)


def at_war(**regions):
    """The world of WE-17: one export less, some regions at war."""
    return with_regions(start(), **{"MEA": {"orange": 2}, **regions})


@pytest.mark.rule("climate.oil.2", "climate.ls.down", "climate.ls.token")
def test_we_17_an_importer_without_a_target_lives_on_less():
    state = at_war(SAM={"war": 1}, MEA={"war": 1, "orange": 2}, IAU={"war": 1})
    board = activated(state, "EUR").say("remove_elec", token="coal")
    region = board.region("EUR")
    assert (region.red_oil, region.ls, region.demography, region.riots) == (2, 3, 1, 3)
    assert (region.population, region.ghg) == (12, 5)
    assert (board.state.oil_balance, board.state.ghg) == (0, 97)


@pytest.mark.rule("climate.oil.war", "climate.war.1")
def test_we_18_an_oil_war_strikes_the_first_weaker_region():
    board = activated(at_war(), "EUR")
    assert board.options("remove_elec") == ["gas", "hydro"]
    board.say("remove_elec", token="gas")
    assert len(board.default("route_refugees")["route"]) == 2
    board.pass_all("route_refugees")
    region = board.region("SAM")
    assert (region.war, region.elec, region.brown, region.orange, region.ls) == (1, ("gas", "hydro"), 2, 1, 2)
    assert (region.demography, board.state.oil_balance) == (2, 0)
    assert (board.region("EUR").ls, board.region("EUR").red_oil) == (4, 3)
    assert (board.state.ghg, board.state.green) == (100, 10)


@pytest.mark.rule("climate.ls.cancel")
def test_we_19_the_people_refuse_the_war():
    pair = {"pts": ("C", "D"), "cd": True, "elec": ("gas", "hydro", "nuclear"), "discipline": 3}
    board = activated(at_war(EUR=pair), "EUR", {"d8.refuse_war": [4]})
    rolled = [fact for fact in board.facts if isinstance(fact, DieRolled)]
    assert [(fact.purpose, fact.target) for fact in rolled] == [("refuse_war", 4)]
    board.pass_all("remove_elec")
    assert (board.region("EUR").ls, board.region("SAM").war) == (3, 0)


@pytest.mark.rule("climate.china.3", "climate.china.7")
def test_we_20_china_lacks_oil_and_has_too_much_electricity():
    state = at_war(IAU={"war": 1}, CHN={"elec": ("coal", "coal", "coal", "hydro")})
    board = activated(state, "CHN")
    assert (board.region("CHN").overproduction, board.state.oil_balance) == (1, -1)
    assert {name: r.shortages for name, r in board.state.regions.items() if r.shortages} == {
        "EUR": 2, "NAM": 2, "SAM": 1, "MEA": 1, "RUS": 1, "CHN": 1,
    }  # fmt: skip
    board.say("remove_elec", token="coal")
    assert (board.region("CHN").ghg, board.state.ghg) == (25, 94)


@pytest.mark.rule("climate.cal.orange.3", "climate.exodus.1", "climate.exodus.3")
def test_we_21_a_famine_kills_and_drives_people_out():
    state = with_regions(start(), IND={"discipline": 2, "famine": True})
    board = activated(state, "IND", {"d4.famine": [2, 3, 1]})
    assert (board.region("IND").population, board.region("IND").demography) == (32, 0)
    board.say("route_exodus", route=["MEA", "IAU", "CHN"])
    region = board.region("IND")
    assert (region.population, region.discipline, region.famine, region.ghg) == (29, 1, False, 9)
    assert is_sharing(region)
    assert [(board.region(n).population, board.region(n).riots) for n in ("MEA", "IAU", "CHN")] == [
        (8, 2),
        (20, 2),
        (29, 2),
    ]
    assert (board.state.ghg, board.state.green) == (98, 9)


@pytest.mark.rule("climate.war.2", "climate.cal.green.2", "climate.cal.green.3")
def test_we_22_a_war_is_turned_and_seizes_an_export():
    state = with_regions(start(), MEA={"war": 1, "shortages": 2, "epizootics": 1})
    board = activated(state, "MEA", {"d8.epidemic": [5]}).pass_all("route_refugees")
    region = board.region("MEA")
    assert (region.war, region.orange, region.seized, board.state.oil_balance) == (2, 2, 1, -1)
    assert (region.scarcities, region.refugees, region.riots) == (2, 1, 0)
    assert (region.pandemic, board.region("AFR").epidemic) == (True, True)
    assert (region.population, region.ghg) == (7, 6)


@pytest.mark.rule("climate.dict.2", "climate.pt.cd", "climate.pt.pair")
def test_we_23_a_dictatorship_imposes_a_pair():
    board = activated(with_regions(start(), IAU={"dictatorship": True, "discipline": 4}), "IAU")
    region = board.region("IAU")
    assert (region.demography, region.pts, region.elec, region.population, region.ghg) == (
        0,
        ("C", "D"),
        ("coal",),
        18,
        7,
    )
    assert board.state.ghg == 95


@pytest.mark.rule("climate.region.8", "climate.expert.1")
@pytest.mark.parametrize(("mode", "people"), [("normal", 32), ("expert", 35)])
def test_we_25_demography_by_mode(mode, people):
    region = activated(start(mode=mode), "AFR").pass_all("route_refugees").region("AFR")
    assert region.population == people
    assert mode == "expert" or region.ghg == 6


@pytest.mark.rule("climate.ls.voluntary")
def test_we_26_two_pairs_and_discipline_let_a_region_live_on_less():
    state = with_regions(
        start(),
        EUR={
            "pts": ("A", "B", "C", "D"), "ab": True, "cd": True, "red_oil": 2,
            "elec": ("gas", "hydro", "nuclear"), "discipline": 3,
        },
    )  # fmt: skip
    board = activated(replace(state, ghg=98), "EUR").say("remove_elec", token="gas")
    region = board.region("EUR")
    assert (region.red_oil, region.ls, region.riots, region.demography) == (1, 3, 0, 0)
    assert (board.state.oil_balance, region.ghg, board.state.ghg) == (2, 2, 92)


@pytest.mark.rule("climate.cal.green.3", "climate.emp.doctors.p")
def test_we_27_a_pandemic_spreads_unless_the_doctors_help():
    state = with_regions(start(), SAM={"pandemic": True})
    board = activated(state, "SAM", {"d8.pandemic": [5]})
    region = board.region("SAM")
    assert (region.shortages, region.population, region.pandemic, board.region("MEA").epidemic) == (2, 12, True, True)
    helped = activated(with_seat(state, 1, employer="doctors"), "SAM", {"d8.pandemic": [4]})
    helped.say("d8_window", do="power")
    assert not helped.region("SAM").pandemic
    assert not helped.region("MEA").epidemic
    assert helped.state.seats[1].power_used


@pytest.mark.rule("climate.popunit.1")
@pytest.mark.parametrize(("people", "units"), [(7, 1), (19, 1), (20, 2), (38, 3), (100, 10)])
def test_we_28_units_of_population(people, units):
    assert pop_unit(replace(start().regions["EUR"], population=people)) == units


@pytest.mark.rule("climate.dict.2", "climate.nam.1")
def test_we_37_overconsumption_binds_a_dictatorship_too():
    dictator = {"dictatorship": True, "discipline": 4}
    region = activated(with_regions(start(), NAM=dictator), "NAM").region("NAM")
    assert (region.pts, region.population) == ((), 9)
    freer = activated(with_regions(start(), NAM={**dictator, "overconsumption": 1}), "NAM")
    assert (freer.region("NAM").pts, "coal" in freer.region("NAM").elec) == (("C", "D"), False)
    assert [fact.ghg for fact in freer.facts if isinstance(fact, GhgChanged)][0] == 99


@pytest.mark.rule("climate.china.6", "climate.china.7")
def test_we_41_china_trades_a_famine_for_overproduction():
    board = activated(with_regions(start(), CHN={"famine": True}), "CHN")
    region = board.region("CHN")
    assert (region.overproduction, region.shortages, region.famine, region.population) == (1, 1, False, 28)
    assert [board.region(n).shortages for n in ("EUR", "NAM", "SAM", "MEA", "RUS")] == [2, 2, 1, 1, 1]
    assert (region.ghg, board.state.ghg) == (25, 94)


@pytest.mark.rule("climate.emp.amnesty.p", "climate.emp.2")
def test_we_42_a_power_inside_a_resolution_prevents_the_dictatorship():
    state = with_seat(with_regions(start(), MEA={"war": 2, "seized": 1, "orange": 2}), 2, employer="amnesty")
    board = activated(state, "MEA")
    assert board.is_open("route_refugees")
    board.say("use_power", do="u2a", region="MEA")
    region = board.region("MEA")
    assert (region.war, region.conflicts, region.seized, region.orange, board.state.oil_balance) == (0, 1, 0, 3, 0)
    board.pass_all("route_refugees")
    assert not board.region("MEA").dictatorship


@pytest.mark.rule("climate.chaos.3", "climate.refugee.2")
def test_we_43_a_destination_closes_on_the_way():
    state = with_regions(
        start(), AFR={"chaos": True, "discipline": 0, "population": 28}, MEA={"refugees": 3, "conflicts": 3}
    )
    board = activated(state, "AFR").say("route_refugees", route=["MEA", "MEA", "EUR", "EUR"])
    assert board.region("MEA").war == 1
    assert set(board.options("route_refugees")) == {"EUR", "RUS", "IND"}
    board.say("route_refugees", route=["EUR", "RUS"])
    assert set(board.options("route_refugees")) == {"EUR", "SAM"}
    assert len(board.default("route_refugees")["route"]) == 3


@pytest.mark.rule("climate.clim.1", "climate.clim.2")
@pytest.mark.parametrize(("ghg", "squares"), [(100, 10), (115, 11), (59, 5)])
def test_we_12_the_green_marker_climbs_by_tens(ghg, squares):
    board = activated(replace(start(), ghg=ghg, regions=start().regions), "EUR")
    moved = [fact for fact in board.facts if isinstance(fact, TrackAdvanced)]
    assert moved[-1].green == squares


@pytest.mark.rule("climate.clim.2")
def test_we_12_meeting_red_queues_a_consequence():
    state = replace(start(), green=25)
    board = activated(state, "EUR")
    assert (board.state.red, board.state.green) == (29, 5)
    assert len(board.state.decks.events) == len(state.decks.events) + 1
    assert len(board.state.decks.climate) == len(state.decks.climate) - 1


@pytest.mark.rule("climate.turn.5")
def test_an_activation_is_left_to_a_worker_who_writes_it_in_chunks():
    hungry = active(with_regions(start(), CHN={"famine": True}), "CHN")
    board = Board(hungry)
    waiting = Play(state=hungry, agenda=(Item(1, frames.Activation(region="CHN")),), serial=2)
    assert board.umpire.advance(waiting) == (waiting, ())
    assert board.umpire.decisions(waiting) == ()
    chunk, facts = board.umpire.advance(waiting, background=True, is_full=lambda count: count > 0)
    assert facts and chunk.agenda
    assert board.umpire.advance(chunk, background=True)[0].state == activated(hungry, "CHN").state
