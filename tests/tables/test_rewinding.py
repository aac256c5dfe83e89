"""Undo and redo: at once where nothing is crossed, by agreement beyond, never by forgetting."""

import random

import pytest

from domain.core.errors import DecisionWithdrawn
from domain.core.fillings import random_answer
from domain.table.lifecycle import NotYourSeat, WrongStatus
from domain.table.rewinds import ProposalOpen, SecretCrossed, TooSoon, UndoOff
from server.tables.access import own_view
from server.tables.rewinding import Request
from tests.tables.conftest import started, work_off

UNDO, REDO = Request(kind="undo"), Request(kind="redo")


@pytest.fixture
def play(tables, pool, alice, bob):
    """Answer decisions until a wanted kind of move has just been made; gives the mover's seat and the table before."""
    chance = random.Random(3)

    def until(table, *, drew):
        for _ in range(500):
            work_off(tables, pool, table)
            before = tables.viewing.table(table, alice)
            entry = before.decisions()[0]
            answer = random_answer(entry.ask.form, chance.randrange)
            after = tables.playing.answer(table, entry.id, [alice, bob][entry.seat], answer).loaded
            if bool(after.play.draws != before.play.draws) == drew and after.decisions():
                return entry.seat, before, entry.id, answer
        raise AssertionError("no such move")

    return until


def test_a_move_that_crosses_nothing_is_taken_back_at_once_and_brought_back(tables, alice, bob, play):
    table = started(tables, [alice, bob]).id
    seat, before, decision, answer = play(table, drew=False)
    after = tables.viewing.table(table, alice)
    player = [alice, bob][seat]
    undone = tables.rewinding.propose(table, player, UNDO).loaded
    assert undone.play == before.play
    assert undone.table.rewinds == 1
    assert decision not in [entry.id for entry in undone.decisions()]
    with pytest.raises(DecisionWithdrawn):
        tables.playing.answer(table, f"0.{decision.split('.', 1)[1]}0", player, answer)
    redone = tables.rewinding.propose(table, player, REDO).loaded
    assert redone.play == after.play
    with pytest.raises(WrongStatus):
        tables.rewinding.propose(table, player, REDO)


def test_the_same_choice_after_a_rewind_meets_the_same_chance(tables, alice, bob, play):
    table = started(tables, [alice, bob]).id
    seat, before, _, answer = play(table, drew=True)
    first = tables.viewing.table(table, alice).play
    proposed = tables.rewinding.propose(table, [alice, bob][seat], UNDO).loaded
    assert "chance" in proposed.table.proposals[0].crosses
    rewound = tables.rewinding.vote(table, 0, 1 - seat, [alice, bob][1 - seat], agrees=True)
    assert rewound.play == before.play
    again = tables.playing.answer(table, rewound.decisions()[0].id, [alice, bob][seat], answer).loaded
    assert again.play == first


def test_a_refusal_makes_the_next_request_wait_longer(tables, alice, bob, play):
    table = started(tables, [alice, bob]).id
    seat, _, _, _ = play(table, drew=True)
    mover, other = [alice, bob][seat], [alice, bob][1 - seat]
    tables.rewinding.propose(table, mover, UNDO)
    with pytest.raises(ProposalOpen):
        tables.rewinding.propose(table, mover, UNDO)
    with pytest.raises(NotYourSeat):
        tables.rewinding.vote(table, 0, 1 - seat, mover, agrees=True)
    refused = tables.rewinding.vote(table, 0, 1 - seat, other, agrees=False)
    assert refused.table.proposals[0].outcome == "refused"
    with pytest.raises(TooSoon) as soon:
        tables.rewinding.propose(table, mover, UNDO)
    assert 25 <= soon.value.seconds <= 30


def test_a_move_made_meanwhile_closes_the_proposal(tables, alice, bob, play):
    table = started(tables, [alice, bob]).id
    seat, _, _, _ = play(table, drew=True)
    tables.rewinding.propose(table, [alice, bob][seat], UNDO)
    entry = tables.viewing.table(table, alice).decisions()[0]
    moved = tables.playing.answer(table, entry.id, [alice, bob][entry.seat], entry.ask.default).loaded
    assert moved.table.proposals[0].outcome == "moved"
    with pytest.raises(WrongStatus):
        tables.rewinding.vote(table, 0, 1 - seat, [alice, bob][1 - seat], agrees=True)


def test_a_withdrawn_proposal_costs_nothing(tables, alice, bob, play):
    table = started(tables, [alice, bob]).id
    seat, _, _, _ = play(table, drew=True)
    mover = [alice, bob][seat]
    tables.rewinding.propose(table, mover, UNDO)
    assert tables.rewinding.withdraw(table, 0, mover).table.proposals[0].outcome == "withdrawn"
    assert tables.rewinding.propose(table, mover, UNDO).loaded.table.proposals[1].outcome == "open"


@pytest.mark.parametrize(("policy", "error"), [("off", UndoOff), ("free", SecretCrossed)])
def test_the_policy_of_the_table_bounds_what_can_be_asked(tables, alice, bob, play, policy, error):
    table = started(tables, [alice, bob], undo_policy=policy).id
    seat, _, _, _ = play(table, drew=True)
    with pytest.raises(error):
        tables.rewinding.propose(table, [alice, bob][seat], UNDO)


def test_the_director_decides_and_gives_a_reason(tables, alice, bob, play):
    table = started(tables, [alice, bob], undo_policy="director").id
    start = tables.viewing.table(table, alice)
    play(table, drew=True)
    told = start.version_for(own_view(start, alice))
    wanted = Request(kind="undo", to_version=told, reason="a piece was misread")
    rewound = tables.rewinding.propose(table, alice, wanted).loaded
    assert rewound.play == start.play
    event = tables.viewing.events(table, bob, "me", after=0, limit=1000)[1][-1]
    assert (event.type, event.data["reason"]) == ("table.rewound.v1", "a piece was misread")


def test_undone_moves_stay_in_the_log_and_a_cold_load_agrees(tables, pool, clean_redis, alice, bob, play):
    import redis

    from server.tables import open_tables

    table = started(tables, [alice, bob]).id
    chance = random.Random(5)
    for _ in range(25):
        seat, _, _, _ = play(table, drew=False)
        if chance.random() < 0.6:
            tables.rewinding.propose(table, [alice, bob][seat], UNDO)
            if chance.random() < 0.5:
                tables.rewinding.propose(table, [alice, bob][seat], REDO)
    known = tables.viewing.table(table, alice)
    assert known.table.rewinds > 5
    assert open_tables(pool, redis.Redis.from_url(clean_redis)).viewing.table(table, alice) == known
