"""Employers: competences, powers and weaknesses."""

import pytest
from msgspec.structs import replace

from domain.climate import frames
from domain.climate.components import EMPLOYERS
from domain.climate.state import Event
from domain.climate.transformations import implant_threshold
from tests.domain.climate.games import Match, by_default, finished
from tests.domain.climate.table import Board, active, start, with_regions, with_seat
from tests.domain.climate.test_actions import acting, offered


def bound(employer, *hand, location="EUR", state=None):
    """The active seat under an employer's weakness."""
    return acting(*hand, location=location, state=state or start(weaknesses=True), employer=employer)


@pytest.mark.rule("climate.emp.1", "climate.emp.shift.c")
def test_a_competence_serves_everybody_while_its_employer_is_in_play():
    state = with_seat(start(), 2, employer="shift")
    assert implant_threshold(state, "A") == 15
    assert implant_threshold(with_seat(state, 2, in_play=False), "A") == 16


@pytest.mark.rule("climate.emp.shift.p", "climate.emp.2")
def test_the_shift_action_completes_a_started_pair_even_in_china():
    state = with_seat(with_regions(start(), CHN={"pts": ("C",)}, AFR={"pts": ("E",)}), 1, employer="shift")
    board = Board(replace(state, actions_left=2), frames.Actions())
    assert board.options("use_power") == ["complete:CHN:D"]
    board.say("use_power", do="complete:CHN:D")
    assert board.region("CHN").cd and board.region("CHN").elec == ("coal", "hydro")
    assert not board.is_open("use_power") and board.is_open("action")


@pytest.mark.rule("climate.emp.shift.w", "climate.emp.3", "climate.expert.4")
def test_the_shift_action_does_not_work_in_poor_regions():
    poor = Board(bound("shift", location="AFR"), frames.Actions())
    assert "electricity" not in offered(poor)
    assert [o.id for o in offered(poor)["implant"].slots[0].options] == ["M", "N", "O", "P"]
    free = Board(bound("shift", location="AFR", state=start()), frames.Actions())
    assert "electricity" in offered(free)
    expert = Board(bound("shift", location="AFR", state=start(mode="expert")), frames.Actions())
    assert "electricity" not in offered(expert)


@pytest.mark.rule("climate.emp.volunteers.w")
def test_volunteers_move_or_play_cards_but_not_both():
    board = Board(bound("volunteers", "industry-1"), frames.Actions()).say("action", do="move", to="CHN")
    assert "card:industry-1" not in offered(board)
    board = Board(bound("volunteers", "industry-1"), frames.Actions()).say("action", do="card:industry-1")
    assert "move" not in offered(board)


@pytest.mark.rule("climate.emp.famox.p")
def test_famox_settles_an_event_at_its_best():
    state = with_seat(replace(active(start(), "AFR"), event=Event(card="EV01")), 1, employer="famox")
    board = Board(state, frames.GreenEvent())
    board.say("use_power", do="settle")
    assert (board.region("MEA").epizootics, board.is_open("event_aci")) == (0, False)
    assert not Board(replace(state, actions_left=2), frames.Actions()).is_open("use_power")


@pytest.mark.rule("climate.emp.famox.w")
def test_famox_holds_eight_cards():
    state = with_seat(start(weaknesses=True), 0, ("ngo-1",) * 6, employer="famox")
    board = Board(state, frames.Draw()).say("draw_plan", discard={})
    assert len(board.state.hands[0]) == 8


@pytest.mark.rule("climate.emp.hrg.c")
def test_guards_follow_one_exodus_line_for_free():
    state = with_seat(acting(location="MEA"), 2, employer="hrg")
    board = Board(state, frames.Actions())
    assert [o.id for o in offered(board)["free_move"].slots[0].options] == ["EUR", "AFR", "RUS", "IND"]
    board.say("action", do="free_move", to="EUR")
    assert (board.state.actions_left, "free_move" in offered(board)) == (2, False)
    spent = replace(state, actions_left=0)
    assert list(offered(Board(spent, frames.Actions()))) == ["free_move", "pass"]


@pytest.mark.rule("climate.emp.hrg.p")
def test_guards_integrate_as_many_refugees_as_there_are_destruction_tokens():
    state = with_seat(with_regions(acting(), EUR={"refugees": 4}, SAM={"refugees": 2}), 1, employer="hrg")
    board = Board(state, frames.Actions())
    split = board.open("use_power").ask.form.slots[0].options[0].slots[0]
    assert (split.min, split.max) == (1, 4)
    board.say("use_power", do="integrate", tokens={"EUR": 3, "SAM": 1})
    assert (board.region("EUR").refugees, board.region("SAM").refugees) == (1, 1)


@pytest.mark.rule("climate.emp.hrg.p", "climate.emp.2")
def test_the_guards_have_nothing_to_offer_in_a_world_without_destruction():
    state = with_seat(with_regions(acting(), EUR={"refugees": 4}), 1, employer="hrg")
    board = Board(replace(state, zones=dict.fromkeys(state.zones, 0)), frames.Actions())
    assert board.is_open("action") and not board.is_open("use_power")


@pytest.mark.rule("climate.emp.hrg.w")
def test_guards_do_not_go_from_an_institution_to_another():
    board = Board(bound("hrg", location="UN"), frames.Actions())
    assert not {"ICRC", "WHO", "UNHCR"} & {o.id for o in offered(board)["move"].slots[0].options}


