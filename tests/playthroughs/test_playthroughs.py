"""Recorded games go the same way today."""

import pytest

import domain.games  # noqa: F401  registers every game
from tests.playthroughs.recording import HERE, playthroughs, recorded


@pytest.mark.parametrize("path", playthroughs(), ids=lambda path: str(path.relative_to(HERE)))
def test_a_recorded_game_is_played_the_same(path):
    expected, played = path.read_text(encoding="utf-8").splitlines(), recorded(path).splitlines()
    assert played == expected, "if the change is meant: python -m tests.playthroughs --update"
