"""Every rule is carried out by code or waived by name."""

import pytest

from domain.core.rules import CARRIED_OUT_BY
from domain.water import water


@pytest.mark.rule("water.form.1")
def test_rules_are_carried_out_and_one_belongs_to_the_table():
    carried_out = {rule for rule in CARRIED_OUT_BY if rule.startswith("water.")}
    waived = {rule for rule, entry in water.rulebook.items() if entry.waived}
    assert waived == {"water.team.1"}
    assert carried_out == set(water.rulebook) - waived
    assert len(water.rulebook) == 98


def test_every_reason_of_a_refusal_has_its_words():
    assert len(water.texts["fr"].reasons) == len(water.texts["en"].reasons) == 42
