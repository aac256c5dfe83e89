"""Golden records: finished tables that must be verified and fold to the same result for ever."""

from pathlib import Path

import pytest

from server.records.form import decode
from server.records.verifying import verify

FILES = sorted((Path(__file__).parent / "golden").glob("*.json"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_an_old_record_is_still_sound(file):
    record = decode(file.read_bytes())
    verdict = verify(record)
    assert verdict.finding is None
    assert verdict.is_signed
    last = [event.type for event in record.commits[-1].events]
    assert "table.finished.v1" in last


def test_every_game_has_a_golden_record():
    from domain.games import games

    assert {decode(file.read_bytes()).game for file in FILES} == set(games())
