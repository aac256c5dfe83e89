"""Every rule is carried out by code and examined by a test."""

import re
from pathlib import Path

from domain.core.rules import CARRIED_OUT_BY
from domain.mediation import mediation

HERE = Path(__file__).parent
CITED = re.compile(r'"(mediation\.[\w.]+)"')
NUMBER_OF_RULES = 143


def marked():
    """The rules that the tests of this folder cite in their marks."""
    text = "\n".join(path.read_text() for path in HERE.glob("test_*.py"))
    marks = re.findall(r"@pytest\.mark\.rule\((.*?)\)\n", text, re.DOTALL)
    return {rule for mark in marks for rule in CITED.findall(mark)}


def test_the_book_is_complete():
    assert len(mediation.rulebook) == NUMBER_OF_RULES


def test_every_rule_is_carried_out_or_waived_with_a_reason():
    idle = {rule for rule, entry in mediation.rulebook.items() if rule not in CARRIED_OUT_BY and not entry.waived}
    assert idle == set()


def test_code_and_facts_cite_only_known_rules():
    cited = {rule for rule in CARRIED_OUT_BY if rule.startswith("mediation.")}
    assert cited <= set(mediation.rulebook)


def test_every_rule_is_examined():
    assert set(mediation.rulebook) - marked() == set()
    assert marked() <= set(mediation.rulebook)


def test_every_rule_is_told_in_both_languages():
    for entry in mediation.rulebook.values():
        assert set(entry.title) == set(entry.text) == {"fr", "en"}
        assert all((*entry.title.values(), *entry.text.values()))
