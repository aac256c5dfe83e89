"""Step 3 of the activation, China's and the region's own limits, and the climate track."""

import pytest
from msgspec.structs import replace

from domain.climate import frames
from domain.climate.facts import DieRolled
from tests.domain.climate.table import Board, activated, start, with_regions, with_seat


@pytest.mark.rule("climate.china.4")
def test_china_burns_coal_when_electricity_is_short():
    board = activated(with_regions(start(), CHN={"elec": ("coal", "hydro")}), "CHN")
    assert (board.region("CHN").elec, board.region("CHN").overproduction) == (("coal", "coal", "hydro"), 1)


@pytest.mark.rule("climate.china.1")
def test_china_follows_the_number_of_rich_regions_down_only():
    poorer = with_regions(start(), EUR={"ls": 3, "red_oil": 2, "elec": ("gas", "hydro", "nuclear")})
    assert activated(poorer, "CHN").region("CHN").overproduction == 1
    fewer = with_regions(start(), CHN={"overproduction": 1})
    assert activated(fewer, "CHN").region("CHN").overproduction == 1


@pytest.mark.rule("climate.act.3", "climate.ls.down", "climate.oil.3")
def test_too_little_electricity_lowers_the_standard_by_one():
    board = activated(with_regions(start(), SAM={"elec": ("gas",)}), "SAM")
    region = board.region("SAM")
    assert (region.ls, region.brown, region.orange, region.riots, region.demography) == (2, 2, 1, 2, 2)
    poor = activated(with_regions(start(), AFR={"elec": ()}), "AFR")
    assert poor.region("AFR").ls == 1


@pytest.mark.rule("climate.ls.up", "climate.ls.cancel", "climate.oil.war")
def test_a_rise_fought_for_takes_the_freed_unit():
    state = with_regions(start(), CHN={"elec": ("coal", "coal", "coal", "hydro"), "discipline": 3})
    board = activated(state, "CHN", {"d8.refuse_rise": [3], "d8.refuse_war": [3]})
    assert [f.purpose for f in board.facts if isinstance(f, DieRolled)] == ["refuse_rise", "refuse_war"]
    board.pass_all("remove_elec", "route_refugees")
    china, prey = board.region("CHN"), board.region("IAU")
    assert (china.ls, china.red_oil, china.discipline, prey.war) == (4, 3, 2, 1)
    assert board.state.oil_balance == 0


@pytest.mark.rule("climate.ls.cancel", "climate.ls.token")
def test_a_refused_rise_loses_a_token():
    state = with_regions(start(), CHN={"elec": ("coal", "coal", "coal", "hydro")})
    board = activated(state, "CHN", {"d8.refuse_rise": [2]}).say("remove_elec", token="coal")
    assert (board.region("CHN").ls, board.region("CHN").elec) == (3, ("coal", "coal", "hydro"))


@pytest.mark.rule("climate.oil.2", "climate.oil.1")
def test_a_negative_balance_does_not_concern_those_who_do_not_import():
    state = with_regions(start(), MEA={"orange": 2})
    assert state.oil_balance == -1
    assert activated(state, "SAM").region("SAM").ls == 3


@pytest.mark.rule("climate.act.2", "climate.act.4", "climate.act.5", "climate.act.6", "climate.act.7")
def test_the_last_steps_in_order():
    state = replace(with_regions(start(), IND={"elec": ("gas",)}), ghg=80)
    board = activated(state, "IND")
    assert (board.region("IND").population, board.region("IND").ghg) == (40, 8)
    assert (board.state.ghg, board.state.green) == (77, 7)


@pytest.mark.rule("climate.emp.malmo.c", "climate.emp.1")
def test_the_malmo_institute_slows_the_track():
    assert activated(with_seat(start(), 2, employer="malmo"), "EUR").state.green == 9


