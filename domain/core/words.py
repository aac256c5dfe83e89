"""The words that say who may see a field of a fact or of a state; a field without one is hidden."""

from collections.abc import Callable
from typing import Any

from msgspec import Struct


class Mark(Struct, frozen=True):
    """One word of visibility, put beside a field's type."""

    word: str
    names: tuple[str, ...] = ()
    kind_of: Callable[[Any], str] | None = None


public = Mark("public")
"""Everybody sees it."""

nobody = Mark("nobody")
"""Only the auditor sees it, and everybody after the end."""

seats = Mark("seats")
"""All seats see it, spectators do not."""

by_seat = Mark("by_seat")
"""Entry i is seen by seat i."""

count_for_others = Mark("count_for_others")
"""Who may not see it is told how many there are."""

reveals = Mark("reveals")
"""Something that was hidden comes to light here."""


def only(*names: str) -> Mark:
    """Seen by the seats that the named fields of the same record hold."""
    return Mark("only", names)


def role(name: str) -> Mark:
    """Seen by the official seat of that name."""
    return Mark("role", (name,))


def until_field(name: str) -> Mark:
    """As the other words say, until the named field of the same record is true; then public."""
    return Mark("until_field", (name,))


def kinds_for_others(kind_of: Callable[[Any], str]) -> Mark:
    """Who may not see the entries is told how many there are of each public kind."""
    return Mark("kinds_for_others", (), kind_of)
