"""Which code carries out which paragraph of which rulebook."""

from collections import defaultdict
from collections.abc import Callable
from typing import Any, TypeVar

import msgspec

from domain.core.content import read_yaml
from domain.core.record import Record

Function = TypeVar("Function", bound=Callable[..., Any])

CARRIED_OUT_BY: dict[str, set[str]] = defaultdict(set)


class Rule(Record, forbid_unknown_fields=True):
    """One paragraph of a rulebook, told in our own words."""

    id: str
    chapter: str
    title: dict[str, str]
    text: dict[str, str]
    page: int | str | None = None
    waived: str | None = None
    """Why no code carries it out, if none does."""


def rule(*ids: str) -> Callable[[Function], Function]:
    """Cite the paragraphs that a function carries out."""

    def cite(function: Function) -> Function:
        for rule_id in ids:
            CARRIED_OUT_BY[rule_id].add(f"{function.__module__}.{function.__qualname__}")
        return function

    return cite


def read_rulebook(package: str) -> dict[str, Rule]:
    """The rules of a game by id, in the order of its book."""
    rules = msgspec.convert(read_yaml(package, "rulebook.yaml"), list[Rule])
    found = {entry.id: entry for entry in rules}
    if len(found) < len(rules):
        raise ValueError(f"{package}: a rule id stands twice in rulebook.yaml")
    return found
