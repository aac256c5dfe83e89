"""Cards that lie face down on a real table: nobody knows which is where until it comes to light.

A match whose draws are typed in keeps every card of such a pile under an arbitrary name. Whoever looks at one, by
comparing it, by putting it into a form or by letting a seat see it, makes the host say what it really is; the name it
had goes to the card that bore the real one.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from typing import Any

from msgspec import Struct, structs

from domain.core.visibility import field_marks
from domain.core.words import Mark

Lies = tuple[str, str]
"""The pile that a card was shuffled into last, and the one it came from first: it is one of that one's cards."""

Places = dict[str, Lies]
"""Where cards lie face down in a state, as JSON pointers."""

HIDING = {"nobody", "count_for_others", "kinds_for_others", "reveals"}
"""Words that let nobody see a card, though all may count them; a field without any word is hidden too."""


class Looked:
    """Which face-down cards were looked at, in order."""

    def __init__(self) -> None:
        self.cards: list[Card] = []


class Unknown(Struct, frozen=True):
    """A card that must be known: what it could be, and where it and those behind it are."""

    names: tuple[str, ...]
    places: tuple[str, ...]
    """Places in the shuffle that is being done or, of cards on the table, JSON pointers into the state."""
    pile: str
    is_on_table: bool = True
    """Whether it lies in the state, and is not being shuffled just now."""


class Card(str):
    """A face-down card under an arbitrary name; it notes that somebody looks at it."""

    lies: Lies
    shuffled: Unknown | None
    """What could be said of it while it is being shuffled; a card on the table is found in the state."""
    looked: Looked

    @classmethod
    def laid(cls, name: str, lies: Lies, looked: Looked, shuffled: Unknown | None = None) -> "Card":
        """A card put face down."""
        card = cls(name_of(name))
        card.__dict__.update(lies=lies, shuffled=shuffled, looked=looked)
        return card

    def _note(self) -> None:
        self.looked.cards.append(self)

    def __getattribute__(self, name: str) -> Any:
        """Every method of a text tells something of it."""
        if name not in _KEPT:
            self._note()
        return super().__getattribute__(name)

    def __hash__(self) -> int:
        self._note()
        return str.__hash__(self)

    def __eq__(self, other: object) -> bool:
        self._note()
        return str.__eq__(self, other)

    def __lt__(self, other: str) -> bool:
        self._note()
        return str.__lt__(self, other)

    def __format__(self, form: str) -> str:
        self._note()
        return format(name_of(self), form)

    def __str__(self) -> str:
        self._note()
        return name_of(self)

    def __getitem__(self, place: Any) -> str:
        self._note()
        return str.__getitem__(self, place)

    def __contains__(self, part: Any) -> bool:
        self._note()
        return str.__contains__(self, part)

    def __iter__(self) -> Iterator[str]:
        self._note()
        return str.__iter__(self)

    def __add__(self, other: str) -> str:
        self._note()
        return str.__add__(self, other)


_KEPT = {"lies", "shuffled", "looked", "_note", "__class__", "__dict__"}
"""What tells nothing of a card."""


def name_of(card: str) -> str:
    """The name a card has for now, without looking at it."""
    return str.__str__(card)


def laid(draw: str, cards: tuple[Any, ...], known: Mapping[int, str], looked: Looked) -> tuple[Any, ...]:
    """Cards just shuffled: those at known places lie open, the others face down, where they came from remembered."""
    left = list(cards)
    for name in known.values():
        left.remove(next(card for card in left if name_of(card) == name))
    hidden = [place for place in range(len(cards)) if place not in known]
    names = tuple(name_of(card) for card in left)
    found: dict[int, str] = dict(known)
    for number, (place, card) in enumerate(zip(hidden, left, strict=True)):
        origin = card.lies[1] if isinstance(card, Card) else draw
        behind = tuple(str(other) for other in hidden[number:])
        found[place] = Card.laid(card, (draw, origin), looked, Unknown(names, behind, draw, is_on_table=False))
    return tuple(found[place] for place in range(len(cards)))


def cards_in(value: Any) -> Iterator[Card]:
    """The face-down cards anywhere in a value."""
    return (card for _, card in _found(value, ""))


def places(state: Any) -> Places:
    """Where cards lie face down in a state."""
    return {pointer: card.lies for pointer, card in _found(state, "")}


def _found(value: Any, pointer: str) -> Iterator[tuple[str, Card]]:
    if isinstance(value, Card):
        yield pointer, value
    elif not isinstance(value, str):
        for name, entry in _parts(value):
            yield from _found(entry, f"{pointer}/{name}")


