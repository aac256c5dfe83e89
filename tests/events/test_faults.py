"""Processes killed on the write path: nothing acknowledged is lost, nothing is stored twice."""

import signal
from pathlib import Path
from random import Random
from time import sleep
from uuid import UUID

import psycopg
import pytest

from events.audit import verified
from events.envelope import Appended, Replayed, new_stream_id
from events.store import Store
from tests.events.children import started
from tests.events.examples import SALT_KEY, batch
from tests.events.movers import make

MOVES = 6


@pytest.mark.parametrize("fault", ["append.sent", "append.in_tx", "append.committed"])
@pytest.mark.parametrize("hit", [1, 4])
def test_a_killed_client_repeats_itself_and_every_move_is_there_once(
    store: Store, database: str, tmp_path: Path, fault: str, hit: int
) -> None:
    table = new_stream_id()
    told, code = _play(database, table, 0, f"{fault}:{hit}", tmp_path)
    assert code == -signal.SIGKILL
    assert len((tmp_path / fault).read_text().splitlines()) == hit
    assert [int(line.split()[0]) for line in told] == list(range(hit - 1))

    again, code = _play(database, table, hit - 1)
    assert code == 0
    assert [int(line.split()[0]) for line in again] == list(range(hit - 1, MOVES))
    expected = {
        "append.sent": ("Appended", "Replayed"),
        "append.in_tx": ("Appended",),
        "append.committed": ("Replayed",),
    }
    assert again[0].split()[1] in expected[fault]
    _check_history(store, table)


def test_a_client_that_dies_while_the_server_waits_is_stored_and_repeats(
    store: Store, superuser: psycopg.Connection, database: str, tmp_path: Path
) -> None:
    table = new_stream_id()
    told = store.append(batch(table, secrets={"salt": SALT_KEY}))
    assert isinstance(told, Appended)
    with superuser.transaction():
        superuser.execute("SELECT 1 FROM streams WHERE stream = %s FOR UPDATE", (table,))
        _, code = _play(database, table, 0, "append.sent", tmp_path)
        assert code == -signal.SIGKILL
        # The orphaned statement holds the key and waits for the stream.
        _wait_for_orphan(superuser)
    answer = make(store, table, 0)
    assert isinstance(answer, Replayed)
    assert [event.payload["move"] for event in store.read(table, after=1)] == [0, 0, 0]
    assert verified(store.pool, table).version == 4


def test_clients_killed_at_any_moment_lose_and_repeat_nothing(
    store: Store, database: str, pytestconfig: pytest.Config
) -> None:
    table, moment = new_stream_id(), Random(4)
    kills, told = 40 if pytestconfig.getoption("--deep") else 3, 0
    for _ in range(kills):
        with started(_playing(database, table, told, 100_000)) as child:
            assert child.stdout is not None
            child.stdout.readline()
            sleep(moment.uniform(0, 0.15))
            child.kill()
            told += 1 + len([line for line in child.stdout.read().splitlines(keepends=True) if line.endswith("\n")])
    made = [event.payload["move"] for event in store.read(table) if event.payload["part"] == 0]
    assert made == list(range(len(made)))
    assert told <= len(made) <= told + 1
    assert verified(store.pool, table).version == 3 * len(made)


def test_points_are_noted_and_counted_over_all_processes(tmp_path: Path) -> None:
    code = "from events.faults import reach\nfor _ in range(2): reach('a.b')\nprint('alive')"
    outcomes = []
    for _ in range(3):
        with started(code, "other,a.b:4", tmp_path) as child:
            outcomes.append((child.communicate()[0].strip(), child.returncode))
    assert outcomes == [("alive", 0), ("", -signal.SIGKILL), ("alive", 0)]
    assert len((tmp_path / "a.b").read_text().splitlines()) == 6


def test_without_a_folder_a_process_counts_its_own_hits() -> None:
    code = "from events.faults import reach\nfor n in range(5): print(n, flush=True); reach('a.b')"
    with started(code, "a.b:3") as child:
        assert child.communicate()[0].split() == ["0", "1", "2"]
    assert child.returncode == -signal.SIGKILL


def test_nothing_happens_outside_of_a_fault_run() -> None:
    code = "from events import faults; faults.reach('append.committed'); print(faults.active())"
    with started(code) as child:
        assert child.communicate()[0] == "False\n"
    assert child.returncode == 0


def _playing(url: str, table: UUID, start: int, moves: int) -> str:
    return f"from tests.events.movers import play; play({url!r}, {str(table)!r}, {moves}, {start})"


def _play(url: str, table: UUID, start: int, fault: str = "", folder: Path | None = None) -> tuple[list[str], int]:
    with started(_playing(url, table, start, MOVES), fault, folder) as child:
        told = child.communicate(timeout=30)[0].splitlines()
    return told, child.returncode


def _check_history(store: Store, table: UUID) -> None:
    recorded = store.read(table)
    assert [(event.payload["move"], event.payload["part"]) for event in recorded] == [
        (move, part) for move in range(MOVES) for part in range(3)
    ]
    assert [commit.meta.decision for commit in store.commits(table)] == [f"m.{move}" for move in range(MOVES)]
    assert verified(store.pool, table).version == MOVES * 3


def _wait_for_orphan(connection: psycopg.Connection) -> None:
    blocked = "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()"
    while not connection.execute(blocked).fetchone():
        connection.execute("SELECT pg_sleep(0.01), pg_stat_clear_snapshot()")
