"""How a form can be filled: at random, in one way only, or not at all."""

from collections.abc import Callable, Iterator
from itertools import combinations, islice, permutations, product

from domain.core.forms import Amount, Answer, AnySlot, Form, Pick, Select, Split, options_of

Below = Callable[[int], int]
"""A source of whole numbers: `below(n)` is one of 0 … n−1."""


def only_answer(form: Form) -> Answer | None:
    """The answer, if exactly one fits."""
    first = form.slots[0] if form.slots else None
    if isinstance(first, Pick) and len(options_of(first, form)) > 1:
        return None  # every option that is listed can be carried through
    found = list(islice(answers(form), 2))
    return found[0] if len(found) == 1 else None


def answers(form: Form) -> Iterator[Answer]:
    """Every answer that fits, in the form's order; there may be very many."""
    return _fill(form.slots, form)


def is_fillable(form: Form) -> bool:
    """Whether every option that is listed can be carried through."""
    return all(_is_slot_fillable(slot, form) for slot in form.slots)


def _is_slot_fillable(slot: AnySlot, form: Form) -> bool:
    if isinstance(slot, Pick):
        options = options_of(slot, form)
        return bool(options) and all(_is_slot_fillable(inner, form) for option in options for inner in option.slots)
    return next(_values(slot, form), None) is not None


def _fill(slots: tuple[AnySlot, ...], form: Form) -> Iterator[Answer]:
    if not slots:
        yield {}
        return
    first, rest = slots[0], slots[1:]
    if isinstance(first, Pick):
        for option in options_of(first, form):
            for answer in _fill((*option.slots, *rest), form):
                yield {first.name: option.id, **answer}
        return
    for value in _values(first, form):
        for answer in _fill(rest, form):
            yield {first.name: value, **answer}


def _values(slot: Select | Amount | Split, form: Form) -> Iterator[object]:
    match slot:
        case Amount():
            yield from range(slot.min, slot.max + 1)
        case Select():
            ids = [option.id for option in options_of(slot, form)]
            for size in range(slot.min, slot.max + 1):
                yield from (list(choice) for choice in _choices(slot, ids, size))
        case Split():
            yield from _splits(slot)


def _choices(slot: Select, ids: list[str], size: int) -> Iterator[tuple[str, ...]]:
    if slot.repeat:
        every: Iterator[tuple[str, ...]] = product(ids, repeat=size)
        return every if slot.ordered else (choice for choice in every if list(choice) == sorted(choice, key=ids.index))
    return permutations(ids, size) if slot.ordered else combinations(ids, size)


def _splits(slot: Split) -> Iterator[dict[str, int]]:
    """All fillings of a split, found target by target and cut off as soon as a bound is out of reach."""
    targets = slot.targets
    bounds = [(frozenset(target.id for target in targets), slot.min, slot.max)]
    bounds += [(frozenset(group.targets), group.min, group.max) for group in slot.groups]

    def is_within_reach(values: dict[str, int]) -> bool:
        for members, low, high in bounds:
            least = sum(values.get(t.id, t.min) for t in targets if t.id in members)
            most = sum(values.get(t.id, t.max) for t in targets if t.id in members)
            if most < low or least > high:
                return False
        return True

    def extend(place: int, values: dict[str, int]) -> Iterator[dict[str, int]]:
        if not is_within_reach(values):
            return
        if place == len(targets):
            yield {name: number for name, number in values.items() if number}
            return
        target = targets[place]
        for number in range(target.min, target.max + 1):
            yield from extend(place + 1, {**values, target.id: number})

    return extend(0, {})


def random_answer(form: Form, below: Below) -> Answer:
    """An answer that fits, each option of a pick being equally likely."""
    answer: Answer = {}
    waiting = list(form.slots)
    while waiting:
        slot = waiting.pop(0)
        if isinstance(slot, Pick):
            options = options_of(slot, form)
            option = options[below(len(options))]
            answer[slot.name] = option.id
            waiting = [*option.slots, *waiting]
        else:
            answer[slot.name] = _random_value(slot, form, below)
    return answer


def _random_value(slot: Select | Amount | Split, form: Form, below: Below) -> object:
    match slot:
        case Amount():
            return slot.min + below(slot.max - slot.min + 1)
        case Select():
            return _random_selection(slot, [option.id for option in options_of(slot, form)], below)
        case Split():
            return _random_split(slot, below)


def _random_selection(slot: Select, ids: list[str], below: Below) -> list[str]:
    most = slot.max if slot.repeat and ids else min(slot.max, len(ids))
    size = slot.min + below(most - slot.min + 1)
    left = list(ids)
    chosen = [left[below(len(left))] if slot.repeat else left.pop(below(len(left))) for _ in range(size)]
    return chosen if slot.ordered else sorted(chosen, key=ids.index)


def _random_split(slot: Split, below: Below) -> dict[str, int]:
    """Raise targets one by one at random; where bounds collide, take one of the first exact fillings."""
    values = {target.id: target.min for target in slot.targets}
    most = {target.id: target.max for target in slot.targets}
    groups_of = {t.id: [g for g in slot.groups if t.id in g.targets] for t in slot.targets}
    goal = max(slot.min + below(slot.max - slot.min + 1), sum(values.values()))
    while sum(values.values()) < goal:
        free = [
            name
            for name, value in values.items()
            if value < most[name] and all(sum(values[t] for t in g.targets) < g.max for g in groups_of[name])
        ]
        if not free:
            break
        values[free[below(len(free))]] += 1
    total = sum(values.values())
    reached = all(g.min <= sum(values[t] for t in g.targets) <= g.max for g in slot.groups)
    if slot.min <= total <= slot.max and reached:
        return {name: number for name, number in values.items() if number}
    exact = list(islice(_splits(slot), 50))
    return exact[below(len(exact))]
