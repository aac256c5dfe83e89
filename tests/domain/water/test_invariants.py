"""Impossible tables are recognised."""

import pytest
from msgspec.structs import replace

from domain.core.errors import BadPosition
from domain.core.positions import from_position, to_position
from domain.water import water
from domain.water.changes import standing
from domain.water.state import Construction, Stock, TradeOffer
from tests.domain.water.tables import new_table, p1, position

BROKEN = {
    "tiles": lambda s: replace(s, supply={**s.supply, "farm": 16}),
    "markers": lambda s: replace(s, markers=(20, *s.markers[1:])),
    "terrain": lambda s: replace(s, constructions={**s.constructions, "A1": Construction(type="farm", owners=(0,))}),
    "sea": lambda s: replace(s, constructions={**s.constructions, "M1": Construction(type="junction", owners=(0,))}),
    "owners": lambda s: replace(s, constructions={**s.constructions, "D3": replace(s.constructions["D3"], owners=())}),
    "negative": lambda s: replace(s, thunes=(-1, *s.thunes[1:])),
    "water": lambda s: replace(s, placed={"D3": 3}),
    "pollution": lambda s: replace(s, pollution={**s.pollution, "D5": 2}),
    "crisis": lambda s: replace(s, crisis=frozenset({"A1"})),
    "station": lambda s: replace(s, station_uses={"D3": 1}),
    "offers": lambda s: replace(s, offers=(TradeOffer(id="o1", maker=0, to=1, network="D3"),)),
    "cards": lambda s: replace(s, action_deck=s.action_deck[1:]),
    "row": lambda s: replace(s, resource_row=()),
    "stock": lambda s: replace(s, stock=({"D4": Stock()}, *s.stock[1:])),
    "turns": lambda s: replace(s, turn=8),
    "seats": lambda s: replace(s, vp=(0,)),
    "cells": lambda s: replace(s, water={}),
    "order": lambda s: replace(s, order=(0, 0, 1, 2)),
}


@pytest.mark.rule("water.build.1", "water.build.2", "water.build.3", "water.build.4", "water.p5.4")
@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_table_is_recognised(name):
    assert list(water.checker(p1())) == []
    assert list(water.checker(BROKEN[name](p1()))) != []


@pytest.mark.rule("water.destroy.2", "water.mode.4", "water.dam.4")
def test_homes_stations_and_dams_are_held_to_their_rules():
    homeless = position({"D3": "farm"}, {"E8": "residential_zone"})
    assert "seat 0: a community has a residential zone" in list(water.checker(homeless))
    state = position({"D3": "residential_zone"}, {"E8": "residential_zone"}, options={"mode": "simplified"})
    assert list(water.checker(standing(state, (0,), "treatment_station", ("D4",))))
    full = new_table(4, scenario="s2").state
    assert list(water.checker(replace(full, dams={"E6": replace(full.dams["E6"], intake=10)})))


def test_a_broken_position_is_refused():
    table = new_table(4, scenario="s2")
    document = to_position(water, replace(table.play, state=BROKEN["negative"](table.state)), {})
    with pytest.raises(BadPosition):
        from_position(water, document)
