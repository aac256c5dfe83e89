"""The content, counted against the box."""

from collections import Counter

import pytest

from domain.mediation import mediation
from domain.mediation.board import AROUND, CELLS_SET, ORTH, column, plus, square
from domain.mediation.components import (
    BOARD,
    CAMPS,
    CELLS,
    CHARACTERS,
    DISASTERS,
    EFFECTS,
    LEVELS,
    MEDIATION_CARDS,
    POWERS,
    SHIP_TRACK,
    TIMERS,
    TRACK,
)


def test_the_box_holds_158_cards():
    questions, destructions, bases, base_u = len(CAMPS), BOARD.permanent_destructions, len(CAMPS), 1
    powers = sum(power.copies for power in POWERS.values())
    disasters = sum(disaster.copies for disaster in DISASTERS.values())
    parts = (len(CELLS), questions, destructions, len(MEDIATION_CARDS), powers, disasters, bases, base_u)
    assert parts == (45, 2, 2, 60, 24, 22, 2, 1)
    assert sum(parts) == 158


def test_tokens_cubes_and_pyramids():
    assert (BOARD.populations, BOARD.disaster_tokens, BOARD.pyramids) == (45, 5, 4)
    assert len(CHARACTERS) * BOARD.energy == 14
    assert len(CHARACTERS) * BOARD.cubes == 21


@pytest.mark.rule("mediation.adj.1")
def test_the_board_and_its_neighbourhoods():
    assert CELLS[:3] == ("A1", "B1", "C1") and CELLS[-1] == "I5"
    assert ORTH["B2"] == ("B1", "C2", "B3", "A2")
    assert ORTH["A1"] == ("B1", "A2")
    assert len(AROUND["C3"]) == 8 and AROUND["A1"] == ("B1", "A2", "B2")
    assert plus("A1") == ("A1", "B1", "A2")
    assert len(square("C3")) == 9
    assert column("D2") == ("D1", "D2", "D3", "D4", "D5")
    assert len(CELLS_SET) == 45


@pytest.mark.rule("mediation.attack.1")
def test_the_track_shows_a_number_or_dice_for_every_turn():
    shown4 = [(space.attacks_4.number, space.attacks_4.dice) for space in TRACK.values()]
    shown7 = [(space.attacks_7.number, space.attacks_7.dice) for space in TRACK.values()]
    dice = {1: (0, 1), 2: (0, 2)}
    four = [3, 3, 3, 4, dice[1], 4, dice[1], 5, dice[1], 5, dice[2], dice[2], dice[2]]
    seven = [4, 4, 5, 5, 6, 6, dice[2], 7, dice[2], 8, dice[2], dice[2], dice[2]]
    assert shown4 == [(n, 0) if isinstance(n, int) else n for n in four] + [(0, 0)]
    assert shown7 == [(n, 0) if isinstance(n, int) else n for n in seven] + [(0, 0)]
    assert [space.id for space in TRACK.values() if space.disaster] == list(range(4, 14))
    assert TRACK[7].label == "G"


@pytest.mark.rule("mediation.ship.5", "mediation.ship.8", "mediation.var.pyr.2", "mediation.ship.4")
def test_the_track_of_the_ship():
    assert list(SHIP_TRACK) == list(range(9))
    assert {space.id: space.event for space in SHIP_TRACK.values() if space.event} == {
        4: "first_powers",
        6: "clairvoyance",
    }
    assert [space.id for space in SHIP_TRACK.values() if space.pyramid_advanced] == [4, 5, 6, 7]
    assert [space.id for space in SHIP_TRACK.values() if space.pyramid_expert] == [5, 6, 7, 8]


