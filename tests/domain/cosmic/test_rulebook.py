"""Every rule is carried out by code and examined by a test."""

import re
from pathlib import Path

from domain.core.rules import CARRIED_OUT_BY
from domain.cosmic import cosmic

HERE = Path(__file__).parent
CITED = re.compile(r'"(cosmic\.[\w.]+)"')


def marked():
    """The rules that the tests of this folder cite in their marks."""
    text = "\n".join(path.read_text(encoding="utf-8") for path in HERE.glob("test_*.py"))
    marks = re.findall(r"@pytest\.mark\.rule\((.*?)\)\n", text, re.DOTALL)
    return {rule for mark in marks for rule in CITED.findall(mark)}


def test_every_rule_is_carried_out_or_waived_with_a_reason():
    idle = {rule for rule, entry in cosmic.rulebook.items() if rule not in CARRIED_OUT_BY and not entry.waived}
    assert idle == set()
    waived = sorted(rule for rule, entry in cosmic.rulebook.items() if entry.waived)
    assert waived == ["cosmic.power.1", "cosmic.power.2"]


def test_code_and_facts_cite_only_known_rules():
    cited = {rule for rule in CARRIED_OUT_BY if rule.startswith("cosmic.")}
    assert cited <= set(cosmic.rulebook)


def test_every_rule_is_examined():
    assert set(cosmic.rulebook) - marked() == set()
    assert marked() <= set(cosmic.rulebook)


def test_every_rule_is_told_in_both_languages():
    assert len(cosmic.rulebook) == 151
    for entry in cosmic.rulebook.values():
        assert set(entry.title) == set(entry.text) == {"fr", "en"}
        assert all(entry.text.values())
        assert entry.page


def test_every_example_of_the_specification_is_a_test():
    text = "\n".join(path.read_text(encoding="utf-8") for path in HERE.glob("test_*.py"))
    found = {int(number) for number in re.findall(r"def test_e(\d+)_", text)}
    assert found == set(range(1, 42))
