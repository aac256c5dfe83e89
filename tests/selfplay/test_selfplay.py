"""Self-play from the command line."""

import re
from collections.abc import Iterable
from typing import Any

import pytest
from click.testing import CliRunner, Result

from domain.games import game
from server.selfplay.command import selfplay

QUICK = ["kepler", "--option", "round_limit=5"]


def run(*words: str) -> Result:
    return CliRunner().invoke(selfplay, list(words))


@pytest.mark.parametrize("bots", ["random", "sensible"])
def test_matches_are_played_and_told_as_a_table(bots: str) -> None:
    told = run(*QUICK, "--games", "2", "--seats", "3", "--bots", bots)
    assert told.exit_code == 0, told.output
    assert re.search(r"^2 matches in \d", told.output, re.MULTILINE)
    assert [line.split()[0] for line in told.output.splitlines()[1:4]] == ["0", "1", "2"]
    assert re.search(r"^decisions +[\d.]+ +\d+ +\d+ +\d+$", told.output, re.MULTILINE)


def test_the_same_seed_plays_the_same_match() -> None:
    def scores(seed: str) -> list[str]:
        return run(*QUICK, "--games", "1", "--seed", seed).output.splitlines()[1:3]

    assert scores("5") == scores("5") != scores("6")


def test_the_first_broken_invariant_stops_it_with_the_seed_to_repeat_it(monkeypatch: pytest.MonkeyPatch) -> None:
    kepler = game("kepler")
    sound = kepler.checker

    def wrong(state: Any) -> Iterable[str]:
        return [*sound(state), *(["round four is not to be"] if state.round >= 4 else [])]

    monkeypatch.setattr(kepler, "checker", wrong)
    told = run(*QUICK, "--games", "3", "--seed", "9", "--seats", "2")
    assert told.exit_code == 1
    assert "broken with seed 9" in told.output and "round four is not to be" in told.output
    again = "./plateau selfplay kepler --seats 2 --bots random --option round_limit=5 --games 1 --seed 9"
    assert f"again: {again}" in told.output


@pytest.mark.parametrize(
    "words",
    [
        ["chess"],
        ["kepler", "--seats", "9"],
        ["kepler", "--option", "round_limit"],
        ["kepler", "--option", "round_limit=1"],
        ["kepler", "--option", "colour=red"],
        ["kepler", "--bots", "clever"],
        ["kepler", "--games", "0"],
    ],
)
def test_what_cannot_be_played_is_said_without_a_trace(words: list[str]) -> None:
    told = run(*words)
    assert told.exit_code == 2
    assert "Error" in told.output and "Traceback" not in told.output
