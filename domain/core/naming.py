"""Options, decisions and facts of a game as sentences in a player's language."""

from collections.abc import Mapping
from typing import Any

from domain.core.game import Game
from domain.core.text import Messages, Texts, fill, placeholders, verb

SEAT_WORD = {"fr": "siège", "en": "seat"}


def _joined(own: Messages, around: Messages) -> Messages:
    """A game's messages together with those about the table; the game's own come first."""
    return Messages(
        decisions={**around.decisions, **own.decisions},
        options={**around.options, **own.options},
        slots={**around.slots, **own.slots},
        facts={**around.facts, **own.facts},
        reasons=own.reasons,
        limits=own.limits,
        words={**around.words, **own.words},
    )


class Namer:
    """Puts the names of content and seats into a game's messages, in one language."""

    def __init__(
        self, game: Game, language: str, seat_names: Mapping[int, str] | None = None, around: Texts | None = None
    ) -> None:
        self._game = game
        self._language = language
        self._messages = _joined(game.texts[language], around[language]) if around else game.texts[language]
        self._seat_names = dict(seat_names or {})

    def decision(self, kind: str) -> str:
        """The question that a decision of this kind puts."""
        return self._messages.decisions.get(kind, kind)

    def slot(self, name: str) -> str:
        """The name of a slot."""
        return self._messages.slots.get(name, name)

    def option(self, option_id: str, args: Mapping[str, Any]) -> str:
        """The label of an option, an item or a target: its verb's message, or the name of what it stands for."""
        shown = self._shown(args)
        for key in self._keys_of(option_id):
            message = self._messages.options.get(key)
            if message is not None and placeholders(message) <= set(shown):
                return fill(message, shown, self._language)
        if len(shown) == 1:
            return str(next(iter(shown.values())))
        return option_id

    def _keys_of(self, option_id: str) -> tuple[str, ...]:
        """A message may belong to a verb alone or to a verb with its first argument (`spend:1`)."""
        return (option_id, ":".join(option_id.split(":")[:2]), verb(option_id))

    def fact(self, tag: str, fields: Mapping[str, Any]) -> str | None:
        """The line a fact makes in the log, from the fields that are left after redaction."""
        for key in (tag, f"{tag}.hidden"):
            message = self._messages.facts.get(key)
            shown = self._shown(fields)
            if message is not None and placeholders(message) <= set(shown):
                return fill(message, shown, self._language)
        return None

    def reason(self, code: str) -> str | None:
        """Why an answer was refused."""
        return self._messages.reasons.get(code)

    def _shown(self, args: Mapping[str, Any]) -> dict[str, Any]:
        return {name: self._value(name, value) for name, value in args.items() if value is not None}

    def _value(self, name: str, value: Any) -> Any:
        kind = self._game.argument_kinds.get(name, name)
        if isinstance(value, list | tuple):
            return ", ".join(str(self._value(name, entry)) for entry in value)
        if isinstance(value, dict):
            parts = (f"{self._value(name, key)} {self._value(name, entry)}" for key, entry in value.items())
            return ", ".join(parts)
        if kind == "seat" and isinstance(value, int) and not isinstance(value, bool):
            return self._seat_names.get(value, f"{SEAT_WORD[self._language]} {value}")
        word = self._messages.words.get(kind, {}).get(str(value))
        if word is not None:
            return word
        entry = self._game.catalogue.get(kind, {}).get(value) if isinstance(value, str) else None
        names = getattr(entry, "name", None)
        return names[self._language] if isinstance(names, dict) else value
