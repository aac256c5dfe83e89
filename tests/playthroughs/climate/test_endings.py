"""There is a recorded game for every way in which Bataille pour le Climat can end, and for every variant."""

import re

from tests.playthroughs.recording import HERE, script_of

RECORDED = {path.stem: path for path in (HERE / "climate").glob("*.txt")}
OPTIONS = [script_of(path).options for path in RECORDED.values()]


def test_every_reason_is_recorded():
    assert {script_of(path).ends for path in RECORDED.values()} == {"ghg", "turns_over", "tutorial"}


def test_every_grade_of_victory_and_defeat_is_recorded():
    ended = [re.search(r"game_ended.* outcome=(\w+) grade=(\w+)", path.read_text()) for path in RECORDED.values()]
    assert {(found[1], found[2]) for found in ended if found} == {
        *(("victory", grade) for grade in ("brilliant", "solid", "bitter", "hollow")),
        *(("defeat", grade) for grade in ("tropics_lost", "few_refuges", "small_life", "deep_sea_life", "hothouse")),
    }


def test_every_number_of_seats_is_recorded():
    assert {script_of(path).seats for path in RECORDED.values()} == {3, 4, 5}


def test_every_variant_is_recorded():
    scenarios = {options.get("scenario", "standard") for options in OPTIONS}
    assert len(scenarios) == 8
    assert {options.get("assignment", "suggested") for options in OPTIONS} == {"suggested", "draft", "random"}
    for option, value in (("mode", "expert"), ("propagation", "precise"), ("region_order", "default")):
        assert any(options.get(option) == value for options in OPTIONS), option
    for flag in ("weaknesses", "runaway", "no_powers", "no_employers"):
        assert any(options.get(flag) for options in OPTIONS), flag
