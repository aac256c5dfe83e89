"""What a repeated answer is compared with, and when."""

import pytest

from domain.core.visibility import Viewer
from events.envelope import Appended, new_stream_id
from events.pool import Pool
from events.store import Store
from server.players import Player
from server.refusals import TableMoved
from server.tables import Tables
from tests.events.examples import SALT_KEY, batch, meta
from tests.faults.test_history import played
from tests.tables.conftest import started


def test_an_answer_given_anew_is_the_one_that_counts(pool: Pool) -> None:
    store, table = Store(pool), new_stream_id()
    answered = meta(decision="0.4.1.0", seat=1)
    first = store.append(batch(table, meta=answered, secrets={"salt": SALT_KEY}))
    assert isinstance(first, Appended)
    taken_back = store.append(batch(table, first.position, meta=meta(seat=1)))
    assert isinstance(taken_back, Appended)
    anew = store.append(batch(table, taken_back.position, meta=answered))
    assert isinstance(anew, Appended)
    assert store.commit_of_decision(table, "0.4.1.0") == anew.commits[0]


def test_the_last_answer_of_a_match_can_be_repeated_after_its_end(
    tables: Tables, pool: Pool, alice: Player, bob: Player
) -> None:
    last = played(tables, pool, [alice, bob]).moves[-1]
    again = tables.playing.answer(last.table, last.decision, (alice, bob)[last.seat], last.answer)
    assert not again.is_new
    assert again.loaded.table.status == "finished"


def test_an_answer_bound_to_a_version_can_be_repeated_after_it_has_moved_the_table(
    tables: Tables, alice: Player, bob: Player
) -> None:
    loaded = started(tables, [alice, bob])
    entry = loaded.decisions()[0]
    by, version = (alice, bob)[entry.seat], loaded.version_for(Viewer(seat=entry.seat))
    first = tables.playing.answer(loaded.id, entry.id, by, entry.ask.default, as_of_version=version)
    again = tables.playing.answer(loaded.id, entry.id, by, entry.ask.default, as_of_version=version)
    assert (first.is_new, again.is_new) == (True, False)
    following = again.loaded.decisions()[0]
    with pytest.raises(TableMoved):
        tables.playing.answer(
            loaded.id, following.id, (alice, bob)[following.seat], following.ask.default, as_of_version=version
        )
