"""The checks of a fault run notice what they are there for."""

from collections.abc import Callable
from copy import copy
from dataclasses import replace
from itertools import count
from pathlib import Path
from random import Random

import pytest

from domain.core.fillings import random_answer
from domain.core.visibility import Viewer
from domain.table.facts import ClockRule
from events import outbox
from events.pool import Pool
from server.checkpoints.publishing import publish
from server.players import Player
from server.tables import Tables
from tests.faults import history, promises
from tests.faults.telling import Acknowledged, Refused, Seen, Sitting, Told
from tests.tables.conftest import jobs, started, work_off


def played(tables: Tables, pool: Pool, players: list[Player]) -> Told:
    """Play a match and note everything as clients would."""
    told, clock, chance = Told(), count(), Random(1)
    table = started(tables, players, options={"round_limit": 5}).id
    told.sittings.append(Sitting(table, len(players), has_clock=False, tokens=dict.fromkeys(range(len(players)), "")))
    while True:
        work_off(tables, pool, table)
        loaded = tables.viewing.table(table, players[0])
        for seat in range(len(players)):
            told.seen.append(Seen(table, seat, loaded.version_for(Viewer(seat=seat)), next(clock), next(clock)))
        if loaded.table.status == "finished":
            return told
        entry = loaded.decisions()[0]
        answer, sent = random_answer(entry.ask.form, chance.randrange), next(clock)
        after = tables.playing.answer(table, entry.id, players[entry.seat], answer).loaded
        move = after.version_for(Viewer(seat=entry.seat))
        told.moves.append(Acknowledged(table, entry.seat, entry.id, answer, move, sent, next(clock)))


def lose_a_move(told: Told) -> None:
    told.moves.append(replace(told.moves[0], decision="0.999.0.0"))


def keep_a_move_from_its_player(told: Told) -> None:
    told.moves.pop(7)


def tell_another_answer(told: Told) -> None:
    told.moves[7] = replace(told.moves[7], answer={"do": "nothing"})


def tell_another_number(told: Told) -> None:
    told.moves[7] = replace(told.moves[7], move=told.moves[7].move + 1)


def acknowledge_before_what_came_first(told: Told) -> None:
    told.moves[20] = replace(told.moves[20], sent=-2, told=-1)


def show_an_old_version(told: Told) -> None:
    last = told.seen[-1]
    told.seen.append(replace(told.seen[0], seat=last.seat, sent=last.told + 1, told=last.told + 2))


def show_a_version_between_two_moves(told: Told) -> None:
    versions = {view.version for view in told.seen if view.seat == 0}
    between = next(version for version in count(30) if version not in versions)
    told.seen.append(Seen(told.sittings[0].table, 0, between, -2, -1))


def refuse_without_a_clock(told: Told) -> None:
    told.refused.append(Refused(told.sittings[0].table, told.moves[3].decision, "decision-answered", 0))


def forget_a_table(told: Told) -> None:
    told.sittings.append(replace(told.sittings[0], table=told.sittings[0].table.__class__(int=1)))


DEFECTS = (
    lose_a_move,
    keep_a_move_from_its_player,
    tell_another_answer,
    tell_another_number,
    acknowledge_before_what_came_first,
    show_an_old_version,
    show_a_version_between_two_moves,
    refuse_without_a_clock,
    forget_a_table,
)


def test_a_true_history_is_accepted_and_every_false_one_refused(
    tables: Tables, pool: Pool, alice: Player, bob: Player, tmp_path: Path
) -> None:
    told = played(tables, pool, [alice, bob])
    publish(pool, tmp_path)
    assert len(history.check(pool, told)) == 1
    for defect in DEFECTS:
        _must_be_refused(pool, told, defect)


def _must_be_refused(pool: Pool, told: Told, defect: Callable[[Told], None]) -> None:
    false = Told(**{name: copy(notes) for name, notes in vars(told).items()})
    defect(false)
    try:
        history.check(pool, false)
    except AssertionError:
        return
    pytest.fail(f"not noticed: {defect.__name__}")


def test_a_deadline_without_a_row_is_noticed(tables: Tables, pool: Pool, alice: Player, bob: Player) -> None:
    table = started(tables, [alice, bob], clock=ClockRule(kind="per_decision", seconds=600)).id
    assert promises.unpromised(pool, [table]) == []
    with pool.connection() as connection:
        outbox.finish(connection, [job for _, job in jobs(pool, table)])
    (lack,) = promises.unpromised(pool, [table])
    assert "deadline-" in lack