@pytest.mark.rule("climate.emp.trco.c")
def test_a_card_heals_a_reserve_for_free():
    state = with_regions(acting("politics-1"), AFR={"riots": 1}, EUR={"riots": 1})
    board = Board(with_seat(state, 1, employer="trco"), frames.Actions())
    assert [o.id for o in offered(board)["free_card:politics-1"].slots[0].options] == ["AFR"]
    board.say("action", do="free_card:politics-1", region="AFR")
    assert (board.region("AFR").riots, board.state.actions_left, board.state.kinds_used) == (0, 2, ())


@pytest.mark.rule("climate.emp.trco.p")
def test_a_shield_cancels_the_part_that_strikes_a_reserve():
    state = with_seat(active(start(), "IAU"), 1, employer="trco")
    board = Board(state, frames.ClimateCard(card="CC4"))
    assert [o.id for o in board.open("climate_shield").ask.form.slots[0].options[0].slots[0].options] == ["AFR"]
    board.say("climate_shield", do="shield", region="AFR")
    assert board.region("AFR").shortages == 0 and board.state.seats[1].power_used
    board = Board(state, frames.ClimateCard(card="CC2")).say("climate_shield", do="shield", region="AFR")
    assert (board.state.ghg, board.region("AFR").shortages) == (100, 0)
    spread = Board(state, frames.ClimateCard(card="CC8")).say("climate_shield", do="shield", region="SAM")
    assert {n: r.shortages for n, r in spread.state.regions.items() if r.shortages} == {"AFR": 1, "IAU": 1}
    kept = Board(state, frames.ClimateCard(card="CC4")).say("climate_shield", do="decline")
    assert kept.region("AFR").scarcities == 1


@pytest.mark.rule("climate.emp.trco.w")
def test_the_climate_objective_changes_electricity_in_reserves_only():
    assert "electricity" not in offered(Board(bound("trco", location="EUR"), frames.Actions()))
    assert "electricity" in offered(Board(bound("trco", location="SAM"), frames.Actions()))


@pytest.mark.rule("climate.emp.malmo.p")
def test_the_institute_removes_as_many_tokens_as_the_round():
    state = with_regions(acting(), EUR={"conflicts": 2}, SAM={"scarcities": 2})
    state = with_seat(replace(state, turn=10), 1, employer="malmo")
    board = Board(state, frames.Actions())
    split = board.open("use_power").ask.form.slots[0].options[0].slots[0]
    assert ([target.id for target in split.targets], split.max) == (["EUR:conflict", "SAM:scarcity"], 2)
    board.say("use_power", do="relieve", tokens={"EUR:conflict": 1, "SAM:scarcity": 1})
    assert (board.region("EUR").conflicts, board.region("SAM").scarcities) == (1, 1)


@pytest.mark.rule("climate.emp.malmo.w")
def test_the_institute_works_alone():
    alone = bound("malmo", location="SAM")
    assert "electricity" in offered(Board(alone, frames.Actions()))
    crowded = Board(with_seat(alone, 1, location="SAM"), frames.Actions())
    assert "electricity" not in offered(crowded)
    assert [o.id for o in offered(crowded)["implant"].slots[0].options] == ["M", "N", "O", "P"]


@pytest.mark.rule("climate.emp.journalists.c")
def test_one_of_the_cards_drawn_may_be_exchanged():
    state = with_seat(start(), 2, employer="journalists")
    board = Board(state, frames.Draw())
    card = board.open("redraw").ask.form.slots[0].options[0].slots[0].options[0].id
    held = board.state.hands[0]
    board.say("redraw", do="redraw", card=card)
    assert len(board.state.hands[0]) == len(held) == 6
    assert board.state.decks.discard[card.split("-")[0]] == (card,)


@pytest.mark.rule("climate.emp.journalists.p")
def test_three_events_are_shown_and_put_back():
    state = with_seat(start(), 1, employer="journalists")
    events = ("CC1", "EV01", "EV02", *state.decks.events)
    state = replace(state, decks=replace(state.decks, events=events), actions_left=2)
    board = Board(state, frames.DrawEvent()).say("foresee", do="use")
    options = board.options("reorder_events")
    assert len(options) == 6 + 4 + 2 and not any("CC1" in option.split(":")[2] for option in options)
    board.say("reorder_events", do="put:EV02+CC1:EV01")
    assert board.state.event.card == "EV02"
    assert (board.state.decks.events[0], board.state.decks.events[-1]) == ("CC1", "EV01")


@pytest.mark.rule("climate.emp.journalists.w")
def test_journalists_draw_two_of_one_colour():
    board = Board(bound("journalists"), frames.Actions())
    assert all(len(set(o.id.split("+"))) == 1 for o in offered(board)["draw"].slots[0].options)
    assert board.default("action") == {"do": "draw", "colours": "military+military"}


@pytest.mark.rule("climate.emp.doctors.c")
def test_a_doctor_heals_on_arrival():
    state = with_seat(with_regions(acting(), CHN={"epizootics": 2}), 1, employer="doctors")
    assert Board(state, frames.Actions()).say("action", do="move", to="CHN").region("CHN").epizootics == 1


@pytest.mark.rule("climate.challenge.2")
def test_powers_are_never_offered_where_the_table_plays_without():
    match = Match(3, 4, no_powers=True)
    for _ in match.appends(by_default):
        assert not [d for d in match.umpire.decisions(match.play) if d.ask.kind in ("use_power", "last_power")]


@pytest.mark.rule("climate.challenge.1", "climate.challenge.3")
def test_challenges_can_be_played_to_the_end():
    assert finished(3, by_default, seats=3, runaway=True, no_employers=True).play.result is not None
    assert len(EMPLOYERS) == 9
