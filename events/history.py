"""What is left of a game after rewinds.

`table.rewound.v1 {to}` means: the game is as it was at version `to`. With E(n) the effective game events at version n,
E(n) = E(n-1) + [n], and E(n) = E(to) if n is a rewind. Events of the family `table.*` stay, whatever is rewound.
"""

from bisect import bisect_left
from collections.abc import Iterable, Mapping
from typing import Any, Protocol, TypeVar

from msgspec import Struct

REWOUND = "table.rewound.v1"


class Versioned(Protocol):
    """What history needs to know of an event."""

    @property
    def version(self) -> int: ...
    @property
    def type(self) -> str: ...
    @property
    def payload(self) -> Mapping[str, Any]: ...


E = TypeVar("E", bound=Versioned)


class OffTheLine(ValueError):
    """The game was rewound to before the first event at hand: read the stream from an earlier version."""


class Rewind(Struct, frozen=True):
    """A rewind stored at `version` that takes the game back, or forward, to how it was at `to`."""

    version: int
    to: int


class Stretch(Struct, frozen=True):
    """Versions that are effective: above `after`, up to `last`; `after` is a rewind or where the history begins."""

    after: int
    last: int


class History(Struct, frozen=True):
    """The rewinds of a stream between `base` and `version`; advanced event by event, never changed."""

    version: int = 0
    rewinds: tuple[Rewind, ...] = ()
    base: int = 0

    def after(self, event: Versioned) -> "History":
        """Take in the next event."""
        if event.version != self.version + 1:
            raise ValueError(f"event {event.version} does not follow {self.version}")
        to = rewound_to(event)
        if to is None:
            return History(event.version, self.rewinds, self.base)
        return History(event.version, (*self.rewinds, Rewind(event.version, to)), self.base)

    def line(self) -> tuple[Stretch, ...]:
        """Follow the rewinds back from the last version; oldest stretch first."""
        stretches = []
        end = self.version
        while (index := bisect_left(self.rewinds, end + 1, key=lambda rewind: rewind.version)) > 0:
            rewind = self.rewinds[index - 1]
            stretches.append(Stretch(rewind.version, end))
            end = rewind.to
        if end < self.base:
            raise OffTheLine(f"rewound to version {end}, before {self.base}")
        return (*reversed([*stretches, Stretch(self.base, end)]),)

    def is_on_line(self, version: int) -> bool:
        """Tell whether the game as it was at that version, plus the effective events after it, is the game now."""
        return any(stretch.after <= version <= stretch.last for stretch in self.line())


def rewound_to(event: Versioned) -> int | None:
    """Say to which version an event rewinds the game, or None if it does not."""
    if event.type != REWOUND:
        return None
    to: int = event.payload["to"]
    if not 0 <= to < event.version:
        raise ValueError(f"version {event.version} cannot rewind to {to}")
    return to


def is_never_rewound(event: Versioned) -> bool:
    """Tell whether an event belongs to the table, not to the game on it."""
    return event.type.startswith("table.")


def effective(events: Iterable[E], base: int = 0) -> list[E]:
    """Keep the events that make up table and game now; with a base, those to apply to the state at that version."""
    listed = list(events)
    history = History(base, (), base)
    for event in listed:
        history = history.after(event)
    kept = [False] * (len(listed) + 1)
    for stretch in history.line():
        kept[stretch.after - base : stretch.last - base] = [True] * (stretch.last - stretch.after)
    return [event for index, event in enumerate(listed) if kept[index] or is_never_rewound(event)]
