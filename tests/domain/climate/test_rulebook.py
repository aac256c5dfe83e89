"""Every rule is carried out by code and examined by a test."""

import re
from pathlib import Path

from domain.climate import climate
from domain.core.rules import CARRIED_OUT_BY

HERE = Path(__file__).parent
CITED = re.compile(r'"(climate\.[\w.]+)"')


def marked():
    """The rules that the tests of this folder cite in their marks."""
    text = "\n".join(path.read_text() for path in HERE.glob("test_*.py"))
    marks = re.findall(r"@pytest\.mark\.rule\((.*?)\)(?:  # fmt: skip)?\n", text, re.DOTALL)
    return {rule for mark in marks for rule in CITED.findall(mark)}


def test_every_rule_is_carried_out_or_waived_with_a_reason():
    idle = {rule for rule, entry in climate.rulebook.items() if rule not in CARRIED_OUT_BY and not entry.waived}
    assert idle == set()


def test_code_and_facts_cite_only_known_rules():
    cited = {rule for rule in CARRIED_OUT_BY if rule.startswith("climate.")}
    source = "\n".join(path.read_text() for path in Path(climate.package.replace(".", "/")).glob("*.py"))
    written = set(re.findall(r'rule="(climate\.[\w.]+)"', source))
    assert (cited | written) <= set(climate.rulebook)


def test_every_rule_is_examined():
    assert set(climate.rulebook) - marked() == set()
    assert marked() <= set(climate.rulebook)


def test_every_rule_is_told_in_both_languages():
    for entry in climate.rulebook.values():
        assert set(entry.title) == set(entry.text) == {"fr", "en"}
        assert all(entry.text.values())
        assert entry.page
