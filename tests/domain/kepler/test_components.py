"""The content, checked against what the rulebook states of it."""

import pytest

from domain.kepler import kepler
from domain.kepler.components import (
    CENTRE,
    CLANS,
    CORPORATIONS,
    DRAWINGS,
    NEIGHBOURS,
    PASSAGES,
    PLANETS,
    SATELLITES,
    SLOTS,
    THRESHOLDS,
    TOKENS,
    TRACKS,
    UNITS,
)
from tests.domain.kepler.tables import START


@pytest.mark.rule("kepler.setup.1", "kepler.setup.5", "kepler.setup.7")
def test_counts_of_the_box():
    assert [len(kind) for kind in (PLANETS, CLANS, SATELLITES, CORPORATIONS, TRACKS, PASSAGES)] == [12, 3, 7, 7, 7, 18]
    assert sum(unit.figures for unit in UNITS.values()) == 14
    assert SLOTS == ("mauve_a", "mauve_b", "green_a")
    assert THRESHOLDS == (11, 19, 24)
    assert tuple(track.start for track in TRACKS.values()) == START


@pytest.mark.rule("kepler.two.1")
def test_clans_and_centre():
    for clan in CLANS:
        own = [planet for planet in PLANETS.values() if planet.clan == clan]
        assert len(own) == 4
        assert sum(planet.id in CENTRE for planet in own) == 2


@pytest.mark.rule("kepler.place.3")
def test_the_map_turned_by_a_third_is_itself():
    turned = {"m": "g", "g": "o", "o": "m"}

    def turn(planet):
        return turned[planet[0]] + planet[1]

    assert {planet: len(near) for planet, near in NEIGHBOURS.items()} == dict.fromkeys(PLANETS, 3)
    for planet, near in NEIGHBOURS.items():
        assert NEIGHBOURS[turn(planet)] == {turn(other) for other in near}


@pytest.mark.rule("kepler.setup.6")
def test_tokens():
    faces = [face for token in TOKENS.values() for face in token.faces.values()]
    assert (9, 6, 3) in faces
    assert all(first > second > third for first, second, third in faces)
    assert all(token.faces["A"] != token.faces["B"] for token in TOKENS.values())
    sums = {
        clan: [sum(sum(TOKENS[p.id].faces[face]) for p in PLANETS.values() if p.clan == clan) for face in "AB"]
        for clan in CLANS
    }
    assert sums == {"mauve": [49, 50], "green": [54, 54], "orange": [57, 57]}


def test_drawings_show_everything_in_play():
    full, centre = DRAWINGS
    assert set(full.planets) == set(PLANETS)
    assert set(centre.planets) == set(CENTRE)
    assert set(full.passages) == {passage.id for passage in PASSAGES}
    assert set(centre.passages) == {passage.id for passage in PASSAGES if set(passage.between) <= set(CENTRE)}
    for drawing in DRAWINGS:
        assert (set(drawing.portraits), set(drawing.slots)) == (set(CLANS), set(SLOTS))


def test_every_entry_serves_a_known_rule():
    for entries in kepler.catalogue.values():
        for entry in entries.values():
            assert entry.rule in kepler.rulebook
