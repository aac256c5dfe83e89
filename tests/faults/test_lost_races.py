"""A worker that was overtaken leaves nothing undone."""

import pytest

from domain.table.facts import ClockRule
from events import faults
from events.pool import Pool
from server.players import Player
from server.tables import Tables
from tests.tables.conftest import jobs, started
from workers import jobs as carried_out


def test_a_deadline_overtaken_by_somebody_else_is_met_all_the_same(
    tables: Tables, pool: Pool, alice: Player, bob: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    loaded = started(tables, [alice, bob], clock=ClockRule(kind="per_decision", seconds=0))
    asked = loaded.decisions()[0]
    ((_, job),) = [entry for entry in jobs(pool, loaded.id) if entry[0] == "deadlines"]
    other = next(player for seat, player in enumerate((alice, bob)) if seat != asked.seat)
    overtaken: list[str] = []

    def overtake(name: str) -> None:
        if name == "worker.zombie" and not overtaken:
            overtaken.append(name)
            tables.playing.instruct(loaded.id, other, (), "match")

    monkeypatch.setattr(faults, "reach", overtake)
    monkeypatch.setattr(carried_out, "tables", lambda: tables)
    monkeypatch.setattr(carried_out, "pool", lambda: pool)
    carried_out.meet_deadlines(str(loaded.id), job)

    assert overtaken
    commit = tables.store.commit_of_decision(loaded.id, asked.id)
    assert commit is not None, "the clock ran out and nobody answered, now or ever"
    assert commit.meta.actor.kind == "clock"
    assert job not in [promised for _, promised in jobs(pool, loaded.id)]
