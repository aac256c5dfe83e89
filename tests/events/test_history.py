"""Rewinds: what is left of a game."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct

from events.history import History, OffTheLine, effective, rewound_to


class Noted(Struct, frozen=True):
    """An event as history sees it."""

    version: int
    type: str
    payload: dict[str, Any]


def stream(*words: str | int) -> list[Noted]:
    """Write a stream as words: `g` a game's event, `t` a table's, a number rewinds to that version."""
    return [
        Noted(version, "table.rewound.v1", {"to": word})
        if isinstance(word, int)
        else Noted(version, {"g": "kepler.built.v1", "t": "table.seated.v1"}[word], {})
        for version, word in enumerate(words, 1)
    ]


@st.composite
def streams(draw: st.DrawFn) -> list[Noted]:
    words: list[str | int] = []
    for version in range(1, draw(st.integers(0, 25)) + 1):
        words.append(draw(st.sampled_from("ggggt") | st.integers(0, version - 1)))
    return stream(*words)


def naive(events: list[Noted], n: int) -> list[int]:
    """E(n) as it is defined."""
    if n == 0:
        return []
    event = events[n - 1]
    to = rewound_to(event)
    if to is not None:
        return naive(events, to)
    return naive(events, n - 1) + ([n] if event.type.startswith("kepler.") else [])


def game_versions(events: list[Noted]) -> list[int]:
    return [event.version for event in events if event.type.startswith("kepler.")]


@given(streams())
def test_effective_is_what_the_definition_says(events: list[Noted]) -> None:
    kept = effective(events)
    assert game_versions(kept) == naive(events, len(events))
    assert [event for event in kept if event.type.startswith("table.")] == [
        event for event in events if event.type.startswith("table.")
    ]
    assert [event.version for event in kept] == sorted(event.version for event in kept)


@given(streams())
def test_a_state_on_the_line_can_be_carried_on(events: list[Noted]) -> None:
    history = History()
    for event in events:
        history = history.after(event)
    for base in range(len(events) + 1):
        tail = events[base:]
        before, after = naive(events, base), naive(events, len(events))
        if history.is_on_line(base):
            assert before + game_versions(effective(tail, base)) == after
        else:
            with pytest.raises(OffTheLine):
                effective(tail, base)
    assert history.rewinds or all(history.is_on_line(base) for base in range(len(events) + 1))


@given(streams())
def test_advancing_event_by_event_equals_starting_anew(events: list[Noted]) -> None:
    history = History()
    for n, event in enumerate(events, 1):
        history = history.after(event)
        kept = {version for stretch in history.line() for version in range(stretch.after + 1, stretch.last + 1)}
        assert [v for v in sorted(kept) if events[v - 1].type.startswith("kepler.")] == naive(events, n)


def test_undo_and_redo() -> None:
    played = stream("g", "g", "t", "g", 2, "g")
    assert [event.version for event in effective(played)] == [1, 2, 3, 5, 6]
    redone = stream("g", "g", "t", "g", 2, 4, "g")
    assert [event.version for event in effective(redone)] == [1, 2, 3, 4, 5, 6, 7]


def test_a_snapshot_before_a_redo_is_off_the_line() -> None:
    history = History()
    for event in stream("g", "g", "g", 1, 3, "g"):
        history = history.after(event)
    assert [version for version in range(7) if history.is_on_line(version)] == [0, 1, 2, 3, 5, 6]


def test_rewinding_before_the_base_asks_for_more() -> None:
    events = stream("g", "g", "g", 1)
    with pytest.raises(OffTheLine):
        effective(events[2:], base=2)
    assert game_versions(effective(events[1:], base=1)) == []


@pytest.mark.parametrize("to", [-1, 3, 4])
def test_a_rewind_leads_back_in_time(to: int) -> None:
    with pytest.raises(ValueError, match="cannot rewind"):
        effective(stream("g", "g", to))


def test_events_follow_each_other() -> None:
    with pytest.raises(ValueError, match="does not follow"):
        effective(stream("g", "g")[1:])