def _parts(value: Any) -> Iterable[tuple[Any, Any]]:
    if isinstance(value, Struct):
        return ((name, getattr(value, name)) for name in value.__struct_fields__)
    if isinstance(value, Mapping):
        return value.items()
    return enumerate(value) if isinstance(value, list | tuple) else ()


def laid_out(state: Any, hidden: Places, looked: Looked) -> Any:
    """A state whose cards at these places lie face down."""
    return replaced(state, {pointer: partial(Card.laid, lies=lies, looked=looked) for pointer, lies in hidden.items()})


def replaced(value: Any, changes: Mapping[str, Callable[[Any], Any]]) -> Any:
    """A value with something else at some places."""
    if not changes:
        return value
    if "" in changes:
        return changes[""](value)
    parts: dict[str, dict[str, Callable[[Any], Any]]] = {}
    for pointer, change in changes.items():
        name, _, rest = pointer[1:].partition("/")
        parts.setdefault(name, {})[f"/{rest}" if rest else ""] = change
    new = {name: replaced(entry, parts[str(name)]) for name, entry in _parts(value) if str(name) in parts}
    if isinstance(value, Struct):
        return structs.replace(value, **new)
    if isinstance(value, dict):
        return {**value, **new}
    return type(value)(new.get(place, entry) for place, entry in enumerate(value))


def with_names(state: Any, names: Mapping[str, str]) -> Any:
    """A state with these cards at these places, face up."""
    return replaced(state, {pointer: partial(_instead, name) for pointer, name in names.items()})


def _instead(name: str, card: str) -> str:
    return name


def face_up(value: Any) -> Any:
    """The same value with plain names, as it is stored."""
    return replaced(value, {pointer: name_of for pointer, _ in _found(value, "")})


def in_sight(record: Struct) -> Iterator[Card]:
    """The face-down cards in a fact or a state that some seat could see."""
    for name, marks in field_marks(type(record)).items():
        value = getattr(record, name)
        if not _hides(marks):
            yield from _in_sight_of(value)


def _in_sight_of(value: Any) -> Iterator[Card]:
    if isinstance(value, Card):
        yield value
    elif isinstance(value, Struct) and any(field_marks(type(value)).values()):
        yield from in_sight(value)
    elif not isinstance(value, str):
        for _, entry in _parts(value):
            yield from _in_sight_of(entry)


def _hides(marks: tuple[Mark, ...]) -> bool:
    return {mark.word for mark in marks} <= HIDING


def unknown(state: Any, card: Card) -> Unknown:
    """What could be said of a card."""
    if card.shuffled is not None:
        return card.shuffled
    found = dict(_found(state, ""))
    pile = card.lies[0]
    origins = {other.lies[1] for other in found.values() if other.lies[0] == pile}
    names = tuple(name_of(other) for other in found.values() if other.lies[1] in origins)
    pointer = next(place for place, other in found.items() if other is card)
    heap = [place for place in found if place.rpartition("/")[0] == pointer.rpartition("/")[0]]
    return Unknown(names, tuple(heap[heap.index(pointer) :]), pile)


class Known(Struct, frozen=True):
    """What is known of face-down cards after the host has named some: their names, and how the others lie."""

    names: dict[str, str]
    hidden: Places


def turned(state: Any, said: Mapping[str, str]) -> Known:
    """Let cards be what the host says they are: each takes the name of another that could be it."""
    names = {pointer: name_of(card) for pointer, card in _found(state, "")}
    hidden = places(state)
    for pointer, name in said.items():
        pile, origin = hidden[pointer]
        if not _holders(names, hidden, origin, name):
            # It came from another pile than was assumed, and so did one of those it was shuffled with.
            other = next(
                place
                for place, (beside, first) in hidden.items()
                if beside == pile and _holders(names, hidden, first, name)
            )
            names[pointer], names[other] = names[other], names[pointer]
            hidden[pointer], hidden[other] = hidden[other], hidden[pointer]
        holder = _holders(names, hidden, hidden[pointer][1], name)[0]
        names[pointer], names[holder] = name, names[pointer]
        del hidden[pointer]
    return Known(names, hidden)


def _holders(names: Mapping[str, str], hidden: Places, origin: str, name: str) -> list[str]:
    """Where cards of an origin lie face down under a name."""
    return [place for place, (_, first) in hidden.items() if first == origin and names[place] == name]
