"""What people read: forms, events and rules in the language of the request."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from api.language import Language, language
from domain.core.game import Game
from domain.core.naming import SEAT_WORD, Namer
from domain.core.rules import Rule
from domain.table.state import Table
from domain.table.wording import AROUND
from server.tables.folding import Loaded
from server.tables.viewing import Open, Shown

SENTENCES = 3


class Wording:
    """Puts labels and sentences to the ids of one table, in one language."""

    def __init__(self, loaded: Loaded, tongue: Language | None = None) -> None:
        names = seat_names(loaded.table)
        self._game = loaded.game
        self._names = names
        self.language = tongue or language()
        self._namer = Namer(loaded.game, self.language, names, AROUND)

    def decision(self, opened: Open) -> dict[str, Any]:
        """An open decision with its prompt and the labels of its form."""
        return {
            "id": opened.id,
            "seat": opened.seat,
            "kind": opened.kind,
            "mode": opened.mode,
            "prompt": self._namer.decision(opened.kind),
            "form": self._form(opened.form) if opened.form else None,
            "default": opened.default,
            "about": opened.about or None,
            "ballots": [{"player_id": player, "answer": answer} for player, answer in opened.ballots.items()],
            "rules": self.rules(opened.rules),
            "due_at": opened.due_at,
        }

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
        return {
            "version": shown.version,
            "type": shown.type,
            "data": shown.data,
            "at": shown.at,
            "text": self._namer.fact(shown.type, shown.data),
            "rules": self.rules(shown.rules),
            "move": shown.move,
        }

    def explained(self, shown: Shown) -> dict[str, Any]:
        """An event with its sentence, and with the rules that it follows from in full."""
        book = self._game.rulebook
        rules = [rule_in_full(self._game.slug, book[rule], self.language) for rule in shown.rules if rule in book]
        return {**self.event(shown), "rules": rules}

    def headline(self, facts: Iterable[tuple[str, Mapping[str, Any]]], seat: int | None) -> str | None:
        """What happened in one append, in a line: its first sentences, and who acted where they do not say so."""
        sentences = [text for tag, data in facts if (text := self._namer.fact(tag, data))]
        line = " ".join(sentences[:SENTENCES]) + (" …" if len(sentences) > SENTENCES else "")
        if not line:
            return None if seat is None else self._namer.fact("core.answered.v1", {"seat": seat})
        who = None if seat is None else self._names.get(seat, f"{SEAT_WORD[self.language]} {seat}")
        return line if who is None or who in line else f"{who}: {line}"

    def fact(self, tag: str, data: Mapping[str, Any], rules: Iterable[str]) -> dict[str, Any]:
        """A fact that has not happened, with its sentence."""
        return {"type": tag, "data": data, "text": self._namer.fact(tag, data), "rules": self.rules(rules)}

    def rules(self, ids: Iterable[str]) -> list[dict[str, str]]:
        """Rules by name and address."""
        return [rule_reference(self._game, rule, self.language) for rule in ids]


def seat_names(table: Table) -> dict[int, str]:
    """What seats are called: by all who hold them."""
    names = {seat: " & ".join(one.name for one in table.holding(seat)) for seat in range(len(table.holders))}
    return {seat: name for seat, name in names.items() if name}


def rule_reference(game: Game, rule: str, tongue: str) -> dict[str, str]:
    """A rule by name and address."""
    known = game.rulebook.get(rule)
    title = {"title": known.title[tongue]} if known else {}
    return {"id": rule, **title, "href": f"/v1/games/{game.slug}/rules/{rule}"}


def rule_in_full(slug: str, rule: Rule, tongue: str) -> dict[str, Any]:
    """A rule with its place in the book and its sentence."""
    return {
        "id": rule.id,
        "chapter": rule.chapter,
        "page": None if rule.page is None else str(rule.page),
        "title": rule.title[tongue],
        "text": rule.text[tongue],
        "href": f"/v1/games/{slug}/rules/{rule.id}",
    }
