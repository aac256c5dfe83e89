"""Several writers on one stream."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

from events.envelope import GENESIS, Appended, new_stream_id
from events.errors import StaleVersion
from events.store import Store
from tests.events.children import started
from tests.events.examples import batch


def test_two_processes_racing_win_every_version_once(store: Store, database: str) -> None:
    table, moves = new_stream_id(), 60
    code = "from tests.events.movers import race; race({!r}, {!r}, {!r}, {!r})"
    children = [started(code.format(database, str(table), name, moves)) for name in ("alice", "bob")]
    for child in children:
        assert child.stdout is not None
        assert child.stdout.readline() == "ready\n"
    for child in children:
        assert child.stdin is not None
        child.stdin.write("go\n")
        child.stdin.flush()
    lost = [int(child.communicate(timeout=30)[0]) for child in children]
    recorded = store.read(table)
    assert [event.version for event in recorded] == list(range(1, 2 * moves + 1))
    for name in ("alice", "bob"):
        assert [event.payload[name] for event in recorded if name in event.payload] == list(range(moves))
    assert sum(lost) > 0, "the processes never met"


def test_of_many_at_the_same_version_one_wins(store: Store) -> None:
    table, together = new_stream_id(), Barrier(6)

    def attempt(_: int) -> str:
        together.wait()
        try:
            return type(store.append(batch(table, GENESIS))).__name__
        except StaleVersion:
            return "StaleVersion"

    with ThreadPoolExecutor(6) as executor:
        outcomes = Counter(executor.map(attempt, range(6)))
    assert outcomes == {Appended.__name__: 1, "StaleVersion": 5}
    assert len(store.commits(table)) == 1
