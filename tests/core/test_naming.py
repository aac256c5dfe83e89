"""Sentences: messages filled with names, numbers and seats, in two languages."""

from typing import Any

import pytest

from domain.core.game import Described, Game
from domain.core.naming import Namer
from domain.core.record import Record
from domain.core.text import Messages, fill, placeholders, verb


class Planet(Record):
    id: str
    name: dict[str, str]


def named(language: str = "en", **sections: Any) -> Namer:
    described = Described(slug="x", names={}, kind="competitive", seats=(1, 2), minutes=(1, 1), rules_version="1")
    game = Game(described, "x", state=Record, options=Record, argument_kinds={"to": "planet", "by": "seat"})
    game.lists("planet", [Planet(id="m1", name={"fr": "Mars", "en": "Mars the red"})])
    empty: dict[str, dict[str, str]] = {"decisions": {}, "options": {}, "slots": {}, "facts": {}}
    messages = Messages(**{**empty, **sections})
    game.texts = {"fr": messages, "en": messages}
    return Namer(game, language, {0: "alice"})


@pytest.mark.parametrize(
    ("language", "n", "text"),
    [
        ("en", 0, "0 tokens"),
        ("en", 1, "1 token"),
        ("en", -1, "-1 token"),
        ("en", 2, "2 tokens"),
        ("fr", 0, "0 token"),
        ("fr", 1, "1 token"),
        ("fr", 2, "2 tokens"),
    ],
)
def test_words_follow_numbers_as_the_language_has_it(language: str, n: int, text: str) -> None:
    assert fill("{n} {n|token|tokens}", {"n": n}, language) == text


def test_placeholders_are_found_once() -> None:
    assert placeholders("{n} {n|a|b} to {planet}, {n2}") == {"n", "planet", "n2"}
    assert placeholders("nothing {}") == set()


def test_the_verb_of_an_option_comes_first() -> None:
    assert (verb("move:vera:C3"), verb("pass")) == ("move", "pass")


def test_an_option_is_labelled_by_its_id_then_its_verb_and_first_argument_then_its_verb() -> None:
    namer = named(options={"spend": "spend {n}", "spend:1": "spend one", "spend:1:m1": "all of it"})
    assert namer.option("spend:1:m1", {}) == "all of it"
    assert namer.option("spend:1:m2", {}) == "spend one"
    assert namer.option("spend:2", {"n": 2}) == "spend 2"


def test_content_and_seats_are_put_in_by_name() -> None:
    namer = named(options={"go": "{by} goes to {to}"})
    assert namer.option("go:m1", {"by": 0, "to": "m1"}) == "alice goes to Mars the red"
    assert named("fr", options={"go": "{by} va à {to}"}).option("go:m1", {"by": 1, "to": "m1"}) == "siège 1 va à Mars"


def test_an_item_that_stands_for_one_thing_is_called_by_its_name() -> None:
    assert named().option("m1", {"to": "m1"}) == "Mars the red"
    assert named().option("pass", {}) == "pass"


def test_words_that_are_no_content_have_names_too() -> None:
    namer = named(words={"unit": {"ship": "vessel"}}, options={"build": "a {unit}"})
    assert namer.option("build:ship", {"unit": "ship"}) == "a vessel"


def test_lists_and_tables_of_things_are_named_one_by_one() -> None:
    namer = named(facts={"x.a.v1": "{to}", "x.b.v1": "{planet}"})
    assert namer.fact("x.a.v1", {"to": ["m1", "m9"]}) == "Mars the red, m9"
    assert namer.fact("x.b.v1", {"planet": {"m1": 2}}) == "Mars the red 2"


def test_a_fact_whose_fields_were_redacted_is_told_by_its_other_message() -> None:
    namer = named(facts={"x.drawn.v1": "{by} draws {card}", "x.drawn.v1.hidden": "{by} draws"})
    assert namer.fact("x.drawn.v1", {"by": 0, "card": "ace"}) == "alice draws ace"
    assert namer.fact("x.drawn.v1", {"by": 0}) == "alice draws"
    assert namer.fact("x.drawn.v1", {}) is None
    assert namer.fact("x.other.v1", {}) is None


def test_a_field_that_holds_nothing_counts_as_missing() -> None:
    namer = named(facts={"x.placed.v1": "on {to}", "x.placed.v1.hidden": "nowhere"})
    assert namer.fact("x.placed.v1", {"to": None}) == "nowhere"


def test_decisions_slots_and_reasons_have_messages() -> None:
    namer = named(decisions={"bid": "Your bid?"}, slots={"coins": "Coins"}, reasons={"too_much": "Too much."})
    assert (namer.decision("bid"), namer.slot("coins"), namer.reason("too_much")) == ("Your bid?", "Coins", "Too much.")
    assert namer.reason("unknown") is None
