"""Every reason that the specification gives for a refusal is given."""

import pytest
from msgspec.structs import replace

from domain.climate import frames, refusals
from domain.climate.components import COLOUR_IDS
from domain.climate.joint_action import values_of
from domain.core.errors import NotAnOption
from tests.domain.climate.table import Board, start, with_regions, with_seat
from tests.domain.climate.test_actions import acting


def refused(board, kind, seat=None, /, **answer):
    """The reason and rules of a refusal."""
    with pytest.raises(NotAnOption) as error:
        board.say(kind, seat, **answer)
    assert set(error.value.rules) <= set(board.umpire.game.rulebook)
    return error.value.reason


def act(state, **answer):
    """The reason why an action is refused."""
    return refused(Board(state, frames.Actions()), "action", **answer)


WEAK = start(weaknesses=True)
RIOTOUS = with_regions(start(), EUR={"riots": 1})

ACTIONS = [
    ("not_present", acting(location="UN"), {"do": "implant", "letter": "A"}),
    ("not_present", acting(location="EUR"), {"do": "implant", "letter": "overconsumption"}),
    ("not_present", acting(location="UN"), {"do": "electricity", "change": "add:gas"}),
    ("not_present", acting(location="EUR"), {"do": "institution"}),
    ("not_sharing", acting(state=with_regions(start(), EUR={"war": 1})), {"do": "implant", "letter": "A"}),
    (
        "not_sharing",
        acting(state=with_regions(start(), EUR={"famine": True})),
        {"do": "electricity", "change": "add:gas"},
    ),
    ("pt_access", acting(location="AFR"), {"do": "implant", "letter": "A"}),
    ("pt_owned", acting(state=with_regions(start(), EUR={"pts": ("C",)})), {"do": "implant", "letter": "C"}),
    ("china_by_hand", acting(location="CHN"), {"do": "implant", "letter": "A"}),
    ("overconsumption_blocks", acting(location="NAM"), {"do": "implant", "letter": "G"}),
    ("global_done", replace(acting(), global_pts=("M",)), {"do": "implant", "letter": "M"}),
    ("card_not_held", acting(), {"do": "card:politics-1", "region": "EUR"}),
    ("card_wrong_power", acting("politics-3", state=RIOTOUS), {"do": "card:politics-3", "region": "EUR"}),
    ("no_target", acting("politics-1", state=RIOTOUS), {"do": "card:politics-1", "region": "CHN"}),
    ("elec_illegal", acting(location="SAM"), {"do": "electricity", "change": "replace:gas:nuclear"}),
    ("elec_surplus", acting(location="EUR"), {"do": "electricity", "change": "add:gas"}),
    ("hand_limit", acting(*("ngo-1",) * 10), {"do": "draw", "colours": "media+media", "discard": {}}),
    ("colour_forbidden", acting(), {"do": "draw", "colours": "ngo+media"}),
    ("colour_forbidden", acting(), {"do": "draw_forbidden", "colour": "media"}),
    ("weakness", acting(state=WEAK, employer="journalists"), {"do": "draw", "colours": "military+media"}),
    ("weakness", acting(state=WEAK, employer="shift", location="AFR"), {"do": "implant", "letter": "G"}),
    ("weakness", acting(state=WEAK, employer="trco"), {"do": "electricity", "change": "replace:coal:gas"}),
    ("weakness", acting(state=WEAK, employer="hrg", location="UN"), {"do": "move", "to": "WHO"}),
    ("same_action_twice", replace(acting(), kinds_used=("move",), actions_left=1), {"do": "move", "to": "CHN"}),
]


@pytest.mark.rule("climate.action.2", "climate.pt.implant.1", "climate.emp.3")
@pytest.mark.parametrize(("reason", "state", "answer"), ACTIONS)
def test_refused_actions(reason, state, answer):
    assert act(state, **answer) == reason


