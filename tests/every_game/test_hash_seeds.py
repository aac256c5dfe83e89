"""A match does not depend on how Python happens to order sets."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from domain.games import games

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("slug", games())
def test_the_same_match_is_asked_under_every_hash_seed(slug):
    told = {_digest(slug, seed) for seed in ("1", "2", "3")}
    assert len(told) == 1


def _digest(slug: str, seed: str) -> str:
    command = [sys.executable, "-m", "tests.every_game.play_once", slug, "300"]
    env = {**os.environ, "PYTHONHASHSEED": seed}
    return subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=True).stdout
