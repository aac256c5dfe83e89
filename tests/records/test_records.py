"""Records: exported, verified, loaded."""

import random

import msgspec
import pytest

from domain.core.fillings import random_answer
from domain.core.positions import to_position
from domain.games import games
from domain.table.facts import Holder
from server.checkpoints import publishing
from server.records.exporting import AlreadyHere, export, load
from server.records.form import decode, encode
from server.records.verifying import verify
from server.tables.gathering import Wish
from server.tables.rewinding import Request
from tests.records.running_tables import read
from tests.tables.conftest import started, terms, work_off


@pytest.fixture
def played(tables, pool, alice, bob, tmp_path):
    """A finished match with undone moves in it, exported and signed."""
    chance = random.Random(11)
    table = started(tables, [alice, bob], options={"round_limit": 5}).id
    players = [alice, bob]
    while True:
        work_off(tables, pool, table)
        loaded = tables.viewing.table(table, alice)
        if loaded.table.status == "finished":
            break
        entry = loaded.decisions()[0]
        after = tables.playing.answer(
            table, entry.id, players[entry.seat], random_answer(entry.ask.form, chance.randrange)
        ).loaded
        if chance.random() < 0.15 and after.play.draws == loaded.play.draws and after.decisions():
            tables.rewinding.propose(table, players[entry.seat], Request(kind="undo"))
    publishing.publish(pool, tmp_path / "keys")
    return export(pool, loaded)


def test_a_record_is_verified_from_its_file_alone(played):
    again = decode(encode(played))
    assert again == played
    verdict = verify(again)
    assert verdict.finding is None
    assert verdict.is_signed
    assert verdict.is_over
    assert verdict.only_folded == 0
    assert verdict.decided == sum(
        any(not event.type.startswith("table.") for event in commit.events) for commit in played.commits
    )


def test_a_position_with_the_board_of_the_set_up_is_still_a_position(tables, pool, alice):
    """The board is bare until the first piece is placed, but the business has moved on."""
    game, kept = games()["kepler"], [entry for entry in read("kepler") if entry.frame == "kepler.setup"]
    for entry in kept:
        document = msgspec.to_builtins(to_position(game, entry.play(game), entry.options), str_keys=True)
        wish = Wish(
            game="kepler", seats=entry.seats, terms=terms(options=entry.options), chance="fixed", seed="1",
            position=document,
        )  # fmt: skip
        table = tables.gathering.create(alice, wish).id
        for seat in range(entry.seats):
            engine = Holder(kind="engine", engine="random")
            tables.gathering.sit(table, seat, alice, engine, contribution=None, code=None)
        verdict = verify(export(pool, tables.gathering.start(table, alice)))
        assert verdict.finding is None
        assert verdict.from_position == (entry is not kept[0])


def test_a_record_is_loaded_elsewhere_as_the_same_table(played, postgres_url, template, clean_redis, alice):
    import redis

    from events.pool import Pool
    from server.tables import open_tables
    from tests.conftest import _copied

    for url in _copied(postgres_url, template):
        elsewhere = Pool(url, size=2)
        other = open_tables(elsewhere, redis.Redis.from_url(clean_redis))
        load(other.store, played)
        shown = other.viewing.table(played.table, alice)
        assert shown.table.status == "finished"
        assert shown.position.head.hex() == played.commits[-1].head
        with pytest.raises(AlreadyHere):
            load(other.store, played)
        elsewhere.close()
