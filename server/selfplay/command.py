"""The command line of self-play."""

import json
import shlex
import sys
import traceback
from collections.abc import Callable
from functools import partial
from typing import Any

import click
import msgspec

from domain.core.errors import BadOptions
from domain.core.game import Game
from domain.games import game as game_named
from domain.games import games
from server.selfplay.in_process import Wanted, play_here
from server.selfplay.over_http import Server
from server.selfplay.progress import Bar
from server.selfplay.tally import Played, table

LOCAL = "http://127.0.0.1:8000"


@click.command(name="selfplay")
@click.argument("game", type=click.Choice(sorted(games())))
@click.option("--seats", type=int, help="How many seats; the fewest of the game unless told.")
@click.option("--games", "matches", type=click.IntRange(min=1), default=10, show_default=True, help="How many matches.")
@click.option("--seed", type=int, default=1, show_default=True, help="The first match's seed; the next ones count on.")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="An option of the game.")
@click.option("--bots", type=click.Choice(["random", "sensible"]), default="random", show_default=True)
@click.option("--http", "url", is_flag=False, flag_value=LOCAL, help=f"Play on a running server, {LOCAL} unless told.")
def selfplay(  # noqa: PLR0913  one parameter per option
    *, game: str, seats: int | None, matches: int, seed: int, options: tuple[str, ...], bots: str, url: str | None
) -> None:
    """Let bots play tables of GAME to the end and check every step."""
    wanted = _wanted(game_named(game), seats, options, bots)
    play: Callable[[int], Played] = partial(play_here, wanted)
    if url is not None:
        play = partial(Server(url).play, wanted, dict(map(_option, options)))
    played: list[Played] = []
    with Bar(matches) as bar:
        for number in range(matches):
            try:
                played.append(play(seed + number))
            except Exception as broken:
                _give_up(broken, [game, "--seats", str(wanted.seats), *_spelt(options, bots, url)], seed + number)
            bar.show(number + 1)
    for line in table(played, wanted.seats):
        click.echo(line)


def main(arguments: list[str] | None = None) -> None:
    """Run the command line and leave with its exit code."""
    selfplay.main(arguments, prog_name="./plateau selfplay")


def _wanted(game: Game, seats: int | None, options: tuple[str, ...], bots: str) -> Wanted:
    fewest, most = game.described.seats
    chosen = fewest if seats is None else seats
    if not fewest <= chosen <= most:
        raise click.BadParameter(f"{game.slug} has {fewest} to {most} seats.", param_hint="--seats")
    try:
        settled: Any = msgspec.convert(dict(map(_option, options)), game.options_type)
        if game.starter is not None:
            game.starter(settled, chosen)
    except (msgspec.ValidationError, BadOptions) as error:
        raise click.BadParameter(str(error), param_hint="--option") from None
    return Wanted(game=game, options=settled, seats=chosen, bots=bots)


def _option(text: str) -> tuple[str, Any]:
    """A value is read as JSON where it is JSON, and as a word where it is not."""
    name, sign, value = text.partition("=")
    if not sign:
        raise click.BadParameter(f"{text} is not NAME=VALUE.", param_hint="--option")
    try:
        return name, json.loads(value)
    except ValueError:
        return name, value


def _spelt(options: tuple[str, ...], bots: str, url: str | None) -> list[str]:
    words = ["--bots", bots]
    for option in options:
        words += ["--option", option]
    return [*words, *(["--http", url] if url else [])]


def _give_up(broken: Exception, words: list[str], seed: int) -> None:
    """Say what broke and how to see it again."""
    traceback.print_exception(broken, file=sys.stderr)
    click.echo(f"broken with seed {seed}: {broken}", err=True)
    click.echo(f"again: ./plateau selfplay {shlex.join([*words, '--games', '1', '--seed', str(seed)])}", err=True)
    raise SystemExit(1)
