"""Forms and canonical orders that several chapters share."""

from collections.abc import Iterable, Mapping

from domain.core.forms import Form, Option, Pick, Split, Target
from domain.cosmic.board import bases, colour_of, home
from domain.cosmic.components import DISCARD_ORDER, PLANET_ORDER, kind_of, value_of
from domain.cosmic.state import State

PASS = Option("pass")
DECLINE = Option("decline")
DONE = Option("done")


def pick(*options: Option) -> Form:
    """A form with the one slot `do`."""
    return Form((Pick(name="do", options=options),))


def verb(answer: Mapping[str, object]) -> tuple[str, ...]:
    """The words of the option chosen."""
    return tuple(str(answer["do"]).split(":"))


def seat_option(state: State, seat: int, word: str = "") -> Option:
    """An option about a seat, named by its colour."""
    colour = colour_of(state, seat)
    return Option(f"{word}:{colour}" if word else colour, {"seat": seat})


def planet_option(word: str, planet: str) -> Option:
    """An option about a planet."""
    return Option(f"{word}:{planet}", {"planet": planet})


def card_option(card: str, word: str = "") -> Option:
    """An option about a card."""
    return Option(f"{word}:{card}" if word else card, {"card": card})


def kinds(cards: Iterable[str]) -> tuple[str, ...]:
    """The different faces among cards, in their order."""
    return tuple(dict.fromkeys(cards))


def token_split(places: Mapping[str, int], low: int, high: int, name: str = "tokens") -> Split:
    """Tokens taken from places, no more than there are."""
    targets = tuple(Target(place, 0, number, {"planet": place}) for place, number in places.items())
    return Split(name=name, targets=targets, min=low, max=high)


def placing_split(state: State, seat: int, total: int) -> Split:
    """Tokens put on own bases."""
    targets = tuple(Target(planet, 0, total, {"planet": planet}) for planet in bases(state, seat))
    return Split(name="tokens", targets=targets, min=total, max=total)


def is_home(state: State, seat: int, planet: str) -> bool:
    """Whether a planet belongs to a seat's home system."""
    return planet in home(state, seat)


def take_order(state: State, seat: int, total: int, places: Mapping[str, int] | None = None) -> dict[str, int]:
    """Tokens taken one at a time from where most stand, the last one of a base only when no other is left."""
    left = dict(bases(state, seat) if places is None else places)
    taken: dict[str, int] = {}
    for _ in range(min(total, sum(left.values()))):
        free = [place for place, number in left.items() if number > 1] or [p for p, n in left.items() if n]
        place = min(free, key=lambda p: (-left[p], not is_home(state, seat, p), PLANET_ORDER[p]))
        left[place] -= 1
        taken[place] = taken.get(place, 0) + 1
    return taken


def oval_first(state: State, seat: int, total: int, oval: int) -> dict[str, int]:
    """Tokens taken from the oval as far as they go, then in take order."""
    from_oval = min(oval, total)
    taken = take_order(state, seat, total - from_oval)
    return {"oval": from_oval, **taken} if from_oval else taken


def put_order(state: State, seat: int, total: int) -> dict[str, int]:
    """Tokens put one at a time where fewest stand."""
    held = bases(state, seat)
    put: dict[str, int] = {}
    for _ in range(total if held else 0):
        place = min(held, key=lambda p: (held[p], not is_home(state, seat, p), PLANET_ORDER[p]))
        held[place] += 1
        put[place] = put.get(place, 0) + 1
    return put


def first_given_up(cards: Iterable[str]) -> tuple[str, ...]:
    """Cards from the one that is missed least: low attacks, edicts, then compromises."""
    ranks = {"attack": 0, "edict": 1, "compromise": 2}

    def rank(card: str) -> tuple[int, int]:
        kind = kind_of(card)
        return ranks[kind], DISCARD_ORDER.index(card) if kind == "edict" else value_of(card)

    return tuple(sorted(cards, key=rank))
