"""A table that somebody follows: what is new is read once, and told once for all who see the same."""

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from threading import RLock

from msgspec import Struct
from msgspec.structs import replace

from domain.core.errors import Refused
from domain.core.model import Fact
from domain.core.visibility import Viewer
from events.envelope import Recorded
from events.store import Store
from server.refusals import Refusal
from server.tables import news
from server.tables.folding import Loaded, decoded
from server.tables.followers import Angle, Follower, angle_of, is_delayed
from server.tables.loading import Loader
from server.tables.news import Append, Closed, DecisionsOpen, News, Resync
from server.tables.timeline import Entry, by_commit, timeline, undone
from server.tables.viewing import Open, own_decisions

Write = Callable[[News, Loaded, Angle], bytes]
"""Writes something to tell about a table, for all who share an angle."""


class Known(Struct, frozen=True):
    """How far somebody has been told: the version of the log, and the same as he counts."""

    version: int
    counted: int


class Channel:
    """All who share an angle, and how far they have been told."""

    def __init__(self, angle: Angle, at: Known, decisions: tuple[Open, ...]) -> None:
        self.angle = angle
        self.at = at
        self.decisions = decisions
        self.followers: list[Follower] = []


class Joined(Struct, frozen=True):
    """Where a new follower joins: what comes after it is queued for him, what was before it he reads by himself."""

    angle: Angle
    at: Known
    loaded: Loaded
    decisions: tuple[Open, ...]

    @property
    def is_over(self) -> bool:
        """Whether nothing more can happen at the table."""
        return self.loaded.table.status in news.OVER


