"""Settings from the environment."""

from pathlib import Path

import pytest

from server.config import Settings, from_environment
from server.failures import Failure


def test_nothing_set_gives_the_defaults() -> None:
    assert from_environment({}) == Settings()
    assert from_environment({"PLATEAU_DATABASE_URL": ""}).database_url is None


def test_what_is_set_counts() -> None:
    found = from_environment({"PLATEAU_DATA": "/srv/x", "PLATEAU_PORT": "9", "PLATEAU_WORKERS": "resolve=3,bots=0"})
    assert (found.data, found.port) == (Path("/srv/x"), 9)
    assert dict(found.workers) == {"resolve": 3, "deadlines": 1, "bots": 0}
    assert found.but(port=None, host="::").host == "::"
    assert found.but(port=None).port == 9


@pytest.mark.parametrize(
    ("name", "text"),
    [("PORT", "eighty"), ("API_PROCESSES", "0"), ("API_THREADS", "-1"), ("WORKERS", "resolve"), ("WORKERS", "cook=1")],
)
def test_what_makes_no_sense_is_named(name: str, text: str) -> None:
    with pytest.raises(Failure, match=f"PLATEAU_{name}"):
        from_environment({f"PLATEAU_{name}": text})


def test_more_threads_need_more_connections() -> None:
    assert Settings(api_threads=32).connection_budget() > Settings().connection_budget()
