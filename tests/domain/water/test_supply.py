"""Generating, activating and the world market."""

import pytest
from msgspec.structs import replace

from domain.water import frames
from domain.water.auto_supply import auto
from domain.water.facts import Activated, Bought, SeatReady
from domain.water.state import Counts, Modifiers, Stock
from tests.domain.water.tables import position, table_at

OTHER = {"D3": "residential_zone"}
CIRCLE = {"J7": "residential_zone", "K7": "power_plant", "L7": "fishing_port", "K8": "junction"}


def supplying(state, **more):
    return table_at(replace(state, phase="p4"), frames.Generation(), frames.Supply(), after="p5", **more)


@pytest.mark.rule("water.p4.1", "water.p4.2", "water.p4.7", "water.p5.1", "water.p6.1", "water.market.2")
def test_ex13_a_chain_of_production():
    state = position(OTHER, CIRCLE, placed={"K7": 1, "J7": 2}, order=(1, 0))
    table = supplying(state)
    assert table.state.stock[1] == {"J7": Stock(energy=2)}
    table.say("activate:L7", 1)
    assert table.state.stock[1] == {"J7": Stock(energy=1, food=2)}
    table.say("activate:J7", 1)
    assert table.state.stock[1] == {"J7": Stock(food=1)}
    table.say("sell:food:J7", 1, count=1)
    assert table.state.thunes[1] == 21
    for seat, _ in table.kinds():
        table.say("ready", seat)
    assert table.state.thunes[1] == 28 and table.state.vp[1] == 1
    assert table.state.pollution["K6"] == 1 and table.state.pollution["L5"] == 1
    assert sum(table.state.pollution.values()) == 2


@pytest.mark.rule("water.p4.1", "water.p4.6")
def test_what_runs_by_itself_needs_its_water_and_must_not_be_blocked():
    tiles = {
        "D3": "residential_zone",
        "D4": "farm",
        "E4": "power_plant",
        "C4": "renewable_park",
        "E5": "renewable_park",
    }
    state = position(tiles, {"J4": "residential_zone"}, placed={"D4": 1}, blocked=frozenset({"E5"}))
    table = supplying(state)
    assert [fact.cell for fact in table.happened(Activated)] == ["C4", "D4"]
    assert table.state.stock[0]["C4"] == Stock(energy=1, food=3)


@pytest.mark.rule("water.p4.4", "water.p4.5", "water.p4.6", "water.p4.7", "water.net.2")
def test_activation_is_refused_by_the_first_rule_it_breaks():
    tiles = {"D3": "residential_zone", "C3": "leisure_base", "D4": "university", "E4": "leisure_base"}
    state = position(
        tiles,
        {"J4": "residential_zone"},
        thunes=(1, 20),
        placed={"D3": 1},
        blocked=frozenset({"C3"}),
    )
    table = supplying(state)
    assert table.why_not("activate:C3", 0) == "water.p4.6"
    assert table.why_not("activate:D3", 0) == "water.p4.4"
    assert table.why_not("activate:D4", 0) == "water.net.2"
    assert table.why_not("activate:E4", 0) == "water.p4.7"
    rich = supplying(replace(state, thunes=(9, 20)))
    rich.say("activate:E4", 0)
    assert rich.why_not("activate:E4", 0) == "water.p4.5"


def market(card, **changes):
    return supplying(position(OTHER, CIRCLE, card=card, **{"thunes": (12, 12), **changes}))


@pytest.mark.rule("water.market.1", "water.p2.2")
def test_ex17_the_world_market():
    table = market("R18")
    slot = table.slot("buy:energy", "count", 0)
    assert (slot.min, slot.max) == (1, 3)
    assert table.refusal("buy:energy", 0, network="D3", count=4) == ("coins_short", ("water.market.1",))
    table.say("buy:energy", 0, network="D3", count=1)
    table.say("buy:food", 0, network="D3", count=1)
    assert table.state.thunes[0] == 3
    assert not [deed for deed in table.options(0) if deed.startswith("buy:")]


