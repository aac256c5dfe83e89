"""Forms: what fits, what does not, where it does not, and one spelling for what means the same."""

from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.core.fillings import answers, is_fillable, only_answer, random_answer
from domain.core.forms import (
    Amount,
    AnySlot,
    Form,
    Group,
    Option,
    Pick,
    Select,
    Split,
    Target,
    chosen,
    misfit,
    normal,
    pick_form,
    slots_in_play,
)

JOIN = Option("join", {}, (Amount(name="tokens", min=1, max=4),))
FORM = Form((Pick(name="do", options=(JOIN, Option("decline"))),))


@pytest.mark.parametrize(
    ("answer", "pointer"),
    [
        ({"do": "join", "tokens": 2}, None),
        ({"do": "decline"}, None),
        ({"do": "join"}, "/tokens"),
        ({"do": "join", "tokens": 5}, "/tokens"),
        ({"do": "join", "tokens": True}, "/tokens"),
        ({"do": "join", "tokens": 2.0}, "/tokens"),
        ({"do": "decline", "tokens": 2}, "/tokens"),
        ({"do": "leave"}, "/do"),
        ({"do": ["join"]}, "/do"),
        ({"do": {"join": 1}}, "/do"),
        ({}, "/do"),
        ([], ""),
        (None, ""),
    ],
)
def test_a_misfit_points_at_the_slot(answer: Any, pointer: str | None) -> None:
    found = misfit(FORM, answer)
    assert (found.pointer if found else None) == pointer


def test_slots_of_a_chosen_option_stand_behind_its_pick() -> None:
    form = Form((*FORM.slots, Amount(name="last", min=0, max=1)))
    assert [slot.name for slot in slots_in_play(form, {"do": "join"})] == ["do", "tokens", "last"]
    assert chosen(form, {"do": "join"}, "do") is JOIN
    with pytest.raises(KeyError):
        chosen(form, {"do": "join"}, "tokens")


def test_a_named_list_serves_several_slots_without_some_of_it() -> None:
    cells = tuple(Option(cell) for cell in ("A1", "A2", "A3"))
    start = Pick(name="from", of="cells", without=frozenset({"A3"}))
    route = Select(name="route", min=0, max=2, of="cells")
    form = Form((start, route), {"cells": cells})
    assert misfit(form, {"from": "A1", "route": ["A3"]}) is None
    assert misfit(form, {"from": "A3", "route": []}).pointer == "/from"  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("value", "fits"),
    [([], False), (["a"], True), (["b", "a"], True), (["a", "b", "c"], False), (["a", "a"], False), (["x"], False)],
)
def test_a_select_counts_and_knows_its_items(value: list[str], fits: bool) -> None:
    items = tuple(map(Option, "abc"))
    form = Form((Select(name="s", min=1, max=2, items=items),))
    assert (misfit(form, {"s": value}) is None) == fits
    repeated = Form((Select(name="s", min=1, max=2, items=items, repeat=True),))
    assert misfit(repeated, {"s": ["a", "a"]}) is None


@pytest.mark.parametrize(
    ("value", "fits"),
    [
        ({"a": -2, "b": 3}, True),
        ({"a": -1}, False),
        ({"a": -2, "b": 2}, True),
        ({}, True),
        ({"a": 0, "b": 0}, True),
        ({"a": -3, "b": 3}, False),
        ({"a": 1, "b": 1, "c": 1}, False),
        ({"z": 1}, False),
        ([1], False),
    ],
)
def test_a_split_bounds_targets_groups_and_total(value: Any, fits: bool) -> None:
    targets = (Target("a", -2, 2), Target("b", 0, 3), Target("c", 0, 1))
    split = Split(name="s", targets=targets, min=0, max=3, groups=(Group(("b", "c"), 0, 3), Group(("a", "c"), -2, 1)))
    assert (misfit(Form((split,)), {"s": value}) is None) == fits


