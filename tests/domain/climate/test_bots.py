"""The sensible bot answers every question, plays to the end, and does better than nobody."""

import pytest
from msgspec.structs import replace

from domain.climate import climate, frames
from domain.climate.appraisal import power_price
from domain.climate.components import CARDS
from domain.climate.implantation import pool_power
from domain.climate.reckoning import cheapest_pool, fewest
from domain.core.forms import misfit
from domain.core.game import BotMove
from tests.domain.climate.games import Match, by_bot, by_default, finished
from tests.domain.climate.table import Board, start, with_regions, with_seat


@pytest.mark.parametrize(
    "table",
    [
        {"seats": 3},
        {"seats": 4, "mode": "expert", "propagation": "precise"},
        {"seats": 5, "assignment": "random", "weaknesses": True},
        {"seats": 3, "assignment": "draft", "scenario": "ragnarok"},
    ],
)
def test_every_answer_of_the_sensible_bot_fits(table):
    match = Match(21, **table)
    while match.play.result is None:
        for decision in match.umpire.decisions(match.play):
            if decision.mode != "offer":
                assert misfit(decision.ask.form, by_bot(match.play, decision, match.rng)) is None
        next(match.appends(by_bot))


def test_the_sensible_bot_wins_where_an_idle_team_loses():
    bots = [finished(seed, by_bot, seats=4).play.result for seed in (4, 5, 8)]
    idle = [finished(seed, by_default, seats=4).play.result for seed in (4, 5, 8)]
    assert [result.outcome for result in bots] == ["victory"] * 3
    assert [result.outcome for result in idle] == ["defeat"] * 3


def test_the_bot_looks_at_no_power_of_another_hand_and_at_no_pile():
    hands = (("industry-3", "education-2"), ("ngo-{}", "politics-{}"), ("media-{}", "military-{}"))
    answers = []
    for power in (1, 4):
        state = replace(with_regions(start(), IND={"riots": 1}), actions_left=2)
        for seat, hand in enumerate(hands):
            state = with_seat(state, seat, tuple(card.format(power) for card in hand), location="IND")
        piles = {name: tuple(reversed(getattr(state.decks, name))) for name in ("events", "climate", "external")}
        state = state if power == 1 else replace(state, decks=replace(state.decks, **piles))
        decision = Board(state, frames.Actions()).open("action")
        move = BotMove(state=state, frame=frames.Actions(), decision=decision, below=lambda n: 0)
        answers.append(climate.bots["sensible"](move))
    assert answers[0] == answers[1]


def test_power_costs_half_when_hands_are_four_fifths_full():
    state = start()
    for seat in range(3):
        state = with_seat(state, seat, ("ngo-1",) * 8)
    assert (power_price(start()), power_price(state)) == (0.10, 0.05)
    assert power_price(with_seat(state, 0, ("ngo-1",) * 7)) == 0.10


def test_the_cheapest_pool_has_six_colours_and_enough_power():
    cards = tuple(card for card in CARDS for _ in range(2))
    for threshold in (8, 16, 24, 40):
        pool = cheapest_pool(cards, threshold)
        assert pool is not None and len({card.split("-")[0] for card in pool}) == 6
        assert pool_power(pool) >= threshold
    assert cheapest_pool(("ngo-4",) * 8, 10) is None


def test_the_fewest_cards_leave_those_with_a_use_of_their_own():
    assert fewest(("politics-4", "ngo-4", "ngo-1"), 4) == ("ngo-4",)
    assert fewest(("politics-4",), 3) == ("politics-4",)
    assert fewest(("ngo-1", "ngo-2"), 0) == ()


def test_powers_that_can_still_help_are_used_before_the_end():
    state = with_regions(start(), EUR={"conflicts": 2}, SAM={"pts": ("A",), "discipline": 2})
    for employer, answer in (
        ("malmo", {"do": "relieve", "tokens": {"EUR:conflict": 1}}),
        ("shift", {"do": "complete:SAM:B"}),
        ("amnesty", {"do": "u2b", "tokens": {"EUR": 2}}),
    ):
        table = with_seat(state, 1, employer=employer)
        decision = Board(table, frames.LastPower()).open("last_power")
        move = BotMove(state=table, frame=frames.LastPower(), decision=decision, below=lambda n: 0)
        assert climate.bots["sensible"](move) == answer
