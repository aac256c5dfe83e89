"""Dice and shuffles that anyone can check: drawn from a keyed hash, a label and a count."""

from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from hmac import digest
from typing import Any, Protocol, TypeVar

import msgspec
from msgspec import Struct

from domain.core.facedown import Looked, Unknown, laid, name_of

T = TypeVar("T")

_SPAN = 1 << 64


class DrawMissing(Exception):
    """A draw is needed that this source cannot give."""

    def __init__(
        self, label: str, count: int, choices: tuple[Any, ...], *, ordered: bool, card: Unknown | None = None
    ) -> None:
        super().__init__(f"{label}#{count}")
        self.label = label
        self.count = count
        self.choices = choices
        self.ordered = ordered
        """Whether all the choices must be put in order (a shuffle), or one of them named."""
        self.card = card
        """The face-down card that must be known: it, or it and some behind it, are named."""


def card_missing(card: Unknown) -> DrawMissing:
    """A face-down card must be known."""
    label, _, count = card.pile.rpartition("#")
    return DrawMissing(label, int(count), card.names, ordered=True, card=card)


class Unsettled(Struct, frozen=True):
    """A shuffle of which nobody knows more than the cards at these places."""

    known: dict[int, str] = {}


class Source(Protocol):
    """Where draws come from."""

    def index(self, label: str, count: int, choices: tuple[Any, ...]) -> int:
        """The place of the one that is drawn."""

    def order(self, label: str, count: int, choices: tuple[Any, ...]) -> tuple[int, ...] | Unsettled:
        """The places of all, in the order drawn, or what is known of it."""


class Seeded:
    """Draws from a secret key: HMAC-SHA-256 over `label#count`, unbiased by drawing again."""

    def __init__(self, key: bytes) -> None:
        self._key = key

    def index(self, label: str, count: int, choices: tuple[Any, ...]) -> int:
        """A number below the number of choices."""
        return self._below(f"{label}#{count}", len(choices))

    def order(self, label: str, count: int, choices: tuple[Any, ...]) -> tuple[int, ...]:
        """Fisher and Yates' shuffle, from the last place down, one number `label#count:place` each."""
        places = list(range(len(choices)))
        for place in range(len(places) - 1, 0, -1):
            other = self._below(f"{label}#{count}:{place}", place + 1)
            places[place], places[other] = places[other], places[place]
        return tuple(places)

    def _below(self, message: str, n: int) -> int:
        limit = _SPAN - _SPAN % n
        retry = 0
        while True:
            text = f"{message}.{retry}" if retry else message
            number = int.from_bytes(digest(self._key, text.encode(), "sha256")[:8], "big")
            if number < limit:
                return number % n
            retry += 1


class NoDraws:
    """No draws at all: whatever needs chance stops there."""

    def index(self, label: str, count: int, choices: tuple[Any, ...]) -> int:
        """Stop."""
        raise DrawMissing(label, count, choices, ordered=False)

    def order(self, label: str, count: int, choices: tuple[Any, ...]) -> tuple[int, ...]:
        """Stop."""
        raise DrawMissing(label, count, choices, ordered=True)


class Entered:
    """Draws typed in beforehand; one that is not there is asked for, but cards may lie face down."""

    def __init__(self, values: Mapping[str, Any]) -> None:
        self._values = values

    def index(self, label: str, count: int, choices: tuple[Any, ...]) -> int:
        """The place of the value that was typed in."""
        value = self._values.get(f"{label}#{count}")
        if value is None:
            raise DrawMissing(label, count, choices, ordered=False)
        return [str(choice) for choice in choices].index(str(value))

    def order(self, label: str, count: int, choices: tuple[Any, ...]) -> tuple[int, ...] | Unsettled:
        """The places of the values in the order typed in; of cards, those that were typed in."""
        value = self._values.get(f"{label}#{count}")
        if isinstance(value, list):
            return _places(choices, value)
        if all(isinstance(choice, str) for choice in choices):
            return Unsettled({int(place): name for place, name in (value or {}).items()})
        raise DrawMissing(label, count, choices, ordered=True)


def _places(choices: tuple[Any, ...], values: list[Any]) -> tuple[int, ...]:
    left = list(enumerate(choices))
    places = []
    for value in values:
        found = next(pair for pair in left if str(pair[1]) == str(value))
        left.remove(found)
        places.append(found[0])
    return tuple(places)


class Chance:
    """What a step draws with; it counts the draws made under each label."""

    def __init__(self, source: Source, draws: Mapping[str, int], looked: Looked | None = None) -> None:
        self._source = source
        self._before = draws
        self._looked = looked or Looked()
        self.drawn: dict[str, int] = {}
        """Counts of the labels drawn under here; a long match has too many to copy them all at every step."""

    @property
    def draws(self) -> dict[str, int]:
        """How many draws were made under each label, here and before."""
        return {**self._before, **self.drawn}

    def below(self, label: str, n: int) -> int:
        """One of 0 … n−1."""
        return self.pick(label, range(n))

    def die(self, label: str, faces: int = 6) -> int:
        """One of 1 … faces."""
        return self.pick(label, range(1, faces + 1))

    def pick(self, label: str, items: Iterable[T]) -> T:
        """One of the items, all equally likely; what can be sorted is sorted first."""
        choices = _canonical(items)
        drawn = choices[self._source.index(label, self._counted(label), choices)]
        self._count(label)
        return drawn

    def shuffle(self, label: str, items: Iterable[T]) -> tuple[T, ...]:
        """The items in a random order that depends on the set alone, not on how they lay."""
        choices = _canonical(items)
        order = self._source.order(label, self._counted(label), choices)
        if isinstance(order, Unsettled):
            drawn = laid(f"{label}#{self._counted(label)}", choices, order.known, self._looked)
        else:
            drawn = tuple(choices[i] for i in order)
        self._count(label)
        return drawn

    def _counted(self, label: str) -> int:
        return self.drawn.get(label, self._before.get(label, 0))

    def _count(self, label: str) -> None:
        self.drawn[label] = self._counted(label) + 1


def _canonical(items: Iterable[T]) -> tuple[T, ...]:
    return tuple(sorted(items, key=_rank))


def _rank(item: object) -> tuple[int, int, str]:
    if isinstance(item, int):
        return (0, item, "")
    return (1, 0, name_of(item) if isinstance(item, str) else msgspec.json.encode(item).decode())


def commitment(secret: bytes) -> str:
    """What is published before the match: it binds the server to its secret and tells nothing of it."""
    return f"sha256:{sha256(secret).hexdigest()}"


def seed(secret: bytes, contributions: Sequence[tuple[int, str]]) -> bytes:
    """The key of all draws: the server's secret mixed with what the seats contributed."""
    message = msgspec.json.encode([[seat, text] for seat, text in sorted(contributions)])
    return digest(secret, message, "sha256")
