"""What the effect cards of the two camps do, and how they are cancelled."""

import pytest

from domain.mediation import Options
from domain.mediation.facts import (
    AttackPlaced,
    BaseMoved,
    CharacterSentHome,
    EffectCancelled,
    EnergySet,
    GoodwillSet,
    PdPlaced,
)
from tests.domain.mediation.tables import acting, position

HOME = {"elli": "I5", "agapi": "I5", "diamandis": "I5"}
SEVEN = Options(characters=7)


def revealing(card, *, camp="red", answers=True, **more):
    """Vera on the base of a camp reveals this card."""
    cells = {camp: "C3", "vera": "C3", **more.pop("cells", {})}
    top = {f"med_{camp}": (card,), **more.pop("top", {})}
    table = acting(position(cells=cells, top=top, **more)).do(f"mediate:vera:{camp}")
    while answers and table.kind == "pay_cancellation":
        table.say(answer="decline")
    return table


@pytest.mark.rule("mediation.eff.retaliation", "mediation.eff.salvo", "mediation.med.7", "mediation.med.9")
@pytest.mark.parametrize(("card", "options", "number"), [("R17", None, 2), ("R23", None, 3), ("R23", SEVEN, 5)])
def test_attacks_of_a_card(card, options, number):
    pop = {"A3": 0, "E3": 0, "E4": 0, "G3": 0, "G4": 0}
    table = revealing(card, options=options, pop=pop, top={"attack": ("A3", "E3", "G3", "E4", "G4")})
    assert len(table.told(AttackPlaced)) == number
    assert table.state.piles["med_red"].discard == (card,)


@pytest.mark.rule("mediation.eff.anger", "mediation.energy.1", "mediation.energy.2")
def test_anger_costs_the_acting_character_energy():
    table = revealing("R19")
    assert table.told(EnergySet) == [EnergySet(character="vera", energy=1)]
    tired = revealing("R19", sheets={"vera": {"energy": 1}})
    assert tired.told(CharacterSentHome) == [CharacterSentHome(character="vera", why="exhausted")]
    assert (tired.state.chars["vera"].cell, tired.state.chars["vera"].energy) == ("I5", 2)


@pytest.mark.rule("mediation.eff.anger", "mediation.energy.3")
def test_on_base_u_nobody_loses_energy():
    state = position(cells={"red": "I4", "nikitas": "I5"}, top={"med_red": ("R19",)})
    table = acting(state).do("mediate:nikitas:red")
    assert table.told(EnergySet) == []


@pytest.mark.rule("mediation.eff.exhaustion", "mediation.energy.3")
def test_exhaustion_costs_everybody_off_base_u_energy():
    cells = {"elli": "E3", "agapi": "G3"}
    table = revealing("R26", cells=cells, sheets={"agapi": {"energy": 1}})
    assert table.told(EnergySet) == [
        EnergySet(character="elli", energy=1),
        EnergySet(character="vera", energy=1),
    ]
    assert table.told(CharacterSentHome) == [CharacterSentHome(character="agapi", why="exhausted")]


@pytest.mark.rule("mediation.eff.walkout", "mediation.med.11")
def test_a_walk_out_closes_the_camp():
    assert revealing("R20").state.closed == {"red"}


@pytest.mark.rule("mediation.eff.expulsion", "mediation.med.11")
def test_an_expulsion_sends_the_acting_character_home():
    table = revealing("R27")
    assert table.told(CharacterSentHome) == [CharacterSentHome(character="vera", why="expelled")]


@pytest.mark.rule("mediation.eff.relocation")
def test_mobile_headquarters_move_the_base():
    table = revealing("R22", top={"attack": ("I1", "G3")}, pop={"G3": 0})
    assert table.told(BaseMoved) == [BaseMoved(camp="red", cell="G3", why="relocation")]
    assert table.state.piles["attack"].discard == ("I1", "G3")
    assert table.state.chars["vera"].cell == "C3"


