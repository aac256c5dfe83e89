"""What people read: forms, events and rules in the language of the request."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from api.language import language
from domain.core.game import Game
from domain.core.naming import Namer
from domain.table.wording import AROUND
from server.tables.folding import Loaded
from server.tables.viewing import Open, Shown


class Wording:
    """Puts labels and sentences to the ids of one table, in one language."""

    def __init__(self, loaded: Loaded) -> None:
        names = {seat: holder.name for seat, holder in enumerate(loaded.table.holders) if holder and holder.name}
        self._game = loaded.game
        self.language = language()
        self._namer = Namer(loaded.game, self.language, names, AROUND)

    def decision(self, opened: Open) -> dict[str, Any]:
        """An open decision with its prompt and the labels of its form."""
        return {"id": opened.id, "seat": opened.seat, "kind": opened.kind, "mode": opened.mode,
                "prompt": self._namer.decision(opened.kind), "form": self._form(opened.form) if opened.form else None,
                "default": opened.default, "rules": self.rules(opened.rules), "due_at": opened.due_at}

    def _form(self, form: Mapping[str, Any]) -> dict[str, Any]:
        worded: dict[str, Any] = {"slots": [self._slot(slot) for slot in form["slots"]]}
        if form.get("lists"):
            worded["lists"] = {name: self._options(options) for name, options in form["lists"].items()}
        return worded

    def _slot(self, slot: Mapping[str, Any]) -> dict[str, Any]:
        worded = {**slot, "label": self._namer.slot(slot["name"])}
        for options in ("options", "items", "targets"):
            if options in slot:
                worded[options] = self._options(slot[options])
        if slot["kind"] == "select":
            worded.setdefault("ordered", False)
            worded.setdefault("repeat", False)
        return worded

    def _options(self, options: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
        return [self._option(option) for option in options]

    def _option(self, option: Mapping[str, Any]) -> dict[str, Any]:
        args = option.get("args", {})
        worded = {**option, "label": self._namer.option(option["id"], args), "args": args}
        if "slots" in option:
            worded["slots"] = [self._slot(slot) for slot in option["slots"]]
        return worded

    def event(self, shown: Shown) -> dict[str, Any]:
        """An event with its sentence."""
        return {"version": shown.version, "type": shown.type, "data": shown.data, "at": shown.at,
                "text": self._namer.fact(shown.type, shown.data), "rules": self.rules(shown.rules)}

    def fact(self, tag: str, data: Mapping[str, Any], rules: Iterable[str]) -> dict[str, Any]:
        """A fact that has not happened, with its sentence."""
        return {"type": tag, "data": data, "text": self._namer.fact(tag, data), "rules": self.rules(rules)}

    def rules(self, ids: Iterable[str]) -> list[dict[str, str]]:
        """Rules by name and address."""
        return [rule_reference(self._game, rule, self.language) for rule in ids]


def rule_reference(game: Game, rule: str, tongue: str) -> dict[str, str]:
    """A rule by name and address."""
    known = game.rulebook.get(rule)
    title = {"title": known.title[tongue]} if known else {}
    return {"id": rule, **title, "href": f"/v1/games/{game.slug}/rules/{rule}"}
