"""Rewinds as they are told: what was asked for, what it would cross, and who must agree."""

from typing import Literal

from msgspec import Struct

from domain.core.happenings import Answered
from domain.core.model import Fact
from domain.core.visibility import Viewer, sees
from domain.table.facts import RewindProposed, Rewound
from domain.table.state import Proposal
from server.tables.timeline import Entry, undone


class Crossed(Struct, frozen=True):
    """A move that a rewind would take back, as its viewer counts, and what came to light by it."""

    move: int
    seat: int | None
    chance: bool
    secret: bool


class Rewind(Struct, frozen=True, kw_only=True):
    """A rewind, proposed or done; what was done at once has no number, and what the director did no seat."""

    id: int | None
    kind: Literal["undo", "redo"]
    seat: int | None
    to: int
    crosses: tuple[str, ...]
    needs: tuple[int, ...] = ()
    votes: dict[int, bool] = {}
    status: str = "applied"
    reason: str | None = None
    to_version: int = 0
    """Where it goes, as its viewer counts."""
    crossed: tuple[Crossed, ...] = ()


def asked_for(fact: Fact, crosses: tuple[str, ...]) -> Rewind:
    """What a request to rewind has come to."""
    if isinstance(fact, RewindProposed):
        return Rewind(id=fact.id, kind=fact.kind, seat=fact.seat, to=fact.to, crosses=fact.crosses, status="open")
    assert isinstance(fact, Rewound)
    return Rewind(id=None, kind=fact.kind, seat=fact.seat, to=fact.to, crosses=crosses, reason=fact.reason)


def proposal(found: Proposal) -> Rewind:
    """A proposal as it stands."""
    return Rewind(
        id=found.id,
        kind=found.kind,
        seat=found.by,
        to=found.to,
        crosses=found.crosses,
        needs=found.needs,
        votes=found.votes,
        status=found.outcome,
    )


def crossed(entries: list[Entry], rewind: Rewind, eyes: Viewer) -> tuple[Crossed, ...]:
    """The moves between where a rewind goes and where it was asked for, as far as a viewer has seen them."""
    if rewind.kind == "redo":
        return ()
    places = [place for place, entry in enumerate(entries) if any(_asks_for(fact, rewind) for fact in entry.facts)]
    before = entries[: places[-1]]
    gone = undone(before)
    return tuple(
        Crossed(entry.end, _seat_seen(entry, eyes), chance=entry.drew, secret=entry.revealed)
        for entry in before
        if entry.commit.last > rewind.to and counts(entry, gone) and entry.end > entry.start
    )


def _asks_for(fact: Fact, rewind: Rewind) -> bool:
    if isinstance(fact, RewindProposed):
        return fact.id == rewind.id
    return rewind.id is None and isinstance(fact, Rewound) and (fact.to, fact.seat) == (rewind.to, rewind.seat)


def _seat_seen(entry: Entry, eyes: Viewer) -> int | None:
    """Who acted, if the viewer saw the answer itself."""
    seen = (fact for fact in entry.facts if isinstance(fact, Answered) and sees(fact, eyes))
    return next((fact.seat for fact in seen), None)


def counts(entry: Entry, gone: set[int]) -> bool:
    """Whether an append is a move that has not been taken back."""
    return entry.is_played and entry.rewind is None and entry.commit.last not in gone
