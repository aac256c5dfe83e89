"""Cubes, tiles, markers and coins are neither made nor lost, fact by fact, in random play."""

from random import Random

import pytest

from domain.core.chance import Seeded
from domain.core.model import House
from domain.core.umpire import Umpire
from domain.water import Options, water
from domain.water import facts as happened
from domain.water.components import RESOURCES, SCENARIOS, TILES
from server.selfplay.match import appends, random_player

WAYS = [
    (4, Options(turns=3)),
    (3, Options(mode="simplified", turns=3)),
    (4, Options(scenario="s1")),
    (4, Options(scenario="s2")),
    (4, Options(scenario="s3")),
    (4, Options(scenario="p1", turns=4, action_draw=1)),
]


class Books:
    """What came in and went out, by the facts alone."""

    def __init__(self, seats, coins):
        self.coins = [coins] * seats
        self.water = 0
        self.dirt = 0
        self.vp = [0] * seats

    def enter(self, state, fact):
        self.enter_coins(fact)
        self.enter_points(fact)
        self.enter_cubes(state, fact)
        if isinstance(fact, happened.CardResolved):
            self.enter_card(fact)

    def enter_cubes(self, state, fact):
        match fact:
            case happened.ResourceRevealed():
                self.water = 24 * RESOURCES[fact.resource].water
            case happened.TurnEnded():
                self.water = 0
            case happened.PollutionTreated():
                self.water += 1
                self.dirt -= 1
            case happened.Polluted():
                self.dirt += 1
            case happened.Destroyed():
                self.water -= sum(state.placed.get(cell, 0) for cell in fact.cells)

    def enter_coins(self, fact):
        match fact:
            case happened.PollutionTreated():
                self.coins[fact.seat] -= 2
            case happened.Activated():
                self.coins[fact.seat] -= fact.paid.thunes
            case happened.Bought() | happened.Sold():
                self.coins[fact.seat] += fact.coins * (1 if isinstance(fact, happened.Sold) else -1)
                assert isinstance(fact, happened.Bought) or fact.coins == fact.count
            case happened.Traded():
                paid = fact.get.thunes - fact.give.thunes
                self.coins[fact.seat] += paid
                self.coins[fact.to] -= paid
            case happened.Harvested():
                self.coins[fact.seat] += fact.coins
            case happened.Built() | happened.DamBuilt():
                for seat, cost in zip(fact.owners, fact.costs, strict=True):
                    self.coins[seat] -= cost

    def enter_points(self, fact):
        match fact:
            case happened.PollutionTreated():
                self.vp[fact.seat] += fact.use == "put_back"
            case happened.Harvested():
                self.vp[fact.seat] += fact.vp
            case happened.Riot():
                self.vp[fact.seat] -= fact.lost
            case happened.ConflictResolved():
                for seat, lost in fact.lost.items():
                    self.vp[seat] -= lost

    def enter_card(self, fact):
        for seat, number in fact.effect.coins.items():
            self.coins[seat] += number
        for seat, number in fact.effect.vp.items():
            self.vp[seat] += number
        self.water += sum(fact.effect.water.values()) + sum(fact.effect.placed.values())
        self.dirt += sum(fact.effect.pollution.values())

    def balance(self, state):
        assert tuple(self.coins) == state.thunes
        assert tuple(self.vp) == state.vp
        assert self.water == sum(state.water.values()) + sum(state.placed.values())
        assert self.dirt == sum(state.pollution.values()) + state.sea_pollution


@pytest.mark.rule("water.p3.4", "water.conflict.7", "water.p8.3", "water.market.2", "water.trade.3", "water.treat.2")
@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize(("seats", "options"), WAYS, ids=lambda way: str(getattr(way, "scenario", way)))
def test_the_books_balance_after_every_fact(seats, options, seed):
    umpire = Umpire(water, House(seats=seats), Seeded(bytes([seed]) * 32))
    books = Books(seats, SCENARIOS[options.scenario].coins)
    state = water.starter(options, seats).state
    sea = 0
    for append in appends(umpire, options, seats, random_player(Random(seed))):
        for fact in append.facts:
            if type(fact) not in water.appliers:
                continue
            books.enter(state, fact)
            state = water.apply(state, fact)
            if not isinstance(fact, happened.GameSetUp):
                books.balance(state)
            assert state.sea_pollution >= sea
            sea = state.sea_pollution
            standing = sum(built.dam in (None, cell) for cell, built in state.constructions.items())
            assert standing + sum(state.supply.values()) == sum(tile.supply for tile in TILES.values())


@pytest.mark.rule("water.conflict.3", "water.conflict.7")
def test_a_conflict_costs_exactly_the_stakes_and_nobody_claims_twice_in_a_phase():
    resolved = 0
    for seed in range(6):
        umpire = Umpire(water, House(seats=4), Seeded(bytes([seed]) * 32))
        claimed = set()
        for append in appends(umpire, Options(scenario="s3"), 4, random_player(Random(seed))):
            stakes = [fact.stakes for fact in append.facts if isinstance(fact, happened.StakesRevealed)]
            for fact in append.facts:
                if isinstance(fact, happened.ConflictResolved):
                    assert fact.lost == stakes[0]
                    resolved += 1
                if isinstance(fact, happened.ClaimsClosed):
                    state = append.before.state
                    marks = {(state.turn, state.phase, seat) for seat in fact.seats}
                    assert not marks & claimed
                    claimed |= marks
    assert resolved
