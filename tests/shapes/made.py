"""What all shape games are made with."""

from collections.abc import Sequence

from domain.core.game import Described, Game
from domain.core.record import Record
from domain.core.result import Result, places_by_key


class NoOptions(Record, forbid_unknown_fields=True):
    """Nothing to choose before the start."""


def shape(slug: str, state: type, *, seats: tuple[int, int] = (2, 4), options: type = NoOptions) -> Game:
    """A game that no catalogue lists."""
    described = Described(
        slug=slug, names={"fr": slug, "en": slug}, kind="competitive", seats=seats, minutes=(1, 1), rules_version="1"
    )
    return Game(described, "tests.shapes", state=state, options=options)


def ranked(scores: Sequence[int], reason: str) -> Result:
    """Most points win."""
    by_seat = dict(enumerate(scores))
    places = places_by_key({seat: (score,) for seat, score in by_seat.items()}, by_seat)
    winners = tuple(place.seat for place in places if place.place == 1)
    return Result(kind="places", reason=reason, places=places, winners=winners)


def with_entry(values: tuple[int, ...], place: int, change: int) -> tuple[int, ...]:
    """The same numbers, one of them changed."""
    return (*values[:place], values[place] + change, *values[place + 1 :])
