"""The worked examples of everything but activations."""

import pytest
from msgspec.structs import replace

from domain.climate import frames
from domain.climate.board import destruction
from domain.climate.components import GREEN_CARDS, OIL_CARDS, WARMING_CARDS
from domain.climate.course import Course
from domain.climate.electricity import threshold
from domain.climate.events import green_target, oil_constraint
from domain.climate.facts import DieRolled
from domain.climate.institutions import effect_options
from domain.climate.joint_action import final_power
from domain.climate.result import result_of
from domain.climate.state import Event
from domain.climate.transformations import implant_pt, implant_threshold, learnable
from domain.climate.war import change_discipline
from domain.core.chance import Chance
from domain.core.errors import NotAnOption
from tests.domain.climate.table import Board, Rolled, activated, active, start, with_regions, with_seat


def chance(**rolls):
    """Dice for a procedure that is called directly."""
    return Chance(Rolled(rolls), {})


@pytest.mark.rule("climate.setup.2", "climate.setup.3", "climate.pt.implant.2")
def test_we_01_start():
    state = start()
    regions = state.regions
    assert sum(r.ghg for r in regions.values()) == state.ghg == 100
    assert (state.oil_balance, sum(r.population for r in regions.values()), destruction(state)) == (0, 158, 4)
    assert {name for name, r in regions.items() if r.ls == 4} == {"EUR", "NAM"}
    assert implant_threshold(state, "A") == 16
    assert implant_threshold(with_seat(state, 0, employer="shift"), "A") == 15


@pytest.mark.rule("climate.pt.implant.2", "climate.nam.2", "climate.elec.1", "climate.emp.volunteers.c")
def test_we_02_thresholds():
    state = start()
    worse = replace(state, zones={"poles": 3, "glaciers": 2, "currents": 1, "forests": 1})
    shift = with_seat(state, 0, employer="shift")
    assert implant_threshold(worse, "A") == 13
    assert implant_threshold(with_seat(worse, 0, employer="shift"), "A") == 12
    assert [implant_threshold(s, "overconsumption") for s in (state, shift)] == [24, 23]
    once = [with_regions(s, NAM={"overconsumption": 1}) for s in (state, shift)]
    assert [implant_threshold(s, "overconsumption") for s in once] == [20, 19]
    assert [threshold(state, name) for name in ("IND", "IAU", "SAM", "EUR")] == [10, 12, 14, 16]
    helped = with_seat(state, 0, employer="volunteers")
    assert [threshold(helped, name) for name in ("IND", "IAU", "SAM", "EUR")] == [6, 8, 10, 12]


@pytest.mark.rule("climate.aci.3", "climate.card.citizens_assembly", "climate.inst.1")
def test_we_03_a_citizens_assembly_lifts_the_un_to_its_high_threshold():
    state = with_regions(start(), MEA={"war": 1})
    for seat, hand in enumerate((
        ("military-3", "politics-3", "media-3", "education-3"),
        ("military-4", "politics-1"),
        ("military-1", "politics-1", "media-1"),
    )):  # fmt: skip
        state = with_seat(state, seat, hand)
    decks = replace(state.decks, external=("industry-3", "media-1", *state.decks.external))
    board = Board(replace(state, decks=decks), frames.Institution(seat=0, place="UN"))
    for seat in (1, 2, 0):
        hand = [card for card in state.hands[seat] if not card.startswith("education")]
        split = {card: hand.count(card) for card in hand}
        board.say("aci_contribute", seat, do="contribute", cards=split, hint="silent")
    aci = board.state.aci
    assert aci is not None and final_power(aci) == 15
    assert [option.id for option in effect_options(board.state, "UN", 15)] == ["u2a"]
    board.say("aci_final", 0, do="assembly", card="education-3", by="+2").pass_all("aci_final")
    assert board.options("institution_effect") == ["u3a", "u3b", "u3d"]
    board.say("institution_effect", do="u3a", region="MEA")
    assert (board.region("MEA").war, board.region("MEA").conflicts) == (0, 0)


