"""What must be true of every table, and is of every game."""

import json
import re

import msgspec
import pytest
from msgspec.structs import replace

from domain.climate import climate, frames
from domain.climate.board import destruction, hand_limit
from domain.climate.components import WARMING_CARDS
from domain.climate.facts import (
    AciRevealed,
    AciShown,
    CardPlayed,
    CardsDiscarded,
    CardsDrawn,
    GhgChanged,
    PileRefilled,
    PoolShown,
    RegionGhgChanged,
    SeatWithdrew,
    TurnBegan,
    TurnEnded,
)
from domain.climate.invariants import overflowing
from domain.core.errors import BadPosition
from domain.core.fillings import is_fillable
from domain.core.forms import misfit
from domain.core.happenings import Begun
from domain.core.positions import from_position, to_position
from domain.core.visibility import SPECTATOR, Viewer, redact, redact_fact
from tests.domain.climate.games import Match, by_chance, finished
from tests.domain.climate.table import Board, activated, start, with_regions, with_seat

GHG_RULES = {
    "climate.act.6", "climate.card.decarbonisation", "climate.pt.global", "climate.pt.pair", "climate.event.ghg",
}  # fmt: skip

TABLES = [
    {"seats": 3},
    {"seats": 4, "mode": "expert", "propagation": "precise", "assignment": "random"},
    {"seats": 5, "assignment": "draft", "scenario": "ragnarok", "weaknesses": True},
    {"seats": 3, "mode": "expert", "assignment": "random", "scenario": "fractured_world", "runaway": True},
    {"seats": 4, "assignment": "random", "scenario": "demographic_bomb", "no_powers": True, "weaknesses": True},
    {"seats": 4, "scenario": "oil_collapse", "no_employers": True, "propagation": "precise"},
    {"seats": 5, "mode": "expert", "assignment": "random", "scenario": "global_warming"},
    {"seats": 3, "scenario": "first_steps"},
    {"seats": 3, "scenario": "chain_reactions", "assignment": "random", "policy": "vote"},
]


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.rule("climate.turn.6", "climate.infl.1", "climate.region.7")
def test_random_games_keep_every_invariant_after_every_fact(table):
    match = finished(len(TABLES) + TABLES.index(table), by_chance, offers=0.1, **table)
    begun, *log = match.facts
    assert isinstance(begun, Begun)
    state, activations = begun.state, []
    for fact in log:
        if type(fact) not in climate.appliers:
            continue
        before, state = state, climate.apply(state, fact)
        assert list(climate.checker(state)) == [], fact
        check_change(before, state, fact)
        activations += [fact.region] if isinstance(fact, TurnBegan) else []
        if isinstance(fact, TurnEnded) and not is_reshuffled(log):
            warmed = sum(card in WARMING_CARDS for card in state.decks.events_discard)
            assert destruction(state) == warmed + len(WARMING_CARDS)
    assert state == match.play.state
    rounds = [activations[n : n + 9] for n in range(0, len(activations), 9)]
    assert all(len(set(regions)) == len(regions) for regions in rounds)


def is_reshuffled(log):
    """Whether the event discard was shuffled back in the course of a game."""
    return any(isinstance(fact, PileRefilled) and fact.pile == "events" for fact in log)


def check_change(before, after, fact):
    """What no fact may change in the wrong direction or at the wrong moment."""
    for name, region in after.regions.items():
        old = before.regions[name]
        assert set(old.pts) <= set(region.pts)
        assert region.overproduction <= old.overproduction and region.overconsumption <= old.overconsumption
        assert region.ghg == old.ghg or isinstance(fact, RegionGhgChanged)
    assert before.ghg == after.ghg or (isinstance(fact, GhgChanged) and fact.rule in GHG_RULES)
    if isinstance(fact, CardsDrawn):
        assert len(after.hands[fact.seat]) <= hand_limit(after, fact.seat)


@pytest.mark.parametrize("table", TABLES[1:5])
@pytest.mark.rule("climate.cal.2")
def test_at_rest_no_region_holds_more_tokens_than_it_bears_and_every_form_can_be_filled(table):
    match = Match(40 + TABLES.index(table), **table)
    for _ in match.appends(by_chance, offers=0.1):
        if not any(isinstance(item.frame, frames.Recheck) for item in match.play.agenda):
            assert list(overflowing(match.play.state)) == []
        for decision in match.umpire.decisions(match.play):
            assert misfit(decision.ask.form, decision.ask.default) is None, decision
            assert is_fillable(decision.ask.form), decision


def test_the_same_seed_and_answers_give_the_same_facts_and_plays_can_be_written_down():
    first, second = (finished(5, by_chance, seats=4, offers=0.1, assignment="random") for _ in range(2))
    assert first.facts == second.facts
    codec = climate.codec
    match = Match(5, 4, assignment="random")
    for _ in zip(range(150), match.appends(by_chance, offers=0.1), strict=False):
        assert codec.decode_play(codec.encode_play(match.play)) == match.play
    for fact in match.facts:
        assert codec.decode_fact(*codec.encode_fact(fact)) == fact


