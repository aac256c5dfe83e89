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
from domain.core.visibility import SPECTATOR, Viewer, redact_fact
from domain.cosmic import Options, cosmic

SECTIONS = ("decisions", "options", "slots", "facts", "reasons", "limits")


@pytest.mark.parametrize("section", SECTIONS)
def test_both_languages_have_the_same_keys_and_placeholders(section):
    french, english = getattr(cosmic.texts["fr"], section), getattr(cosmic.texts["en"], section)
    assert french.keys() == english.keys()
    for key, message in french.items():
        assert placeholders(message) == placeholders(english[key]), key


def test_words_are_the_same_in_both_languages():
    french, english = cosmic.texts["fr"].words, cosmic.texts["en"].words
    assert {kind: words.keys() for kind, words in french.items()} == {
        kind: words.keys() for kind, words in english.items()
    }


def test_every_fact_has_a_message():
    told = {key.removesuffix(".hidden") for key in cosmic.texts["en"].facts}
    assert told == {tag_of(fact) for fact in cosmic.appliers}


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.rule("cosmic.hidden.1")
def test_everything_that_a_spectator_and_a_seat_see_is_told_in_words(language):
    rng, said = random.Random(7), set()
    namer = Namer(cosmic, language, {0: "alice", 1: "bob", 2: "carol", 3: "seat 3"})
    for seed in (1, 2, 3):
        umpire = Umpire(cosmic, House(seats=4, window_policy="fast"), Seeded(bytes([seed])))
        play, happened = umpire.begin(Options(powers_per_player=4, rotation=True, max_rounds=6), 4)
        while play.result is None:
            said |= {type(fact) for fact in happened if is_told(fact, namer)}
            decision = rng.choice(umpire.decisions(play))
            check_labels(decision.ask, namer)
            answer = random_answer(decision.ask.form, rng.randrange)
            play, happened = umpire.decide(play, decision.id, decision.seat, answer)
    assert len(said) > 55


def is_told(fact, namer):
    """Whether a fact of the game makes a line for everybody who may know of it."""
    if type(fact) not in cosmic.appliers:
        return False
    for viewer in (SPECTATOR, Viewer(seat=0), Viewer(seat=1)):
        fields = redact_fact(fact, viewer)
        if fields is not None:
            line = namer.fact(tag_of(type(fact)), fields)
            assert line and "{" not in line and "count" not in line, fact
    return True


def check_labels(question, namer):
    """Question, slots, options and targets are all told in words."""
    assert namer.decision(question.kind) != question.kind
    check_slots(question.form.slots, question.form, namer)


def check_slots(slots, form, namer):
    for slot in slots:
        assert namer.slot(slot.name) != slot.name, slot.name
        if isinstance(slot, Split):
            assert all(namer.option(target.id, target.args) != target.id for target in slot.targets), slot
        if isinstance(slot, Pick | Select):
            for option in options_of(slot, form):
                label = namer.option(option.id, option.args)
                assert label != option.id and "{" not in label, option.id
                check_slots(option.slots, form, namer)
