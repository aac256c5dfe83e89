"""Time travel: every version as it was, what changed, and a fork that goes its own way."""

import random

import pytest

from domain.core.fillings import random_answer
from domain.table.facts import Holder
from domain.table.lifecycle import NotYourTable
from server.tables.rewinding import Request
from server.tables.travelling import VersionUnknown, differences
from tests.tables.conftest import started, work_off


@pytest.fixture
def journey(tables, pool, alice, bob):
    """A table played for a while, with the views that alice had on the way."""
    table = started(tables, [alice, bob]).id
    chance, seen = random.Random(2), {}
    for _ in range(25):
        work_off(tables, pool, table)
        loaded = tables.viewing.table(table, alice)
        version, view = tables.viewing.view(table, alice, "me")
        seen[version] = view
        entry = loaded.decisions()[0]
        answer = random_answer(entry.ask.form, chance.randrange)
        after = tables.playing.answer(table, entry.id, [alice, bob][entry.seat], answer).loaded
        if after.play.draws == loaded.play.draws and after.decisions() and chance.random() < 0.3:
            tables.rewinding.propose(table, [alice, bob][entry.seat], Request(kind="undo"))
    return table, seen


def test_every_version_is_shown_as_it_was(tables, alice, journey):
    table, seen = journey
    for version, view in seen.items():
        assert tables.travelling.view_at(table, alice, "me", version)[1] == view
    with pytest.raises(VersionUnknown):
        tables.travelling.view_at(table, alice, "me", 10_000)


def test_versions_are_listed_with_undone_ones_marked(tables, alice, journey):
    table, seen = journey
    steps = tables.travelling.versions(table, alice, "me", after=0, limit=10_000)
    assert [step.version for step in steps] == sorted({step.version for step in steps})
    assert any(step.is_undone for step in steps)
    assert set(seen) - {step.version for step in steps} == set()
    page = tables.travelling.versions(table, alice, "me", after=steps[3].version, limit=2)
    assert page == steps[4:6]


def test_changes_between_versions_lead_from_one_view_to_the_other(tables, alice, journey):
    table, seen = journey
    first, last = min(seen), max(seen)
    changes = tables.travelling.changes(table, alice, "me", first, last)
    assert {change.path for change in changes} == {change.path for change in differences(seen[first], seen[last])}
    assert changes
    assert tables.travelling.changes(table, alice, "me", last, last) == []


def test_a_fork_begins_where_the_old_table_was(tables, alice, bob, journey):
    table, seen = journey
    version = sorted(seen)[10]
    with pytest.raises(NotYourTable):
        tables.travelling.fork(table, bob, version, "mine")
    fork = tables.travelling.fork(table, alice, version, "another way")
    assert fork.table.terms.rated is False
    for seat in range(2):
        tables.gathering.sit(fork.id, seat, alice, Holder(kind="engine", engine="random"), contribution=None, code=None)
    begun = tables.gathering.start(fork.id, alice)
    assert tables.viewing.view(begun.id, alice, "me")[1] == seen[version]
