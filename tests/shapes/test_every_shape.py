"""Every shape is played at random, with rewinds and with answers in flight, and keeps its secrets."""

from collections.abc import Iterator
from typing import Any

import pytest

from domain.core.model import Instruction
from tests.every_game.properties.answering import (
    fitting_answers_are_accepted,
    misfits_are_refused,
    only_answers_resolve_themselves,
)
from tests.every_game.properties.endings import play_to_the_end, result_ranks_every_seat, same_seed_same_facts
from tests.every_game.properties.races import play_with_races, replaying_after_a_rewind_gives_the_same
from tests.every_game.properties.secrets import hidden_things_change_nothing
from tests.every_game.properties.subjects import Subject, subject
from tests.shapes.action_phase import phase
from tests.shapes.cardboard import cardboard
from tests.shapes.chain import chain
from tests.shapes.comers import comers
from tests.shapes.expedition import expedition
from tests.shapes.hands import hands
from tests.shapes.interrupts import interrupts
from tests.shapes.negotiation import negotiation
from tests.shapes.officials import officials
from tests.shapes.sealed import sealed
from tests.shapes.waterworks import waterworks
from tests.shapes.windows import windows

HAND_POOLS = {"hands": "cards", "deck": "cards", "down": "cards", "rest": "cards"}
PASSING = {1: (Instruction(kinds=("react", "zap")),), 2: (Instruction(kinds=("react",), until="turn", mark=1),)}

SHAPES = (
    subject(sealed, 2),
    subject(sealed, 4),
    subject(windows, 3, pools=HAND_POOLS),
    subject(windows, 4, pools=HAND_POOLS),
    subject(windows, 4, name="fast", window_policy="fast"),
    subject(windows, 4, name="instructed", instructions=PASSING, pools=HAND_POOLS),
    subject(interrupts, 2),
    subject(interrupts, 4),
    subject(negotiation, 2),
    subject(expedition, 3),
    subject(expedition, 3, name="vote", team_policy="vote"),
    subject(expedition, 4, name="vote", team_policy="vote"),
    subject(phase, 2),
    subject(phase, 4),
    subject(waterworks, 2),
    subject(comers, 3),
    subject(chain, 3),
    subject(hands, 2, pools=HAND_POOLS),
    subject(hands, 4, pools=HAND_POOLS),
    subject(officials, 3),
    subject(cardboard, 2),
    subject(cardboard, 3, name="entered", is_entered=True),
)

every_shape = pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: shape.name)


@pytest.fixture
def seeds(pytestconfig: pytest.Config) -> range:
    """As many matches as the profile has time for."""
    return range(200 if pytestconfig.getoption("--deep") else 8)


def positions(shape: Subject, seeds: range) -> Iterator[tuple[Any, Any, Any]]:
    """Every point at which some random matches rest, with the umpire and chances of their own."""
    for seed in seeds:
        umpire, random = shape.umpire(seed), shape.random(seed)
        for append in play_to_the_end(shape, seed):
            yield umpire, append.after, random


@every_shape
def test_random_play_ends_and_folds(shape: Subject, seeds: range) -> None:
    for seed in seeds:
        result_ranks_every_seat(shape, play_to_the_end(shape, seed))


@every_shape
def test_the_same_seed_gives_the_same_facts(shape: Subject) -> None:
    same_seed_same_facts(shape, seed=1)


@every_shape
def test_whatever_fits_is_accepted_and_nothing_else(shape: Subject, seeds: range) -> None:
    for umpire, play, random in positions(shape, seeds[:3]):
        for decision in umpire.decisions(play):
            fitting_answers_are_accepted(umpire, play, decision, random)
            misfits_are_refused(umpire, play, decision, random)
            only_answers_resolve_themselves(umpire, decision)


@every_shape
def test_answers_in_flight_mean_the_same_or_are_refused(shape: Subject, seeds: range) -> None:
    for seed in seeds:
        play_with_races(shape, seed, rewinds=0)


@every_shape
def test_rewinds_withdraw_every_decision(shape: Subject, seeds: range) -> None:
    for seed in seeds:
        play_with_races(shape, seed, rewinds=4)


@every_shape
def test_replaying_after_a_rewind_gives_the_same(shape: Subject, seeds: range) -> None:
    for seed in seeds[:4]:
        replaying_after_a_rewind_gives_the_same(shape, play_to_the_end(shape, seed), seed)


@pytest.mark.parametrize(
    "shape",
    [
        s
        for s in SHAPES
        if s.name.split("-")[0] in ("sealed", "windows", "interrupts", "hands", "officials")
        and s.house.window_policy == "strict"
    ],
    ids=lambda shape: shape.name,
)
def test_hidden_things_change_nothing_a_seat_can_see(shape: Subject, seeds: range) -> None:
    found = (
        hidden_things_change_nothing(shape, umpire, play, random) for umpire, play, random in positions(shape, seeds)
    )
    assert sum(found) > 20
