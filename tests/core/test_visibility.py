"""Redaction: every word, alone and with others."""

from typing import Annotated, Any

import pytest

from domain.core.happenings import FlowMoved
from domain.core.model import Fact
from domain.core.record import Record
from domain.core.visibility import (
    AUDITOR,
    SPECTATOR,
    Viewer,
    audience,
    is_open,
    redact,
    redact_fact,
    sees,
    shows_secret,
)
from domain.core.words import (
    by_seat,
    count_for_others,
    kinds_for_others,
    nobody,
    only,
    public,
    reveals,
    role,
    seats,
    until_field,
)

Cards = tuple[str, ...]


def first_letter(card: str) -> str:
    return card[0]


class Everything(Record, kw_only=True):
    seat: Annotated[int, public] = 1
    friends: Annotated[tuple[int, ...], public] = (0, 1)
    silent: int = 9
    nothing: Annotated[int, nobody] = 9
    all_seats: Annotated[int, seats] = 9
    own: Annotated[str, only("seat")] = "own"
    shared: Annotated[str, only("friends")] = "shared"
    office: Annotated[Cards, role("mediator"), count_for_others] = ("a", "b")
    deck: Annotated[Cards, nobody, count_for_others] = ("a1", "b2", "a3")
    suits: Annotated[Cards, only("seat"), kinds_for_others(first_letter)] = ("a1", "b2", "a3")
    hands: Annotated[tuple[Cards, ...], by_seat, count_for_others] = (("x",), ("y", "z"))
    votes: Annotated[dict[int, str], by_seat] = {}
    sealed: Annotated[str, only("seat"), until_field("is_revealed")] = "sealed"
    piles: Annotated[tuple[Cards, ...], by_seat, until_field("is_revealed")] = (("x",), ("y",))
    is_revealed: Annotated[bool, public] = False


EXPECTED: dict[str, dict[str, Any]] = {
    "own": {"seat 1": "own"},
    "shared": {"seat 0": "shared", "seat 1": "shared"},
    "all_seats": {"seat 0": 9, "seat 1": 9, "seat 2": 9},
    "sealed": {"seat 1": "sealed"},
}


@pytest.mark.parametrize("field", sorted(EXPECTED))
def test_a_field_is_shown_to_whom_its_word_names(field: str) -> None:
    views = {f"seat {seat}": redact(Everything(), Viewer(seat=seat)) for seat in range(3)}
    views["spectator"] = redact(Everything(), SPECTATOR)
    assert {name: view[field] for name, view in views.items() if field in view} == EXPECTED[field]


def test_fields_without_a_word_and_fields_for_nobody_are_for_the_auditor_alone() -> None:
    for viewer in (Viewer(seat=1), SPECTATOR, Viewer(seat=3, role="mediator")):
        assert not {"silent", "nothing"} & set(redact(Everything(), viewer))
    assert redact(Everything(), AUDITOR)["silent"] == 9


def test_who_may_not_see_is_told_a_number_where_the_words_say_so() -> None:
    view = redact(Everything(), Viewer(seat=0))
    assert view["deck"] == {"count": 3}
    assert view["suits"] == {"counts": {"a": 2, "b": 1}}
    assert redact(Everything(), Viewer(seat=1))["suits"] == ["a1", "b2", "a3"]


def test_an_office_sees_what_others_only_count() -> None:
    assert redact(Everything(), Viewer(seat=2, role="mediator"))["office"] == ["a", "b"]
    assert redact(Everything(), Viewer(seat=2, role="auctioneer"))["office"] == {"count": 2}
    assert redact(Everything(), SPECTATOR)["office"] == {"count": 2}


def test_entry_by_entry_a_seat_sees_its_own() -> None:
    assert redact(Everything(), Viewer(seat=1))["hands"] == [{"count": 1}, ["y", "z"]]
    assert redact(Everything(), SPECTATOR)["hands"] == [{"count": 1}, {"count": 2}]
    votes = Everything(votes={0: "a", 1: "b"})
    assert redact(votes, Viewer(seat=1))["votes"] == {"0": None, "1": "b"}


def test_what_is_revealed_is_public_also_entry_by_entry() -> None:
    shown = redact(Everything(is_revealed=True), SPECTATOR)
    assert shown["sealed"] == "sealed"
    assert shown["piles"] == [["x"], ["y"]]
    assert redact(Everything(), Viewer(seat=0))["piles"] == [["x"], None]


class Held(Record):
    owner: Annotated[int, public]
    card: Annotated[str, only("owner"), count_for_others]


class Plain(Record):
    name: str
    places: frozenset[int]


class Nest(Record):
    held: Annotated[tuple[Held, ...], public]
    plain: Annotated[Plain, public]
    by_name: Annotated[dict[int, Plain], public]


def test_records_inside_are_redacted_by_their_own_words_and_shown_whole_if_they_have_none() -> None:
    plain = Plain(name="p", places=frozenset({2, 1}))
    nest = Nest(held=(Held(owner=0, card="a long name"), Held(owner=1, card="b")), plain=plain, by_name={3: plain})
    view = redact(nest, Viewer(seat=1))
    assert view["held"] == [{"owner": 0, "card": {"count": 1}}, {"owner": 1, "card": "b"}]
    assert view["plain"] == {"name": "p", "places": [1, 2]}
    assert view["by_name"] == {"3": {"name": "p", "places": [1, 2]}}


class Drawn(Fact, tag="test.drawn.v1"):
    seat: Annotated[int, only("seat")]
    card: Annotated[str, only("seat")]


class Turned(Fact, tag="test.turned.v1"):
    value: Annotated[int | None, public, reveals]


class Empty(Fact, tag="test.empty.v1"):
    pass


class Hidden(Fact, tag="test.hidden.v1"):
    deck: Annotated[Cards, nobody]


def test_a_fact_without_a_visible_field_is_left_out() -> None:
    fact = Drawn(seat=1, card="a")
    assert redact_fact(fact, Viewer(seat=0)) is None and not sees(fact, Viewer(seat=0))
    assert redact_fact(fact, Viewer(seat=1)) == {"seat": 1, "card": "a"}
    assert sees(fact, AUDITOR)


def test_a_fact_without_fields_is_seen_by_all() -> None:
    assert redact_fact(Empty(), SPECTATOR) == {}


def test_the_audience_of_a_type_of_fact() -> None:
    assert [audience(kind) for kind in (Drawn, Turned, Empty, Hidden)] == ["some", "all", "all", "none"]


@pytest.mark.parametrize(("value", "shows"), [(None, False), (0, True), (7, True)])
def test_a_secret_comes_to_light_with_any_value_nought_included(value: int | None, shows: bool) -> None:
    assert shows_secret(Turned(value=value)) == shows
    assert is_open((Turned(value=value),)) != shows


def test_draws_close_an_append() -> None:
    assert is_open((Empty(),))
    drew: FlowMoved[Any] = FlowMoved(keep=0, push=(), serial=1, draws={"dice": 1})
    assert not is_open((Empty(), drew))


def test_sealed_answers_that_are_carried_out_together_have_come_to_light() -> None:
    unsealed: FlowMoved[Any] = FlowMoved(keep=0, push=(), serial=1, unsealed=True)
    assert not is_open((unsealed,))
    assert is_open((FlowMoved(keep=0, push=(), serial=1),))
