"""The streams of one process: one thread hears of moves, looks every second for what it did not hear, and tells."""

import random
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from uuid import UUID

import psycopg
import redis
import structlog
from msgspec.structs import replace
from psycopg_pool import PoolTimeout

from events import faults
from events.errors import Unavailable
from events.store import Store
from server import stopping
from server.refusals import Refusal
from server.tables.access import admitted
from server.tables.followers import Follower, gone
from server.tables.following import Followed, Joined, Write
from server.tables.hints import Listener
from server.tables.loading import Loader
from server.tables.news import Closed, DecisionsOpen, News

log = structlog.get_logger()

LOOK_SECONDS = 1.0
RIGHTS_SECONDS = 2.0
TICK = 0.25
COMMENT_SECONDS = 15.0
IDLE_SECONDS = 5.0
RETRY_MILLISECONDS = (1000, 5000)
BATCH = 32_768
COMMENT = b": still here\n\n"
AWAY = (psycopg.Error, PoolTimeout, Unavailable, redis.RedisError)

Opened = Callable[[Iterable[UUID]], dict[UUID, frozenset[str]]]


@dataclass(frozen=True)
class Bounds:
    """How many streams a process follows at a time, and how long one lasts before its client must come back."""

    streams: int = 600
    seconds: float = 3600.0


class Hub:
    """Everybody in this process who follows a table."""

    def __init__(self, store: Store, loader: Loader, connection: redis.Redis, opened_by: Opened, write: Write,
                 bounds: Bounds) -> None:  # fmt: skip
        self.bounds = bounds
        self._store = store
        self._loader = loader
        self._redis = connection
        self._opened_by = opened_by
        self.write = write
        self._followed: dict[UUID, Followed] = {}
        self._uses: Counter[UUID] = Counter()
        self._free = threading.BoundedSemaphore(bounds.streams)
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None

    def open(self, table: UUID, follower: Follower, after: int, *, stays: bool) -> "Stream | None":
        """Begin a stream for somebody who knows the versions up to `after`; none if nothing is left to tell."""
        loaded = admitted(self._loader.fresh(table), follower.wish.by)
        if stays and (stopping.is_stopping() or not self._free.acquire(blocking=False)):
            raise Refusal("Too many streams are open here; try again.", code="unavailable")
        stream = Stream(self, table, follower, stays=stays)
        try:
            with self._lock:
                followed = self._followed.setdefault(table, Followed(self._store, self._loader, self.write, loaded))
                self._uses[table] += 1
            stream.join(followed, after)
            if stays:
                self._see_to_it()
        except BaseException:
            stream.close()
            raise
        if stream.has_nothing:
            stream.close()
            return None
        return stream

    def close(self, table: UUID, follower: Follower, *, stays: bool) -> None:
        """Let a stream go."""
        self._tables()[table].leave(follower)
        with self._lock:
            self._uses[table] -= 1
            if not self._uses[table]:
                del self._followed[table], self._uses[table]
        if stays:
            self._free.release()

    def _see_to_it(self) -> None:
        with self._lock:
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="streams", daemon=True)
                self._thread.start()

    def _run(self) -> None:
        listener, look_at, rights_at, needed_at = Listener(self._redis), 0.0, 0.0, time.monotonic()
        while self._is_needed(needed_at):
            named = listener.wait(max(0.0, min(TICK, look_at - time.monotonic())))
            tables, now = self._tables(), time.monotonic()
            self._advance({table: tables[table] for table in named & tables.keys()})
            if tables:
                needed_at = now
            if stopping.is_stopping():
                self._say_goodbye(tables)
            if now >= look_at:
                look_at = now + LOOK_SECONDS
                self._guarded(self._look, tables)
            if now >= rights_at:
                rights_at = now + RIGHTS_SECONDS
                self._guarded(self._check_rights, tables)
        listener.close()

    def _is_needed(self, last: float) -> bool:
        """Whether the thread goes on; with nobody to tell for a while it ends, and the next stream starts another."""
        with self._lock:
            if self._followed or time.monotonic() < last + IDLE_SECONDS:
                return True
            self._thread = None
            return False

    def _tables(self) -> dict[UUID, Followed]:
        with self._lock:
            return dict(self._followed)

    def _guarded(self, work: Callable[[dict[UUID, Followed]], None], tables: dict[UUID, Followed]) -> None:
        if not tables:
            return
        try:
            work(tables)
        except AWAY as error:
            log.warning("waiting for a server", error=type(error).__name__)
        except Exception:
            log.exception("streams were not looked after")

    def _advance(self, tables: dict[UUID, Followed]) -> None:
        for table, followed in tables.items():
            try:
                followed.advance()
            except AWAY as error:
                log.warning("waiting for a server", table=str(table), error=type(error).__name__)
            except Exception:
                # Whoever follows this table comes back and is told by the request itself.
                log.exception("a table could not be followed", table=str(table))
                for follower in followed.followers():
                    follower.end(_retry())

    def _look(self, tables: dict[UUID, Followed]) -> None:
        """Find what no hint has told, in one query for all tables, and those who are gone."""
        heads = self._store.heads(tables)
        self._advance(
            {
                table: followed
                for table, followed in tables.items()
                if followed.has_untold or heads[table] != followed.loaded.position
            }
        )
        everybody = [follower for followed in tables.values() for follower in followed.followers()]
        for follower in everybody:
            follower.cut_if_stuck()
        for follower in gone(everybody):
            follower.end()

    def _check_rights(self, tables: dict[UUID, Followed]) -> None:
        """End the streams whose token has ended, and look anew as whom the others may look."""
        places = [(followed, follower) for followed in tables.values() for follower in followed.followers()]
        scopes = self._opened_by({follower.wish.token for _, follower in places})
        for followed, follower in places:
            opened, wish = scopes.get(follower.wish.token, frozenset()), follower.wish
            if "table:read" not in opened:
                followed.dismiss(follower, Closed(reason="token_ended"))
            elif ("event:audit" in opened) != wish.by.audits:
                follower.wish = replace(wish, by=replace(wish.by, audits="event:audit" in opened))
                followed.admit(follower)

    def _say_goodbye(self, tables: dict[UUID, Followed]) -> None:
        """End all streams because the process stops, so that their clients come back one after the other."""
        for followed in tables.values():
            for follower in followed.followers():
                follower.end(_retry())


