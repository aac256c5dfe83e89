"""What every game declares: facts, frames, rules, texts, content."""

import ast
import pkgutil
import re
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from importlib.resources import files
from pathlib import Path

import msgspec
import pytest

from domain.core.codec import tag_of
from domain.core.content import Provenance, digest, read_yaml
from domain.core.game import Game
from domain.core.model import Fact, Frame
from domain.core.rules import CARRIED_OUT_BY
from domain.core.text import LANGUAGES, placeholders
from domain.core.visibility import field_marks

TESTS = Path(__file__).parents[1]


def declared(game: Game, kind: type) -> set[type]:
    """All subclasses of a kind that a game's modules define."""
    package = import_module(game.package)
    modules = [import_module(f"{game.package}.{found.name}") for found in pkgutil.iter_modules(package.__path__)]
    classes = (entry for module in modules for entry in vars(module).values() if isinstance(entry, type))
    return {entry for entry in classes if issubclass(entry, kind) and entry.__module__.startswith(game.package)}


def test_every_fact_has_an_applier_and_every_applier_a_fact(game: Game) -> None:
    assert declared(game, Fact) == set(game.appliers)


def test_every_frame_has_a_step_and_no_background_frame_answers(game: Game) -> None:
    assert declared(game, Frame) == set(game.steps)
    assert set(game.answerers) <= set(game.steps)
    assert not game.background & set(game.answerers)


def test_tags_name_the_game_and_the_version_of_a_fact(game: Game) -> None:
    facts, frames = [tag_of(fact) for fact in game.appliers], [tag_of(frame) for frame in game.steps]
    assert [tag for tag in facts if not re.fullmatch(rf"{game.slug}\.[a-z][a-z0-9_]*\.v[1-9]\d*", tag)] == []
    assert [tag for tag in frames if not re.fullmatch(rf"{game.slug}\.[a-z][a-z0-9_]*", tag)] == []
    assert len(set(facts)) == len(facts) and len(set(frames)) == len(frames)


def test_every_field_of_facts_and_state_says_who_may_see_it(game: Game) -> None:
    silent = [
        f"{kind.__name__}.{name}"
        for kind in (*game.appliers, game.state_type)
        for name, marks in field_marks(kind).items()
        if not marks
    ]
    assert silent == []


def test_the_schemas_of_options_state_and_facts_can_be_published(game: Game) -> None:
    for kind in (game.options_type, game.state_type, *game.appliers, *game.steps):
        assert msgspec.json.schema(kind)


def test_every_rule_is_told_in_both_languages(game: Game) -> None:
    assert game.rulebook
    for rule_id, rule in game.rulebook.items():
        assert rule_id.startswith(f"{game.slug}.")
        assert all(rule.title.get(language) and rule.text.get(language) for language in LANGUAGES), rule_id


def test_every_rule_is_carried_out_or_waived_and_not_both(game: Game) -> None:
    carried_out = {rule_id for rule_id in CARRIED_OUT_BY if rule_id.startswith(f"{game.slug}.")}
    waived = {rule_id for rule_id, rule in game.rulebook.items() if rule.waived}
    assert sorted(carried_out - set(game.rulebook)) == [], "cited by code, but no such rule"
    assert sorted(set(game.rulebook) - carried_out - waived) == [], "neither carried out nor waived"
    assert sorted(waived & carried_out) == [], "waived, but carried out"


def test_every_rule_is_examined_by_a_test_and_every_examined_rule_exists(game: Game) -> None:
    examined = {rule_id for rule_id in rules_cited_by_tests() if rule_id.startswith(f"{game.slug}.")}
    expected = {rule_id for rule_id, rule in game.rulebook.items() if not rule.waived}
    assert sorted(examined - set(game.rulebook)) == [], "cited by a test, but no such rule"
    assert sorted(expected - examined) == [], "no test cites these"


@cache
def rules_cited_by_tests() -> frozenset[str]:
    """The rule ids in all `@pytest.mark.rule(...)` of the suite."""
    trees = (ast.parse(path.read_text(encoding="utf-8")) for path in TESTS.rglob("test_*.py"))
    return frozenset(rule for tree in trees for rule in _cited_in(tree))


def _cited_in(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.rule":
            yield from (value.value for value in node.args if isinstance(value, ast.Constant))


@pytest.mark.parametrize("section", ["decisions", "options", "slots", "facts", "reasons", "limits"])
def test_both_languages_have_the_same_messages_with_the_same_placeholders(game: Game, section: str) -> None:
    french, english = (getattr(game.texts[language], section) for language in ("fr", "en"))
    assert set(french) == set(english)
    assert [key for key in french if placeholders(french[key]) != placeholders(english[key])] == []
    assert [key for key in french if not french[key].strip() or not english[key].strip()] == []


def test_both_languages_have_the_same_words(game: Game) -> None:
    french, english = (game.texts[language].words for language in ("fr", "en"))
    assert {kind: set(names) for kind, names in french.items()} == {kind: set(names) for kind, names in english.items()}


def test_every_fact_has_a_line_made_of_its_own_fields(game: Game) -> None:
    messages = game.texts["en"].facts
    for fact in game.appliers:
        tag = tag_of(fact)
        fields = set(fact.__struct_encode_fields__)
        assert tag in messages, tag
        for key in (tag, f"{tag}.hidden"):
            assert placeholders(messages.get(key, "")) <= fields, key
    known = {tag_of(fact) for fact in game.appliers}
    assert {key.removesuffix(".hidden") for key in messages} <= known


def test_every_reason_the_rules_give_has_a_message(game: Game) -> None:
    package = files(game.package)
    sources = (Path(str(package)) / name.name for name in package.iterdir() if name.name.endswith(".py"))
    given = {code for path in sources for code in _reasons_in(ast.parse(path.read_text(encoding="utf-8")))}
    assert given <= set(game.texts["en"].reasons)


def _reasons_in(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "Reason" and node.args:
            code = node.args[0]
            if isinstance(code, ast.Constant):
                yield code.value


def test_every_content_file_says_where_its_figures_come_from(game: Game) -> None:
    folder = files(game.package).joinpath("content")
    names = sorted(entry.name for entry in folder.iterdir() if entry.name.endswith(".yaml"))
    assert names
    for name in names:
        origin = msgspec.convert(read_yaml(game.package, f"content/{name}")["provenance"], Provenance)
        assert origin.note.strip(), name


def test_the_edition_of_the_content_is_a_digest_of_it(game: Game) -> None:
    assert re.fullmatch("[0-9a-f]{64}", game.content_digest)
    assert game.content_digest == digest(game.package)


def test_content_that_texts_name_has_names_in_both_languages(game: Game) -> None:
    spoken_of = set(game.argument_kinds.values())
    for kind, entries in game.catalogue.items():
        for entry in entries.values():
            names = getattr(entry, "name", None)
            if kind in spoken_of or names is not None:
                assert isinstance(names, dict) and all(names.get(lang) for lang in LANGUAGES), f"{kind} {entry.id}"


def test_the_catalogue_describes_the_game_in_both_languages(game: Game) -> None:
    described = game.described
    assert set(described.names) >= set(LANGUAGES)
    assert all(described.about.get(language) for language in LANGUAGES)
    assert 1 <= described.seats[0] <= described.seats[1]
    assert game.options_type() == msgspec.convert({}, game.options_type), "every option has a default"


def test_every_game_has_a_sensible_opponent(game: Game) -> None:
    assert "sensible" in game.bots
