"""Populations aboard, the token's track, power cards and clairvoyance."""

import pytest

from domain.core.visibility import SPECTATOR, Viewer, redact_fact
from domain.mediation import Options
from domain.mediation.facts import CardsSeen, PowerDrawn, ShipTokenMoved
from tests.domain.mediation.tables import acting, position

FULL = {"I5": 4}


@pytest.mark.rule("mediation.ship.1", "mediation.ship.2", "mediation.ship.3", "mediation.eff.blackout")
@pytest.mark.parametrize(
    ("changes", "reason", "rule"),
    [
        ({"seats": (("agapi", "vera"), ("elli", "diamandis"))}, "only_elli", "ship.1"),
        ({"blackout": True}, "blackout", "eff.blackout"),
        ({"cells": {"elli": "C3"}}, "not_on_base_u", "ship.1"),
        ({"pop": {"I5": 3}}, "needs_four", "ship.2"),
        ({"ship": 12}, "ship_full", "ship.3"),
        ({"sheets": {"elli": {"cubes": 0, "used": {"teleport": 3}}}}, "no_cube", "action.1"),
    ],
)
def test_reasons_against_a_teleportation_to_the_ship(changes, reason, rule):
    table = acting(position(**{"pop": FULL, **changes}))
    assert table.refuse(0, do="ship") == (reason, (f"mediation.{rule}",))


@pytest.mark.rule("mediation.ship.2", "mediation.ship.4", "mediation.action.1")
def test_four_populations_go_aboard_for_a_teleport_place():
    table = acting(position(pop=FULL)).do("ship")
    assert (table.state.ship, table.state.pop["I5"], table.state.ship_token) == (4, 0, 1)
    assert table.state.chars["elli"].used == {"teleport": 1}


@pytest.mark.rule("mediation.ship.4")
def test_the_token_stays_on_the_last_space():
    table = acting(position(pop=FULL, ship_token=8, powers_unlocked=True)).do("ship")
    assert table.told(ShipTokenMoved) == []
    assert table.told(PowerDrawn) == []


@pytest.mark.rule("mediation.ship.7")
def test_no_card_is_drawn_when_everybody_holds_one():
    held = dict(zip(("elli", "agapi", "andromeda", "diamandis"), ("leap", "breath", "rewind", "listen"), strict=True))
    sheets = {name: {"power": power} for name, power in held.items()}
    table = acting(position(pop=FULL, ship_token=4, powers_unlocked=True, sheets=sheets)).do("ship")
    assert table.told(PowerDrawn) == []
    assert table.kind == "action"


@pytest.mark.rule("mediation.ship.7", "mediation.ship.5")
def test_powers_of_turn_seven_make_space_four_an_ordinary_one():
    table = acting(position(pop=FULL, ship_token=3, powers_unlocked=True)).do("ship")
    assert len(table.told(PowerDrawn)) == 1
    assert table.kind == "give_power"


@pytest.mark.rule("mediation.ship.8")
def test_clairvoyance_shows_three_cards_to_all_seats_and_leaves_them():
    state = position(pop=FULL, ship_token=5, top={"med_blue": ("B01", "B06", "B07")})
    table = acting(state).do("ship")
    assert table.kind == "clairvoyance_pile"
    assert table.offered() == ["med_red", "med_blue", "attack", "power"]
    assert table.decision().ask.default == {"pile": "med_red"}
    table.say(pile="med_blue")
    (seen,) = table.told(CardsSeen)
    assert seen.cards == ("B01", "B06", "B07")
    assert table.state.piles["med_blue"].cards[:3] == seen.cards
    assert redact_fact(seen, Viewer(seat=0))["cards"] == ["B01", "B06", "B07"]
    assert redact_fact(seen, SPECTATOR) == {"pile": "med_blue"}


@pytest.mark.rule("mediation.var.round.3", "mediation.ship.8")
def test_on_a_round_earth_the_ship_brings_sight_but_no_power():
    options = Options(round_earth=True)
    assert not acting(position(options=options, pop=FULL, ship_token=3)).do("ship").state.powers_unlocked
    table = acting(position(options=options, pop=FULL, ship_token=5)).do("ship")
    assert "power" not in table.offered()