@pytest.mark.rule("climate.clim.3", "climate.challenge.1")
def test_the_red_marker_turns_cold_and_heat():
    state = replace(start(), green=21, red=26)
    board = activated(state, "EUR")
    assert (board.state.red, board.state.specials_flipped) == (25, True)
    russia = activated(board.state, "RUS").region("RUS")
    assert russia.ghg == 5
    runaway = replace(start(runaway=True), green=21, red=26)
    assert activated(runaway, "EUR").state.red == 24
    low = replace(start(), green=4, red=5)
    assert activated(low, "EUR").state.red == 5


@pytest.mark.rule("climate.clim.2")
def test_the_consequences_are_shuffled_again_when_they_run_out():
    state = replace(start(), green=25)
    gone = replace(state.decks, climate=(), climate_discard=state.decks.climate)
    board = activated(replace(state, decks=gone), "EUR")
    assert (len(board.state.decks.climate), board.state.decks.climate_discard) == (15, ())


@pytest.mark.rule("climate.die.1")
@pytest.mark.parametrize(
    ("target", "number", "success"), [(3, 3, True), (3, 4, False), (0, None, False), (8, None, True)]
)
def test_a_result_not_above_the_target_succeeds(target, number, success):
    roll = frames.RollD8(purpose="propagation", region="EUR", target=target)
    below = frames.Propagation(region="EUR", stage="rolled")
    board = Board(start(), roll, below, rolls={"d8.propagation": [number] if number else []})
    assert bool([f for f in board.facts if isinstance(f, DieRolled)]) == (number is not None)
    settled = [fact.success for fact in board.facts if type(fact).__name__ == "DieSettled"]
    assert settled == ([success] if number else [])


def held(seat, *cards, **employers):
    """A table where some seats hold cards."""
    state = with_seat(start(), seat, cards)
    for name, other in employers.items():
        state = with_seat(state, other, employer=name)
    return state


ROLL = frames.RollD8(purpose="propagation", region="EUR", target=3)


@pytest.mark.rule("climate.die.2", "climate.card.referendum", "climate.card.blue_helmets", "climate.infl.3")
def test_a_referendum_rolls_again_and_blue_helmets_change_the_number_once():
    state = held(1, "politics-3", "military-4", "politics-4")
    board = Board(state, ROLL, rolls={"d8.propagation": [8, 5]})
    board.say("d8_window", do="referendum", card="politics-3")
    assert board.state.die.number == 5
    assert "referendum" not in board.options("d8_window")
    board.say("d8_window", do="blue_helmets", card="military-4", by="-2")
    assert board.facts[-2].success and board.state.die is None
    assert board.state.hands[1] == ("politics-4",)


@pytest.mark.rule("climate.emp.amnesty.c", "climate.card.blue_helmets")
def test_global_amnesty_makes_blue_helmets_count_three():
    board = Board(held(1, "military-3", amnesty=0), ROLL, rolls={"d8.propagation": [6]})
    assert [o.id for o in board.open("d8_window").ask.form.slots[0].options[0].slots[1].options] == ["-3", "+3"]


@pytest.mark.rule("climate.die.2", "climate.infl.4")
def test_who_holds_a_colour_is_asked_even_without_the_right_power():
    board = Board(held(1, "politics-1"), ROLL, rolls={"d8.propagation": [8]})
    assert board.options("d8_window") == ["pass"] and board.open("d8_window").ask.hidden
    board.say("d8_window", do="pass")
    assert not board.play.agenda


@pytest.mark.rule("climate.emp.volunteers.p")
def test_the_volunteers_turn_a_failed_propagation_into_a_success():
    board = Board(held(1, volunteers=1), ROLL, rolls={"d8.propagation": [8]}).say("d8_window", do="power")
    assert board.facts[-2].success and board.state.seats[1].power_used
    fine = Board(held(1, volunteers=1), ROLL, rolls={"d8.propagation": [2]})
    assert not fine.play.agenda


@pytest.mark.rule("climate.pt.global", "climate.refugee.3")
def test_the_world_fund_calms_integration():
    state = with_regions(start(), SAM={"refugees": 3})
    assert activated(state, "SAM").region("SAM").riots == 1
    calm = activated(replace(state, global_pts=("O",)), "SAM").region("SAM")
    assert (calm.riots, calm.refugees) == (0, 2)