@pytest.mark.rule("climate.event.1", "climate.event.aci.1", "climate.event.aci.3")
@pytest.mark.parametrize(("power", "epizootics"), [(9, 2), (10, 1), (13, 1), (14, 0)])
def test_we_04_mad_cow_flu(power, epizootics):
    state = active(start(), "AFR")
    assert green_target(state, "EV01") == "MEA"
    state = replace(state, event=Event(card="EV01", region="MEA"))
    board = Board(state, frames.GreenEvent(stage="result", given=power))
    assert board.region("MEA").epizootics == epizootics


@pytest.mark.rule("climate.event.aci.3", "climate.event.aci.2")
def test_we_05_growth_burns_coal_where_oil_is_imported():
    state = replace(active(start(), "IAU"), event=Event(card="EV02"))
    board = Board(state, frames.GreenEvent()).say("event_aci", do="ignore")
    assert (board.region("IAU").elec, board.region("IAU").ls) == (("coal",) * 3, 2)
    local = with_regions(state, IAU={"red_oil": 0, "brown": 2})
    assert Board(local, frames.GreenEvent()).say("event_aci", do="ignore").region("IAU").elec[-1] == "gas"
    target = replace(state, event=Event(card="EV02", region="IAU"))
    strong = Board(target, frames.GreenEvent(stage="result", given=14))
    assert (strong.region("IAU").riots, strong.region("IAU").elec) == (2, ("coal", "coal"))


@pytest.mark.rule("climate.cal.2", "climate.cal.red.1", "climate.cal.orange.1")
def test_we_08_promotion():
    state = with_regions(start(), EUR={"riots": 4})
    region = Board(state, frames.AddTokens(region="EUR", token="riots", count=1)).region("EUR")
    assert (region.riots, region.conflicts) == (0, 1)
    region = Board(start(), frames.AddTokens(region="AFR", token="shortages", count=2)).region("AFR")
    assert (region.shortages, region.scarcities) == (0, 1)


def taught(**more):
    """The letters of WE-09."""
    return with_regions(
        start(),
        **{
            "SAM": {"pts": ("G",), "discipline": 2}, "EUR": {"pts": ("C", "D"), "cd": True}, "RUS": {"pts": ("D",)},
            "IAU": {"pts": ("A",)}, "AFR": {"pts": ("I",)}, "IND": {"pts": ("G",)}, "MEA": {"pts": ("G",)}, **more,
        },
    )  # fmt: skip


@pytest.mark.rule("climate.pt.prop.1", "climate.pt.prop.3", "climate.pt.prop.4")
def test_we_09_simple_propagation():
    board = Board(taught(), frames.Propagation(region="SAM"), rolls={"d8.propagation": [6]})
    rolled = [fact for fact in board.facts if isinstance(fact, DieRolled)]
    assert (rolled[0].target, board.options("choose_pt")) == (6, ["A", "C", "D"])
    board = Board(taught(AFR={"pts": ("K",)}), frames.Propagation(region="SAM"))
    assert not [fact for fact in board.facts if isinstance(fact, DieRolled)]
    assert board.options("choose_pt") == ["A", "C", "D", "K"]


@pytest.mark.rule("climate.pt.prop.2")
def test_we_10_precise_propagation():
    state = with_regions(
        start(propagation="precise"),
        IND={"pts": ("E", "G"), "discipline": 2}, SAM={"pts": ("E", "F"), "ef": True}, AFR={"pts": ("I", "J")},
        EUR={"pts": ("A", "C")}, RUS={"pts": ("B",)}, MEA={"pts": ("D",)}, IAU={"pts": ("C",)},
    )  # fmt: skip
    board = Board(state, frames.Propagation(region="IND"), rolls={"d8.propagation": [3]})
    rolled = [fact for fact in board.facts if isinstance(fact, DieRolled)]
    assert (rolled[0].target, board.options("choose_pt")) == (3, ["F", "I", "J"])


@pytest.mark.rule("climate.pt.prop.5", "climate.pt.global")
@pytest.mark.parametrize(
    ("bonus", "world", "targets"), [(24, (), [3]), (24, ("N",), [4]), (21, (), []), (21, ("N",), [])]
)
def test_we_11_large_counts(bonus, world, targets):
    state = with_regions(
        start(propagation="precise"), IND={"discipline": 2}, SAM={"pts": ("E", "F"), "ef": True}, AFR={"pts": ("I",)}
    )
    board = Board(
        replace(state, global_pts=world), frames.Propagation(region="IND", bonus=bonus), rolls={"d8.propagation": [8]}
    )
    assert [fact.target for fact in board.facts if isinstance(fact, DieRolled)] == targets
    for _ in range(2):
        board.say("choose_pt", **board.default("choose_pt"))
    assert len(board.region("IND").pts) == 3


