"""There is a recorded game for every way in which Kepler-3AD can end."""

from tests.playthroughs.recording import HERE, script_of

RECORDED = {path.stem: path for path in (HERE / "kepler").glob("*.txt")}


def test_both_reasons_are_recorded():
    assert {script_of(path).ends for path in RECORDED.values()} == {"threshold", "round_limit"}


def test_a_roll_off_is_recorded():
    assert "tiebreak_rolled" in RECORDED["roll-off"].read_text()


def test_every_number_of_seats_is_recorded():
    assert {script_of(path).seats for path in RECORDED.values()} == {2, 3, 4, 5}


def test_both_maps_for_two_are_recorded():
    maps = {
        script_of(path).options.get("two_player_map", "centre")
        for path in RECORDED.values()
        if script_of(path).seats == 2
    }
    assert maps == {"centre", "full"}
