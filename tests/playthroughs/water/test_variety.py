"""There is a recorded game for every mode and scenario, and for what is rare in Hexag'o."""

import pytest

from tests.playthroughs.recording import HERE, script_of

RECORDED = {path.stem: path for path in (HERE / "water").glob("*.txt")}


def text(name):
    return RECORDED[name].read_text()


def test_every_scenario_and_both_free_modes_are_recorded():
    scripts = [script_of(path).options for path in RECORDED.values()]
    assert {options.get("scenario", "none") for options in scripts} == {"none", "s1", "s2", "s3", "p1"}
    assert any(options.get("mode") == "simplified" for options in scripts)
    assert {script_of(path).ends for path in RECORDED.values()} == {"turns_over"}


def test_every_number_of_communities_is_recorded():
    assert {script_of(path).seats for path in RECORDED.values()} == {2, 3, 4}


def test_a_conflict_is_recorded_that_each_side_wins():
    assert "outcome=claimant" in text("conflict") and "outcome=actor" in text("conflict")


def test_a_dam_with_three_owners_is_filled_and_gives_energy():
    assert "owners=0,1,2" in text("three-owners") and "dam_filled" in text("three-owners")
    assert text("three-owners").count("dam_generated") == 5


def test_riots_are_recorded():
    assert "    riot seat=" in text("riot")


def test_a_game_is_lost_to_pollution_by_everybody():
    places = [line for line in text("lost-to-pollution").splitlines() if line.startswith("    place")]
    assert len(places) == 4 and all(int(line.split(" · ")[2].split()[0]) < 0 for line in places)


def test_a_person_mediates():
    assert "seat 2 · mediator_choose_cards · choose" in text("mediator") or "· random" in text("mediator")
    assert text("mediator").count("mediator_reveal") == 2


@pytest.mark.parametrize("name", ["free-simplified", "interdependence", "one-owner"])
def test_without_pollution_there_is_none(name):
    assert "polluted" not in text(name) and "pollution=0" in text(name)
