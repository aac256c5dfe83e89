"""Matches over the use cases: answered once, resolved by workers, folded back from what is stored."""

import pytest

from domain.core.errors import DecisionAnswered, DecisionWithdrawn, NotAnOption
from domain.core.fillings import random_answer
from domain.core.openings import waits_for_worker
from domain.table.facts import ClockRule
from domain.table.lifecycle import NotYourSeat, WrongStatus
from server.refusals import NotFound, Refusal
from server.tables import open_tables
from tests.tables.conftest import jobs, started, work_off


def play_on(tables, pool, table, players, below):
    """Answer the first open decision at random; False when the match is over."""
    work_off(tables, pool, table)
    loaded = tables.viewing.table(table, players[0])
    if loaded.table.status == "finished":
        return False
    entry = loaded.decisions()[0]
    tables.playing.answer(table, entry.id, players[entry.seat], random_answer(entry.ask.form, below))
    return True


@pytest.fixture
def below(request):
    import random

    return random.Random(request.node.name).randrange


def test_a_match_is_played_to_its_end_and_folds_back_to_the_same_table(tables, pool, clean_redis, alice, bob, below):
    import redis

    table = started(tables, [alice, bob], options={"round_limit": 5}).id
    while play_on(tables, pool, table, [alice, bob], below):
        pass
    ended = tables.viewing.table(table, alice)
    assert ended.table.status == "finished"
    assert ended.table.result.reason in ("threshold", "round_limit")
    assert jobs(pool, table) == []
    again = open_tables(pool, redis.Redis.from_url(clean_redis)).viewing.table(table, alice)
    assert again == ended
    told, events = tables.viewing.events(table, bob, "spectator", after=0, limit=10_000)
    assert [entry.version for entry in events] == list(range(1, told + 1))
    assert not any(entry.type.startswith("core.") for entry in events)
    everything = tables.viewing.events(table, bob, "auditor", after=0, limit=10_000)[1]
    assert len(everything) == ended.position.version


def test_the_same_answer_again_is_the_same_move_and_another_is_refused(tables, alice, bob):
    loaded = started(tables, [alice, bob])
    entry = loaded.decisions()[0]
    players = [alice, bob]
    first = tables.playing.answer(loaded.id, entry.id, players[entry.seat], entry.ask.default)
    second = tables.playing.answer(loaded.id, entry.id, players[entry.seat], entry.ask.default)
    assert (first.is_new, second.is_new) == (True, False)
    assert (second.commit, second.facts) == (first.commit, first.facts)
    with pytest.raises(DecisionAnswered):
        tables.playing.answer(loaded.id, entry.id, players[entry.seat], {"tracks": []})


def test_what_does_not_fit_or_is_not_open_is_refused_and_changes_nothing(tables, alice, bob):
    loaded = started(tables, [alice, bob])
    entry = loaded.decisions()[0]
    players = [alice, bob]
    other = players[1 - entry.seat]
    with pytest.raises(NotYourSeat):
        tables.playing.answer(loaded.id, entry.id, other, entry.ask.default)
    with pytest.raises(NotAnOption) as refused:
        tables.playing.answer(loaded.id, entry.id, players[entry.seat], {"tracks": ["raise:1"] * 2})
    assert refused.value.reason == "disc_repeated"
    assert refused.value.rules == ("kepler.group.2",)
    with pytest.raises(DecisionWithdrawn):
        tables.playing.answer(loaded.id, f"0.999.{entry.seat}.0", players[entry.seat], entry.ask.default)
    with pytest.raises(Refusal) as moved:
        tables.playing.answer(loaded.id, entry.id, players[entry.seat], entry.ask.default, as_of_version=1)
    assert moved.value.code == "table-moved"
    assert tables.viewing.table(loaded.id, alice).position == loaded.position


def test_a_process_with_an_old_table_at_hand_finds_the_new_decisions(tables, pool, clean_redis, alice, bob, below):
    import redis

    other = open_tables(pool, redis.Redis.from_url(clean_redis))
    table = started(tables, [alice, bob]).id
    for turn in range(30):
        assert play_on([tables, other][turn % 2], pool, table, [alice, bob], below)


def test_a_private_table_does_not_exist_for_strangers(tables, alice, bob, carol):
    loaded = started(tables, [alice, bob], visibility="private")
    with pytest.raises(NotFound):
        tables.viewing.table(loaded.id, carol)
    with pytest.raises(NotFound):
        tables.playing.answer(loaded.id, loaded.decisions()[0].id, carol, {})


