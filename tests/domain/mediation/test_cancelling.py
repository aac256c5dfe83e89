"""Attacks, disasters and contaminations that are taken off the board."""

import pytest

from domain.mediation import Options
from domain.mediation.facts import AttackCancelled, Cleaned, DisasterCancelled
from tests.domain.mediation.tables import acting, position

PYRAMIDS = Options(pyramids=True)


@pytest.mark.rule("mediation.action.7")
def test_an_attack_on_the_own_cell_is_cancelled_and_discarded():
    table = acting(position(cells={"agapi": "C3"}, attacks=["C3"])).do("cancel:agapi:attack:C3")
    assert table.told(AttackCancelled) == [AttackCancelled(cell="C3")]
    assert table.state.piles["attack"].discard == ("C3",)


@pytest.mark.rule("mediation.char.ilias", "mediation.action.7")
def test_ilias_reaches_adjacent_cells():
    table = acting(position(cells={"ilias": "C3"}, attacks=["C3", "C4", "D4"]))
    assert [option for option in table.offered() if option.startswith("cancel")] == [
        "cancel:ilias:attack:C3",
        "cancel:ilias:attack:C4",
    ]
    assert table.refuse(do="cancel:ilias:attack:D4") == ("not_here", ("mediation.action.7",))
    assert table.refuse(do="cancel:ilias:attack:D3") == ("no_target", ("mediation.action.7",))


@pytest.mark.rule("mediation.action.8", "mediation.char.protector")
@pytest.mark.parametrize(("protector", "can"), [("D4", True), ("C3", False), ("E3", False)])
def test_a_mediator_cancels_only_around_a_protector(protector, can):
    table = acting(position(cells={"andromeda": "C3", "agapi": protector}, attacks=["C3"]))
    if can:
        assert "cancel:andromeda:attack:C3" in table.offered()
    else:
        refused = table.refuse(do="cancel:andromeda:attack:C3")
        assert refused == ("unprotected_mediator", ("mediation.action.8",))


@pytest.mark.rule("mediation.var.dis.4", "mediation.var.dis.3", "mediation.dis.contamination")
def test_disasters_and_contaminations_are_cancelled_like_attacks():
    state = position(
        options=PYRAMIDS,
        cells={"agapi": "C3"},
        attacks=["C3"],
        contaminated=frozenset({"C3"}),
        disaster=("quake", "C3"),
    )
    table = acting(state).do("cancel:agapi:disaster:C3").do("cancel:agapi:contamination:C3")
    assert table.told(DisasterCancelled) == [DisasterCancelled(how="action")]
    assert table.told(Cleaned) == [Cleaned(cell="C3")]
    assert table.state.attacks == {"C3"}
    assert table.state.disaster_tokens == 5
    assert table.state.piles["disaster"].discard == ("quake",)


@pytest.mark.rule("mediation.cfg.4")
def test_without_the_variant_there_is_nothing_of_it_to_cancel():
    table = acting(position(cells={"agapi": "C3"}))
    assert table.refuse(do="cancel:agapi:disaster:C3") == ("variant_off", ("mediation.cfg.4",))
    assert table.refuse(do="pay_disaster", energy={}) == ("variant_off", ("mediation.cfg.4",))
