"""Action cards."""

import pytest
from msgspec.structs import replace

from domain.core.visibility import Viewer, redact
from domain.water import frames
from domain.water.facts import Activated, CardPlayed, CardResolved, ClaimOpened, ConflictResolved
from domain.water.state import Stock
from tests.domain.water.tables import p1, table_at

FRAMES = {"p3": frames.Collect, "p6": frames.Treat, "p7": frames.Build}


def holding(phase, seat=0, dice=(), **changes):
    """A table of the scenario with pollution in a phase in which triangle acts and everybody may play cards."""
    state = p1(**{"thunes": (10, 10, 10, 10), **changes})
    state = replace(state, phase=phase)
    if phase == "p4":
        return table_at(state, frames.Supply(), after="p5", dice=dice)
    extra = {} if phase == "p7" else {"begun": True}
    return table_at(state, FRAMES[phase](seat=seat, **extra), dice=dice)


def playable(table, seat):
    return [d for d in table.umpire.decisions(table.play, seat) if d.mode == "offer"]


@pytest.mark.rule("water.card.1", "water.card.2", "water.card.3")
@pytest.mark.parametrize(
    ("card", "phase", "slots", "check"),
    [
        ("A01", "p3", {"cell": "D2"}, lambda s: s.water["D2"] == 4),
        ("A02", "p3", {"cubes": {"D3": 2}}, lambda s: s.placed == {"D3": 2}),
        ("A05", "p3", {}, lambda s: s.thunes[0] == 14),
        ("A06", "p7", {}, lambda s: s.modifiers[0].public_works == 3),
        ("A08", "p4", {"network": "D3"}, lambda s: s.stock[0]["D3"] == Stock(food=3)),
        ("A09", "p4", {"network": "D3"}, lambda s: s.stock[0]["D3"] == Stock(energy=3)),
        ("A11", "p4", {}, lambda s: s.modifiers[0].trade_deal),
        ("A17", "p7", {}, lambda s: s.vp[0] == 2),
    ],
)
def test_helpful_cards(card, phase, slots, check):
    table = holding(phase, hands={0: (card,)})
    table.play_card(0, card, **slots)
    assert check(table.state) and table.state.action_discard == (card,) and table.state.hand[0] == ()
    assert not table.happened(ClaimOpened)


@pytest.mark.rule("water.card.3")
def test_a19_cleans_rivers_and_gives_a_point_without_counting_as_treated():
    table = holding("p4", hands={0: ("A19",)}, pollution={"D2": 1, "L5": 1})
    table.play_card(0, "A19", cubes={"D2": 1, "L5": 1})
    assert not sum(table.state.pollution.values()) and table.state.vp[0] == 1 and table.state.treated_total[0] == 0


@pytest.mark.rule("water.card.3", "water.p4.2")
def test_a10_activates_without_energy():
    table = holding("p4", hands={0: ("A10",)}, placed={"D3": 2}, stock={0: {"D3": (0, 1)}})
    table.play_card(0, "A10", cell="D3")
    (worked,) = table.happened(Activated)
    assert worked.paid.energy == 0 and worked.paid.food == 1 and "D3" in table.state.activated


@pytest.mark.rule("water.card.3", "water.market.1")
def test_a12_sells_at_the_printed_prices():
    table = holding("p4", hands={0: ("A12",)}, stock={0: {"D3": (3, 2)}}, card="R16")
    table.play_card(0, "A12:D3", cubes={"energy": 2, "food": 2})
    assert table.state.thunes[0] == 26 and table.state.stock[0]["D3"] == Stock(energy=1)
    assert table.state.counts[0].market_moves == 0


@pytest.mark.rule("water.card.3", "water.build.6")
def test_a06_public_works_add_up_on_one_building_and_never_help_junctions():
    table = holding("p7", hands={0: ("A06", "A06")})
    table.play_card(0, "A06")
    table.play_card(0, "A06")
    table.say("build:junction", cell="D2")
    assert table.state.thunes[0] == 8 and table.state.modifiers[0].public_works == 6
    table.say("build:renewable_park", cell="C3")
    assert table.state.thunes[0] == 8 and table.state.modifiers[0].public_works == 0


@pytest.mark.rule("water.card.2")
def test_cards_have_their_moment():
    assert not playable(holding("p4", hands={0: ("A01", "A15")}), 0)
    assert not playable(holding("p7", hands={1: ("A06", "A07")}), 1), "not its own go"
    assert playable(holding("p7", hands={1: ("A05",)}), 1)
    assert not playable(holding("p3", hands={0: ("A20", "A21", "A22")}), 0), "reactions"
    table = holding("p4", hands={0: ("A01", "A05")})
    assert table.refusal_of({"do": "play:A01", "cell": "D2"}, 0, offer=True) == ("wrong_moment", ("water.card.2",))
    assert table.refusal_of({"do": "play:A09", "network": "D3"}, 0, offer=True) == ("not_in_hand", ("water.card.1",))
    assert table.refusal_of({"do": "play:A05", "cell": "D2"}, 0, offer=True) == ("malformed", ("water.form.1",))


