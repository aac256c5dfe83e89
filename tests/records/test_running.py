"""Golden running tables: every kind of business that a table can be in is read and goes on for ever."""

from hashlib import sha256

import pytest

from domain.core.chance import Seeded
from domain.core.codec import tag_of
from domain.core.forms import misfit
from domain.core.model import House
from domain.core.openings import waits_for_worker
from domain.core.umpire import Umpire
from domain.games import games
from tests.records.running_tables import FOLDER, Running, read, written

TABLES = [(slug, entry) for slug in sorted(games()) for entry in read(slug)]
EVERY_TABLE = pytest.mark.parametrize(
    ("slug", "stored"), TABLES, ids=[f"{entry.frame}-{number}" for number, (_, entry) in enumerate(TABLES)]
)
EVERY_GAME = pytest.mark.parametrize("slug", sorted(games()))


@EVERY_GAME
def test_every_frame_type_has_a_golden_running_table(slug):
    kept = {entry.frame for entry in read(slug)}
    missing = {tag_of(frame) for frame in games()[slug].steps} - kept
    assert not missing, f"make them: python -m tests.records.make_running {slug}"


@EVERY_GAME
def test_business_that_waits_is_kept_at_rest(slug):
    game = games()[slug]
    waiting = {tag_of(frame) for frame in (*game.answerers, *game.background)}
    assert waiting <= {entry.frame for entry in read(slug) if entry.rests}


def test_every_file_is_of_a_game():
    assert {path.stem for path in FOLDER.iterdir()} == set(games())


def umpire_of(slug: str, stored: Running) -> Umpire:
    house = House(seats=stored.seats, team_policy=stored.team_policy)
    return Umpire(games()[slug], house, Seeded(sha256(stored.found.encode()).digest()))


@EVERY_TABLE
def test_a_running_table_is_read_and_reaches_its_next_decision(slug, stored):
    game, umpire = games()[slug], umpire_of(slug, stored)
    play = stored.play(game)
    assert tag_of(type(play.agenda[-1].frame)) == stored.frame
    assert list(game.checker(play.state)) == []
    if stored.rests:
        assert umpire.decisions(play) or waits_for_worker(game, play, umpire.house)
    rested, _ = umpire.advance(play, background=True)
    assert list(game.checker(rested.state)) == []
    assert rested.result is not None or umpire.decisions(rested)


@EVERY_TABLE
def test_every_decision_of_a_running_table_takes_its_default(slug, stored):
    game, umpire = games()[slug], umpire_of(slug, stored)
    rested, _ = umpire.advance(stored.play(game), background=True)
    for entry in umpire.decisions(rested):
        assert misfit(entry.ask.form, entry.ask.default) is None
        after, facts = umpire.decide(rested, entry.id, entry.seat, entry.ask.default)
        assert facts
        assert list(game.checker(after.state)) == []


@EVERY_TABLE
def test_a_running_table_is_written_as_it_was_read(slug, stored):
    game = games()[slug]
    tag, payload = written(game, stored.play(game))
    assert game.codec.decode_fact(tag, payload) == game.codec.decode_fact(stored.type, stored.payload)
