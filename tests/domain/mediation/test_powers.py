"""Power cards: when they can be used and what they do."""

import pytest

from domain.core.visibility import SPECTATOR, redact_fact
from domain.mediation import Options, frames
from domain.mediation.facts import (
    AttackCancelled,
    AttackPlaced,
    CardsArranged,
    CharacterMoved,
    CubePlaced,
    DisasterCancelled,
    GoodwillSet,
    MediationCardDiscarded,
    NeedFound,
    PopulationMoved,
    PowerUsed,
)
from tests.domain.mediation.tables import acting, position, table_at

SEVEN = Options(characters=7)


def holding(power, name="agapi", **more):
    sheets = {name: {"power": power}, **more.pop("sheets", {})}
    return position(**{"options": SEVEN, "sheets": sheets, "powers_unlocked": True, **more})


@pytest.mark.rule("mediation.action.5", "mediation.power.1")
def test_a_card_costs_a_cube_and_is_discarded_after_its_effect():
    table = acting(holding("breath")).do("use:agapi:breath")
    assert table.told(CubePlaced) == [CubePlaced(character="agapi", slot="power")]
    assert isinstance(table.facts[-2], PowerUsed)
    assert table.state.chars["agapi"].power is None
    assert table.state.piles["power"].discard == ("breath",)


@pytest.mark.rule("mediation.action.5", "mediation.power.1", "mediation.pow.rewind")
@pytest.mark.parametrize(
    ("power", "used", "reason", "rule"),
    [
        ("leap", "breath", "no_power", "action.5"),
        ("shield", "shield", "wrong_timing", "power.1"),
        ("delay", "delay", "wrong_timing", "power.1"),
        ("rewind", "rewind", "bad_target", "pow.rewind"),
        ("wave", "wave", "bad_target", "pow.wave"),
    ],
)
def test_reasons_against_a_power_card(power, used, reason, rule):
    assert acting(holding(power)).refuse(do=f"use:agapi:{used}") == (reason, (f"mediation.{rule}",))


@pytest.mark.rule("mediation.var.round.3", "mediation.cfg.4")
def test_a_round_earth_knows_no_power_cards():
    refused = acting(position(options=Options(round_earth=True))).refuse(do="use:agapi:leap")
    assert refused == ("variant_off", ("mediation.cfg.4", "mediation.var.round.3"))


@pytest.mark.rule("mediation.pow.rewind", "mediation.var.dis.4")
@pytest.mark.parametrize(
    ("target", "fact"),
    [("attack:B2", AttackCancelled(cell="B2")), ("disaster:E3", DisasterCancelled(how="power"))],
)
def test_rewind_cancels_anything_anywhere(target, fact):
    state = holding("rewind", options=Options(characters=7, pyramids=True), attacks=["B2"], disaster=("quake", "E3"))
    table = acting(state).do("use:agapi:rewind", target=target)
    assert fact in table.facts


@pytest.mark.rule("mediation.pow.leap", "mediation.energy.2")
def test_leap_goes_anywhere_but_to_destruction():
    state = holding(
        "leap", cells={"agapi": "C3"}, pd=frozenset({"A2"}), sheets={"agapi": {"power": "leap", "energy": 1}}
    )
    table = acting(state)
    assert table.refuse(do="use:agapi:leap", to="A2") == ("bad_target", ("mediation.pow.leap",))
    table.do("use:agapi:leap", to="I5")
    assert table.told(CharacterMoved) == [CharacterMoved(character="agapi", path=("I5",))]
    assert table.state.chars["agapi"].energy == 2


@pytest.mark.rule("mediation.pow.evacuate")
def test_evacuate_moves_one_population_and_perhaps_another():
    state = holding("evacuate", cells={"agapi": "C3"}, pop={"C3": 1, "D3": 1, "H5": 0}, blackout=True)
    table = acting(state).do("use:agapi:evacuate", **{"from": "C3", "to": "H5"})
    assert table.kind == "evacuate_again"
    assert "C3" not in table.offered()
    table.say(from_="D3", to="H5")
    assert table.told(PopulationMoved) == [
        PopulationMoved(origin="C3", to="H5"),
        PopulationMoved(origin="D3", to="H5"),
    ]
    stopped = acting(state).do("use:agapi:evacuate", **{"from": "C3", "to": "H5"}).say(from_="stop")
    assert len(stopped.told(PopulationMoved)) == 1


