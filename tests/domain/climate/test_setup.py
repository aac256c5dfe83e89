"""Setting up the table."""

from collections import Counter

import pytest

from domain.climate import climate
from domain.climate.board import destruction, is_covering
from domain.climate.components import COLOUR_IDS, REGION_IDS, WARMING_CARDS
from domain.climate.state import Options
from domain.core.chance import Seeded
from domain.core.errors import BadOptions
from domain.core.model import House
from domain.core.umpire import Umpire
from tests.domain.climate.games import Match, by_default
from tests.domain.climate.table import start


@pytest.mark.rule("climate.setup.1")
@pytest.mark.parametrize("seats", [2, 6])
def test_three_to_five_seats(seats):
    with pytest.raises(BadOptions):
        Umpire(climate, House(seats=seats), Seeded(b"")).begin(Options(), seats)


@pytest.mark.rule("climate.setup.1", "climate.setup.10")
@pytest.mark.parametrize("options", [{"first_seat": 3}, {"scenario": "first_steps", "mode": "expert"}])
def test_impossible_options_are_refused(options):
    with pytest.raises(BadOptions):
        Umpire(climate, House(seats=3), Seeded(b"")).begin(Options(**options), 3)


@pytest.mark.rule("climate.setup.3", "climate.setup.5", "climate.setup.6", "climate.setup.12", "climate.setup.13")
def test_markers_and_piles():
    state = start()
    assert (state.green, state.red, state.oil_balance, state.ghg) == (0, 30, 0, 100)
    decks = state.decks
    assert [len(getattr(decks.influence, colour)) for colour in COLOUR_IDS] == [29] * 6
    assert Counter(card.split("-")[0] for card in decks.external) == dict.fromkeys(COLOUR_IDS, 3)
    assert (len(decks.events), len(decks.climate)) == (65, 16)


@pytest.mark.rule("climate.setup.11")
def test_one_destruction_token_in_each_zone():
    state = start()
    assert set(state.zones.values()) == {1} and destruction(state) == 4
    assert sorted(state.decks.removed) == sorted(WARMING_CARDS)


@pytest.mark.rule("climate.setup.7", "climate.setup.8")
@pytest.mark.parametrize("assignment", ["suggested", "draft", "random"])
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_everybody_has_a_character_and_an_employer_and_all_colours_are_covered(assignment, seats):
    state = start(seats, assignment=assignment, no_employers=False)
    characters = [seat.character for seat in state.seats]
    assert is_covering(characters, seats) and len(set(characters)) == seats
    assert len({seat.employer for seat in state.seats}) == seats and None not in {s.employer for s in state.seats}


@pytest.mark.rule("climate.setup.7")
def test_a_draft_never_leads_to_a_missing_colour():
    match = Match(1, 3, assignment="draft")
    for pick in ("C1", "C2"):
        decision = match.umpire.decisions(match.play)[0]
        listed = [option.id for option in decision.ask.form.slots[0].options]
        assert pick in listed
        match.play, _ = match.umpire.decide(match.play, decision.id, decision.seat, {"character": pick})
    last = match.umpire.decisions(match.play)[0]
    assert last.seat == 2
    assert "C3" not in [option.id for option in last.ask.form.slots[0].options]


@pytest.mark.rule("climate.challenge.3", "climate.setup.8")
def test_nobody_is_employed_where_the_table_plays_without():
    assert {seat.employer for seat in start(no_employers=True).seats} == {None}


@pytest.mark.rule("climate.setup.9", "climate.setup.10", "climate.setup.15", "climate.turn.1")
def test_regions_first_seat_and_pawns():
    assert start().region_order == REGION_IDS
    match = Match(3, 4, first_seat=2)
    assert sorted(match.play.state.region_order) == sorted(REGION_IDS) != list(match.play.state.region_order)
    for _ in zip(range(3), match.appends(by_default), strict=False):
        pass
    state = match.play.state
    assert (state.turn, state.active_seat) == (1, 2)
    assert [state.seats[seat].location for seat in (2, 3, 0, 1)] == list(state.region_order[:4])


@pytest.mark.rule("climate.setup.14")
def test_the_first_seat_draws_no_cards_before_its_turn():
    match = Match(3, 3, first_seat=1)
    asked = []
    for decision, _, _ in match.appends(by_default):
        if decision is None or decision.ask.kind != "initial_draw":
            break
        asked.append(decision.seat)
        if len(asked) == 2:
            break
    assert asked == [2, 0]


@pytest.mark.rule("climate.expert.1", "climate.expert.5")
def test_expert_mode_strikes_before_the_first_turn():
    state = start(mode="expert")
    rates = {name: region.demography for name, region in state.regions.items()}
    assert (rates["NAM"], rates["AFR"], rates["MEA"], rates["IND"]) == (1, 4, 3, 2)
    assert destruction(state) == 4
    assert (state.regions["AFR"].shortages, state.regions["IND"].refugees) == (1, 1)
    assert 1 <= state.green <= 4


@pytest.mark.rule("climate.setup.12")
def test_scenarios_change_the_start():
    bomb = start(scenario="demographic_bomb").regions
    assert {name: region.demography for name, region in bomb.items() if region.demography} == {
        "NAM": 1, "SAM": 2, "MEA": 3, "AFR": 4, "IAU": 2, "IND": 2,
    }  # fmt: skip
    steps = start(scenario="first_steps", region_order="random")
    assert (len(steps.decks.events), steps.region_order) == (45, REGION_IDS)
    match = Match(3, 3, scenario="fractured_world")
    for _ in zip(range(2), match.appends(by_default), strict=False):
        pass
    regions = match.play.state.regions
    assert [regions[name].riots for name in ("EUR", "NAM", "SAM", "RUS", "CHN")] == [1] * 5
    assert regions["MEA"].conflicts == 1 and [regions[n].shortages for n in ("AFR", "IAU", "IND")] == [1] * 3
    assert (regions["MEA"].orange, match.play.state.oil_balance) == (2, -1)