@pytest.mark.rule("climate.aci.2")
def test_refused_contributions():
    state = with_seat(start(), 1, ("media-1", "ngo-1"))
    board = Board(state, frames.Institution(seat=0, place="UN")).say("lobbying", do="pass")
    say = {"do": "contribute", "hint": "silent"}
    assert refused(board, "aci_contribute", **say, cards={"ngo-1": 1}) == "colour_not_asked"
    assert refused(board, "aci_contribute", **say, cards={"media-1": 2}) == "card_not_held"


@pytest.mark.rule("climate.pt.implant.2")
def test_refused_implantations():
    hand = ("military-1", "media-1", "industry-1", "ngo-1", "politics-1", "education-1")
    board = Board(acting(*hand), frames.Actions()).say("action", do="implant", letter="C")
    assert refused(board, "pt_contribute", do="contribute", cards={"ngo-1": 2}) == "card_not_held"
    board.say("pt_contribute", do="contribute", cards={"ngo-1": 1})
    assert refused(board, "pt_decide", do="confirm") == "missing_colour"
    board.say("pt_decide", do="reopen").say("pt_contribute", do="contribute", cards=dict.fromkeys(hand, 1))
    assert refused(board, "pt_decide", do="confirm") == "power_too_low"


@pytest.mark.rule("climate.pt.implant.2", "climate.emp.shift.p")
def test_an_implantation_overtaken_by_a_power_is_told_why():
    hand = ("military-4", "media-4", "industry-4", "ngo-4", "politics-4", "education-4")
    state = with_regions(start(), EUR={"pts": ("C",)})
    state = with_seat(acting(*hand, state=state), 1, employer="shift")
    board = Board(state, frames.Actions()).say("action", do="implant", letter="D")
    board.say("pt_contribute", do="contribute", cards=dict.fromkeys(hand, 1))
    board.say("use_power", do="complete:EUR:D")
    assert refused(board, "pt_decide", do="confirm") == "pt_owned"


@pytest.mark.rule("climate.emp.volunteers.w", "climate.card.communication")
def test_the_volunteers_weakness_is_named_in_their_own_turn_only():
    state = with_seat(start(weaknesses=True), 0, ("politics-1",), location="EUR", employer="volunteers")
    state = replace(with_regions(state, EUR={"riots": 1}), kinds_used=("move",), actions_left=1)
    assert act(state, do="card:politics-1", region="EUR") == "weakness"
    called = Board(state, frames.Communication(seat=0))
    assert refused(called, "communication_action", do="card:politics-1", region="CHN") == "no_target"


@pytest.mark.rule("climate.emp.doctors.w", "climate.emp.amnesty.w")
def test_a_weakness_is_named_only_where_it_is_the_reason():
    say = {"do": "contribute", "hint": "silent"}
    state = with_seat(WEAK, 1, ("industry-3", "industry-4"), employer="doctors")
    electricity = frames.Electricity(seat=0, region="EUR", old="coal", new="gas")
    calm = Board(state, electricity)
    assert refused(calm, "aci_contribute", **say, cards={}) is None
    tense = Board(with_regions(state, EUR={"conflicts": 1}), electricity)
    assert refused(tense, "aci_contribute", **say, cards={"industry-3": 1, "industry-4": 1}) == "weakness"
    pair = with_seat(WEAK, 1, ("media-1", "politics-1"), employer="amnesty")
    board = Board(pair, frames.Institution(seat=0, place="UN"))
    assert refused(board, "aci_contribute", **say, cards={"media-1": 1}) == "weakness"


@pytest.mark.rule("climate.refugee.2", "climate.exodus.2")
def test_refused_routes():
    board = Board(start(), frames.GenRefugees(region="MEA", count=1))
    assert refused(board, "route_refugees", route=["CHN"]) == "destination_closed"
    board = Board(start(), frames.Exodus(region="MEA"))
    assert refused(board, "route_exodus", route=["NAM"]) == "destination_closed"


