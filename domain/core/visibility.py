"""Redaction: the one way by which anything leaves the server."""

from collections.abc import Iterable, Sized
from functools import cache
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Struct

from domain.core.codec import tag_of
from domain.core.happenings import FlowMoved
from domain.core.model import Fact
from domain.core.record import Record
from domain.core.words import Mark, nobody


class Viewer(Record):
    """Who looks: a seat, a spectator (no seat), an auditor, or anyone after the end."""

    seat: int | None = None
    role: str | None = None
    sees_all: bool = False


AUDITOR = Viewer(sees_all=True)
SPECTATOR = Viewer()

_HIDDEN = object()


def redact(value: Any, viewer: Viewer) -> Any:
    """What a viewer may see of a record, as plain data; what he may not see is left out."""
    return msgspec.to_builtins(value, str_keys=True) if viewer.sees_all else _struct(value, viewer)


def redact_fact(fact: Fact, viewer: Viewer) -> dict[str, Any] | None:
    """What a viewer may see of a fact, or nothing if no field of it is for him."""
    fields: dict[str, Any] = redact(fact, viewer)
    fields.pop("type", None)
    return fields if fields or not fact.__struct_fields__ else None


def sees(fact: Fact, viewer: Viewer) -> bool:
    """Whether a viewer may know that the fact happened."""
    return viewer.sees_all or redact_fact(fact, viewer) is not None


@cache
def audience(kind: type[Fact]) -> Literal["all", "none", "some"]:
    """Whether everybody, nobody or only some viewers may know of facts of this type."""
    words = {mark.word for marks in field_marks(kind).values() for mark in marks}
    if not kind.__struct_fields__ or words & {"public", "by_seat", "count_for_others", "kinds_for_others"}:
        return "all"
    return "none" if words <= {"nobody", "reveals"} else "some"


def shows_secret(fact: Fact) -> bool:
    """Whether something hidden comes to light in this fact."""
    if isinstance(fact, FlowMoved):
        return fact.unsealed
    return any(
        _is_there(getattr(fact, name)) for name, marks in field_marks(type(fact)).items() if _has(marks, "reveals")
    )


def _is_there(value: Any) -> bool:
    """Whether a field holds something to tell: a nought and a no do, nothing and an empty pile do not."""
    return value is not None and (not isinstance(value, Sized) or len(value) > 0)


def is_open(facts: Iterable[Fact]) -> bool:
    """Whether an append can be taken back freely: nothing was drawn and nothing hidden was shown."""
    return not any(shows_secret(fact) or (isinstance(fact, FlowMoved) and fact.draws) for fact in facts)


@cache
def field_marks(kind: type[Struct]) -> dict[str, tuple[Mark, ...]]:
    """The words beside each field of a record."""
    hints = get_type_hints(kind, include_extras=True)
    return {name: _marks(hints[name]) for name in kind.__struct_fields__}


def _marks(hint: Any) -> tuple[Mark, ...]:
    if get_origin(hint) is not Annotated:
        return ()
    return tuple(extra for extra in get_args(hint)[1:] if isinstance(extra, Mark))


@cache
def _is_marked(kind: type[Struct]) -> bool:
    return any(field_marks(kind).values())


@cache
def _name_of(kind: type[Struct]) -> dict[str, str]:
    return dict(zip(kind.__struct_fields__, kind.__struct_encode_fields__, strict=True))


def _struct(record: Struct, viewer: Viewer) -> dict[str, Any]:
    shown: dict[str, Any] = {}
    kind = type(record)
    names = _name_of(kind)
    for name, marks in field_marks(kind).items():
        value = _field(record, getattr(record, name), marks or (nobody,), viewer)
        if value is not _HIDDEN:
            shown[names[name]] = value
    return shown


def _field(record: Struct, value: Any, marks: tuple[Mark, ...], viewer: Viewer) -> Any:
    if _may_see(record, marks, viewer):
        return _plain(value, viewer)
    return _by_seat(value, marks, viewer) if _has(marks, "by_seat") else _told_instead(value, marks)


def _may_see(record: Struct, marks: tuple[Mark, ...], viewer: Viewer) -> bool:
    return any(_admits(mark, record, viewer) for mark in marks)


def _admits(mark: Mark, record: Struct, viewer: Viewer) -> bool:
    match mark.word:
        case "public":
            return True
        case "seats":
            return viewer.seat is not None
        case "only":
            return viewer.seat is not None and viewer.seat in _seats_named(record, mark.names)
        case "role":
            return viewer.role in mark.names
        case "until_field":
            return bool(getattr(record, mark.names[0]))
    return False


def _seats_named(record: Struct, names: tuple[str, ...]) -> set[int]:
    found: set[int] = set()
    for name in names:
        value = getattr(record, name)
        found |= set(value) if isinstance(value, tuple | list | frozenset | set) else {value}
    return found


def _by_seat(value: Any, marks: tuple[Mark, ...], viewer: Viewer) -> Any:
    def entry(seat: int, held: Any) -> Any:
        shown = _plain(held, viewer) if seat == viewer.seat else _told_instead(held, marks)
        return None if shown is _HIDDEN else shown

    if isinstance(value, dict):
        return {str(seat): entry(int(seat), held) for seat, held in value.items()}
    return [entry(seat, held) for seat, held in enumerate(value)]


def _told_instead(value: Any, marks: tuple[Mark, ...]) -> Any:
    """A number, or numbers by public kind, where the words grant that; else nothing."""
    for mark in marks:
        if mark.word == "count_for_others":
            is_pile = isinstance(value, Sized) and not isinstance(value, str)
            return {"count": len(value) if is_pile else int(value is not None)}
        if mark.word == "kinds_for_others" and mark.kind_of is not None:
            kinds = [mark.kind_of(entry) for entry in value]
            return {"counts": {kind: kinds.count(kind) for kind in sorted(set(kinds))}}
    return _HIDDEN


def _plain(value: Any, viewer: Viewer) -> Any:
    """A visible value as plain data; records inside that have words of their own are redacted by them."""
    if isinstance(value, Struct):
        return _struct(value, viewer) if _is_marked(type(value)) else _unmarked(value, viewer)
    if isinstance(value, dict):
        return {str(key): _plain(entry, viewer) for key, entry in value.items()}
    if isinstance(value, tuple | list):
        return [_plain(entry, viewer) for entry in value]
    if isinstance(value, frozenset | set):
        return sorted(_plain(entry, viewer) for entry in value)
    return msgspec.to_builtins(value, str_keys=True)


def _unmarked(record: Struct, viewer: Viewer) -> dict[str, Any]:
    names = _name_of(type(record))
    fields = {names[name]: _plain(getattr(record, name), viewer) for name in record.__struct_fields__}
    config = record.__struct_config__
    return {str(config.tag_field): tag_of(type(record)), **fields} if config.tag else fields


def _has(marks: tuple[Mark, ...], word: str) -> bool:
    return any(mark.word == word for mark in marks)
