"""What the supervisor does with time: back-off and logs that stay small."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from server.logs import KEPT, rotate
from server.supervisor import Program, Watch, how_it_ended


def test_a_part_that_keeps_dying_waits_longer_and_longer(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    now = 100.0
    monkeypatch.setattr("server.supervisor.time.monotonic", lambda: now)
    watch = Watch(Program("part", [], {}, tmp_path / "log"), started=0.0)
    waits = []
    for _ in range(9):
        watch.plan()
        assert watch.start_again is not None
        waits.append(watch.start_again - now)
        watch.started = now
    assert waits[0] == 0
    assert waits[1] > 0
    assert waits == sorted(waits)
    assert waits[-1] == 10.0


def test_an_end_is_put_into_words() -> None:
    assert how_it_ended(3) == "ended with exit code 3"
    assert how_it_ended(-9) == "was killed by SIGKILL"


def test_large_logs_are_moved_aside_and_writers_go_on(tmp_path: Path) -> None:
    log = tmp_path / "api.log"
    with log.open("ab", buffering=0) as writer:
        for turn in range(KEPT + 2):
            writer.write(b"%d" % turn * 100)
            rotate(tmp_path, largest=50)
        writer.write(b"end")
    assert log.read_bytes() == b"end"
    kept = sorted(path.name for path in tmp_path.iterdir())
    assert kept == ["api.log", *(f"api.log.{number}" for number in range(1, KEPT + 1))]
    assert (tmp_path / "api.log.1").read_bytes() == b"%d" % (KEPT + 1) * 100


def test_the_last_words_of_a_process_are_a_line_of_json() -> None:
    program = "from server.logs import write_json_lines; write_json_lines('part'); raise RuntimeError('broken')"
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert ended.returncode == 1
    line = json.loads(ended.stderr)
    assert (line["process"], line["level"]) == ("part", "critical")
    assert "RuntimeError: broken" in line["exception"]