@pytest.mark.rule("water.card.3", "water.form.1")
def test_a_missing_slot_is_malformed_and_a_wrong_target_is_no_target():
    table = holding("p4", hands={0: ("A16",)}, thunes=(5, 5, 0, 5))
    assert table.refusal_of({"do": "play:A16"}, 0, offer=True) == ("malformed", ("water.form.1",))
    assert table.refusal_of({"do": "play:A16", "seat": "s2"}, 0, offer=True) == ("no_target", ("water.card.3",))


@pytest.mark.rule("water.conflict.1", "water.conflict.2", "water.card.3")
@pytest.mark.parametrize(
    ("card", "phase", "slots", "target", "check"),
    [
        ("A04:s1", "p3", {"cubes": {"E8": 2}}, 1, lambda s: s.placed == {}),
        ("A13", "p4", {"seat": "s1"}, 1, lambda s: s.modifiers[1].embargo),
        ("A14", "p4", {"cell": "I5"}, 2, lambda s: s.blocked == {"I5"}),
        ("A15", "p3", {"cell": "F8"}, 1, lambda s: s.blocked == {"F8"}),
        ("A16", "p7", {"seat": "s3"}, 3, lambda s: s.thunes[0] == 13 and s.thunes[3] == 7),
        ("A18", "p7", {"seat": "s2"}, 2, lambda s: s.vp == (0, 4, 2, 4)),
    ],
)
def test_penalties_may_be_contested_by_their_target(card, phase, slots, target, check):
    table = holding(phase, hands={0: (card[:3],)}, placed={"E8": 2} if phase == "p3" else {}, vp=(0, 4, 4, 4))
    table.play_card(0, card, **slots)
    assert table.happened(ClaimOpened)[0].eligible == (target,)
    table.say("pass", target)
    assert check(table.state) and not table.happened(CardResolved)[0].cancelled


@pytest.mark.rule("water.card.3", "water.conflict.8")
def test_ex22_a_contested_levy():
    table = holding("p7", hands={0: ("A16",)}, thunes=(10, 2, 0, 0))
    assert table.slot("play:A16", "seat", 0, offer=True).options[0].id == "s1"
    table.play_card(0, "A16", seat="s1")
    table.say("pass", 1)
    assert table.state.thunes[:2] == (12, 0)
    table = holding("p7", hands={0: ("A16",)}, thunes=(10, 2, 0, 0), vp=(0, 3, 0, 0), dice=(1, 1))
    table.play_card(0, "A16", seat="s1")
    table.say("claim", 1)
    table.say("fight")
    table.answer({"stake": 1, "card": "none"}, 1)
    assert table.happened(ConflictResolved)[0].winner == 1
    assert table.state.thunes[:2] == (10, 2) and table.state.action_discard == ("A16",)
    assert table.happened(CardResolved)[0].cancelled


@pytest.mark.rule("water.conflict.2", "water.card.3")
def test_a03_may_be_contested_by_those_who_still_collect_from_the_cell():
    table = holding("p3", hands={0: ("A03",)})
    table.play_card(0, "A03", cell="G4")
    assert table.happened(ClaimOpened)[0].eligible == (2,)
    table.say("pass", 2)
    assert table.state.water["G4"] == 0


@pytest.mark.rule("water.card.3", "water.conflict.8", "water.conflict.2")
def test_a07_is_contested_as_a_construction():
    table = holding("p7", hands={0: ("A07",)})
    table.play_card(0, "A07", cell="D2")
    assert table.state.constructions["D2"].type == "junction" and table.state.thunes[0] == 10
    near = holding("p7", hands={0: ("A07",)}, dice=(0, 3))
    near.play_card(0, "A07", cell="G4")
    assert near.happened(ClaimOpened)[0].eligible == (2,)
    near.say("claim", 2)
    near.say("concede", 0)
    assert near.state.reserved == {"G4": 2} and near.state.action_discard == ("A07",)
    assert "G4" not in near.state.constructions


@pytest.mark.rule("water.card.2", "water.conflict.9")
def test_of_two_cards_sent_at_once_the_second_waits():
    table = holding("p4", hands={0: ("A16",), 1: ("A17",)})
    (second,) = playable(table, 1)
    table.play_card(0, "A16", seat="s2")
    assert not playable(table, 1)
    table.say("pass", 2)
    assert playable(table, 1)[0].id != second.id and playable(table, 1)[0].id.startswith("0.2.1.play_card")


@pytest.mark.rule("water.card.1")
def test_hands_are_secret_but_their_size_is_not():
    table = holding("p4", hands={0: ("A16",), 1: ("A17", "A05")})
    shown = redact(table.state, Viewer(seat=1))
    assert shown["hand"] == [{"count": 1}, ["A05", "A17"], {"count": 0}, {"count": 0}]
    assert table.happened(CardPlayed) == []
