"""The catalogue: games, their content, their rules, their questions and their engines."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec
from marshmallow import fields, validate

from api.bodies import Exactly
from api.endpoint import PUBLIC, Resource, gives, needs, takes
from api.language import LANGUAGES, language
from api.paging import PageQuery, paged, slice_of
from api.wording import rule_in_full
from domain.core.game import Game
from domain.core.rules import Rule
from domain.games import games
from server.refusals import NotFound

catalogue = Resource("catalogue", __name__, url_prefix="/v1/games")
ENGINES = {
    "random": {"en": "Plays any answer that fits", "fr": "Joue n'importe quelle réponse permise"},
    "sensible": {"en": "Plays to win, by simple rules", "fr": "Joue pour gagner, par des règles simples"},
}


class ContentQuery(PageQuery):
    """Which content to list."""

    kind = fields.String(validate=(validate.Length(1, 40), Exactly(r"^[a-z][a-z0-9_]{0,39}$")))


class RulesQuery(PageQuery):
    """Which rules to list."""

    chapter = fields.String(validate=(validate.Length(1, 60), Exactly(r"^[A-Za-z0-9_.-]{1,60}$")))
    q = fields.String(validate=(validate.Length(1, 100), Exactly(r"^[^\u0000]{1,100}$")))


def found(slug: str) -> Game:
    """The game of that name."""
    known = games()
    if slug not in known:
        raise NotFound("There is no such game.")
    return known[slug]


@catalogue.get("")
@needs(PUBLIC)
@gives("Games", etag=True, localised=True)
def list_games() -> dict[str, Any]:
    """List the games."""
    return {"items": [_summary(game) for _, game in sorted(games().items())]}


def _summary(game: Game) -> dict[str, Any]:
    described = game.described
    return {
        "id": game.slug,
        "name": described.names[language()],
        "about": described.about.get(language(), ""),
        "kind": described.kind,
        "seats": _range(described.seats),
        "minutes": _range(described.minutes),
        "rules_version": described.rules_version,
        "languages": list(LANGUAGES),
        "href": f"/v1/games/{game.slug}",
    }


def _range(pair: tuple[int, int]) -> dict[str, int]:
    return {"min": pair[0], "max": pair[1]}


@catalogue.get("/<slug:game>")
@needs(PUBLIC)
@gives("Game", etag=True, localised=True)
def get_game(game: str) -> dict[str, Any]:
    """Read one game with the schema of its options."""
    played = found(game)
    return {
        **_summary(played),
        "options_schema": options_schema(played),
        "content_digest": played.content_digest,
        "content_kinds": sorted(played.catalogue),
        "chapters": chapters(played),
        "engines": engines_of(played),
    }


@cache
def options_schema(game: Game) -> dict[str, Any]:
    """The JSON Schema of a game's options."""
    (reference,), components = msgspec.json.schema_components([game.options_type])
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        **components.pop(reference["$ref"].rpartition("/")[2]),
        **({"$defs": components} if components else {}),
    }


def chapters(game: Game) -> list[str]:
    """The chapters of a game's rules, in the order of the book."""
    return list(dict.fromkeys(rule.chapter for rule in game.rulebook.values()))


def engines_of(game: Game) -> list[str]:
    """The names of a game's built-in opponents."""
    return sorted({"random", *game.bots})


@catalogue.get("/<slug:game>/content")
@needs(PUBLIC)
@takes(query=ContentQuery)
@gives("ContentPage", etag=True, localised=True)
def list_content(game: str, query: dict[str, Any]) -> Any:
    """List the printed things of a game."""
    played, kind = found(game), query.get("kind")
    everything = [
        (name, entry)
        for name, entries in played.catalogue.items()
        if kind in (None, name)
        for entry in entries.values()
    ]
    items, cursor = slice_of(everything, query)
    return paged([_content(game, name, entry) for name, entry in items], cursor)


@catalogue.get("/<slug:game>/content/<dotted:content_id>")
@needs(PUBLIC)
@gives("Content", etag=True, localised=True)
def get_content(game: str, content_id: str) -> dict[str, Any]:
    """Read one printed thing."""
    kind, _, name = content_id.partition(":")
    for entry in found(game).catalogue.get(kind, {}).values():
        if str(entry.id) == name:
            return _content(game, kind, entry)
    raise NotFound("There is no such content.")


def _content(game: str, kind: str, entry: Any) -> dict[str, Any]:
    printed = msgspec.to_builtins(entry)
    names = printed.get("name")
    shown = names.get(language(), "") if isinstance(names, dict) else str(names or entry.id)
    return {
        "id": f"{kind}:{entry.id}",
        "kind": kind,
        "key": str(entry.id),
        "name": shown,
        "printed": printed,
        "href": f"/v1/games/{game}/content/{kind}:{entry.id}",
    }


@catalogue.get("/<slug:game>/rules")
@needs(PUBLIC)
@takes(query=RulesQuery)
@gives("RulesPage", etag=True, localised=True)
def list_rules(game: str, query: dict[str, Any]) -> Any:
    """List or search the rules."""
    words = query.get("q", "").casefold().split()
    wanted = [
        rule
        for rule in found(game).rulebook.values()
        if query.get("chapter") in (None, rule.chapter) and all(word in _text(rule) for word in words)
    ]
    items, cursor = slice_of(wanted, query)
    return paged([rule_in_full(game, rule, language()) for rule in items], cursor)


def _text(rule: Rule) -> str:
    return f"{rule.id} {rule.title[language()]} {rule.text[language()]}".casefold()


@catalogue.get("/<slug:game>/rules/<dotted:rule_id>")
@needs(PUBLIC)
@gives("Rule", etag=True, localised=True)
def get_rule(game: str, rule_id: str) -> dict[str, Any]:
    """Read one rule."""
    rule = found(game).rulebook.get(rule_id)
    if rule is None:
        raise NotFound("There is no such rule.")
    return rule_in_full(game, rule, language())


@catalogue.get("/<slug:game>/decision-kinds")
@needs(PUBLIC)
@gives("DecisionKinds", etag=True, localised=True)
def list_decision_kinds(game: str) -> dict[str, Any]:
    """List every kind of decision that the game can ask for."""
    messages = found(game).texts[language()]
    return {
        "items": [{"kind": kind, "prompt": prompt} for kind, prompt in messages.decisions.items()],
        "slots": [{"name": name, "label": label} for name, label in messages.slots.items()],
        "reasons": [{"code": code, "text": text} for code, text in messages.reasons.items()],
    }


@catalogue.get("/<slug:game>/engines")
@needs(PUBLIC)
@gives("Engines", etag=True, localised=True)
def list_engines(game: str) -> dict[str, Any]:
    """List the built-in opponents."""
    return {
        "items": [{"id": name, "about": ENGINES.get(name, {}).get(language(), "")} for name in engines_of(found(game))]
    }
