"""A person as mediator."""

import pytest

from domain.core.visibility import Viewer, redact
from domain.water.facts import ResourceRevealed
from tests.domain.water.tables import new_table


@pytest.mark.rule("water.med.1", "water.med.2", "water.med.3")
def test_a_mediator_chooses_the_cards_in_order_and_reveals_them():
    table = new_table(2, scenario="p1", mediator="human", turns=2)
    assert table.kinds() == [(2, "mediator_choose_cards")]
    table.answer({"do": "choose", "cards": ["R48", "R20"]})
    assert table.state.resource_row == ("R48", "R20")
    assert table.kinds() == [(2, "mediator_reveal")] and table.state.phase == "p2"
    table.say("reveal")
    (revealed,) = table.happened(ResourceRevealed)
    assert (revealed.resource, revealed.water) == ("R48", 5)


@pytest.mark.rule("water.med.2", "water.setup.2")
def test_the_row_is_fixed_before_objectives_and_cards_are_dealt():
    table = new_table(2, mediator="human", turns=2)
    assert table.state.hand == ((), ()) and table.state.objective == (None, None)
    table.answer({"do": "choose", "cards": ["R48", "R20"]})
    assert [len(hand) for hand in table.state.hand] == [2, 2] and all(table.state.objective)
    assert table.source.labels == ["first_seat", "objectives", "action_deck"]


@pytest.mark.rule("water.med.2")
def test_a_mediator_may_have_the_cards_drawn_and_never_chooses_in_fixed_scenarios():
    table = new_table(2, scenario="p1", mediator="human")
    table.say("random")
    assert len(table.state.resource_row) == 6
    assert new_table(3, scenario="s1", mediator="human").kinds() == [(3, "mediator_reveal")]


@pytest.mark.rule("water.med.2", "water.form.1")
def test_as_many_cards_as_turns_are_chosen():
    table = new_table(2, scenario="p1", mediator="human", turns=2)
    assert table.refusal("choose", cards=["R48"]) == ("malformed", ("water.form.1",))
    assert table.refusal("choose", cards=["R48", "R48"]) == ("malformed", ("water.form.1",))


@pytest.mark.rule("water.med.2")
def test_only_the_mediator_sees_the_coming_cards():
    table = new_table(2, scenario="p1", mediator="human", turns=2)
    table.answer({"do": "choose", "cards": ["R48", "R20"]})
    assert redact(table.state, Viewer(seat=2, role="mediator"))["resource_row"] == ["R48", "R20"]
    assert redact(table.state, Viewer(seat=0))["resource_row"] == {"count": 2}
    shown = redact(table.state, Viewer(seat=2, role="mediator"))
    assert shown["hand"] == [{"count": 2}, {"count": 2}] and shown["objective"] == [None, None]


@pytest.mark.rule("water.setup.5")
def test_fixed_cards_are_open_to_all():
    table = new_table(4, scenario="s1")
    assert redact(table.state, Viewer())["resource_row"] == ["R30", "R16", "R31", "R20", "R43"]
