"""Records: exported, verified, doctored, loaded."""

import random

import msgspec
import pytest

from domain.core.fillings import random_answer
from server.checkpoints import publishing
from server.records.exporting import AlreadyHere, export, load
from server.records.form import BadRecord, decode, encode
from server.records.verifying import verify
from server.tables.rewinding import Request
from tests.tables.conftest import started, work_off


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
    assert verdict.only_folded == 0
    assert verdict.decided == len(played.commits)


def doctored(record, change):
    """The record with a change made to its plain data."""
    plain = msgspec.to_builtins(record)
    change(plain)
    return msgspec.convert(plain, type(record))


def test_a_changed_event_is_named(played):
    number, place = next(
        (n, i)
        for n, commit in enumerate(played.commits)
        for i, event in enumerate(commit.events)
        if event.type == "kepler.dice_rolled.v1"
    )
    version = played.commits[number].events[place].version

    def change(plain):
        dice = plain["commits"][number]["events"][place]["payload"]["dice"]
        dice["d1"] = dice["d1"] % 6 + 1

    finding = verify(doctored(played, change)).finding
    assert (finding.check, finding.version) == ("chain", version)


def test_a_changed_event_with_a_forged_chain_is_found_by_the_rules(played):
    """Whoever forges all hashes still cannot make the dice fall otherwise."""
    from events import chain
    from events.envelope import GENESIS, NewEvent, Position

    plain = msgspec.to_builtins(played)
    number, place = next(
        (n, i)
        for n, commit in enumerate(played.commits)
        for i, event in enumerate(commit.events)
        if event.type == "kepler.dice_rolled.v1"
    )
    dice = plain["commits"][number]["events"][place]["payload"]["dice"]
    dice["d1"] = dice["d1"] % 6 + 1
    position = GENESIS
    for commit, original in zip(plain["commits"], played.commits, strict=True):
        events = [NewEvent(event["type"], event["payload"]) for event in commit["events"]]
        sealed = chain.seal(position, played.table, original.at, commit["meta"], events, bytes.fromhex(played.salt_key))
        commit["head"], commit["meta_leaf"] = sealed.head.hex(), sealed.meta_leaf.hex()
        for event, leaf in zip(commit["events"], sealed.leaves, strict=True):
            event["leaf"] = leaf.hex()
        position = Position(commit["last"], sealed.head)
    finding = verify(msgspec.convert(plain, type(played))).finding
    assert (finding.check, finding.version) == ("rules", played.commits[number].events[place].version)


@pytest.mark.parametrize("part", ["seed", "salt_key"])
def test_another_seed_or_salt_is_found(played, part):
    finding = verify(doctored(played, lambda plain: plain.update({part: "00" * 32}))).finding
    assert finding.check in ("commitment", "chain")


def test_a_checkpoint_of_another_key_or_a_missing_end_is_found(played):
    def other_key(plain):
        plain["checkpoint"]["public_key"] = "11" * 32

    assert verify(doctored(played, other_key)).finding.check == "signature"
    cut_off = doctored(played, lambda plain: plain.update(commits=plain["commits"][:-1]))
    assert verify(cut_off).finding.check == "signature"


def test_a_file_that_is_cut_off_or_newer_is_refused_with_a_reason(played):
    data = encode(played)
    with pytest.raises(BadRecord, match="cut off"):
        decode(data[: len(data) // 2])
    with pytest.raises(BadRecord, match="newer"):
        decode(data.replace(b"plateau-record/1", b"plateau-record/9", 1))
    with pytest.raises(BadRecord, match="not a record"):
        decode(b"{}")


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
