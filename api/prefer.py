"""Prefer: how long a client is willing to wait."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore

from flask import request

LONGEST = 20
WAIT = re.compile(r"(?:^|[,;\s])wait\s*=\s*\"?([0-9]{1,9})\"?(?:$|[,;\s])", re.IGNORECASE)
# Whoever waits holds a thread; half of them stay free for those who do not.
BENCH = BoundedSemaphore(max(1, int(os.environ.get("PLATEAU_API_THREADS", "8")) // 2))


@contextmanager
def patience() -> Iterator[int]:
    """Give the seconds of `Prefer: wait=N`, at most twenty, or none while too many others wait."""
    found = WAIT.search(request.headers.get("Prefer", ""))
    seconds = min(int(found[1]), LONGEST) if found else 0
    if not seconds or not BENCH.acquire(blocking=False):
        yield 0
        return
    try:
        yield seconds
    finally:
        BENCH.release()


def applied(seconds: int) -> dict[str, str]:
    """Tell that the preference was honoured."""
    return {"Preference-Applied": f"wait={seconds}"} if seconds else {}
