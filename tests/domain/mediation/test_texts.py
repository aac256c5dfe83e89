"""French and English say the same things, and everything that can be said has its words."""

import ast
from pathlib import Path

import pytest

from domain.core.codec import tag_of
from domain.core.forms import Pick, Select, Split, options_of
from domain.core.naming import Namer
from domain.core.text import placeholders
from domain.core.visibility import SPECTATOR, Viewer, redact_fact
from domain.mediation import Options, mediation, refusals
from tests.domain.mediation.playing import matches

SECTIONS = ("decisions", "options", "slots", "facts", "reasons", "limits")


@pytest.mark.parametrize("section", SECTIONS)
def test_both_languages_have_the_same_keys_and_placeholders(section):
    french, english = getattr(mediation.texts["fr"], section), getattr(mediation.texts["en"], section)
    assert french.keys() == english.keys()
    for key, message in french.items():
        assert placeholders(message) == placeholders(english[key]), key


def test_words_are_the_same_in_both_languages():
    french, english = mediation.texts["fr"].words, mediation.texts["en"].words
    assert {kind: words.keys() for kind, words in french.items()} == {
        kind: words.keys() for kind, words in english.items()
    }


def test_every_fact_has_a_message_and_every_question_a_reason_to_refuse():
    assert {tag_of(fact) for fact in mediation.appliers} <= set(mediation.texts["en"].facts)
    assert set(mediation.texts["en"].decisions) == set(mediation.reasons)


def test_messages_name_only_fields_of_their_facts():
    for fact in mediation.appliers:
        for key in (tag_of(fact), f"{tag_of(fact)}.hidden"):
            message = mediation.texts["en"].facts.get(key, "")
            assert placeholders(message) <= set(fact.__struct_encode_fields__), key


def test_every_reason_has_a_message():
    folder = Path(refusals.__file__).parent
    codes = set()
    for name in ("refusals.py", "misfits.py"):
        for node in ast.walk(ast.parse((folder / name).read_text())):
            is_call = isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
            if is_call and node.func.id in ("because", "Reason") and isinstance(node.args[0], ast.Constant):
                codes.add(node.args[0].value)
    assert codes == set(mediation.texts["fr"].reasons)


@pytest.mark.parametrize("language", ["fr", "en"])
def test_everything_that_is_seen_of_matches_is_told_in_words(language):
    namer = Namer(mediation, language, {0: "alice", 1: "bob"})
    said = set()
    options = Options(characters=7, pyramids=True)
    for append in matches(options, 2, seeds=(1,)):
        for decision in append.asked:
            check_labels(decision.ask, namer)
        for fact in append.facts:
            if type(fact) in mediation.appliers:
                for viewer in (SPECTATOR, Viewer(seat=0)):
                    line = namer.fact(tag_of(type(fact)), redact_fact(fact, viewer))
                    assert line and "{" not in line, fact
                said.add(type(fact))
    assert len(said) > 20


def check_labels(question, namer):
    """Question, slots, options and targets are all told in words."""
    assert namer.decision(question.kind) != question.kind
    for slot in question.form.slots:
        check_slot(slot, question.form, namer)


def check_slot(slot, form, namer):
    assert namer.slot(slot.name) != slot.name, slot.name
    if isinstance(slot, Split):
        assert all(namer.option(target.id, target.args) for target in slot.targets)
    if isinstance(slot, Pick | Select):
        for option in options_of(slot, form):
            label = namer.option(option.id, option.args)
            assert "{" not in label and ":" not in label.replace(" : ", ""), option
            assert label != option.id or list(option.args) == ["cell"], option
            for inner in option.slots:
                assert namer.slot(inner.name) != inner.name