@pytest.mark.rule("climate.clim.5", "climate.clim.4")
def test_we_13_heat_wave():
    state = replace(active(start(), "AFR"), zones=dict.fromkeys(("poles", "glaciers", "currents", "forests"), 2))
    board = Board(state, frames.ClimateCard(card="CC1"))
    assert board.region("MEA").shortages == 2
    assert board.options("route_refugees") == ["EUR", "AFR", "RUS", "IND"]
    board.say("route_refugees", route=["EUR", "RUS"])
    assert [r.shortages for name, r in board.state.regions.items() if name != "MEA"] == [1] * 8
    worse = replace(state, zones={"poles": 2, "glaciers": 3, "currents": 3, "forests": 2})
    board = Board(worse, frames.ClimateCard(card="CC1")).say("route_refugees", route=["EUR", "RUS", "EUR"])
    shortages = {name: r.shortages + 2 * r.scarcities for name, r in board.state.regions.items()}
    assert shortages == {"MEA": 3, "SAM": 2, "NAM": 2, **dict.fromkeys(("EUR", "AFR", "IAU", "RUS", "CHN", "IND"), 1)}


def struck(state, region):
    """A state in which an oil card was drawn in a region's turn."""
    return replace(active(state, region), event=Event(card="OIL-up"))


@pytest.mark.rule("climate.event.oil.1", "climate.event.oil.2")
def test_we_14_oil_constraint():
    course = Course(struck(start(), "MEA"))
    oil_constraint(course, "up")
    assert (course.region("MEA").orange, course.state.oil_balance) == (2, -1)
    course = Course(struck(start(), "NAM"))
    oil_constraint(course, "down")
    assert (course.region("NAM").brown, course.region("NAM").red_oil, course.state.oil_balance) == (3, 1, -1)
    course = Course(struck(start(), "EUR"))
    oil_constraint(course, "up")
    assert course.region("RUS").orange == 1


@pytest.mark.rule("climate.pt.ab", "climate.pt.pair")
def test_we_15_pair_ab_saves_an_import():
    course = Course(start())
    implant_pt(course, "EUR", "A")
    implant_pt(course, "EUR", "B")
    region = course.region("EUR")
    assert (course.state.ghg, region.red_oil, course.state.oil_balance, region.ls) == (99, 2, 1, 4)
    board = activated(course.state, "EUR")
    assert (board.region("EUR").ghg, board.state.ghg, board.state.green) == (7, 98, 9)


@pytest.mark.rule("climate.chaos.1", "climate.dict.1")
def test_we_24_chaos_with_a_war_ends_in_a_dictatorship():
    state = with_regions(start(), SAM={"population": 22, "war": 1, "scarcities": 2, "refugees": 1})
    course = Course(state)
    change_discipline(course, chance(**{"d4.chaos_war": [3, 2]}), "SAM", -1, 0)
    region = course.region("SAM")
    assert (region.population, region.dictatorship, region.chaos, region.discipline) == (15, True, False, 4)
    assert (region.war, region.scarcities, region.refugees) == (0, 0, 0)


@pytest.mark.rule("climate.score.1", "climate.score.2")
def test_we_29_score():
    state = with_regions(start(), CHN={"population": 25, "dictatorship": True, "discipline": 4})
    free = 171 - sum(r.population for n, r in state.regions.items() if n not in ("CHN", "IND"))
    state = replace(with_regions(state, IND={"population": free}), ghg=33, turn=30)
    result = result_of(state, won=True)
    assert (result.details["free_population"], result.places[0].score) == (171, 205)
    assert (result.details["score_numerator"], result.details["score_denominator"]) == (6156, 30)
    assert (result.details["tournament"], result.details["grade"], result.reason) == (1205, "brilliant", "ghg")
    assert result_of(replace(state, turn=36), won=True).places[0].score == 171
    lost = result_of(replace(state, turn=36, ghg=47), won=False)
    assert (lost.details["grade"], lost.details["tournament"], lost.places[0].score) == ("few_refuges", 344, 0)


