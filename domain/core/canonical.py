"""One order for the entries of every mapping: that in which the log gives them back.

The database keeps the names of an object sorted, shorter ones first. Rules may walk through a mapping; so that they
decide the same whether a match was just played or read from the log, everything that is stored takes that order before
it takes effect.
"""

from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import replace

T = TypeVar("T")


def canonical(value: T) -> T:
    """The same value with the entries of all mappings in the order of the log."""
    changed: Any = _ordered(value)
    result: T = changed
    return result


def _ordered(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _ordered(value[key]) for key in sorted(value, key=_rank)}
    if isinstance(value, tuple):
        return _entries(value)
    if isinstance(value, Struct):
        return _record(value)
    return [_ordered(entry) for entry in value] if isinstance(value, list) else value


def _entries(value: tuple[Any, ...]) -> tuple[Any, ...]:
    ordered = tuple(_ordered(entry) for entry in value)
    return ordered if any(new is not old for new, old in zip(ordered, value, strict=True)) else value


def _record(value: Struct) -> Struct:
    changes = {}
    for name in value.__struct_fields__:
        old = getattr(value, name)
        new = _ordered(old)
        if new is not old:
            changes[name] = new
    return replace(value, **changes) if changes else value


def _rank(key: Any) -> tuple[int, bytes]:
    text = str(key).encode()
    return (len(text), text)
