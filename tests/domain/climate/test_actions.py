"""The turn, actions, influence cards and implantations."""

import pytest
from msgspec.structs import replace

from domain.climate import frames
from domain.climate.components import REGION_IDS
from domain.climate.course import Course
from domain.climate.facts import EventRevealed, PhaseBegan, PoolShown
from domain.climate.implantation import pool_power
from domain.climate.influence import draw_cards
from domain.climate.transformations import can_implant, implant_pt
from tests.domain.climate.games import Match, by_default
from tests.domain.climate.table import Board, start, with_regions, with_seat
from tests.domain.climate.test_examples_of_rules import chance

SIX = ("military-3", "media-3", "industry-3", "ngo-3", "politics-2", "education-1")


def acting(*hand, location="EUR", state=None, **seat):
    """The active seat with two actions."""
    return replace(with_seat(state or start(), 0, hand, location=location, **seat), actions_left=2)


def offered(board, kind="action"):
    """The options of an open decision by id."""
    return {option.id: option for option in board.open(kind).ask.form.slots[0].options}


@pytest.mark.rule("climate.turn.1", "climate.turn.2", "climate.turn.3", "climate.turn.4", "climate.turn.6")
def test_four_phases_and_then_the_next_seat_and_region():
    match = Match(2, 3, region_order="default", first_seat=0)
    for _ in match.appends(by_default):
        if match.play.state.turn == 2:
            break
    phases = [fact.phase for fact in match.facts if isinstance(fact, PhaseBegan)]
    assert phases[:5] == ["draw", "event", "actions", "activation", "draw"]
    assert sum(isinstance(fact, EventRevealed) for fact in match.facts) >= 1
    assert match.play.state.active_seat == 1


@pytest.mark.rule("climate.action.1", "climate.turn.4")
def test_the_list_of_actions():
    board = Board(
        acting("military-1", "media-1", "industry-2", "ngo-3", state=with_regions(start(), EUR={"shortages": 1})),
        frames.Actions(),
    )
    assert list(offered(board)) == [
        "move", "implant", "electricity", "draw", "draw_forbidden", "card:military-1", "card:media-1",
        "card:industry-2", "pass",
    ]  # fmt: skip
    board.say("action", do="pass")
    assert not board.play.agenda


@pytest.mark.rule("climate.action.3", "climate.inst.2", "climate.char.3")
def test_a_move_leads_anywhere():
    board = Board(acting(location="UN"), frames.Actions())
    places = [option.id for option in offered(board)["move"].slots[0].options]
    assert places == [*REGION_IDS, "ICRC", "WHO", "UNHCR"]
    board.say("action", do="move", to="WHO")
    assert board.state.seats[0].location == "WHO"
    assert "institution" in offered(board)


@pytest.mark.rule("climate.action.5")
def test_drawing_two_authorised_cards_or_one_other():
    board = Board(acting(), frames.Actions())
    assert "military+media" in [o.id for o in offered(board)["draw"].slots[0].options]
    assert [o.id for o in offered(board)["draw_forbidden"].slots[0].options] == ["ngo", "education"]
    board.say("action", do="draw_forbidden", colour="ngo")
    assert [card[:3] for card in board.state.hands[0]] == ["ngo"]
    assert "draw" not in offered(board)


REMOVALS = [
    ("military", "shortages"),
    ("ngo", "refugees"),
    ("politics", "riots"),
    ("education", "epizootics"),
]


@pytest.mark.rule(
    "climate.card.un_action", "climate.card.humanitarian", "climate.card.negotiation", "climate.card.health_standards",
    "climate.infl.2", "climate.infl.7",
)  # fmt: skip
@pytest.mark.parametrize(("colour", "token"), REMOVALS)
def test_a_card_removes_a_token_anywhere(colour, token):
    state = with_regions(start(), CHN={token: 2})
    board = Board(acting(f"{colour}-2", f"{colour}-3", state=state), frames.Actions())
    assert f"card:{colour}-3" not in offered(board)
    board.say("action", do=f"card:{colour}-2", region="CHN")
    assert getattr(board.region("CHN"), token) == 1
    assert board.state.decks.discard[colour] == (f"{colour}-2",)


@pytest.mark.rule("climate.card.decarbonisation", "climate.infl.2")
def test_advice_lowers_the_counter_once_a_turn():
    board = Board(acting("industry-1", "industry-2"), frames.Actions()).say("action", do="card:industry-1")
    assert board.state.ghg == 99
    assert "card:industry-2" not in offered(board)


@pytest.mark.rule("climate.card.communication")
def test_another_seat_acts_at_once_for_nothing():
    state = with_seat(acting("media-1"), 1, ("industry-1", "media-1"), location="UN")
    board = Board(state, frames.Actions()).say("action", do="card:media-1", seat="s1")
    listed = offered(board, "communication_action")
    assert "card:industry-1" in listed and "card:media-1" not in listed
    board.say("communication_action", do="card:industry-1")
    assert (board.state.ghg, board.state.actions_left) == (99, 1)
    assert "card:industry-1" not in board.state.hands[1]


@pytest.mark.rule("climate.infl.6")
def test_an_empty_pile_takes_back_its_discard_and_a_lost_card_is_lost():
    state = start()
    piles = replace(state.decks.influence, ngo=())
    course = Course(replace(state, decks=replace(state.decks, influence=piles, discard={"ngo": ("ngo-1",)})))
    draw_cards(course, chance(), 0, ("ngo", "ngo"))
    assert course.state.hands[0] == ("ngo-1",)


