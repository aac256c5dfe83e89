"""All registered games, and how much of each the profile has time for."""

import pytest

from domain.games import games
from tests.every_game.option_sets import subjects_of

GAMES = tuple(games().values())
SUBJECTS = tuple(found for game in GAMES for found in subjects_of(game))


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Tests that take a `game` run for each, tests that take a `subject` for each way to play each."""
    if "game" in metafunc.fixturenames:
        metafunc.parametrize("game", GAMES, ids=lambda game: game.slug)
    if "subject" in metafunc.fixturenames:
        metafunc.parametrize("subject", SUBJECTS, ids=lambda subject: subject.name)


@pytest.fixture
def is_deep(pytestconfig: pytest.Config) -> bool:
    """Whether the long profile runs."""
    return bool(pytestconfig.getoption("--deep"))


@pytest.fixture
def seeds(is_deep: bool) -> range:
    """The matches of each way to play."""
    return range(1, 26 if is_deep else 2)


@pytest.fixture
def positions_per_match(is_deep: bool) -> int:
    """How many points of a match are examined closely."""
    return 200 if is_deep else 15
