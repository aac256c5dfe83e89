"""Those who follow a table: whose eyes they look through, and what waits to be sent to them."""

import select
import socket
import time
from collections.abc import Iterable
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import Literal
from uuid import UUID

from msgspec import Struct

from domain.core.visibility import SPECTATOR, Viewer
from server.players import Player
from server.tables.access import admitted, own_view, viewer
from server.tables.folding import Loaded
from server.tables.viewing import asked_as

LONGEST_QUEUE = 100
"""How many messages may wait for a client before it counts as too slow."""

LAST_WORD_SECONDS = 5.0
"""How long a client that is too slow may take to read its last message."""

_GONE = select.POLLHUP | select.POLLERR | getattr(select, "POLLRDHUP", 0)


class Wish(Struct, frozen=True, kw_only=True):
    """Who wants to follow, as whom, in which language, and by which token."""

    by: Player
    perspective: str
    language: Literal["fr", "en"]
    token: UUID


class Angle(Struct, frozen=True):
    """What makes messages the same for all who share it: eyes, seats answered for, and language."""

    eyes: Viewer
    asked: frozenset[int]
    language: Literal["fr", "en"]


def angle_of(loaded: Loaded, wish: Wish) -> Angle:
    """Through whose eyes a follower looks at a table; raises if he may not."""
    eyes = viewer(admitted(loaded, wish.by), wish.by, wish.perspective)
    is_own = eyes == own_view(loaded, wish.by) and not is_delayed(loaded, eyes)
    return Angle(eyes, asked_as(loaded, wish.by) if is_own else frozenset(), wish.language)


def is_delayed(loaded: Loaded, eyes: Viewer) -> bool:
    """Whether these eyes see the table later than its seats."""
    return eyes == SPECTATOR and loaded.table.status == "running" and loaded.table.terms.spectator_delay_seconds > 0


class Follower:
    """One client: a bounded queue between the thread that prepares messages and the one that sends them."""

    def __init__(self, wish: Wish, connection: socket.socket | None = None) -> None:
        self.wish = wish
        self.connection = connection
        self.is_ended = False
        self._queue: SimpleQueue[bytes | None] = SimpleQueue()
        self._is_closing = False
        self._cut_at: float | None = None

    def put(self, message: bytes, farewell: bytes) -> None:
        """Queue a message; a client that has too many waiting is sent the farewell after them, and no more."""
        if self._is_closing:
            return
        if self._queue.qsize() >= LONGEST_QUEUE:
            self._cut_at = time.monotonic() + LAST_WORD_SECONDS
            self.end(farewell)
        else:
            self._queue.put(message)

    def end(self, farewell: bytes = b"") -> None:
        """Let the stream end after what waits and a last message."""
        if not self._is_closing:
            self._is_closing = True
            self._queue.put(farewell)
            self._queue.put(None)

    def take(self, seconds: float) -> bytes:
        """Everything that waits, as soon as something does, or nothing after so many seconds."""
        found = []
        with suppress(Empty):
            found.append(self._queue.get(timeout=max(0.0, seconds)))
            while found[-1] is not None:
                found.append(self._queue.get_nowait())
            self.is_ended = True
        return b"".join(part for part in found if part)

    def cut_if_stuck(self) -> None:
        """Break the connection of a client that was too slow and does not even read its last message."""
        if self._cut_at is not None and time.monotonic() > self._cut_at and self.connection is not None:
            self._cut_at = None
            with suppress(OSError):
                self.connection.shutdown(socket.SHUT_RDWR)


def gone(followers: Iterable[Follower]) -> list[Follower]:
    """Those whose clients have hung up."""
    watch, found = select.poll(), {}
    for follower in followers:
        number = follower.connection.fileno() if follower.connection is not None else -1
        if number >= 0:
            found[number] = follower
            watch.register(number, _GONE)
    return [found[number] for number, _ in watch.poll(0)]
