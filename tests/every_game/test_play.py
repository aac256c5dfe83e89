"""Every game, in every way it is played, from forms alone."""

from collections.abc import Iterator
from random import Random

import pytest

from domain.core.model import AnyPlay
from domain.core.openings import waits_for_worker
from domain.core.positions import from_position, to_position
from domain.core.umpire import Umpire
from server.selfplay.checks import Broken, require
from server.selfplay.match import Append, built_in_player
from tests.every_game.properties.answering import (
    fitting_answers_are_accepted,
    misfits_are_refused,
    only_answers_resolve_themselves,
)
from tests.every_game.properties.citing import citations_exist, texts_are_there
from tests.every_game.properties.endings import play_to_the_end, result_ranks_every_seat, same_seed_same_facts
from tests.every_game.properties.races import play_with_races, replaying_after_a_rewind_gives_the_same
from tests.every_game.properties.secrets import hidden_things_change_nothing
from tests.every_game.properties.subjects import Subject

Point = tuple[Umpire, AnyPlay, Random]


def points(subject: Subject, seed: int, most: int) -> Iterator[Point]:
    """Some of the points at which a random match rests."""
    umpire, random = subject.umpire(seed), subject.random(seed)
    resting = [append.after for append in play_to_the_end(subject, seed) if append.after.agenda]
    for play in random.sample(resting, min(most, len(resting))):
        yield umpire, play, random


def test_random_play_ends_folds_and_keeps_every_invariant(subject: Subject, seeds: range) -> None:
    for seed in seeds:
        played = play_to_the_end(subject, seed)
        result_ranks_every_seat(subject, played)
        citations_exist(subject, played)
        replaying_after_a_rewind_gives_the_same(subject, played, seed)


def test_deciding_twice_from_the_same_seed_gives_the_same_facts(subject: Subject) -> None:
    same_seed_same_facts(subject, seed=1)


def test_whatever_fits_is_accepted_and_nothing_else(subject: Subject, seeds: range, positions_per_match: int) -> None:
    for seed in seeds:
        for umpire, play, random in points(subject, seed, positions_per_match):
            for decision in umpire.decisions(play):
                fitting_answers_are_accepted(umpire, play, decision, random)
                misfits_are_refused(umpire, play, decision, random)
                only_answers_resolve_themselves(umpire, decision)
                require(decision.ask.rules, f"{decision.ask.kind} cites no rule")


def test_answers_in_flight_and_rewinds(subject: Subject, seeds: range) -> None:
    for seed in seeds:
        play_with_races(subject, seed, rewinds=0)
        play_with_races(subject, seed, rewinds=3)


def test_hidden_things_change_nothing(subject: Subject, seeds: range, positions_per_match: int) -> None:
    for seed in seeds:
        for umpire, play, random in points(subject, seed, positions_per_match):
            hidden_things_change_nothing(subject, umpire, play, random)


def test_everything_a_player_reads_is_there_in_both_languages(
    subject: Subject, seeds: range, positions_per_match: int
) -> None:
    for seed in seeds:
        texts_are_there(subject, play_to_the_end(subject, seed), positions_per_match)


def test_a_match_goes_on_from_the_position_it_stands_in(subject: Subject, seeds: range) -> None:
    for umpire, play, _ in points(subject, seeds[0], most=8):
        document = to_position(subject.game, play, {})
        again, _ = umpire.begin_from(from_position(subject.game, document))
        require(again.state == play.state, "a position restores another state")
        here = [(d.seat, d.ask.kind, d.ask.form) for d in umpire.decisions(play)]
        there = [(d.seat, d.ask.kind, d.ask.form) for d in umpire.decisions(again)]
        unsealed = not play.agenda[-1].answers
        require(here == there or not unsealed, "a position asks something else")
        require(waits_for_worker(subject.game, again) == waits_for_worker(subject.game, play), "workers")


def test_built_in_bots_finish(subject: Subject, is_deep: bool) -> None:
    if not subject.game.bots:
        pytest.fail(f"{subject.game.slug} has no bot")
    for bot in subject.game.bots:
        for seed in range(5 if is_deep else 1):
            choose = built_in_player(subject.game, bot, subject.random(seed))
            try:
                played: list[Append] = play_to_the_end(subject, seed, choose)
            except Broken as broken:
                raise Broken(f"{bot}, seed {seed}: {broken}") from broken
            result_ranks_every_seat(subject, played)
