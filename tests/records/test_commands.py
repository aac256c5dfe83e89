"""Records at the command line: what it says, and what it ends with."""

import shutil
from time import process_time

import psycopg
import pytest
from click.testing import CliRunner

from server.records.commands import export_command, import_command, recheck_command, verify_command
from server.records.form import decode
from server.records.verifying import verify
from tests.records.doctoring import GOLDEN
from tests.tables.conftest import started

FEW_SECONDS = 5
UNLOCKED = "ALTER TABLE events DISABLE TRIGGER append_only"


def said(command, *arguments, **environment):
    """The exit code and the lines that a command writes."""
    ended = CliRunner().invoke(command, [str(argument) for argument in arguments], env=environment)
    return ended.exit_code, ended.output.splitlines()


@pytest.fixture
def golden(tmp_path):
    """A golden record in a folder of its own."""
    return shutil.copy(GOLDEN / "kepler-roll_off.json", tmp_path / "record.json")


def test_a_sound_record_is_said_to_be_sound(golden):
    told = "sound: 61 events, 13 appends decided again, signed, begun at a position"
    assert said(verify_command, golden) == (0, [f"{golden}: {told}"])


def test_a_doctored_file_is_told_by_its_first_wrong_event(golden):
    text = golden.read_text(encoding="utf-8")
    golden.write_text(text.replace('"name":"bob"', '"name":"eve"', 1), encoding="utf-8")
    code, lines = said(verify_command, golden)
    assert code == 1
    assert lines == [f"{golden}: WRONG at event 3 (chain): the event (table.seated.v1) was changed"]


def test_every_file_is_told_of_even_after_one_that_cannot_be_read(golden, tmp_path):
    cut, newer = tmp_path / "cut.json", tmp_path / "newer.json"
    cut.write_bytes(golden.read_bytes()[:5_000])
    newer.write_bytes(golden.read_bytes().replace(b"plateau-record/1", b"plateau-record/2", 1))
    code, lines = said(verify_command, cut, newer, golden)
    assert code == 1
    assert "is cut off" in lines[0]
    assert "plateau-record/2; this version reads plateau-record/1: use a newer one" in lines[1]
    assert "sound" in lines[2]


def test_a_record_that_ends_too_early_is_said_not_to_be_over(golden):
    lines = golden.read_text(encoding="utf-8").splitlines()
    lines[0] = lines[0][: lines[0].index(',"checkpoint"')] + ',"checkpoint":null,'
    golden.write_text("\n".join([*lines[:-3], lines[-3].rstrip(","), lines[-1]]), encoding="utf-8")
    code, (told,) = said(verify_command, golden)
    assert code == 0
    assert told.endswith("not signed, begun at a position, not over")


def test_a_long_match_is_verified_in_a_few_seconds():
    longest = max(GOLDEN.iterdir(), key=lambda file: file.stat().st_size)
    began = process_time()
    assert verify(decode(longest.read_bytes())).events > 2_000
    assert process_time() - began < FEW_SECONDS


def seat_first(database, table, seat):
    """Put something else into a row, as somebody with the database's own account could."""
    with psycopg.connect(database) as connection:
        connection.execute(UNLOCKED)
        changed = connection.execute(
            "UPDATE events SET payload = jsonb_set(payload, '{seat}', %s) WHERE stream = %s AND type = %s"
            " RETURNING version",
            [str(seat), table, "kepler.first_player_drawn.v1"],
        ).fetchall()
        connection.commit()
    return changed[0][0]


def test_a_doctored_row_is_named_among_all_tables(tables, database, alice, bob):
    begun = [started(tables, [alice, bob]) for _ in range(2)]
    assert said(recheck_command, PLATEAU_DATABASE_URL=database) == (
        0,
        ["2 tables, 0 changed or decided differently now"],
    )
    doctored = begun[1]
    version = seat_first(database, doctored.id, 1 - doctored.play.state.first_seat)
    why = f"WRONG at event {version} (chain): the event (kepler.first_player_drawn.v1) was changed"
    assert said(recheck_command, PLATEAU_DATABASE_URL=database) == (
        1,
        [f"{doctored.id} {why}", "2 tables, 1 changed or decided differently now"],
    )


def test_the_record_of_a_doctored_table_is_not_sound(tables, database, alice, bob, tmp_path):
    table, file = started(tables, [alice, bob]), tmp_path / "record.json"
    version = seat_first(database, table.id, 1 - table.play.state.first_seat)
    assert said(export_command, table.id, "--output", file, PLATEAU_DATABASE_URL=database) == (0, [str(file)])
    code, (told,) = said(verify_command, file)
    assert code == 1
    assert told.startswith(f"{file}: WRONG at event {version} (chain)")


def test_a_record_goes_into_another_server_and_out_again_unchanged(database, golden, tmp_path):
    table, file = decode(golden.read_bytes()).table, tmp_path / "again.json"
    assert said(import_command, golden, PLATEAU_DATABASE_URL=database) == (0, [f"table {table} is here now"])
    said(export_command, table, "--output", file, PLATEAU_DATABASE_URL=database)
    again, before = decode(file.read_bytes()), decode(golden.read_bytes())
    assert again.commits == before.commits
    assert (again.seed, again.salt_key) == (before.seed, before.salt_key)