@pytest.mark.rule(
    "climate.infl.3", "climate.card.blue_helmets", "climate.emp.2", "climate.seat.join", "climate.challenge.2"
)
def test_refused_plays_on_a_die():
    roll = frames.RollD8(purpose="propagation", region="EUR", target=3)
    state = with_seat(start(), 1, ("military-3", "military-1", "military-4"), employer="volunteers", power_used=True)
    board = Board(state, roll, rolls={"d8.propagation": [8]})
    assert refused(board, "d8_window", do="blue_helmets", card="military-1", by="-2") == "card_wrong_power"
    assert refused(board, "d8_window", do="referendum", card="politics-3") == "card_not_held"
    assert refused(board, "d8_window", do="power") == "power_spent"
    early = with_seat(state, 1, power_used=False, joined_turn=2, turns_taken=1)
    assert refused(Board(early, roll, rolls={"d8.propagation": [8]}), "d8_window", do="power") == "power_not_yet"
    off = with_seat(start(no_powers=True), 1, ("military-3",), employer="volunteers")
    assert refused(Board(off, roll, rolls={"d8.propagation": [8]}), "d8_window", do="power") == "power_disabled"
    both = with_seat(start(), 1, ("military-3", "military-4", "politics-3"))
    board = Board(both, roll, rolls={"d8.propagation": [8]}).say(
        "d8_window", do="blue_helmets", card="military-3", by="-2"
    )
    assert not board.play.agenda


@pytest.mark.rule("climate.card.referendum", "climate.card.blue_helmets", "climate.die.2")
def test_a_card_is_one_too_many_only_after_another_of_its_kind():
    roll = frames.RollD8(purpose="propagation", region="EUR", target=1)
    state = with_seat(with_seat(start(), 1, ("military-3", "politics-3")), 2, ("military-4", "politics-4"))
    board = Board(state, roll, rolls={"d8.propagation": [8, 8]})
    assert refused(board, "d8_window", do="blue_helmets", card="military-3", by="-3") is None
    board.say("d8_window", 1, do="referendum", card="politics-3")
    assert refused(board, "d8_window", 2, do="referendum", card="politics-4") == "limit_one"
    board.say("d8_window", 1, do="blue_helmets", card="military-3", by="-2")
    assert not board.play.agenda


@pytest.mark.rule("climate.card.citizens_assembly", "climate.card.fact_check", "climate.aci.3")
def test_a_second_assembly_is_one_too_many_and_so_is_a_second_check_of_a_colour():
    state = with_seat(with_seat(start(), 1, ("education-3", "media-1", "media-3")), 2, ("education-4", "media-4"))
    board = Board(state, frames.Institution(seat=0, place="WHO"))
    board.say("aci_contribute", 1, do="contribute", cards={"media-1": 1}, hint="little").pass_all("aci_contribute")
    assert refused(board, "aci_final", 2, do="assembly", card="education-4", by="+3") is None
    idle = next(colour for colour in COLOUR_IDS if colour not in values_of(board.state.aci))
    assert refused(board, "aci_final", 2, do="fact_check", card="media-4", colour=idle) is None
    board.say("aci_final", 1, do="assembly", card="education-3", by="+2")
    assert refused(board, "aci_final", 2, do="assembly", card="education-4", by="+2") == "limit_one"
    board.say("aci_final", 1, do="fact_check", card="media-3", colour="media")
    assert refused(board, "aci_final", 2, do="fact_check", card="media-4", colour="media") == "limit_one"


@pytest.mark.rule("climate.inst.1", "climate.pt.prop.3", "climate.elec.3")
def test_refused_choices_of_targets():
    state = with_regions(
        start(), SAM={"discipline": 2, "conflicts": 1}, EUR={"pts": ("C",), "conflicts": 1}, IAU={"pts": ("A",)}
    )
    board = Board(state, frames.Institution(seat=0, place="UN", stage="effect", power=8))
    assert refused(board, "institution_effect", do="u1", region="CHN") == "no_target"
    letters = Board(state, frames.ChoosePt(region="SAM"))
    assert refused(letters, "choose_pt", letter="L") == "pt_access"
    token = Board(state, frames.CleanToken(region="IND", old="coal"))
    assert refused(token, "clean_token", token="nuclear") == "elec_illegal"


def test_every_reason_of_the_table_is_known():
    told = {code for code, _, _ in ACTIONS} | set(refusals.RULES)
    assert told | {"destination_closed", "limit_one"} == set(Board(start()).umpire.game.texts["en"].reasons)
