"""All benchmarks in one run."""

import sys

import click

from bench import activation, folding, forms, moves, resolving, storage, streams
from bench.figures import Figure, table
from bench.servers import running

ROWS, MANY_ROWS = 500_000, 5_000_000


@click.command("bench")
@click.option("--full", is_flag=True, help=f"Fill the log with {MANY_ROWS:,} events instead of {ROWS:,}.")
@click.option("--strict", is_flag=True, help="Exit with 1 if a budget is not met.")
def command(*, full: bool, strict: bool) -> None:
    """Measure the server in ratios against floors of the same run."""
    figures: list[Figure] = []
    for name, work in {"folding": folding.measure, "forms": forms.measure, "activation": activation.measure}.items():
        click.echo(f"measuring {name} …", err=True)
        figures += work()
    click.echo("starting the servers …", err=True)
    with running() as servers:
        click.echo("measuring moves …", err=True)
        figures += moves.measure(servers)
        click.echo("measuring resolutions …", err=True)
        figures += resolving.measure(servers)
        click.echo("measuring streams …", err=True)
        figures += streams.measure(servers)
        click.echo("measuring the store …", err=True)
        figures += storage.measure(servers, rows=MANY_ROWS if full else ROWS)
    click.echo(table(figures))
    if strict and not all(figure.is_met for figure in figures):
        sys.exit(1)


def main(arguments: list[str]) -> int:
    """Run from the command line of Plateau."""
    command(arguments, prog_name="plateau bench", standalone_mode=False)
    return 0
