"""French and English say the same things, and everything that can be said has its words."""

import random

import pytest

from domain.core.chance import Seeded
from domain.core.codec import tag_of
from domain.core.fillings import random_answer
from domain.core.forms import Pick, Select, Split, options_of
from domain.core.model import House
from domain.core.naming import Namer
from domain.core.text import placeholders
from domain.core.umpire import Umpire
from domain.core.visibility import SPECTATOR, redact_fact
from domain.kepler import Options, kepler

SECTIONS = ("decisions", "options", "slots", "facts", "reasons")


@pytest.mark.parametrize("section", SECTIONS)
def test_both_languages_have_the_same_keys_and_placeholders(section):
    french, english = getattr(kepler.texts["fr"], section), getattr(kepler.texts["en"], section)
    assert french.keys() == english.keys()
    for key, message in french.items():
        assert placeholders(message) == placeholders(english[key]), key


def test_words_are_the_same_in_both_languages():
    french, english = kepler.texts["fr"].words, kepler.texts["en"].words
    assert {kind: words.keys() for kind, words in french.items()} == {
        kind: words.keys() for kind, words in english.items()
    }


def test_every_fact_has_a_message():
    assert {tag_of(fact) for fact in kepler.appliers} <= set(kepler.texts["en"].facts)


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.rule("kepler.info.1")
def test_everything_that_a_spectator_sees_of_games_is_told_in_words(language):
    rng, said = random.Random(7), set()
    namer = Namer(kepler, language, {0: "alice", 1: "bob", 2: "carol"})
    for seed in (1, 2):
        umpire = Umpire(kepler, House(seats=3), Seeded(bytes([seed]) * 32))
        play, facts = umpire.begin(Options(), 3)
        while play.agenda:
            for fact in facts:
                if type(fact) in kepler.appliers:
                    line = namer.fact(tag_of(type(fact)), redact_fact(fact, SPECTATOR))
                    assert line and "{" not in line, fact
                    said.add(type(fact))
            found = umpire.decisions(play)
            if not found:
                play, facts = umpire.advance(play, background=True)
                continue
            check_labels(found[0].ask, namer)
            play, facts = umpire.decide(
                play, found[0].id, found[0].seat, random_answer(found[0].ask.form, rng.randrange)
            )
    assert len(said) > 25


def check_labels(question, namer):
    """Question, slots, options and targets are all told in words."""
    assert namer.decision(question.kind) != question.kind
    for slot in question.form.slots:
        assert namer.slot(slot.name) != slot.name
        assert isinstance(slot, Pick | Select)
        for option in options_of(slot, question.form):
            label = namer.option(option.id, option.args)
            assert label != option.id and "{" not in label
            for inner in option.slots:
                assert isinstance(inner, Split)
                assert all(namer.option(target.id, target.args) for target in inner.targets)