@pytest.mark.rule("water.market.1", "water.card.3")
def test_ex17_a_trade_deal_lowers_prices_but_not_below_one():
    deal = (Modifiers(trade_deal=True), Modifiers())
    table = market("R18", modifiers=deal)
    table.say("buy:energy", 0, network="D3", count=1)
    table.say("buy:food", 0, network="D3", count=1)
    assert table.state.thunes[0] == 5
    cheap = market("R48", modifiers=deal)
    cheap.say("buy:energy", 0, network="D3", count=2)
    assert cheap.state.thunes[0] == 10


@pytest.mark.rule("water.market.2", "water.market.3", "water.card.13")
def test_limits_of_the_market():
    full = market("R18", counts=(Counts(market_moves=20), Counts()), stock={0: {"D3": (2, 0)}})
    assert full.why_not("buy:energy", 0, network="D3", count=1) == "water.market.3"
    assert full.why_not("sell:energy:D3", 0, count=1) == "water.market.3"
    assert market("R18", stock={0: {"D3": (2, 0)}}).why_not("sell:energy:D3", 0, count=3) == "water.market.2"
    assert market("R18", stock={0: {"D3": (2, 0)}}).why_not("sell:energy:D3", 0, count=0) == "water.form.1"
    shut = market("R18", modifiers=(Modifiers(embargo=True), Modifiers()), stock={0: {"D3": (2, 0)}})
    assert shut.refusal("buy:food", 0, network="D3", count=1) == ("embargo", ("water.card.13",))
    shut.say("sell:energy:D3", 0, count=2)
    assert shut.state.thunes[0] == 14


@pytest.mark.rule("water.p4.3")
def test_supplying_by_itself_buys_what_is_worth_it_and_is_ready():
    state = position(OTHER, CIRCLE, card="R18", placed={"D3": 2}, thunes=(12, 12), phase="p4")
    facts = auto(state, 0)
    bought = [(fact.kind, fact.count, fact.coins) for fact in facts if isinstance(fact, Bought)]
    assert bought == [("energy", 1, 4), ("food", 1, 5)]
    assert isinstance(facts[-1], SeatReady) and facts[-1].ready
    dear = replace(state, current_card="R20")
    assert not [fact for fact in auto(dear, 0) if isinstance(fact, Bought)], "10 coins for 7 and a point"
    crisis = replace(dear, crisis=frozenset({"D3"}))
    assert len([fact for fact in auto(crisis, 0) if isinstance(fact, Bought)]) == 2


@pytest.mark.rule("water.p4.3")
def test_the_phase_ends_when_all_are_ready():
    table = supplying(position(OTHER, CIRCLE, thunes=(1, 1), stock={0: {"D3": (1, 0)}, 1: {"J7": (1, 0)}}))
    assert [kind for _, kind in table.kinds()] == ["supply_action", "supply_action"]
    table.say("ready", 1)
    assert table.kinds() == [(0, "supply_action")]
    table.say("ready", 0)
    assert table.state.phase == "p6" or table.state.phase == "p7" or table.state.turn == 2


@pytest.mark.rule("water.bonus.1")
@pytest.mark.parametrize(
    ("cell", "tile", "expected"),
    [
        ("D7", "residential_zone", {"coins": 9, "vp": 1}),
        ("I4", "farm", {"food": 3}),
        ("A1", "renewable_park", {"energy": 2}),
        ("D7", "farm", {"food": 2, "coins": 0}),
        ("I4", "industrial_zone", {"coins": 7}),
    ],
)
def test_ex20_bonus_cells(cell, tile, expected):
    from domain.water.needs import makes

    state = position({cell: tile, "K5": "residential_zone"}, {"J4": "residential_zone"})
    made = makes(state, cell)
    assert {name: getattr(made, name) for name in expected} == expected