class Followed:
    """One table, its followers, and what has not been told to all of them yet."""

    def __init__(self, store: Store, loader: Loader, write: Write, loaded: Loaded) -> None:
        self.loaded = loaded
        self._store = store
        self._loader = loader
        self._write = write
        self._channels: dict[Angle, Channel] = {}
        self._untold: deque[Append] = deque()
        self._lock = RLock()

    def followers(self) -> list[Follower]:
        """Everybody who follows."""
        with self._lock:
            return [follower for channel in self._channels.values() for follower in channel.followers]

    def join(self, follower: Follower, *, stays: bool) -> Joined:
        """Take somebody in, if he may look; whoever does not stay only learns where he stands."""
        with self._lock:
            self.advance()
            angle = angle_of(self.loaded, follower.wish)
            channel = self._channels.get(angle) or self._opened(angle)
            joined = Joined(angle, channel.at, self.loaded, channel.decisions)
            if stays and not joined.is_over:
                self._channels[angle] = channel
                channel.followers.append(follower)
            return joined

    def leave(self, follower: Follower) -> None:
        """Let somebody go."""
        with self._lock:
            channel = self._channel_of(follower)
            if channel is not None:
                channel.followers.remove(follower)
                if not channel.followers:
                    del self._channels[channel.angle]

    def missed(self, joined: Joined, after: int) -> Iterator[News]:
        """What happened between the version that a follower knows and the one at which he joins."""
        if after == joined.at.counted:
            return iter(())
        entries = timeline(self._store, joined.loaded, joined.angle.eyes)
        ends = {entry.commit.last: entry.end for entry in entries if entry.commit.last <= joined.at.version}
        if after not in {0, *ends.values()}:
            return iter((Resync(id=joined.at.counted, version=joined.at.counted),))
        return (
            entry
            for append, start in zip(_past(entries), (entry.start for entry in entries), strict=True)
            if ends.get(append.commit.last, 0) > after
            for entry in news.told(append, joined.loaded, joined.angle.eyes, start, ends.__getitem__)[1]
        )

    def advance(self) -> None:
        """Read what is new and tell everybody what they may know of it by now."""
        with self._lock:
            before = self.loaded
            self._loader.keep(before)
            now = self._loader.fresh(before.id)
            if now.position != before.position:
                events = self._store.read(before.id, before.position.version, now.position.version)
                groups = ((commit, group, _facts(group, before)) for commit, group in by_commit(events))
                self._untold += news.appends(groups, before.table)
                self.loaded = now
            for channel in self._channels.values():
                self._tell(channel)
            self._drop_told()
            if _guests(before) != _guests(now):
                for follower in self.followers():
                    self.admit(follower)
            if now.table.status in news.OVER:
                self._end_all(Closed(reason=now.table.status))  # type: ignore[arg-type]

    @property
    def has_untold(self) -> bool:
        """Whether something waits until its time has come."""
        return bool(self._untold)

    def admit(self, follower: Follower) -> None:
        """Look again whether somebody may look, and as whom."""
        with self._lock:
            channel = self._channel_of(follower)
            if channel is None:
                return
            try:
                angle = angle_of(self.loaded, follower.wish)
            except (Refusal, Refused):
                self.dismiss(follower, Closed(reason="not_admitted"))
            else:
                if angle != channel.angle:
                    self._move(follower, channel, angle)

    def dismiss(self, follower: Follower, last: Closed) -> None:
        """Tell somebody that nothing more comes, and why."""
        with self._lock:
            channel = self._channel_of(follower)
            if channel is not None:
                self.leave(follower)
                follower.end(self._written(last, channel.angle))

    def _channel_of(self, follower: Follower) -> Channel | None:
        return next((entry for entry in self._channels.values() if follower in entry.followers), None)

    def _move(self, follower: Follower, old: Channel, angle: Angle) -> None:
        """Let somebody look as somebody else, anew if he would not count alike."""
        is_same = angle.eyes == old.angle.eyes
        at = old.at if is_same else Known(self.loaded.position.version, self.loaded.version_for(angle.eyes))
        if not is_same and (at != old.at or is_delayed(self.loaded, angle.eyes)):
            follower.end(self._written(Resync(id=at.counted, version=at.counted), angle))
            return
        self.leave(follower)
        channel = self._channels.setdefault(angle, Channel(angle, at, old.decisions))
        channel.followers.append(follower)

    def _opened(self, angle: Angle) -> Channel:
        """A channel that begins where its eyes are by now."""
        if not is_delayed(self.loaded, angle.eyes):
            at = Known(self.loaded.position.version, self.loaded.version_for(angle.eyes))
            return Channel(angle, at, own_decisions(self.loaded, angle.asked))
        entries = timeline(self._store, self.loaded, angle.eyes)
        appends = list(_past(entries))
        due = [entry for entry, append in zip(entries, appends, strict=True) if self._is_due(append, angle.eyes)]
        at = Known(due[-1].commit.last, due[-1].end)
        told = min([at.version, *(channel.at.version for channel in self._channels.values())])
        self._untold = deque(append for append in appends if append.commit.last > told)
        return Channel(angle, at, ())

    def _tell(self, channel: Channel) -> None:
        eyes, messages = channel.angle.eyes, []
        for append in self._untold:
            if append.commit.last <= channel.at.version:
                continue
            if not self._is_due(append, eyes):
                break
            end, told = news.told(append, self.loaded, eyes, channel.at.counted, self._counted_by(eyes))
            channel.at = Known(append.commit.last, end)
            messages += told
        decisions = own_decisions(self.loaded, channel.angle.asked) if channel.angle.asked else ()
        if decisions != channel.decisions:
            channel.decisions = decisions
            messages.append(DecisionsOpen(version=channel.at.counted, decisions=decisions))
        if messages:
            self._send(channel, b"".join(self._written(entry, channel.angle) for entry in messages))

    def _send(self, channel: Channel, message: bytes) -> None:
        farewell = self._written(Closed(reason="too_slow"), channel.angle)
        for follower in channel.followers:
            follower.put(message, farewell)

    def _end_all(self, last: Closed) -> None:
        for channel in self._channels.values():
            for follower in channel.followers:
                follower.end(self._written(last, channel.angle))
        self._channels.clear()

    def _written(self, entry: News, angle: Angle) -> bytes:
        return self._write(entry, self.loaded, angle)

    def _counted_by(self, eyes: Viewer) -> Callable[[int], int]:
        def counted(version: int) -> int:
            entries = timeline(self._store, self.loaded, eyes)
            return next(entry.end for entry in entries if entry.commit.last == version)

        return counted

    def _is_due(self, append: Append, eyes: Viewer) -> bool:
        """Whether these eyes may see an append by now: spectators wait, but not for what was before the start."""
        if not is_delayed(self.loaded, eyes) or append.table.status == "gathering":
            return True
        delay = timedelta(seconds=self.loaded.table.terms.spectator_delay_seconds)
        return append.commit.at <= datetime.now(UTC) - delay

    def _drop_told(self) -> None:
        told = min((channel.at.version for channel in self._channels.values()), default=self.loaded.position.version)
        while self._untold and self._untold[0].commit.last <= told:
            self._untold.popleft()


def _facts(events: Sequence[Recorded], loaded: Loaded) -> tuple[Fact, ...]:
    return tuple(decoded(event, loaded.table.game) for event in events)


def _past(entries: list[Entry]) -> Iterator[Append]:
    """The appends of a whole log, those marked that were taken back."""
    taken_back = undone(entries)
    groups = ((entry.commit, entry.events, entry.facts) for entry in entries)
    for append in news.appends(groups, None):
        yield replace(append, is_undone=append.commit.last in taken_back)


def _guests(loaded: Loaded) -> tuple[object, ...]:
    """What decides who may look as whom."""
    table = loaded.table
    return (table.status, table.terms.visibility, table.holders, table.teams, table.invitations, table.resigned)
