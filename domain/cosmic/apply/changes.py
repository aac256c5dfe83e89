"""Changes that several facts make."""

from collections import Counter
from collections.abc import Iterable
from typing import Any, TypeVar

from msgspec.structs import replace

from domain.cosmic.components import in_order
from domain.cosmic.state import State

T = TypeVar("T")


def with_entry(entries: tuple[T, ...], place: int, value: T) -> tuple[T, ...]:
    """A tuple with one entry changed."""
    return (*entries[:place], value, *entries[place + 1 :])


def with_duel(state: State, **changes: Any) -> State:
    """The state with the duel changed."""
    assert state.duel is not None
    return replace(state, duel=replace(state.duel, **changes))


def without(cards: Iterable[str], taken: Iterable[str]) -> tuple[str, ...]:
    """Cards minus others, one copy for one."""
    left = Counter(cards)
    left.subtract(Counter(taken))
    return in_order(left.elements())


def with_hand(state: State, seat: int, cards: Iterable[str]) -> State:
    """The state with one hand changed; a seat without duel cards may then look for new ones again."""
    changed = replace(state, hands=with_entry(state.hands, seat, in_order(cards)))
    if changed.duel is not None and changed.duel.barren == seat:
        return with_duel(changed, barren=None)
    return changed


def gains(state: State, seat: int, cards: Iterable[str]) -> State:
    """Cards come into a hand."""
    return with_hand(state, seat, (*state.hands[seat], *cards))


def gives_up(state: State, seat: int, cards: Iterable[str]) -> State:
    """Cards leave a hand."""
    return with_hand(state, seat, without(state.hands[seat], cards))


def with_tokens(state: State, seat: int, **changes: Any) -> State:
    """The state with one seat's tokens changed."""
    return replace(state, tokens=with_entry(state.tokens, seat, replace(state.tokens[seat], **changes)))


def moved(counts: dict[str, int], changes: dict[str, int], sign: int = 1) -> dict[str, int]:
    """Numbers by place after additions (or subtractions), without zeros."""
    after = Counter(counts)
    for place, number in changes.items():
        after[place] += sign * number
    return {place: number for place, number in after.items() if number}


def taken_from(state: State, seat: int, places: dict[str, int]) -> State:
    """Tokens leave the places named: planets, oval, ring or Black Hole."""
    held = state.tokens[seat]
    off = {name: places.get(name, 0) for name in ("oval", "ring", "black_hole")}
    planets = {place: number for place, number in places.items() if place not in off}
    return with_tokens(
        state,
        seat,
        planets=moved(held.planets, planets, -1),
        oval=held.oval - off["oval"],
        ring=held.ring - off["ring"],
        black_hole=held.black_hole - off["black_hole"],
    )


def put_on(state: State, seat: int, places: dict[str, int]) -> State:
    """Tokens come to the places named."""
    return taken_from(state, seat, {place: -number for place, number in places.items()})
