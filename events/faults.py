"""Named places of the write path at which a test may kill the process."""

import fcntl
import os
import signal
from functools import cache
from pathlib import Path

STOPPED = "worker.zombie"
"""The one point at which a process does not die but stands still until it is continued."""


def reach(name: str) -> None:
    """Note that the fault point was reached and, if PLATEAU_FAULTS names this hit, die at once."""
    if not active():
        return
    if _count(name) in _fatal_hits().get(name, ()):
        os.kill(os.getpid(), signal.SIGSTOP if name == STOPPED else signal.SIGKILL)


@cache
def active() -> bool:
    """Tell whether this process was started for a fault run."""
    return bool(os.environ.get("PLATEAU_FAULTS") or os.environ.get("PLATEAU_FAULTS_DIR"))


def named(name: str) -> bool:
    """Tell whether this process is to die at the fault point."""
    return name in _fatal_hits()


@cache
def _fatal_hits() -> dict[str, set[int]]:
    """Read PLATEAU_FAULTS: names with the hit to die at, as in "append.sent:1,append.sent:7,worker.popped"."""
    fatal: dict[str, set[int]] = {}
    for part in filter(None, (part.strip() for part in os.environ.get("PLATEAU_FAULTS", "").split(","))):
        name, _, hit = part.partition(":")
        fatal.setdefault(name, set()).add(int(hit or 1))
    return fatal


_hits: dict[str, int] = {}


def _count(name: str) -> int:
    """Count a hit: over all processes that share PLATEAU_FAULTS_DIR, else in this process."""
    folder = os.environ.get("PLATEAU_FAULTS_DIR")
    if not folder:
        _hits[name] = _hits.get(name, 0) + 1
        return _hits[name]
    # Shared, so that a process restarted with the same environment does not die at the same hit again.
    with (Path(folder) / name).open("a+b") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        file.write(f"{os.getpid()}\n".encode())
        file.flush()
        file.seek(0)
        return sum(1 for _ in file)