@pytest.mark.rule("mediation.eff.exodus")
def test_an_exodus_empties_the_cells_beside_the_base_and_leaves_characters():
    table = revealing("R21", cells={"agapi": "C2", "base_u": "C4"}, pop={"C2": 1, "B3": 0, "D3": 1, "C4": 2})
    while table.kind == "flee":
        table.say(**table.decision().ask.default)
    assert [table.state.pop[cell] for cell in ("C2", "B3", "D3")] == [0, 0, 0]
    assert table.state.pop["C4"] >= 2
    assert table.state.chars["agapi"].cell == "C2"


@pytest.mark.rule("mediation.eff.blackout")
def test_jamming_stops_every_teleport_action():
    table = revealing("B21", camp="blue", pop={"I5": 4}, cells={"agapi": "E3"})
    assert table.state.blackout
    assert not [o for o in table.offered() if o.startswith(("teleport", "ship", "remote_teleport"))]
    assert table.refuse(do="ship") == ("blackout", ("mediation.eff.blackout",))


@pytest.mark.rule("mediation.eff.hostages", "mediation.pop.4")
def test_hostages_are_lost_around_the_base():
    table = revealing("R25", pop={"B2": 1, "D4": 1})
    assert table.kind == "pick_lost"
    table.say(cells={"D4": 1})
    assert table.state.lost == 1


@pytest.mark.rule("mediation.eff.escalation")
@pytest.mark.parametrize(("options", "more"), [(None, 1), (SEVEN, 2)])
def test_escalation_adds_to_the_next_attack_phase(options, more):
    assert revealing("R28", options=options, extra_attacks=1).state.extra_attacks == 1 + more


@pytest.mark.rule("mediation.eff.distrust")
def test_distrust_shuffles_the_discard_without_the_card_itself():
    table = revealing("R29", discards={"med_red": ("R06", "R07")})
    assert table.state.piles["med_red"].discard == ("R29",)
    assert len(table.state.piles["med_red"].cards) == 29


@pytest.mark.rule("mediation.eff.permanent_destruction", "mediation.attack.6", "mediation.var.pyr.9")
def test_a_cell_is_destroyed_for_ever():
    cells = {"agapi": "E3", "blue": "E3"}
    table = revealing("R30", cells=cells, top={"attack": ("E3", "G3")}, pop={"G3": 0})
    assert table.told(PdPlaced) == [PdPlaced(cell="E3")]
    assert table.state.chars["agapi"].cell == "I5"
    assert table.state.bases["blue"] == "G3"
    assert "E3" in table.state.piles["attack"].discard


@pytest.mark.rule("mediation.eff.permanent_destruction")
@pytest.mark.parametrize("more", [{"top": {"attack": ("I5",)}}, {"pd": frozenset({"A3", "A4"})}])
def test_destruction_without_effect(more):
    assert revealing("R30", **more).told(PdPlaced) == []


@pytest.mark.rule("mediation.eff.permanent_destruction", "mediation.end.2")
def test_a_destruction_may_cover_the_last_cell_of_a_row():
    row = [f"{column}5" for column in "ABCDEFGH"]
    table = revealing("R30", attacks=row, top={"attack": ("I5",)}, cells={"base_u": "A1", "blue": "I1"})
    assert table.result.reason == "row"


@pytest.mark.rule("mediation.med.8", "mediation.energy.3")
def test_a_paid_effect_is_discarded():
    table = revealing("R17", answers=False, cells={"agapi": "E3"})
    assert table.kind == "pay_cancellation"
    assert table.refuse(answer="pay", energy={"agapi": 1}) == ("bad_payment", ("mediation.med.8",))
    table.say(answer="pay", energy={"agapi": 1, "vera": 1})
    assert table.told(EffectCancelled) == [EffectCancelled(card="R17", energy={"agapi": 1, "vera": 1})]
    assert table.told(AttackPlaced) == []


@pytest.mark.rule("mediation.pow.goodwill", "mediation.char.diamandis")
def test_goodwill_averts_the_next_effect_but_not_for_diamandis():
    table = revealing("R25", goodwill=1)
    assert table.told(GoodwillSet) == [GoodwillSet(n=0)]
    assert table.state.lost == 0
    state = position(cells={"red": "C3", "diamandis": "C3"}, top={"med_red": ("R25",)}, goodwill=1)
    assert acting(state).do("mediate:diamandis:red").state.goodwill == 1