@pytest.mark.rule("mediation.char.elli", "mediation.char.agapi", "mediation.char.ilias", "mediation.char.andromeda")
@pytest.mark.rule("mediation.char.diamandis", "mediation.char.nikitas", "mediation.char.vera", "mediation.action.1")
def test_the_places_of_every_sheet():
    order = ("move", "power", "teleport", "cancel", "mediate", "td", "ad")
    places = {name: tuple(card.slots[kind] for kind in order) for name, card in CHARACTERS.items()}
    assert places == {
        "elli": (2, 1, 3, 1, 1, 1, 1),
        "agapi": (2, 1, 2, 2, 1, 1, 1),
        "ilias": (2, 1, 2, 2, 1, 1, 1),
        "andromeda": (2, 1, 2, 1, 1, 1, 1),
        "diamandis": (2, 1, 2, 1, 2, 1, 1),
        "nikitas": (2, 1, 2, 1, 2, 1, 1),
        "vera": (2, 1, 3, 1, 2, 1, 1),
    }
    assert Counter(card.role for card in CHARACTERS.values()) == {"teleporter": 1, "protector": 2, "mediator": 4}


@pytest.mark.rule("mediation.setup.2")
@pytest.mark.parametrize("camp", CAMPS)
def test_each_camp_has_thirty_cards(camp):
    cards = [card for card in MEDIATION_CARDS.values() if card.camp == camp]
    assert Counter(card.type for card in cards) == {"need": 5, "justification": 11, "effect": 14}
    assert sum(card.starred for card in cards) == 8
    assert sum(card.effect == "permanent_destruction" for card in cards) == 1


def test_the_effects_of_the_two_camps():
    def counted(camp):
        return Counter(card.effect for card in MEDIATION_CARDS.values() if card.camp == camp and card.effect)

    both = {"salvo", "hostages", "exhaustion", "expulsion", "escalation", "distrust", "permanent_destruction"}
    assert counted("red") == {
        **dict.fromkeys(both, 1), "retaliation": 2, "anger": 1, "walkout": 1, "exodus": 1, "relocation": 1, "salvo": 2,
    }  # fmt: skip
    assert counted("blue") == {
        **dict.fromkeys(both, 1), "retaliation": 1, "anger": 1, "walkout": 2, "blackout": 1, "relocation": 1,
        "expulsion": 2,
    }  # fmt: skip


@pytest.mark.rule("mediation.med.8", "mediation.med.9")
def test_costs_and_figures_of_effects():
    costs = {name: effect.cost for name, effect in EFFECTS.items()}
    assert costs == {
        "retaliation": (2, 3), "salvo": (3, 5), "anger": None, "walkout": (1, 2), "expulsion": (2, 3),
        "relocation": (2, 3), "exodus": (1, 2), "blackout": (1, 2), "hostages": (2, 4), "exhaustion": (2, 4),
        "escalation": (2, 3), "distrust": (1, 2), "permanent_destruction": (4, 6),
    }  # fmt: skip
    starred = {name for name, effect in EFFECTS.items() if effect.starred}
    assert starred == {card.effect for card in MEDIATION_CARDS.values() if card.starred}


@pytest.mark.rule("mediation.setup.3", "mediation.power.1")
def test_power_cards():
    assert sum(power.copies for power in POWERS.values() if power.starred) == 8
    timing = {name: power.timing for name, power in POWERS.items()}
    assert timing.pop("shield") == "reveal"
    assert timing.pop("delay") == "start"
    assert set(timing.values()) == {"any"}


def test_disaster_cards():
    figures = {name: (card.copies, card.cost) for name, card in DISASTERS.items()}
    assert figures == {
        "quake": (3, (3, 4)), "tsunami": (2, (3, 4)), "hurricane": (2, (4, 5)), "firestorm": (3, (2, 3)),
        "contamination": (4, (2, 3)), "eruption": (2, (3, 4)), "famine": (2, (2, 4)), "emp": (2, (2, 4)),
        "flareup": (2, (2, 3)),
    }  # fmt: skip


@pytest.mark.rule("mediation.cfg.2", "mediation.var.time.1")
def test_levels_and_durations():
    assert {level.id: level.needs for level in LEVELS.values()} == {"initiation": 1, "advanced": 2, "expert": 3}
    assert [(t.base, t.per_seat, t.alone) for t in TIMERS.values()] == [(120, 30, 180), (180, 30, 240)]


def test_published_content_has_names_in_both_languages():
    for kind in ("camp", "character", "effect", "mediation_card", "power", "disaster", "difficulty", "cell", "role"):
        assert mediation.catalogue[kind]
        for entry in mediation.catalogue[kind].values():
            assert set(entry.name) == {"fr", "en"}