def test_a_split_may_be_left_out_if_nothing_fits_and_not_otherwise() -> None:
    free = Form((Split(name="s", targets=(Target("a", 0, 1),), min=0, max=1),))
    owed = Form((Split(name="s", targets=(Target("a", 0, 1),), min=1, max=1),))
    assert misfit(free, {}) is None and normal(free, {}) == {"s": {}}
    assert misfit(owed, {}).pointer == "/s"  # type: ignore[union-attr]


def test_answers_that_mean_the_same_are_spelt_the_same() -> None:
    items = tuple(map(Option, "abc"))
    form = Form(
        (
            Select(name="bag", min=0, max=3, items=items),
            Select(name="row", min=0, max=3, items=items, ordered=True),
            Split(name="s", targets=(Target("x", 0, 2), Target("y", 0, 2)), min=0, max=4),
        )
    )
    spelt = normal(form, {"s": {"y": 1, "x": 0}, "row": ["c", "a"], "bag": ["c", "a"]})
    assert spelt == {"bag": ["a", "c"], "row": ["c", "a"], "s": {"y": 1}}
    assert list(spelt) == ["s", "bag", "row"]


def test_the_only_answer_is_found_and_several_are_not() -> None:
    assert only_answer(pick_form("do", Option("pass"))) == {"do": "pass"}
    assert only_answer(FORM) is None
    assert only_answer(Form((Amount(name="n", min=3, max=3),))) == {"n": 3}
    split = Split(name="s", targets=(Target("a", 0, 2), Target("b", 0, 1)), min=3, max=5)
    assert only_answer(Form((split,))) == {"s": {"a": 2, "b": 1}}
    assert only_answer(Form(())) == {}


@pytest.mark.parametrize(
    "slot",
    [
        Pick(name="p"),
        Pick(name="p", options=(Option("a"), Option("b", {}, (Amount(name="n", min=2, max=1),)))),
        Select(name="s", min=2, max=2, items=(Option("a"),)),
        Split(name="s", targets=(Target("a", 0, 1),), min=2, max=3),
        Split(
            name="s", targets=(Target("a", 0, 2), Target("b", 0, 2)), min=2, max=4, groups=(Group(("a", "b"), 0, 1),)
        ),
    ],
)
def test_an_option_that_cannot_be_carried_through_is_noticed(slot: AnySlot) -> None:
    assert not is_fillable(Form((slot,)))


@st.composite
def small_splits(draw: Any) -> Split:
    names = "abc"[: draw(st.integers(1, 3))]
    bounds = st.tuples(st.integers(-2, 1), st.integers(0, 2)).map(lambda pair: (pair[0], pair[0] + pair[1]))
    targets = tuple(Target(name, *draw(bounds)) for name in names)
    groups = draw(st.lists(st.tuples(st.sets(st.sampled_from(names), min_size=1), bounds), max_size=2))
    low, high = draw(bounds)
    return Split(
        name="split",
        targets=targets,
        min=low,
        max=high + 2,
        groups=tuple(Group(tuple(sorted(members)), *limits) for members, limits in groups),
    )


@st.composite
def small_slots(draw: Any, depth: int = 1, name: str = "") -> AnySlot:
    kind = draw(st.sampled_from(["pick", "select", "amount", "split"]))
    title = f"{kind}{name}"
    if kind == "amount":
        low = draw(st.integers(-1, 2))
        return Amount(name=title, min=low, max=low + draw(st.integers(0, 2)))
    ids = "xyz"[: draw(st.integers(1, 3))]
    if kind == "select":
        low = draw(st.integers(0, 2))
        flags = {"ordered": draw(st.booleans()), "repeat": draw(st.booleans())}
        return Select(name=title, min=low, max=low + draw(st.integers(0, 1)), items=tuple(map(Option, ids)), **flags)
    if kind == "split":
        found: Split = draw(small_splits())
        return Split(name=title, targets=found.targets, min=found.min, max=found.max, groups=found.groups)
    slots = [
        (draw(small_slots(depth=depth - 1, name=f"{name}_{i}")),) if depth and draw(st.booleans()) else () for i in ids
    ]
    return Pick(name=title, options=tuple(Option(i, {}, inner) for i, inner in zip(ids, slots, strict=True)))


