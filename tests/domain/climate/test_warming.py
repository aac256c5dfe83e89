"""Warming and climate consequences."""

import pytest
from msgspec.structs import replace

from domain.climate import frames
from tests.domain.climate.table import Board, active, start, with_regions


def warmed(zone, **zones):
    """The state after a warming card."""
    state = start()
    return Board(replace(state, zones={**state.zones, **zones}), frames.Warming(zone=zone)).state


@pytest.mark.rule("climate.event.warm.1", "climate.event.warm.2")
def test_what_each_zone_brings():
    poles = warmed("poles")
    assert {n: r.refugees for n, r in poles.regions.items() if r.refugees} == {"AFR": 1, "IAU": 1, "IND": 1}
    glaciers = warmed("glaciers", glaciers=2)
    assert (glaciers.regions["CHN"].shortages, glaciers.regions["IND"].famine) == (3, True)
    assert warmed("currents").regions["AFR"].scarcities == 1
    assert warmed("forests").green == 5
    full = warmed("poles", poles=3)
    assert full.zones["poles"] == 3 and full.regions["SAM"].refugees == 1


CARDS = {
    "CC2": ({"AFR": (1, 0, 0, 1)}, 101),
    "CC3": ({"AFR": (0, 0, 0, 1), "MEA": (0, 0, 0, 1)}, 100),
    "CC4": ({"AFR": (0, 1, 0, 0)}, 100),
    "CC5": ({"AFR": (0, 0, 1, 1)}, 100),
    "CC6": ({"IND": (0, 0, 0, 1), "IAU": (0, 0, 0, 1), "CHN": (0, 0, 0, 1)}, 100),
    "CC7": ({"AFR": (0, 0, 1, 0), "MEA": (0, 0, 1, 0)}, 100),
    "CC8": ({"AFR": (1, 0, 0, 0), "IAU": (1, 0, 0, 0), "SAM": (1, 0, 0, 0)}, 100),
}


@pytest.mark.rule("climate.clim.4", "climate.clim.5")
@pytest.mark.parametrize(("card", "struck"), CARDS.items())
def test_climate_consequences(card, struck):
    zones = {"glaciers": 1, "forests": 1, "poles": 1, "currents": 1}
    board = Board(replace(active(start(), "IAU"), zones=zones), frames.ClimateCard(card=card))
    tokens = {n: (r.shortages, r.scarcities, r.epizootics, r.refugees) for n, r in board.state.regions.items()}
    expected, ghg = struck
    assert {name: found for name, found in tokens.items() if any(found)} == expected
    assert board.state.ghg == ghg


@pytest.mark.rule("climate.clim.4", "climate.clim.2")
def test_a_queued_consequence_is_the_next_event_and_goes_to_its_own_discard():
    state = start()
    decks = replace(state.decks, events=("CC6", *state.decks.events))
    board = Board(replace(state, decks=decks), frames.DrawEvent())
    assert board.state.decks.climate_discard == ("CC6",) and board.state.decks.events_discard == ()


@pytest.mark.rule("climate.turn.3")
def test_the_event_discard_is_shuffled_when_the_pile_is_empty():
    state = start()
    decks = replace(state.decks, events=(), events_discard=("OIL-up", "OIL-down"))
    board = Board(replace(state, decks=decks), frames.DrawEvent())
    assert (len(board.state.decks.events), len(board.state.decks.events_discard)) == (1, 1)


@pytest.mark.rule("climate.clim.5")
def test_refugees_of_a_heat_wave_stay_where_there_is_sickness():
    state = active(with_regions(start(), AFR={"epidemic": True}), "IAU")
    board = Board(state, frames.ClimateCard(card="CC1"))
    assert board.region("AFR").refugees == 1
