"""The forms of answers: four kinds of slot, what fits them and what does not."""

from typing import Any

from msgspec import Struct

from domain.core.canonical import canonical
from domain.core.errors import Misfit
from domain.core.record import Record

Answer = dict[str, Any]
"""Slot name to value: a word, a list of words, a number, or numbers by target."""

Args = dict[str, int | str | bool]


class Slot(Record, tag_field="kind", tag=str.lower, omit_defaults=True):
    """One named part of an answer."""

    name: str


class Option(Struct, frozen=True, omit_defaults=True):
    """Something that can be chosen; its id names what it does, its slots say how."""

    id: str
    args: Args = {}
    slots: tuple["AnySlot", ...] = ()


class Pick(Slot):
    """One of several options, listed here or in a named list of the form."""

    options: tuple[Option, ...] = ()
    of: str | None = None
    without: frozenset[str] = frozenset()


class Select(Slot):
    """Between `min` and `max` of the listed items."""

    min: int
    max: int
    items: tuple[Option, ...] = ()
    of: str | None = None
    without: frozenset[str] = frozenset()
    ordered: bool = False
    repeat: bool = False


class Amount(Slot):
    """A whole number in a range."""

    min: int
    max: int


class Target(Struct, frozen=True, omit_defaults=True):
    """One thing that a split gives a number to."""

    id: str
    min: int
    max: int
    args: Args = {}


class Group(Struct, frozen=True):
    """A bound on the sum over several targets of a split."""

    targets: tuple[str, ...]
    min: int
    max: int


class Split(Slot):
    """Whole numbers over targets, bounded one by one, in groups and in total."""

    targets: tuple[Target, ...]
    min: int
    max: int
    groups: tuple[Group, ...] = ()


AnySlot = Pick | Select | Amount | Split


class Form(Struct, frozen=True, omit_defaults=True):
    """Everything that may be answered; whatever fits it is accepted."""

    slots: tuple[AnySlot, ...]
    lists: dict[str, tuple[Option, ...]] = {}


def pick_form(name: str, *options: Option) -> Form:
    """A form of one pick: the commonest question."""
    return Form((Pick(name=name, options=options),))


def options_of(slot: Pick | Select, form: Form) -> tuple[Option, ...]:
    """The options of a pick or the items of a select, wherever they are listed."""
    own = slot.options if isinstance(slot, Pick) else slot.items
    if slot.of is None:
        return own
    return tuple(option for option in form.lists[slot.of] if option.id not in slot.without)


def chosen(form: Form, answer: Answer, name: str) -> Option:
    """The option that an answer picks in the named slot, wherever the slot stands."""
    for slot in slots_in_play(form, answer):
        if slot.name == name and isinstance(slot, Pick):
            return next(option for option in options_of(slot, form) if option.id == answer[name])
    raise KeyError(name)


def slots_in_play(form: Form, answer: Answer) -> tuple[AnySlot, ...]:
    """The slots of the form and of the options the answer picks, outermost first."""
    found: list[AnySlot] = []
    waiting = list(form.slots)
    while waiting:
        slot = waiting.pop(0)
        found.append(slot)
        if isinstance(slot, Pick):
            value = answer.get(slot.name)
            option = next((o for o in options_of(slot, form) if o.id == value), None)
            waiting = [*(option.slots if option else ()), *waiting]
    return tuple(found)


def misfit(form: Form, answer: Any) -> Misfit | None:
    """Where an answer leaves the form, or nothing if it fits."""
    if not isinstance(answer, dict):
        return Misfit("", "An answer is an object from slot names to values.")
    slots = slots_in_play(form, answer)
    for slot in slots:
        wrong = _misfit_of(slot, form, answer)
        if wrong:
            return Misfit(f"/{slot.name}", wrong)
    extra = sorted(set(answer) - {slot.name for slot in slots})
    if extra:
        names = ", ".join(slot.name for slot in slots) or "none"
        return Misfit(f"/{extra[0]}", f"There is no such slot here; the slots are: {names}.")
    return None


def _misfit_of(slot: AnySlot, form: Form, answer: Answer) -> str | None:
    if slot.name not in answer and not (isinstance(slot, Split) and not _misfit_of_split(slot, {})):
        return "This slot must be filled."
    value = answer.get(slot.name, {})
    match slot:
        case Pick():
            return _misfit_of_pick(options_of(slot, form), value)
        case Select():
            return _misfit_of_select(slot, options_of(slot, form), value)
        case Amount():
            if not _is_whole(value) or not slot.min <= value <= slot.max:
                return f"A whole number from {slot.min} to {slot.max} is expected."
        case Split():
            return _misfit_of_split(slot, value)
    return None


def _misfit_of_pick(options: tuple[Option, ...], value: Any) -> str | None:
    ids = [option.id for option in options]
    return None if isinstance(value, str) and value in ids else f"One of these is expected: {_listed(ids)}."


def _misfit_of_select(slot: Select, items: tuple[Option, ...], value: Any) -> str | None:
    ids = {item.id for item in items}
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        return "A list of item ids is expected."
    strange = next((item for item in value if item not in ids), None)
    if strange is not None:
        return f"Items of this list are expected: {_listed(sorted(ids))}."
    if len(set(value)) < len(value) and not slot.repeat:
        return "Each item may be named once."
    if not slot.min <= len(value) <= slot.max:
        return f"Between {slot.min} and {slot.max} items are expected."
    return None


def _misfit_of_split(slot: Split, value: Any) -> str | None:
    if not isinstance(value, dict) or not all(_is_whole(number) for number in value.values()):
        return "An object from targets to whole numbers is expected."
    targets = {target.id: target for target in slot.targets}
    if not set(value) <= set(targets):
        return f"These targets are known: {_listed(list(targets))}."
    for target in slot.targets:
        if not target.min <= value.get(target.id, 0) <= target.max:
            return f"{target.id} takes from {target.min} to {target.max}."
    if not slot.min <= sum(value.values()) <= slot.max:
        return f"The total must be from {slot.min} to {slot.max}."
    for group in slot.groups:
        if not group.min <= sum(value.get(target, 0) for target in group.targets) <= group.max:
            return f"Together {_listed(list(group.targets))} take from {group.min} to {group.max}."
    return None


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _listed(ids: list[str]) -> str:
    shown = ", ".join(ids[:12])
    return f"{shown} and {len(ids) - 12} more" if len(ids) > 12 else shown or "nothing"


def normal(form: Form, answer: Answer) -> Answer:
    """One spelling for answers that mean the same: no zeros in splits, unordered selections in form order."""
    plain: Answer = {}
    for slot in slots_in_play(form, answer):
        value = answer.get(slot.name, {})
        if isinstance(slot, Split):
            value = {target.id: value[target.id] for target in slot.targets if value.get(target.id)}
        elif isinstance(slot, Select) and not slot.ordered:
            order = {option.id: place for place, option in enumerate(options_of(slot, form))}
            value = sorted(value, key=lambda item: order[item])
        plain[slot.name] = value
    return canonical(plain)
