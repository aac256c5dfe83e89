"""Turns: however many threads a process has for streams, so many requests are worked on at a time."""

from __future__ import annotations

import os
from threading import BoundedSemaphore

from flask import Flask, g

TURNS = BoundedSemaphore(int(os.environ.get("PLATEAU_API_THREADS", "8")))


def take_turns(app: Flask) -> None:
    """Let requests wait for a turn; a response that is still being sent has given its turn back."""
    app.before_request(_take)
    app.teardown_request(_give_back)


def _take() -> None:
    TURNS.acquire()
    g.has_turn = True


def _give_back(error: BaseException | None) -> None:
    if g.pop("has_turn", False):
        TURNS.release()
