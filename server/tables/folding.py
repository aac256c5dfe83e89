"""Tables as their events add up to them."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from functools import cached_property
from typing import Any
from uuid import UUID

from msgspec import Struct
from msgspec.structs import replace

from domain.core.chance import Seeded, seed
from domain.core.errors import ContentMissing
from domain.core.folding import fold
from domain.core.game import Game
from domain.core.model import AnyPlay, Decision, Fact
from domain.core.openings import waits_for_worker
from domain.core.umpire import Umpire
from domain.core.visibility import Viewer, audience, sees
from domain.games import game
from domain.table.apply import apply as apply_to_table
from domain.table.apply import decode as decode_table_fact
from domain.table.apply import is_table_fact
from domain.table.facts import Joined
from domain.table.state import Table
from events.envelope import GENESIS, Position, Recorded
from events.history import REWOUND, effective


class Seen(Struct, frozen=True):
    """How many events each viewer has been able to see: the versions that viewers are told."""

    public: int = 0
    further: tuple[int, ...] = ()
    officials: tuple[str, ...] = ()

    def by(self, viewer: Viewer, version: int) -> int:
        """The version that a viewer is told."""
        if viewer.sees_all:
            return version
        if viewer.seat is None or viewer.seat >= len(self.further):
            return self.public
        return self.public + self.further[viewer.seat]

    def with_fact(self, fact: Fact) -> "Seen":
        """The counts after one more event."""
        match audience(type(fact)):
            case "all":
                further = (*self.further, 0) if isinstance(fact, Joined) else self.further
                return Seen(self.public + 1, further, self.officials)
            case "none":
                return self
        further = tuple(count + sees(fact, self._viewer(seat)) for seat, count in enumerate(self.further))
        return Seen(self.public, further, self.officials)

    def _viewer(self, seat: int) -> Viewer:
        place = seat - (len(self.further) - len(self.officials))
        return Viewer(seat=seat, role=self.officials[place] if place >= 0 else None)


class Secrets(Struct, frozen=True):
    """What is kept apart from a table's log while it runs."""

    salt_key: bytes
    seed: bytes | None


class Loaded(Struct, frozen=True, kw_only=True, dict=True):
    """A table at one version."""

    id: UUID
    position: Position
    table: Table
    play: AnyPlay | None
    seen: Seen
    secrets: Secrets
    created_at: datetime
    at: datetime

    @property
    def game(self) -> Game:
        """The game played at the table."""
        return game(self.table.game)

    @cached_property
    def umpire(self) -> Umpire:
        """Who carries out what is wanted of the match."""
        return umpire(self.table, self.secrets)

    def decisions(self) -> tuple[Decision, ...]:
        """Everything that is open, to any seat."""
        return self._decisions

    @cached_property
    def _decisions(self) -> tuple[Decision, ...]:
        if self.play is None or self.table.status != "running":
            return ()
        return self.umpire.decisions(self.play)

    @property
    def is_resolving(self) -> bool:
        """Whether the table waits for a worker."""
        return self.play is not None and waits_for_worker(self.game, self.play, self.table.house)

    def beside(self, **changes: Any) -> "Loaded":
        """The table with changes that leave its match alone: what is open need not be derived again."""
        changed = replace(self, **changes)
        changed.__dict__.update(self.__dict__)
        return changed

    def version_for(self, viewer: Viewer) -> int:
        """The version that a viewer is told."""
        return self.seen.by(viewer, self.position.version)


def umpire(table: Table, secrets: Secrets) -> Umpire:
    """The umpire of a table, with its source of chance."""
    known = game(table.game)
    if table.content is not None and table.content != known.content_digest:
        raise ContentMissing(
            "The table was started with another edition of the content and rests until it is installed."
        )
    if table.chance == "entered" or secrets.seed is None:
        return Umpire(known, table.house)
    return Umpire(known, table.house, Seeded(seed(secrets.seed, tuple(table.contributions.items()))))


def decoded(event: Recorded, slug: str) -> Fact:
    """The fact that an event stores."""
    if is_table_fact(event.type):
        return decode_table_fact(event.type, event.payload)
    return game(slug).codec.decode_fact(event.type, event.payload)


def _begun(table: UUID, first: Recorded, secrets: Secrets) -> Loaded:
    fact = decode_table_fact(first.type, first.payload)
    created = apply_to_table(None, fact)
    seen = Seen(0, (0,) * len(created.holders), created.officials).with_fact(fact)
    position = Position(first.version, first.commit.head) if first.version == first.commit.last else GENESIS
    return Loaded(id=table, position=position, table=created, play=None, seen=seen, secrets=secrets,
                  created_at=first.at, at=first.at)  # fmt: skip


def with_events(loaded: Loaded, events: Sequence[Recorded]) -> Loaded:
    """The table after further events, none of which is a rewind."""
    if not events:
        return loaded
    play = fold(loaded.game, loaded.play, _of_the_match(events))
    return _beside_match(loaded, events, play)


def _rewound(start: Loaded, events: Sequence[Recorded]) -> Loaded:
    """The table of all its events, with the match that is left after rewinds."""
    return _beside_match(start, events[1:], fold(start.game, None, _of_the_match(effective(events))))


def _of_the_match(events: Iterable[Recorded]) -> Iterator[tuple[str, Any]]:
    return ((event.type, event.payload) for event in events if not is_table_fact(event.type))


def _beside_match(loaded: Loaded, events: Sequence[Recorded], play: AnyPlay | None) -> Loaded:
    table, seen = loaded.table, loaded.seen
    for event in events:
        if is_table_fact(event.type):
            fact = decode_table_fact(event.type, event.payload)
            table, seen = apply_to_table(table, fact), seen.with_fact(fact)
        else:
            seen = _seen_with(seen, event, loaded.game)
    last = events[-1]
    return replace(
        loaded, position=Position(last.version, last.commit.head), table=table, play=play, seen=seen, at=last.at
    )


def _seen_with(seen: Seen, event: Recorded, known: Game) -> Seen:
    """Count an event of the match; only where some see it and some do not must it be read for that."""
    match audience(known.codec.class_of(event.type)):
        case "all":
            return Seen(seen.public + 1, seen.further, seen.officials)
        case "none":
            return seen
    return seen.with_fact(known.codec.decode_fact(event.type, event.payload))


def folded(table: UUID, events: list[Recorded], secrets: Secrets) -> Loaded:
    """The table of all these events."""
    start = _begun(table, events[0], secrets)
    return _rewound(start, events) if has_rewinds(events) else with_events(start, events[1:])


def has_rewinds(events: Iterable[Recorded]) -> bool:
    """Whether the match was taken back somewhere in these events."""
    return any(event.type == REWOUND for event in events)
