"""What is printed: counts, sums and tables of the content files."""

from collections import Counter
from itertools import combinations

import pytest
from msgspec.structs import replace

from domain.climate import board
from domain.climate.components import (
    CARDS,
    CHARACTERS,
    COLOUR_IDS,
    CONSEQUENCE_COPIES,
    CONSEQUENCES,
    COPIES,
    DEMOGRAPHY,
    EMPLOYERS,
    EXODUS_LINES,
    GREEN_CARDS,
    INSTITUTIONS,
    LETTERS,
    OIL_CARDS,
    REFUGEE_LINKS,
    REGION_IDS,
    SCENARIOS,
    SHEETS,
    WARMING_CARDS,
    event_cards,
)
from tests.domain.climate.table import start, with_regions


@pytest.mark.rule("climate.setup.2", "climate.ghg.1", "climate.region.5")
def test_sheets_sum_to_the_counter_and_follow_the_table():
    state = start()
    assert sum(sheet.ghg for sheet in SHEETS.values()) == 100
    assert sum(sheet.population for sheet in SHEETS.values()) == 158
    for name, sheet in SHEETS.items():
        assert board.region_ghg(board.emissions(state, name), sheet.population) == sheet.ghg, name
    emitted = {name: board.emissions(state, name) for name in SHEETS}
    assert emitted == {
        "EUR": 7, "NAM": 15, "SAM": 5, "MEA": 8, "AFR": 2, "IAU": 6, "RUS": 10, "CHN": 11, "IND": 3,
    }  # fmt: skip


@pytest.mark.rule("climate.oil.1", "climate.region.1", "climate.region.10")
def test_exports_and_imports_balance_and_every_region_produces():
    sheets = SHEETS.values()
    assert sum(s.orange for s in sheets) == sum(s.red_oil for s in sheets) == 6
    assert all(sheet.brown >= 1 for sheet in sheets)
    assert board.production(start().regions["AFR"]) == 2


@pytest.mark.rule("climate.region.2", "climate.region.3", "climate.region.4", "climate.region.6")
def test_living_standard_is_oil_and_electricity_and_sets_resilience():
    regions = start().regions
    for region in regions.values():
        assert region.ls == board.oil_units(region) == board.elec_units(region)
    found = {name: board.resilience(region) for name, region in regions.items()}
    assert found == {"EUR": 4, "NAM": 4, "SAM": 3, "MEA": 3, "AFR": 1, "IAU": 2, "RUS": 3, "CHN": 3, "IND": 1}
    assert board.resilience(replace(regions["IND"], discipline=3)) == 3


@pytest.mark.rule("climate.setup.4")
def test_special_tokens():
    special = {
        name: (s.overconsumption, s.overproduction)
        for name, s in SHEETS.items()
        if s.overconsumption + s.overproduction
    }
    assert special == {"NAM": (2, 0), "CHN": (0, 2)}
    climate = {name: (s.climate.before, s.climate.after) for name, s in SHEETS.items() if s.climate}
    assert climate == {"MEA": (2, 4), "RUS": (4, 2)}


@pytest.mark.rule("climate.ghg.1")
@pytest.mark.parametrize(
    ("emitted", "people", "ghg"),
    [(1, 1, 0), (1, 6, 1), (5, 1, 1), (3, 35, 11), (7, 15, 11), (15, 11, 17), (20, 60, 120)],
)
def test_the_ghg_table(emitted, people, ghg):
    assert board.region_ghg(emitted, people) == ghg


@pytest.mark.rule("climate.region.5", "climate.pt.ef")
def test_emissions_are_at_least_one_and_one_less_with_ef():
    state = with_regions(start(), AFR={"elec": (), "ef": True, "pts": ("E", "F")}, EUR={"ef": True, "pts": ("E", "F")})
    assert (board.emissions(state, "AFR"), board.emissions(state, "EUR")) == (1, 6)


def test_card_counts():
    assert len(CARDS) * COPIES == 192
    assert len(event_cards()) == 69
    kinds = (OIL_CARDS, WARMING_CARDS, GREEN_CARDS)
    assert [sum(card.copies for card in kind.values()) for kind in kinds] == [12, 12, 45]
    assert len(CONSEQUENCES) * CONSEQUENCE_COPIES == 16
    assert [len(kind) for kind in (CHARACTERS, EMPLOYERS, SCENARIOS, INSTITUTIONS, LETTERS)] == [9, 9, 8, 4, 16]


@pytest.mark.rule("climate.infl.1")
def test_asked_influences_of_green_events():
    asked = Counter(colour for card in GREEN_CARDS.values() for colour in card.asks for _ in range(card.copies))
    assert asked == {"education": 23, "industry": 23, "ngo": 23, "politics": 23, "military": 22, "media": 21}
    assert {len(set(card.asks)) for card in GREEN_CARDS.values()} == {3}


@pytest.mark.rule("climate.char.2", "climate.setup.7")
def test_each_colour_is_a_primary_of_three_characters_and_a_secondary_of_three():
    primaries = Counter(colour for c in CHARACTERS.values() for colour in c.primaries)
    secondaries = Counter(colour for c in CHARACTERS.values() for colour in c.secondaries)
    assert set(primaries.values()) == set(secondaries.values()) == {3}
    assert all(c.single in c.secondaries for c in CHARACTERS.values())
    assert board.secondaries("C1", 4) == ("industry", "politics")
    assert board.secondaries("C1", 5) == ("industry",)
    bad = [trio for trio in combinations(CHARACTERS, 3) if not board.is_covering(trio, 3)]
    assert [("".join(trio)) for trio in bad] == ["C1C2C3", "C1C4C7", "C2C5C8", "C3C6C9", "C4C5C6", "C7C8C9"]


def test_links_are_two_way_and_exodus_follows_refugees():
    assert sum(len(links) for links in REFUGEE_LINKS.values()) == 30
    assert sum(len(lines) for lines in EXODUS_LINES.values()) == 22
    for name in REGION_IDS:
        assert set(EXODUS_LINES[name]) <= set(REFUGEE_LINKS[name])
        assert all(name in REFUGEE_LINKS[other] for other in REFUGEE_LINKS[name])


@pytest.mark.rule("climate.region.8")
def test_demography_tables_are_percentages_of_the_bands():
    for table, percent in ((DEMOGRAPHY.normal, 5), (DEMOGRAPHY.expert, 7)):
        for band in table:
            middle = band.start // 10 * 10 + 5
            assert band.by_rate == tuple((2 * middle * percent * rate + 100) // 200 for rate in range(1, 6)), band


@pytest.mark.rule("climate.region.8", "climate.region.7")
def test_a_negative_rate_shrinks_a_population():
    state = start()
    region = replace(state.regions["IND"], demography=-2)
    assert board.population_change(state, region) == -4
    assert board.population_change(state, replace(region, demography=0)) == 0


@pytest.mark.rule("climate.region.9")
def test_letters_of_regions_and_of_the_world():
    assert [letter.id for letter in LETTERS.values() if letter.effect == "world"] == ["M", "N", "O", "P"]
    assert COLOUR_IDS == ("military", "media", "industry", "ngo", "politics", "education")