def test_a_seat_whose_time_is_up_gets_the_default_answer(tables, pool, alice, bob):
    clock = ClockRule(kind="per_decision", seconds=0)
    loaded = started(tables, [alice, bob], clock=clock)
    entry = loaded.decisions()[0]
    deadline = [job for queue, job in jobs(pool, loaded.id) if queue == "deadlines"]
    assert deadline == [f"deadline-{loaded.id}-{entry.id}-{loaded.table.clock.due[entry.id]}"]
    assert tables.playing.meet_deadlines(loaded.id, deadline[0])
    move = tables.viewing.moves(loaded.id, [alice, bob][entry.seat], 0, 100)[1][-1]
    assert (move.actor, move.decision_id, move.answer) == ("clock", entry.id, entry.ask.default)
    assert deadline[0] not in [job for _, job in jobs(pool, loaded.id)]


def test_a_player_clock_runs_only_while_the_seat_is_asked(tables, pool, alice, bob, below):
    clock = ClockRule(kind="per_player", seconds=600, increment_seconds=5)
    loaded = started(tables, [alice, bob], clock=clock)
    entry = loaded.decisions()[0]
    made = tables.playing.answer(loaded.id, entry.id, [alice, bob][entry.seat], entry.ask.default)
    left = made.loaded.table.clock.left
    assert left[1 - entry.seat] == 600_000
    assert 600_000 < left[entry.seat] <= 605_000
    assert len(made.loaded.table.clock.due) == 1


def test_engines_play_a_whole_match_without_anybody_asking_them(tables, pool, alice):
    from domain.table.facts import Holder
    from server.tables.gathering import Wish
    from tests.tables.conftest import terms

    options = {"round_limit": 5}
    wish = Wish(game="kepler", seats=2, terms=terms(options=options), chance="fixed", seed="engines")
    table = tables.gathering.create(alice, wish).id
    for seat, engine in enumerate(("random", "sensible")):
        tables.gathering.sit(table, seat, alice, Holder(kind="engine", engine=engine), contribution=None, code=None)
    tables.gathering.start(table, alice)
    work_off(tables, pool, table)
    assert tables.viewing.table(table, alice).table.status == "finished"


def test_a_seat_that_resigns_is_played_by_the_tables_policy(tables, pool, alice, bob):
    loaded = started(tables, [alice, bob], options={"round_limit": 5})
    asked = loaded.decisions()[0].seat
    players = [alice, bob]
    tables.gathering.resign(loaded.id, players[asked])
    work_off(tables, pool, loaded.id)
    after = tables.viewing.table(loaded.id, alice)
    assert after.table.resigned == {asked}
    assert [entry.seat for entry in after.decisions()] == [1 - asked]
    with pytest.raises(NotYourSeat):
        tables.playing.answer(loaded.id, loaded.decisions()[0].id, players[asked], {})
    with pytest.raises(WrongStatus):
        tables.gathering.resign(loaded.id, players[asked])


def test_a_long_resolution_waits_for_a_worker_and_nothing_is_open_meanwhile(tables, pool, alice, bob, below):
    table = started(tables, [alice, bob]).id
    for _ in range(2_000):
        loaded = tables.viewing.table(table, alice)
        if waits_for_worker(loaded.game, loaded.play):
            break
        entry = loaded.decisions()[0]
        tables.playing.answer(table, entry.id, [alice, bob][entry.seat], random_answer(entry.ask.form, below))
    assert loaded.decisions() == ()
    assert [queue for queue, _ in jobs(pool, table)] == ["resolve"]
    work_off(tables, pool, table)
    assert tables.playing.wait(table, 0).decisions()


def test_a_long_table_is_loaded_from_its_snapshot(tables, pool, clean_redis, alice, bob, below, monkeypatch):
    import redis

    from server.tables import keeping, writing

    monkeypatch.setattr(keeping, "EVERY", 100)
    monkeypatch.setattr(writing, "EVERY", 100)
    table = started(tables, [alice, bob]).id
    for _ in range(80):
        assert play_on(tables, pool, table, [alice, bob], below)
    snapshot = next(job for queue, job in jobs(pool, table) if job.startswith("snapshot-"))
    tables.playing.save_snapshot(table, snapshot)
    play_on(tables, pool, table, [alice, bob], below)
    fresh = open_tables(pool, redis.Redis.from_url(clean_redis))
    read = []
    monkeypatch.setattr(
        fresh.store,
        "read",
        lambda *given, **named: read.append(named) or type(fresh.store).read(fresh.store, *given, **named),
    )
    assert fresh.viewing.table(table, alice) == tables.viewing.table(table, alice)
    assert [entry["after"] > 100 for entry in read] == [True]