def values_of(slot: AnySlot) -> list[Any]:
    """Every value that could be thought of for a slot, fitting or not."""
    match slot:
        case Pick():
            return [*(option.id for option in slot.options), "w"]
        case Amount():
            return list(range(slot.min - 1, slot.max + 2))
        case Select():
            ids = [*(item.id for item in slot.items), "w"]
            return [list(choice) for size in range(slot.max + 2) for choice in product(ids, repeat=size)]
        case Split():
            ranges = [range(target.min - 1, target.max + 2) for target in slot.targets]
            return [dict(zip([t.id for t in slot.targets], numbers, strict=True)) for numbers in product(*ranges)]


def fits_by_the_book(slot: AnySlot, value: Any) -> bool:
    """What fitting means, said once more and differently."""
    match slot:
        case Pick():
            return any(option.id == value for option in slot.options)
        case Amount():
            return value in range(slot.min, slot.max + 1)
        case Select():
            known = {item.id for item in slot.items}
            distinct = slot.repeat or sorted(set(value)) == sorted(value)
            return set(value) <= known and distinct and len(value) in range(slot.min, slot.max + 1)
        case Split():
            each = all(value[t.id] in range(t.min, t.max + 1) for t in slot.targets)
            sums = [(tuple(value), slot.min, slot.max), *((g.targets, g.min, g.max) for g in slot.groups)]
            return each and all(low <= sum(value[t] for t in members) <= high for members, low, high in sums)


@given(small_slots(depth=0))
def test_fitting_filling_and_the_book_agree(slot: AnySlot) -> None:
    form = Form((slot,))
    fitting = [{slot.name: value} for value in values_of(slot) if fits_by_the_book(slot, value)]
    assert [a for a in ({slot.name: value} for value in values_of(slot)) if misfit(form, a) is None] == fitting
    spelt = {repr(normal(form, answer)) for answer in fitting}
    found = [normal(form, answer) for answer in answers(form)]
    assert {repr(answer) for answer in found} == spelt
    assert len(found) == len(spelt), "no answer is listed twice"
    assert is_fillable(form) == bool(fitting)
    assert (only_answer(form) is not None) == (len(spelt) == 1)


@given(small_slots(depth=2), st.randoms(use_true_random=False))
def test_random_answers_fit_and_stay_the_same_when_spelt_again(slot: AnySlot, random: Any) -> None:
    form = Form((slot,))
    if is_fillable(form):
        answer = random_answer(form, random.randrange)
        assert misfit(form, answer) is None
        assert normal(form, normal(form, answer)) == normal(form, answer)
        assert misfit(form, normal(form, answer)) is None


def test_random_answers_reach_every_option() -> None:
    from random import Random

    random = Random(1)
    found = {random_answer(FORM, random.randrange).get("tokens") for _ in range(200)}
    assert found == {None, 1, 2, 3, 4}


def test_a_wide_split_with_bounds_on_both_sides_is_filled_quickly() -> None:
    rows, columns = [f"r{i}" for i in range(8)], [f"c{i}" for i in range(8)]
    targets = tuple(Target(f"{row}>{column}", 0, 3) for row in rows for column in columns)
    groups = [Group(tuple(t.id for t in targets if t.id.startswith(f"{row}>")), 1, 3) for row in rows]
    groups += [Group(tuple(t.id for t in targets if t.id.endswith(f">{column}")), 1, 3) for column in columns]
    form = Form((Split(name="water", targets=targets, min=8, max=20, groups=tuple(groups)),))
    from random import Random

    assert misfit(form, random_answer(form, Random(1).randrange)) is None
    assert only_answer(form) is None