@pytest.mark.rule("climate.pt.implant.1", "climate.pt.implant.3", "climate.card.crisis_cabinet")
def test_everybody_gives_in_secret_and_a_cabinet_counts_two_more():
    state = with_seat(acting(*SIX[:3], location="EUR"), 1, SIX[3:])
    board = Board(state, frames.Actions()).say("action", do="implant", letter="C")
    board.say("pt_contribute", 0, do="contribute", cards=dict.fromkeys(SIX[:3], 1))
    assert board.state.pool.cards == {} and board.state.pool.threshold == 16
    board.say("pt_contribute", 1, do="contribute", cards=dict.fromkeys(SIX[3:], 1))
    assert [fact.power for fact in board.facts if isinstance(fact, PoolShown)] == [17]
    assert board.options("pt_decide") == ["confirm", "reopen", "give_up"]
    board.say("pt_decide", do="confirm")
    assert board.region("EUR").pts == ("C",) and board.state.hands[:2] == ((), ())
    assert pool_power(("industry-3", "industry-2")) == 7


@pytest.mark.rule("climate.pt.implant.4", "climate.pt.implant.2")
def test_a_failed_implantation_gives_the_cards_back():
    state = with_seat(acting(*SIX[:3], location="EUR"), 1, ("ngo-1",))
    board = Board(state, frames.Actions()).say("action", do="implant", letter="C")
    for number in range(3):
        board.say("pt_contribute", 0, do="contribute", cards={"media-3": 1}).say("pt_contribute", 1, do="none")
        if number < 2:
            assert board.options("pt_decide") == ["reopen", "give_up"]
            board.say("pt_decide", do="reopen")
    assert board.state.pool is None
    assert (board.state.hands[0], board.state.actions_left) == (tuple(sorted(SIX[:3])), 1)
    assert board.region("EUR").pts == ()


@pytest.mark.rule("climate.pt.global", "climate.nam.2")
def test_world_letters_and_restraint():
    cards = {card: 1 for card in (*SIX, "media-4", "ngo-4")}
    board = Board(acting(*cards, location="NAM"), frames.Actions()).say("action", do="implant", letter="P")
    board.say("pt_contribute", do="contribute", cards=cards).say("pt_decide", do="confirm")
    assert (board.state.global_pts, board.state.ghg) == (("P",), 98)
    board = Board(acting(*cards, location="NAM"), frames.Actions()).say(
        "action", do="implant", letter="overconsumption"
    )
    board.say("pt_contribute", do="contribute", cards=cards).say("pt_decide", do="confirm")
    assert board.region("NAM").overconsumption == 1


@pytest.mark.rule("climate.pt.access", "climate.expert.2", "climate.china.2", "climate.nam.1")
def test_who_may_learn_what():
    state = with_regions(start(), IND={"discipline": 2}, MEA={"discipline": 2})
    hand = {
        name: "".join(x for x in "ABCDEFGHIJKL" if can_implant(state, name, x, by_hand=True)) for name in REGION_IDS
    }
    assert hand == {
        "EUR": "ABCDEFGH", "NAM": "", "SAM": "GK", "MEA": "ABCDEFGHK", "AFR": "GIJ", "IAU": "GJK", "RUS": "ABCDEFGHK",
        "CHN": "", "IND": "EFGHIJ",
    }  # fmt: skip
    assert "".join(x for x in "ABCDEFGHIJKL" if can_implant(state, "CHN", x, by_hand=False)) == "ABCDEF"
    freer = with_regions(state, CHN={"discipline": 1}, NAM={"overconsumption": 1, "discipline": 2})
    assert can_implant(freer, "CHN", "G", by_hand=True)
    assert not can_implant(freer, "NAM", "A", by_hand=True) and can_implant(freer, "NAM", "C", by_hand=True)
    expert = start(mode="expert")
    assert not can_implant(expert, "AFR", "G", by_hand=True) and can_implant(expert, "IAU", "G", by_hand=True)


@pytest.mark.rule("climate.pt.g", "climate.pt.h")
def test_discipline_can_be_renewed_by_hand_only():
    state = with_regions(start(), SAM={"pts": ("G",)}, EUR={"pts": ("G", "H")})
    assert can_implant(state, "SAM", "G", by_hand=True) and not can_implant(state, "SAM", "G", by_hand=False)
    assert can_implant(state, "EUR", "H", by_hand=True) and not can_implant(state, "EUR", "G", by_hand=True)
    course = Course(state)
    implant_pt(course, "SAM", "G")
    assert course.region("SAM").discipline == 2


@pytest.mark.rule("climate.pt.i", "climate.pt.j", "climate.pt.k", "climate.pt.l")
@pytest.mark.parametrize(("name", "letter"), [("AFR", "I"), ("IAU", "J"), ("SAM", "K"), ("EUR", "L")])
def test_demography_falls(name, letter):
    state = with_regions(start(), EUR={"discipline": 3})
    assert can_implant(state, name, letter, by_hand=True)
    course = Course(state)
    implant_pt(course, name, letter)
    assert course.region(name).demography == state.regions[name].demography - 1


@pytest.mark.rule("climate.pt.ef", "climate.expert.3", "climate.pt.pair")
def test_a_pair_lowers_the_counter_in_normal_mode_only():
    for mode, ghg in (("normal", 99), ("expert", 100)):
        course = Course(start(mode=mode))
        implant_pt(course, "EUR", "E")
        assert not course.region("EUR").ef
        implant_pt(course, "EUR", "F")
        assert (course.region("EUR").ef, course.state.ghg) == (True, ghg)
