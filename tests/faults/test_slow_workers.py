"""A worker that is slower than it should be."""

import pytest

from events.pool import Pool
from server.players import Player
from server.tables import Tables, playing
from tests.faults.test_history import played


def test_a_resolution_goes_on_however_slow_the_machine(
    tables: Tables, pool: Pool, alice: Player, bob: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(playing, "CHUNK_SECONDS", -1.0)
    told = played(tables, pool, [alice, bob])
    chunks = [commit for commit in tables.store.commits(told.sittings[0].table) if commit.meta.actor.kind == "worker"]
    assert len(chunks) > 1
