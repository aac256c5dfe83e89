"""Offers between communities."""

import pytest

from domain.core.errors import DecisionSuspended, NotAnOption
from domain.water.facts import OfferClosed, Traded
from domain.water.state import Counts, Stock
from tests.domain.water.tables import position
from tests.domain.water.test_supply import supplying

HOMES = ({"D3": "residential_zone"}, {"E8": "residential_zone"}, {"H3": "residential_zone"})


def trading(**changes):
    return supplying(position(*HOMES, stock={2: {"H3": (0, 3)}}, **{"thunes": (10, 10, 10), **changes}))


@pytest.mark.rule("water.trade.1", "water.trade.3", "water.p4.3")
def test_ex18_a_ready_seat_may_accept_and_acts_again():
    table = trading()
    table.say("ready", 2)
    table.say("purchase:D3", 0, to="s2", get={"food": 2}, coins=4)
    assert (2, "supply_action") in table.kinds()
    assert table.options(2) == ["accept:o1", "decline:o1"]
    table.say("accept:o1", 2, network="H3")
    assert table.state.stock[2]["H3"] == Stock(food=1) and table.state.stock[0]["D3"] == Stock(food=2)
    assert table.state.thunes == (6, 10, 14) and not table.state.ready[2]
    assert "sell:food:H3" in table.options(2)


@pytest.mark.rule("water.trade.2")
def test_ex18_an_offer_lapses_when_its_maker_cannot_pay():
    table = trading(card="R25")
    table.say("ready", 2)
    table.say("purchase:D3", 0, to="s2", get={"food": 2}, coins=9)
    table.say("buy:energy", 0, network="D3", count=1)
    closed = table.happened(OfferClosed)
    assert [fact.how for fact in closed] == ["lapsed"] and (2, "supply_action") not in table.kinds()


@pytest.mark.rule("water.trade.1")
def test_sales_barters_and_gifts():
    table = trading()
    table.say("sale:H3", 2, to="s0", give={"food": 1}, coins=3)
    table.say("accept:o1", 0, network="D3")
    assert table.state.thunes == (7, 10, 13)
    table.say("barter:D3", 0, to="s2", give={"food": 1}, get={"food": 2}, coins=-2)
    table.say("accept:o2", 2, network="H3")
    assert table.state.thunes == (9, 10, 11) and table.state.stock[0]["D3"] == Stock(food=2)
    table.say("gift:D3", 0, to="s1", gift={"food": 1, "coins": 4})
    table.say("accept:o3", 1, network="E8")
    assert table.state.thunes == (5, 14, 11) and table.state.stock[1]["E8"] == Stock(food=1)
    assert sum(table.state.thunes) == 30
    assert [fact.id for fact in table.happened(Traded)] == ["o1", "o2", "o3"]


@pytest.mark.rule("water.trade.2")
def test_accepting_is_listed_only_if_the_seat_can_pay():
    table = trading()
    table.say("purchase:D3", 0, to="s1", get={"energy": 1}, coins=0)
    assert "accept:o1" not in table.options(1) and "decline:o1" in table.options(1)
    assert table.refusal("accept:o1", 1, network="E8") == ("cannot_pay", ("water.trade.2",))
    assert table.refusal("accept:o1", 1) == ("malformed", ("water.form.1",))
    assert table.refusal("accept:o9", 1, network="E8") == ("malformed", ("water.form.1",))


@pytest.mark.rule("water.trade.2", "water.trade.3")
def test_a_lone_refusal_of_a_ready_seat_waits_until_it_can_pay_or_the_offer_ends():
    table = trading()
    table.say("ready", 1)
    table.say("purchase:D3", 0, to="s1", get={"energy": 1}, coins=0)
    assert table.options(1) == ["decline:o1"]
    table.say("ready", 0)
    assert (1, "supply_action") not in table.kinds(), "the offer went with its maker"
    table.say("ready", 2)
    assert table.state.phase != "p4"


@pytest.mark.rule("water.trade.1", "water.trade.2", "water.trade.4")
def test_offers_are_refused_by_the_first_rule_they_break():
    table = trading()
    assert table.why_not("purchase:D3", 0, to="s0", get={"food": 1}, coins=1) == "water.trade.1"
    assert table.why_not("purchase:D3", 0, to="s1", get={"food": 21}, coins=1) == "water.trade.1"
    assert table.why_not("purchase:D3", 0, to="s1", get={"food": 1}, coins=11) == "water.trade.2"
    assert table.why_not("sale:H3", 2, to="s1", give={"food": 4}, coins=1) == "water.trade.2"
    full = trading(counts=(Counts(offers_made=10), Counts(), Counts()))
    assert full.why_not("purchase:D3", 0, to="s1", get={"food": 1}, coins=1) == "water.trade.4"
    for _ in range(3):
        table.say("purchase:D3", 0, to="s1", get={"food": 1}, coins=1)
    assert table.why_not("purchase:D3", 0, to="s1", get={"food": 1}, coins=1) == "water.trade.4"
    table.say("withdraw:o2", 0)
    assert "purchase:D3" in table.options(0)


@pytest.mark.rule("water.trade.2", "water.trade.3")
def test_an_answer_to_a_vanished_offer_is_suspended_and_never_taken_for_one_to_the_next_offer():
    table = trading()
    table.say("ready", 2)
    table.say("purchase:D3", 0, to="s2", get={"food": 2}, coins=4)
    asked, others = table.decision(2).id, table.decision(1).id
    table.say("withdraw:o1", 0)
    with pytest.raises(DecisionSuspended):
        table.umpire.decide(table.play, asked, 2, {"do": "accept:o1", "network": "H3"})
    assert table.decision(1).id == others, "whom the offer did not concern is asked under the same name"
    table.say("purchase:D3", 0, to="s2", get={"food": 1}, coins=1)
    assert table.decision(2).id == asked
    with pytest.raises(NotAnOption):
        table.umpire.decide(table.play, asked, 2, {"do": "accept:o1", "network": "H3"})
    table.say("accept:o2", 2, network="H3")
    assert table.state.thunes == (9, 10, 11)


@pytest.mark.rule("water.p3.5", "water.trade.1")
def test_water_is_not_traded():
    table = trading()
    slot = table.slot("gift:D3", "gift", 0)
    assert [target.id for target in slot.targets] == ["energy", "food", "coins"]
