"""Golden records: tables that are over must be verified and fold to the same result for ever."""

from functools import cache
from pathlib import Path
from typing import get_args

import msgspec
import pytest

from domain.core.result import Result
from domain.games import games
from domain.table.state import Status
from server.records.form import Record, decode
from server.records.verifying import verify
from tests.records.endings import grades, reasons, words_of

FILES = sorted((Path(__file__).parent / "golden").glob("*.json"))
NAMES = [file.stem for file in FILES]
BEFORE_THE_END = {"gathering", "running"}

BESIDES = {
    "kepler": ["kepler.tiebreak_rolled.v1"],
    "cosmic": ["joint"],
    "climate": ["tutorial victory", "tutorial defeat"],
    "water": ["below-zero"],
}
"""Ways of ending that neither a reason nor a grade tells apart."""


@cache
def record_of(name: str) -> Record:
    return decode((Path(__file__).parent / "golden" / f"{name}.json").read_bytes())


def types(record: Record) -> set[str]:
    return {event.type for commit in record.commits for event in commit.events}


def result_of(record: Record) -> Result | None:
    finished = [event for event in record.commits[-1].events if event.type == "table.finished.v1"]
    return msgspec.convert(finished[0].payload["result"], Result) if finished else None


@cache
def endings(slug: str) -> list[set[str]]:
    """How the golden tables of a game ended, and what happened at them."""
    found = []
    for record in map(record_of, NAMES):
        result = result_of(record)
        if record.game == slug and result is not None:
            found.append(words_of(result) | types(record))
    return found


@pytest.mark.parametrize("name", NAMES)
def test_an_old_record_is_still_sound(name):
    record = record_of(name)
    verdict = verify(record)
    assert verdict.finding is None
    if "table.withdrawn.v1" in types(record):
        assert result_of(record) is None
    else:
        assert verdict.is_signed
        assert result_of(record) is not None


@pytest.mark.parametrize("slug", sorted(games()))
def test_every_way_of_ending_has_a_golden_record(slug):
    """Reasons and grades are those that the game's code and texts know."""
    game = games()[slug]
    wanted = reasons(game) | grades(game) | set(BESIDES.get(slug, ()))
    missing = {way for way in wanted if not any(set(way.split()) <= ended for ended in endings(slug))}
    assert not missing, "describe them in tests/records/wanted.py, then: python -m tests.records.make"


def test_every_end_of_a_table_has_a_golden_record():
    """A match that is over, and a table that was given up."""
    told = {f"table.{status}.v1" for status in set(get_args(Status)) - BEFORE_THE_END}
    assert told <= set().union(*(types(record_of(name)) for name in NAMES))


@pytest.mark.parametrize("slug", sorted(games()))
def test_a_match_that_a_seat_left_has_a_golden_record(slug):
    assert any("table.resigned.v1" in ended for ended in endings(slug))