class Stream:
    """What one client is sent, from what it has missed to the end."""

    def __init__(self, hub: Hub, table: UUID, follower: Follower, *, stays: bool) -> None:
        self._hub = hub
        self._table = table
        self._follower = follower
        self._stays = stays
        self._is_closed = False

    def join(self, followed: Followed, after: int) -> None:
        """Find out where the client stands, and read what it has missed."""
        self._joined = followed.join(self._follower, stays=self._stays)
        self._missed = followed.missed(self._joined, after)
        self.has_nothing = self._joined.is_over and after == self._joined.at.counted

    def close(self) -> None:
        """Take nothing more."""
        if not self._is_closed:
            self._is_closed = True
            self._hub.close(self._table, self._follower, stays=self._stays)

    def __iter__(self) -> Iterator[bytes]:
        yield _retry()
        yield from self._first(self._joined)
        if self._stays and not self._joined.is_over:
            yield from self._coming()

    def _first(self, joined: Joined) -> Iterator[bytes]:
        batch = b""
        for entry in self._told_first(joined):
            batch += self._hub.write(entry, joined.loaded, joined.angle)
            if len(batch) > BATCH:
                yield batch
                batch = b""
        if batch:
            yield batch

    def _told_first(self, joined: Joined) -> Iterator[News]:
        yield from self._missed
        if joined.angle.asked and joined.loaded.table.status == "running":
            yield DecisionsOpen(version=joined.at.counted, decisions=joined.decisions)
        if joined.is_over:
            yield Closed(reason=joined.loaded.table.status)  # type: ignore[arg-type]

    def _coming(self) -> Iterator[bytes]:
        follower = self._follower
        end = time.monotonic() + self._hub.bounds.seconds * random.uniform(0.9, 1)
        while not follower.is_ended:
            chunk = follower.take(min(COMMENT_SECONDS, end - time.monotonic()))
            if chunk:
                yield chunk
                faults.reach("stream.sent")
            elif time.monotonic() >= end:
                follower.end(_retry())
            elif not follower.is_ended:
                yield COMMENT


def _retry() -> bytes:
    """Say how long to wait before coming back, not alike to all."""
    return b"retry: %d\n\n" % random.randint(*RETRY_MILLISECONDS)
