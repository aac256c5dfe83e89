"""French and English say the same things, and everything that can be said has its words."""

import pytest

from domain.climate import climate, facts, frames, refusals
from domain.climate.state import Event
from domain.core.codec import tag_of
from domain.core.forms import Pick, Select, Split, options_of
from domain.core.naming import Namer
from domain.core.text import placeholders
from domain.core.visibility import SPECTATOR, Viewer, redact_fact
from tests.domain.climate.games import Match, by_chance
from tests.domain.climate.table import Board, start, with_regions, with_seat

SECTIONS = ("decisions", "options", "slots", "facts", "reasons", "limits")
NAMES = {0: "alice", 1: "bob", 2: "carol"}
FRENCH, ENGLISH = (Namer(climate, language, NAMES) for language in ("fr", "en"))


@pytest.mark.parametrize("section", SECTIONS)
def test_both_languages_have_the_same_keys_and_placeholders(section):
    french, english = (getattr(climate.texts[language], section) for language in ("fr", "en"))
    assert french.keys() == english.keys()
    for key, message in french.items():
        assert placeholders(message) == placeholders(english[key]), key


def test_words_are_the_same_in_both_languages():
    french, english = climate.texts["fr"].words, climate.texts["en"].words
    assert {kind: words.keys() for kind, words in french.items()} == {
        kind: words.keys() for kind, words in english.items()
    }


def test_every_fact_and_every_reason_has_a_message():
    texts = climate.texts["en"]
    assert {tag_of(fact) for fact in climate.appliers} <= set(texts.facts)
    assert set(refusals.RULES) <= set(texts.reasons)
    assert set(climate.reasons) <= set(texts.decisions)


@pytest.mark.parametrize("namer", [FRENCH, ENGLISH])
def test_everything_that_happens_is_told_in_words(namer):
    said = set()
    for seed, options in ((3, {}), (4, {"mode": "expert", "assignment": "draft"}), (6, {"assignment": "random"})):
        match = Match(seed, 3, **options)
        for decision, _, happened in match.appends(by_chance, offers=0.2):
            if decision is not None:
                check_labels(decision.ask, namer)
            for fact in happened:
                if type(fact) in climate.appliers:
                    said.add(type(fact))
                    check_lines(fact, namer)
    assert len(said) > 55


def check_lines(fact, namer):
    """A fact makes a line for spectators and for each seat."""
    for viewer in (SPECTATOR, Viewer(seat=0), Viewer(seat=1)):
        line = namer.fact(tag_of(type(fact)), redact_fact(fact, viewer))
        assert line and "{" not in line, fact


def check_labels(question, namer):
    """Question, slots, options and targets are all told in words."""
    assert namer.decision(question.kind) != question.kind
    for slot in question.form.slots:
        check_slot(slot, question.form, namer)


def check_slot(slot, form, namer):
    """A slot and all it offers have words."""
    assert namer.slot(slot.name) != slot.name
    if isinstance(slot, Split):
        for target in slot.targets:
            assert namer.option(target.id, target.args) != target.id
    elif isinstance(slot, Pick | Select):
        for option in options_of(slot, form):
            label = namer.option(option.id, option.args)
            assert "{" not in label
            is_same_in_english = namer is ENGLISH and len(option.args) == 1
            assert label != option.id or set(option.args) == {"by"} or is_same_in_english, option
            for inner in option.slots:
                check_slot(inner, form, namer)


@pytest.mark.parametrize("namer", [FRENCH, ENGLISH])
def test_rare_questions_have_words_too(namer):
    sick = with_regions(
        start(), AFR={"conflicts": 1, "refugees": 1}, IND={"war": 1}, SAM={"dictatorship": True, "discipline": 2}
    )
    sick = with_seat(sick, 0, employer="malmo")
    for power in (8, 12, 40):
        for place in ("UN", "UNHCR"):
            board = Board(sick, frames.Institution(seat=0, place=place, stage="effect", power=power))
            for decision in board.umpire.decisions(board.play):
                check_labels(decision.ask, namer)
    learnt = with_regions(start(), EUR={"pts": ("C",)}, IAU={"pts": ("A",)}, SAM={"discipline": 2})
    board = Board(learnt, frames.ChoosePt(region="SAM"))
    check_labels(board.open("choose_pt").ask, namer)
    event = Event(card="EV03", region="IND")
    board = Board(learnt, frames.CleanToken(region="IND", old=None))
    check_labels(board.open("clean_token").ask, namer)
    told = facts.AciOpened(
        occasion="event", initiator=0, region=event.region, colours=("ngo",), thresholds=(8, 12), rule="climate.aci.1"
    )
    check_lines(told, namer)
