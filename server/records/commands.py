"""Records on the command line: verify, import, export, and what the current rules would decide otherwise."""

import sys
from pathlib import Path
from uuid import UUID

import click

from events import audit
from events.errors import ChainBroken
from events.pool import Pool
from events.store import Store
from server import config
from server.backends import reached_database
from server.failures import Failure
from server.records.exporting import export, load
from server.records.form import BadRecord, Record, decode, encode
from server.records.verifying import Progress, Verdict, recheck, silent, verify
from server.refusals import Refusal
from server.tables.loading import Loader

_data = click.option("--data", type=click.Path(path_type=Path), help="Data folder (.plateau beside the program).")
_file = click.argument("file", type=click.Path(path_type=Path, exists=True, dir_okay=False))


@click.command("verify")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path, exists=True, dir_okay=False))
def verify_command(files: tuple[Path, ...]) -> None:
    """Check records offline: hashes, signature, seed, every draw, every decision and the result."""
    wrong = 0
    for file in files:
        try:
            verdict = verify(decode(file.read_bytes()), _progress(file))
        except BadRecord as refusal:
            wrong += 1
            click.echo(f"{file}: {refusal}")
            continue
        wrong += verdict.finding is not None
        click.echo(f"{file}: {_told(verdict)}")
    sys.exit(1 if wrong else 0)


@click.command("import")
@_file
@_data
def import_command(file: Path, data: Path | None) -> None:
    """Load the record of a finished table as an archived table."""
    record = _read(file)
    with reached_database(_settings(data)) as url:
        pool = Pool(url, size=2)
        try:
            load(Store(pool), record)
        except Refusal as refusal:
            raise Failure(str(refusal)) from None
        finally:
            pool.close()
    click.echo(f"table {record.table} is here now")


@click.command("export")
@click.argument("table", type=click.UUID)
@click.option("--output", type=click.Path(path_type=Path), help="File to write (<table>.json).")
@_data
def export_command(table: UUID, output: Path | None, data: Path | None) -> None:
    """Write a table as a record; of a running table it shows everything, so keep it to yourself."""
    with reached_database(_settings(data)) as url:
        pool = Pool(url, size=2)
        try:
            record = export(pool, Loader(Store(pool)).fresh(table))
        except Refusal as refusal:
            raise Failure(str(refusal)) from None
        finally:
            pool.close()
    file = output or Path(f"{table}.json")
    file.write_bytes(encode(record))
    click.echo(str(file))


@click.command("recheck")
@_data
def recheck_command(data: Path | None) -> None:
    """List the stored tables whose rows were changed, or that the current rules would now decide differently."""
    wrong = total = 0
    with reached_database(_settings(data)) as url:
        pool = Pool(url, size=2)
        loader = Loader(Store(pool))
        for table in _all_tables(pool):
            total += 1
            told = _rechecked(pool, loader, table)
            if told is not None:
                wrong += 1
                click.echo(f"{table} {told}")
        pool.close()
    click.echo(f"{total} tables, {wrong} changed or decided differently now")
    sys.exit(1 if wrong else 0)


def _rechecked(pool: Pool, loader: Loader, table: UUID) -> str | None:
    """What is wrong with a stored table: its rows first, since those that were changed need not even fold."""
    try:
        audit.verified(pool, table)
    except ChainBroken as broken:
        return f"WRONG at event {broken.version} (chain): {broken.reason}"
    record = export(pool, loader.fresh(table))
    verdict = recheck(record)
    return None if verdict.finding is None else f"({record.game}): {_told(verdict)}"


def _all_tables(pool: Pool) -> list[UUID]:
    with pool.connection() as connection:
        rows = connection.execute("SELECT stream FROM streams WHERE kind = 'table' ORDER BY stream").fetchall()
    return [row[0] for row in rows]


def _read(file: Path) -> Record:
    try:
        return decode(file.read_bytes())
    except Refusal as refusal:
        raise Failure(f"{file}: {refusal}") from None


def _told(verdict: Verdict) -> str:
    if verdict.finding is not None:
        return f"WRONG at event {verdict.finding.version} ({verdict.finding.check}): {verdict.finding.detail}"
    signed = "signed" if verdict.is_signed else "not signed"
    folded = f", {verdict.only_folded} appends of other rules or content only folded" if verdict.only_folded else ""
    start = ", begun at a position" if verdict.from_position else ""
    over = "" if verdict.is_over else ", not over"
    return f"sound: {verdict.events} events, {verdict.decided} appends decided again{folded}, {signed}{start}{over}"


def _progress(file: Path) -> Progress:
    if not sys.stderr.isatty():
        return silent
    return lambda version: click.echo(f"\r{file}: event {version}", nl=False, err=True)


def _settings(data: Path | None) -> config.Settings:
    return config.from_environment().but(data=data.absolute() if data else None)
