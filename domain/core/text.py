"""What players read: one message per decision kind, option verb, slot, fact and reason, in every language."""

import re
from collections.abc import Mapping
from typing import Any

import msgspec

from domain.core.content import read_yaml
from domain.core.record import Record

LANGUAGES = ("fr", "en")

_PLACE = re.compile(r"\{([a-z_0-9]+)(?:\|([^|{}]*)\|([^|{}]*))?\}")


class Messages(Record, forbid_unknown_fields=True):
    """All messages of a game in one language; names of seats and content are put in where they are rendered."""

    decisions: dict[str, str]
    options: dict[str, str]
    slots: dict[str, str]
    facts: dict[str, str]
    reasons: dict[str, str] = {}
    limits: dict[str, str] = {}
    words: dict[str, dict[str, str]] = {}
    """Names of arguments' values that are no content: `unit: {ship: vaisseau}`."""


Texts = dict[str, Messages]


def read_texts(package: str) -> Texts:
    """The messages of a game by language."""
    return {lang: msgspec.convert(read_yaml(package, f"text/{lang}.yaml"), Messages) for lang in LANGUAGES}


def placeholders(message: str) -> set[str]:
    """The names of the arguments that a message puts in."""
    return {match[1] for match in _PLACE.finditer(message)}


def fill(message: str, args: Mapping[str, Any], language: str) -> str:
    """A message with its arguments; `{n|one|many}` is a word that follows a number."""

    def put(match: re.Match[str]) -> str:
        name, one, many = match.groups()
        value = args[name]
        if one is None:
            return str(value)
        is_one = abs(value) < 2 if language == "fr" else abs(value) == 1
        return one if is_one else many

    return _PLACE.sub(put, message)


def verb(option_id: str) -> str:
    """The word of an option id that says what it does."""
    return option_id.split(":", 1)[0]