def test_a_worker_that_writes_the_smallest_chunks_writes_the_same_game():
    whole = finished(8, by_chance)
    pieces = finished(8, by_chance, chunk=lambda facts: facts > 0)
    told = [[fact for fact in match.facts if type(fact) in climate.appliers] for match in (whole, pieces)]
    assert told[0] == told[1]
    assert len(pieces.facts) > len(whole.facts)


@pytest.mark.rule("climate.infl.4")
def test_a_hand_is_told_to_others_by_colours_only():
    state = with_seat(start(), 1, ("ngo-1", "ngo-4", "media-2"))
    mine, other = redact(state, Viewer(seat=1)), redact(state, Viewer(seat=0))
    assert mine["hands"][1] == ["media-2", "ngo-1", "ngo-4"]
    assert other["hands"][1] == {"counts": {"media": 1, "ngo": 2}}
    assert other["decks"]["events"] == {"counts": {"event": 65}}
    assert other["decks"]["influence"]["ngo"] == {"count": 29}


@pytest.mark.rule("climate.infl.4", "climate.aci.5")
def test_seats_that_differ_in_another_hands_powers_see_the_same():
    for kind, low, high in (("JointAction", "ngo-1", "ngo-2"), ("Implant", "ngo-3", "ngo-4")):
        views = []
        for card in (low, high):
            state = with_seat(start(), 1, (card, "politics-1"))
            agenda = {
                "JointAction": frames.Electricity(seat=0, region="EUR", old="coal", new="gas"),
                "Implant": frames.Implant(seat=0, region="EUR", letter="G"),
            }[kind]
            board = Board(state, agenda)
            views.append(redact(board.state, Viewer(seat=0)))
        assert views[0] == views[1]


HIDDEN = re.compile(r'"(?:military|media|industry|ngo|politics|education)-[1-4]"')
TOLD_OPENLY = (CardsDiscarded, CardPlayed, AciShown, AciRevealed, PoolShown, SeatWithdrew)


def unknown_to(viewer, state):
    """What a seat is shown of a table, without its own cards and those that lie open."""
    view = redact(state, viewer)
    del view["decks"]["discard"], view["decks"]["external_discard"], view["pool"]
    if viewer.seat is not None:
        view["hands"][viewer.seat] = None
    if viewer.seat == state.active_seat:
        del view["cards_drawn"]
    if view["aci"] is not None:
        view["aci"].pop("shown")
        view["aci"]["contributions"].pop(str(viewer.seat), None)
        view["aci"]["external"] = [] if state.aci.external_shown else view["aci"]["external"]
        view["aci"]["contributions"] = {} if state.aci.revealed else view["aci"]["contributions"]
    return view


@pytest.mark.rule("climate.infl.4", "climate.aci.5")
def test_nothing_in_a_game_tells_another_seat_the_power_of_a_hidden_card():
    match, told = Match(12, 4, assignment="random"), 0
    viewers = (SPECTATOR, *(Viewer(seat=seat) for seat in range(4)))
    for _, _, happened in match.appends(by_chance, offers=0.1):
        for fact in happened:
            if type(fact) not in climate.appliers or isinstance(fact, TOLD_OPENLY):
                continue
            for viewer in viewers:
                is_own = viewer.seat is not None and getattr(fact, "seat", None) == viewer.seat
                is_told = bool(HIDDEN.search(json.dumps(redact_fact(fact, viewer))))
                assert is_own or not is_told, fact
                told += is_told
        for viewer in viewers:
            assert not HIDDEN.search(json.dumps(unknown_to(viewer, match.play.state)))
    assert told > 100


def test_a_position_is_written_and_read_back():
    board = activated(with_regions(start(), SAM={"riots": 3, "population": 25}, EUR={"conflicts": 4}), "SAM")
    document = msgspec.to_builtins(to_position(climate, board.play, {}), str_keys=True)
    again = from_position(climate, document)
    assert (again.state, [i.frame for i in again.agenda]) == (board.state, [i.frame for i in board.play.agenda])
    document["state"]["oil_balance"] = 9
    with pytest.raises(BadPosition):
        from_position(climate, document)


BAD = {
    "oil": {"EUR": {"red_oil": 2}},
    "two levels": {"EUR": {"riots": 1, "conflicts": 1}},
    "chaos": {"EUR": {"discipline": 0}},
    "pair": {"EUR": {"pts": ("E", "F")}},
    "dams": {"EUR": {"elec": ("hydro", "hydro", "gas", "coal")}},
    "people": {"EUR": {"population": 0}},
    "rate": {"EUR": {"demography": 6}},
    "dictator": {"EUR": {"dictatorship": True, "riots": 1}},
}


@pytest.mark.parametrize("wrong", BAD.values(), ids=BAD.keys())
def test_a_bad_position_is_told_what_is_wrong(wrong):
    assert list(climate.checker(with_regions(start(), **wrong)))


def test_a_good_position_has_nothing_wrong_and_lost_cards_are_missed():
    state = start()
    assert list(climate.checker(state)) == []
    assert list(climate.checker(replace(state, decks=replace(state.decks, external=()))))
    assert list(climate.checker(replace(state, green=30)))
