"""There is a recorded game for every way in which Rencontre Cosmique is played and can end."""

import pytest

from tests.playthroughs.recording import HERE, script_of

RECORDED = {path.stem: path for path in (HERE / "cosmic").glob("*.txt")}


def told(name):
    return RECORDED[name].read_text(encoding="utf-8")


def test_both_ends_of_a_played_game_are_recorded():
    assert {script_of(path).ends for path in RECORDED.values()} == {"five_bases", "max_rounds"}


@pytest.mark.rule("cosmic.win.1", "cosmic.win.3")
def test_a_single_winner_and_joint_winners_are_recorded():
    assert told("single-winner").count("    place 1 ") == 1
    assert told("joint-winners").count("    place 1 ") >= 2


@pytest.mark.rule("cosmic.deal.3", "cosmic.deal.9", "cosmic.turn.4")
@pytest.mark.parametrize(
    ("name", "fact"),
    [("deal-made", "deal_made"), ("deal-failed", "deal_failed"), ("turn-aborted", "turn_aborted")],
)
def test_what_a_name_promises_happens(name, fact):
    assert f"    {fact}" in told(name)


@pytest.mark.rule("cosmic.var.multi", "cosmic.var.two_of_three", "cosmic.var.rotation", "cosmic.var.none")
def test_every_variant_is_recorded():
    options = {name: script_of(path).options for name, path in RECORDED.items()}
    assert options["several-powers"]["powers_per_player"] == 3
    assert options["two-of-three"]["selection"] == "two_of_three"
    assert options["rotation"]["rotation"] is True
    assert options["no-powers"]["powers_per_player"] == 0
    assert "    powers_rotated" in told("rotation")


def test_every_number_of_seats_is_recorded():
    assert {script_of(path).seats for path in RECORDED.values()} == {2, 3, 4}
