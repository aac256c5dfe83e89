"""Setting up the table."""

import msgspec
import pytest

from domain.core.errors import BadOptions
from domain.kepler import Options
from domain.kepler.components import CENTRE, CORPORATIONS, SATELLITES
from domain.kepler.setup import start
from tests.domain.kepler.tables import START, new_table, units

EVERY_SIZE = pytest.mark.parametrize("seats", [2, 3, 4, 5])


@EVERY_SIZE
@pytest.mark.rule("kepler.setup.1", "kepler.setup.3", "kepler.setup.4")
def test_each_seat_begins_with_its_pieces(seats):
    state = start(Options(), seats).state
    assert len(state.seats) == state.players == seats
    for seat in state.seats:
        assert seat.supply == units("8 ship, 2 base, 2 frigate, 2 cruiser")
        assert tuple(seat.level.values()) == START
        assert (seat.units, seat.score, seat.military, seat.allegiances) == ({}, 0, 0, ())


@EVERY_SIZE
@pytest.mark.rule("kepler.setup.2")
def test_any_seat_may_be_first_and_the_first_plays_first(seats):
    tables = [new_table(seats, seed=seed) for seed in range(40)]
    assert {table.state.first_seat for table in tables} == set(range(seats))
    for table in tables:
        if table.state.turn:
            assert table.state.turn.seat == table.state.first_seat


@EVERY_SIZE
@pytest.mark.rule("kepler.setup.5", "kepler.setup.6", "kepler.setup.7")
def test_satellites_tokens_and_corporations_are_laid_out_at_random(seats):
    faces, cards = set(), set()
    for seed in range(12):
        state = new_table(seats, seed=seed).state
        assert set(state.satellites) == {"mauve_a", "mauve_b", "green_a"}
        assert sorted([*state.satellites.values(), *state.satellite_pile]) == sorted(SATELLITES)
        assert set(state.tokens) == set(state.planets)
        dealt = [seat.corporation for seat in state.seats]
        assert sorted([*dealt, *state.corporations_aside]) == sorted(CORPORATIONS)
        faces |= set(state.tokens.values())
        cards |= set(dealt)
    assert faces == {"A", "B"}
    assert len(cards) > seats


@pytest.mark.rule("kepler.setup.8", "kepler.corp.helios", "kepler.corp.orion")
def test_corporations_act_before_the_game_in_turn_order():
    for seed in range(60):
        table = new_table(5, seed=seed)
        order = [(table.state.first_seat + place) % 5 for place in range(5)]
        acting = [seat for seat in order if table.seat(seat).corporation in ("helios", "orion")]
        for seat in acting:
            assert table.state.turn is None
            expected = {"helios": "raise_discs", "orion": "setup_place"}[table.seat(seat).corporation]
            assert (table.decision.seat, table.kind) == (seat, expected)
            table.answer(table.decision.ask.default)
        assert table.state.turn is not None


@pytest.mark.rule("kepler.two.1", "kepler.option.two_player_map")
def test_the_map_follows_seats_and_option():
    assert start(Options(), 2).state.planets == CENTRE
    assert start(Options(two_player_map="centre"), 2).state.planets == CENTRE
    assert len(start(Options(two_player_map="full"), 2).state.planets) == 12
    assert start(Options(), 2).state.options.two_player_map == "centre"
    for seats in (3, 4, 5):
        assert len(start(Options(), seats).state.planets) == 12
        assert start(Options(), seats).state.options.two_player_map == "full"
        with pytest.raises(BadOptions) as refused:
            start(Options(two_player_map="centre"), seats)
        assert refused.value.rules == ("kepler.option.two_player_map",)


@pytest.mark.rule("kepler.option.round_limit", "kepler.option.two_player_map")
@pytest.mark.parametrize(
    "options", [{"round_limit": 4}, {"round_limit": 301}, {"two_player_map": "rim"}, {"colour": 1}]
)
def test_options_out_of_range_are_refused(options):
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(options, Options)


@pytest.mark.rule("kepler.setup.1")
@pytest.mark.parametrize("seats", [0, 1, 6])
def test_other_numbers_of_seats_are_refused(seats):
    with pytest.raises(BadOptions):
        start(Options(), seats)
