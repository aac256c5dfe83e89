"""How a match ended, in a shape that is the same for every game."""

from typing import Any, Literal

from domain.core.record import Record


class Place(Record):
    """Where one seat ended."""

    seat: int
    place: int
    score: int
    shared: bool = False
    key: tuple[int, ...] = ()
    """Compared left to right with the same seat at other tables; larger is better."""


class Result(Record):
    """Who won, why, and with what figures."""

    kind: Literal["places", "team"]
    reason: str
    places: tuple[Place, ...]
    outcome: Literal["victory", "defeat"] | None = None
    winners: tuple[int, ...] = ()
    details: dict[str, Any] = {}


def places_by_key(keys: dict[int, tuple[int, ...]], scores: dict[int, int]) -> tuple[Place, ...]:
    """Rank seats by their keys, equal keys sharing a place: 1 1 3 4."""
    ranked = sorted(keys, key=lambda seat: (tuple(-part for part in keys[seat]), seat))
    return tuple(
        Place(
            seat=seat,
            place=1 + sum(keys[other] > keys[seat] for other in keys),
            score=scores[seat],
            shared=sum(keys[other] == keys[seat] for other in keys) > 1,
            key=keys[seat],
        )
        for seat in ranked
    )
