"""Questions, cards, needs and what follows from them."""

import pytest

from domain.mediation import Options
from domain.mediation.facts import (
    DeckShuffled,
    MediationCardRevealed,
    NeedFound,
    QuestionShown,
)
from tests.domain.mediation.tables import acting, position


def at_red(name="diamandis", **more):
    return position(**{"cells": {"red": "C3", name: "C3", **more.pop("cells", {})}, **more})


@pytest.mark.rule("mediation.med.1", "mediation.char.nikitas")
def test_one_mediates_on_the_base_and_nikitas_beside_it():
    state = position(cells={"red": "C3", "nikitas": "C4", "vera": "C4", "blue": "D4"})
    table = acting(state)
    mediations = [option for option in table.offered() if option.startswith("mediate")]
    assert mediations == ["mediate:nikitas:red", "mediate:nikitas:blue"]
    assert table.refuse(do="mediate:vera:red") == ("not_at_base", ("mediation.med.1",))


@pytest.mark.rule("mediation.med.2", "mediation.med.3")
def test_the_question_is_read_and_a_justification_discarded():
    table = acting(at_red(top={"med_red": ("R06",)})).do("mediate:diamandis:red")
    assert table.told(QuestionShown) == [QuestionShown(camp="red")]
    assert table.told(MediationCardRevealed) == [MediationCardRevealed(camp="red", card="R06")]
    assert table.state.piles["med_red"].discard == ("R06",)


@pytest.mark.rule("mediation.end.1", "mediation.med.4")
def test_the_last_need_wins_before_anything_else():
    found = {"red": ("R02",), "blue": ("B01", "B02")}
    state = at_red(top={"med_red": ("R01",)}, needs_found=found, sheets={"agapi": {"cell": "E3", "energy": 1}})
    table = acting(state).do("mediate:diamandis:red")
    assert (table.result.outcome, table.result.reason, table.result.winners) == ("victory", "needs", (0,))
    assert table.state.chars["agapi"].energy == 1
    assert table.state.phase == "over"


@pytest.mark.rule("mediation.med.4", "mediation.end.1")
def test_needs_beyond_the_target_are_needs_all_the_same():
    state = at_red(top={"med_red": ("R01",)}, needs_found={"red": ("R02", "R03"), "blue": ()})
    table = acting(state).do("mediate:diamandis:red")
    assert table.kind == "bonus_camp"
    assert len(table.state.needs_found["red"]) == 3


@pytest.mark.rule("mediation.med.5", "mediation.med.6")
def test_a_bonus_card_may_be_another_need_and_each_shuffles_once():
    state = at_red(top={"med_red": ("R01",), "med_blue": ("B01", "B06")})
    table = acting(state).do("mediate:diamandis:red").say(camp="blue").say(camp="blue")
    assert [fact.card for fact in table.told(NeedFound)] == ["R01", "B01"]
    assert [fact.pile for fact in table.told(DeckShuffled)] == ["attack", "attack"]
    assert table.kind == "action"


@pytest.mark.rule("mediation.med.5", "mediation.med.11")
def test_a_closed_camp_gives_no_bonus_card():
    state = at_red(top={"med_red": ("R01", "R06")}, closed=frozenset({"blue"}))
    table = acting(state).do("mediate:diamandis:red")
    assert table.kind == "action"
    assert table.state.piles["med_red"].discard == ("R06",)


@pytest.mark.rule("mediation.med.4", "mediation.var.pyr.6")
def test_populations_return_neither_to_base_u_nor_to_corner_pyramids():
    state = at_red(
        options=Options(pyramids=True), top={"med_red": ("R01",)}, ship=2, pyramids=("A5",), pop={"A5": 0, "I5": 0}
    )
    table = acting(state).do("mediate:diamandis:red")
    split = table.decision().ask.form.slots[0]
    assert (split.min, split.max) == (2, 2)
    assert not {"A5", "I5", "C3"} & {target.id for target in split.targets}
    assert table.refuse(cells={"I5": 2}) == ("cell_forbidden", ("mediation.med.4",))
    assert table.refuse(cells={"E3": 1}) == ("wrong_total", ("mediation.med.4",))
    table.say(**table.decision().ask.default)
    assert table.state.ship == 0


@pytest.mark.rule("mediation.med.12")
def test_an_empty_pile_is_made_of_its_discard():
    cards = tuple(f"R{n:02d}" for n in range(1, 31))
    table = acting(at_red(discards={"med_red": cards})).do("mediate:diamandis:red")
    assert table.told(DeckShuffled)[0].pile == "med_red"
    assert len(table.told(MediationCardRevealed)) >= 1


@pytest.mark.rule("mediation.char.andromeda")
def test_andromeda_may_reveal_a_second_card():
    state = at_red("andromeda", top={"med_red": ("R06", "R07")})
    table = acting(state).do("mediate:andromeda:red")
    assert table.kind == "continue_mediation"
    stopped = acting(state).do("mediate:andromeda:red").say(answer="stop")
    assert stopped.state.piles["med_red"].discard == ("R06",)
    table.say(answer="reveal")
    assert table.state.piles["med_red"].discard == ("R06", "R07")
    assert table.kind == "action"
    assert table.state.chars["andromeda"].cubes == 2


@pytest.mark.rule("mediation.char.andromeda", "mediation.med.5")
def test_the_bonus_card_is_not_her_second_one():
    state = at_red("andromeda", top={"med_red": ("R01", "R06"), "med_blue": ("B06",)})
    table = acting(state).do("mediate:andromeda:red").say(camp="blue")
    assert table.kind == "continue_mediation"


@pytest.mark.rule("mediation.char.andromeda", "mediation.med.11")
def test_an_interruption_by_the_bonus_card_ends_her_mediation():
    state = at_red("andromeda", top={"med_red": ("R01", "R06"), "med_blue": ("B19",)})
    table = acting(state).do("mediate:andromeda:red").say(camp="blue").say(answer="decline")
    assert table.kind == "action"
    assert table.state.closed == {"blue"}


@pytest.mark.rule("mediation.char.diamandis", "mediation.med.5")
def test_diamandis_also_ignores_effects_of_his_bonus_card():
    state = at_red(top={"med_red": ("R01",), "med_blue": ("B23",)})
    table = acting(state).do("mediate:diamandis:red").say(camp="blue")
    assert table.kind == "action"
    assert table.state.attacks == frozenset()