@pytest.mark.rule("mediation.pow.listen")
def test_listen_shows_and_arranges_the_top_of_a_camp():
    state = holding("listen", top={"med_red": ("R06", "R17", "R01", "R07")})
    table = acting(state).do("use:agapi:listen", camp="red")
    assert table.kind == "arrange_cards"
    assert table.decision().ask.default == {"cards": ["R06", "R17", "R01"]}
    table.say(cards=["R01", "R06", "R17"])
    assert table.state.piles["med_red"].cards[:4] == ("R01", "R06", "R17", "R07")
    (arranged,) = table.told(CardsArranged)
    assert redact_fact(arranged, SPECTATOR) == {"pile": "med_red"}


@pytest.mark.rule("mediation.pow.breath")
def test_breath_fills_everybody():
    cells = {"vera": "C3", "elli": "C4"}
    tired = {"vera": {"energy": 1}, "elli": {"energy": 1}}
    table = acting(holding("breath", cells=cells, sheets={"agapi": {"power": "breath"}, **tired}))
    table.do("use:agapi:breath")
    assert all(sheet.energy == 2 for sheet in table.state.chars.values())


@pytest.mark.rule("mediation.pow.goodwill")
def test_goodwill_is_counted():
    assert acting(holding("goodwill")).do("use:agapi:goodwill").told(GoodwillSet) == [GoodwillSet(n=1)]


@pytest.mark.rule("mediation.pow.wave")
def test_wave_cancels_up_to_three_attacks_nearby():
    state = holding("wave", cells={"agapi": "C3"}, attacks=["C3", "B2", "D4", "C2", "F3"])
    table = acting(state).do("use:agapi:wave", cells=["B2", "C3", "D4"])
    assert table.state.attacks == {"C2", "F3"}


@pytest.mark.rule("mediation.pow.ark", "mediation.pop.1")
def test_ark_brings_populations_to_base_u_as_far_as_it_has_room():
    state = holding("ark", pop={"I5": 2, "C3": 2, "D3": 1})
    table = acting(state)
    assert table.refuse(do="use:agapi:ark", tokens={"C3": 2, "D3": 1}) == ("bad_target", ("mediation.pow.ark",))
    table.do("use:agapi:ark", tokens={"C3": 2})
    assert (table.state.pop["I5"], table.state.pop["C3"]) == (4, 0)


@pytest.mark.rule("mediation.pow.gather")
def test_gather_calls_up_to_three_others():
    state = holding("gather", cells={"agapi": "C3"})
    table = acting(state).do("use:agapi:gather", characters=["elli", "vera"])
    assert [table.state.chars[name].cell for name in ("elli", "vera", "ilias")] == ["C3", "C3", "I5"]


@pytest.mark.rule("mediation.pow.speak")
def test_speak_reveals_a_card_of_which_only_a_need_counts():
    table = acting(holding("speak", top={"med_red": ("R23",)})).do("use:agapi:speak", camp="red")
    assert table.told(MediationCardDiscarded) == [MediationCardDiscarded(camp="red", card="R23")]
    assert table.told(AttackPlaced) == []
    closed = acting(holding("speak", closed=frozenset({"red"})))
    assert closed.refuse(do="use:agapi:speak", camp="red") == ("bad_target", ("mediation.pow.speak",))


@pytest.mark.rule("mediation.pow.speak", "mediation.char.diamandis", "mediation.med.5")
def test_a_need_by_speaking_brings_a_full_bonus_card_even_to_diamandis():
    state = holding("speak", "diamandis", top={"med_red": ("R01",), "med_blue": ("B20",)})
    table = acting(state).do("use:diamandis:speak", camp="red").say(camp="blue")
    assert table.told(NeedFound) == [NeedFound(camp="red", card="R01")]
    assert table.state.closed == {"blue"}
    assert table.state.chars["diamandis"].power is None


@pytest.mark.rule("mediation.pow.shield", "mediation.power.1")
def test_a_shield_discards_the_revealed_attack_and_closes_the_window():
    state = holding("shield", attacks_left=1, phase="attack", top={"attack": ("C3",)})
    stack = (frames.Turn(stage="disaster"), frames.AttackPhase(stage="window"))
    table = table_at(state, *stack).advance()
    assert table.kind == "attack_reveal"
    table.do("use:agapi:shield").advance()
    assert table.kind == "action"
    assert table.state.attacks == frozenset()
    assert table.state.piles["attack"].discard == ("C3",)
    assert table.state.chars["agapi"].cubes == 2


@pytest.mark.rule("mediation.pow.delay", "mediation.power.1")
def test_a_setback_serves_in_the_first_window_only():
    state = holding("delay", attacks_left=4, phase="attack")
    first = table_at(state, frames.Turn(stage="disaster"), frames.AttackPhase(stage="window")).advance()
    assert first.kind == "attack_window"
    first.do("use:agapi:delay")
    assert first.state.attacks_left == 1
    later = frames.AttackPhase(stage="window", is_first=False)
    assert table_at(state, frames.Turn(stage="disaster"), later).rest().decisions == ()