@pytest.mark.rule("climate.scenario.oil_collapse", "climate.scenario.global_warming", "climate.scenario.ragnarok")
def test_we_30_scenario_decks():
    piles = {
        name: start(scenario=name).decks.events for name in ("standard", "oil_collapse", "global_warming", "ragnarok")
    }
    assert {name: len(pile) for name, pile in piles.items()} == {
        "standard": 65, "oil_collapse": 61, "global_warming": 65, "ragnarok": 61,
    }  # fmt: skip
    assert sum(card in OIL_CARDS for card in piles["oil_collapse"][:30]) == 8
    assert sum(card in OIL_CARDS for card in piles["oil_collapse"]) == 8
    assert sum(card in WARMING_CARDS for card in piles["global_warming"][:30]) == 8
    top = piles["ragnarok"][:32]
    assert (sum(c in WARMING_CARDS for c in top), sum(c in OIL_CARDS for c in top)) == (8, 8)


@pytest.mark.rule("climate.char.1", "climate.setup.14")
@pytest.mark.parametrize(("seats", "drawn"), [(3, 6), (4, 5), (5, 5)])
def test_we_31_draws_by_number_of_seats(seats, drawn):
    state = start(seats)
    board = Board(state, frames.Draw()).pass_all("draw_plan")
    assert len(board.state.hands[0]) == drawn
    first = Board(state, frames.Setup(stage="cards", seats=tuple(range(1, seats))))
    assert first.open("initial_draw").ask.form.slots[0].max == seats
    first.pass_all("initial_draw", "draw_plan")
    assert [len(hand) for hand in first.state.hands[1:]] == [seats] * (seats - 1)


@pytest.mark.rule("climate.infl.5", "climate.turn.2")
def test_we_31_drawing_stops_at_the_limit():
    state = with_seat(start(4), 0, ("ngo-1",) * 8)
    board = Board(state, frames.Draw()).say("draw_plan", secondary="industry", discard={})
    hand = board.state.hands[0]
    assert (len(hand), sum(card.startswith("military") for card in hand)) == (10, 2)


@pytest.mark.rule("climate.elec.1", "climate.elec.6", "climate.elec.7")
def test_we_32_electricity():
    state = with_seat(start(), 0, ("industry-4",) * 4, location="CHN")
    decks = replace(state.decks, external=("education-1", "politics-1", *state.decks.external))
    board = Board(replace(state, decks=decks, actions_left=2), frames.Actions())
    board.say("action", do="electricity", change="replace:coal:ren_int")
    assert board.state.aci is not None and board.state.aci.thresholds == (14,)
    board.say("aci_contribute", do="contribute", cards={"industry-4": 3}, hint="lots")
    assert (board.region("CHN").elec, board.region("CHN").shortages) == (("coal", "ren_int", "hydro"), 1)
    next_activation = activated(board.state, "CHN")
    assert next_activation.region("CHN").shortages == 2
    there = with_seat(state, 0, location="MEA")
    board = Board(replace(there, decks=decks, actions_left=2), frames.Actions())
    board.say("action", do="electricity", change="replace:gas:ren_disp")
    board.say("aci_contribute", do="contribute", cards={"industry-4": 3}, hint="lots")
    assert (board.region("MEA").elec, board.region("MEA").shortages) == (("gas", "gas", "ren_disp"), 0)


@pytest.mark.rule("climate.expert.5", "climate.event.warm.1")
def test_we_33_expert_setup_order():
    state = replace(start(), zones=dict.fromkeys(("poles", "glaciers", "currents", "forests"), 0), phase="setup")
    order = ("currents", "forests", "poles", "glaciers")
    board = Board(state, *(frames.Warming(zone=zone) for zone in order))
    tokens = {n: (r.shortages, r.refugees) for n, r in board.state.regions.items() if r.shortages or r.refugees}
    assert tokens == {"AFR": (1, 1), "IND": (1, 1), "CHN": (1, 0)}
    assert board.state.green == 2


@pytest.mark.rule("climate.action.2")
def test_we_34_two_identical_actions():
    state = replace(with_seat(start(), 0, ("industry-1", "politics-1"), location="EUR"), actions_left=2)
    state = with_regions(state, EUR={"riots": 1})
    board = Board(state, frames.Actions()).say("action", do="move", to="CHN")
    with pytest.raises(NotAnOption) as refused:
        board.say("action", do="move", to="EUR")
    assert (refused.value.reason, refused.value.rules) == ("same_action_twice", ("climate.action.2",))
    board = Board(state, frames.Actions()).say("action", do="card:industry-1")
    board.say("action", do="card:politics-1", region="EUR")
    assert (board.state.ghg, board.region("EUR").riots) == (99, 0)


@pytest.mark.rule("climate.dict.4", "climate.emp.famox.c")
def test_we_35_a_dictatorship_at_the_un():
    state = with_regions(start(), IAU={"dictatorship": True, "discipline": 4})
    assert effect_options(state, "UN", 23) == ()
    assert [option.id for option in effect_options(state, "UN", 24)] == ["u3f"]
    famox = with_seat(state, 0, employer="famox")
    assert [option.id for option in effect_options(famox, "UN", 22)] == ["u3f"]
    shortage = with_regions(state, IAU={"shortages": 3})
    board = Board(shortage, frames.Institution(seat=0, place="UN", stage="effect", power=24))
    region = board.region("IAU")
    assert (region.dictatorship, region.discipline, region.shortages, region.scarcities) == (False, 2, 0, 1)


@pytest.mark.rule("climate.refugee.2", "climate.refugee.3")
def test_we_36_routed_refugees():
    state = with_regions(start(), RUS={"refugees": 2, "riots": 3})
    flight = frames.GenRefugees(region="MEA", count=3)
    board = Board(state, flight).say("route_refugees", route=["RUS", "EUR", "RUS"])
    russia = board.region("RUS")
    assert (russia.refugees, russia.riots, russia.conflicts, board.region("EUR").refugees) == (3, 0, 1, 1)
    tense = with_regions(start(), RUS={"refugees": 2, "conflicts": 3})
    board = Board(tense, flight).say("route_refugees", route=["RUS", "EUR", "RUS"]).pass_all("remove_elec")
    assert (board.region("RUS").war, board.options("route_refugees")) == (1, ["EUR", "MEA", "CHN"])


@pytest.mark.rule("climate.emp.amnesty.w", "climate.emp.3")
def test_we_38_amnesty_never_gives_a_single_card():
    state = with_seat(start(weaknesses=True), 1, ("military-3",), employer="amnesty")
    board = Board(state, frames.Institution(seat=0, place="UN"))
    assert not board.play.agenda and not [f for f in board.facts if getattr(f, "count", 0) and hasattr(f, "hint")]
    board = Board(with_seat(state, 1, ("military-3", "politics-1")), frames.Institution(seat=0, place="UN"))
    contribute, nothing = board.open("aci_contribute").ask.form.slots[0].options
    assert (contribute.slots[0].min, contribute.slots[0].max, nothing.id) == (2, 2, "none")


@pytest.mark.rule("climate.scenario.ragnarok")
def test_we_39_a_prepared_pile_keeps_its_lower_part():
    shuffled = start().decks.events
    prepared = start(scenario="ragnarok").decks.events
    green = [card for card in shuffled if card in GREEN_CARDS]
    assert list(prepared[32:]) == green[16:]
    oil = [card for card in shuffled if card in OIL_CARDS]
    assert sorted(start(scenario="ragnarok").decks.removed) == sorted([*WARMING_CARDS, *oil[8:]])


@pytest.mark.rule("climate.infl.5", "climate.action.5")
def test_we_40_a_full_hand():
    state = replace(with_seat(start(), 0, ("ngo-1",) * 10, location="EUR"), actions_left=1)
    for count, drawn in ((1, 1), (2, 2)):
        board = Board(state, frames.Actions())
        option = next(o for o in board.open("action").ask.form.slots[0].options if o.id == "draw")
        assert (option.slots[1].min, option.slots[1].max) == (1, 10)
        board.say("action", do="draw", colours="media+media", discard={"ngo-1": count})
        assert sum(card.startswith("media") for card in board.state.hands[0]) == drawn


def test_the_letters_of_a_cut_off_region_cannot_be_learnt():
    state = taught(IAU={"pts": ("A",), "war": 1})
    assert learnable(state, "SAM") == ("C", "D")
