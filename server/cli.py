"""The command line: every way to start something of Plateau."""

import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import click

from server import config
from server.failures import Failure
from server.logs import write_json_lines

_PASSED_ON: dict[str, Any] = {"ignore_unknown_options": True, "help_option_names": []}
_data = click.option(
    "--data", type=click.Path(path_type=Path, readable=False), help="Data folder (.plateau beside the program)."
)


def main() -> None:
    """Run a command and turn foreseeable failures into messages."""
    try:
        commands(prog_name="plateau")
    except Failure as failure:
        sys.exit(str(failure))
    except OSError as error:
        sys.exit(f"The system refused something: {error}.")


class _Commands(click.Group):
    """All commands; those on records are imported when they are called, since they bring every game with them."""

    _records = ("verify", "import", "export", "recheck")

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Name all commands."""
        return sorted([*super().list_commands(ctx), *self._records])

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Find a command by its name."""
        if cmd_name not in self._records:
            return super().get_command(ctx, cmd_name)
        found: click.Command = getattr(import_module("server.records.commands"), f"{cmd_name}_command")
        return found


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
def commands() -> None:
    """Plateau: a server on which board games are played, audited, undone and run as tournaments."""


@commands.command()
@click.option("--port", type=click.IntRange(0, 65535), help="Port to listen on (8000; 0 takes a free one).")
@click.option("--host", help="Address to listen on (127.0.0.1; 0.0.0.0 is open to other machines).")
@_data
def serve(port: int | None, host: str | None, data: Path | None) -> None:
    """Start the whole server: database, queue, API, workers and dispatcher.

    With PLATEAU_DATABASE_URL and PLATEAU_REDIS_URL it uses those servers instead of its own.
    """
    from server.serving import serve as run_server

    settings = _settings(data).but(port=port, host=host)
    run_server(settings, announce=_announce, say=_say)


@commands.command()
@click.option("--queue", type=click.Choice(config.QUEUES), required=True, help="The queue to work on.")
@_data
def worker(queue: str, data: Path | None) -> None:
    """Start one more worker for a running server."""
    from workers.main import run_worker

    _reach_running_server(data)
    write_json_lines(f"worker-{queue}")
    run_worker(queue)


@commands.command()
@_data
def dispatcher(data: Path | None) -> None:
    """Start the process that hands stored work to the workers."""
    from workers.main import run_dispatcher

    _reach_running_server(data)
    write_json_lines("dispatcher")
    run_dispatcher()


@commands.command()
@_data
def migrate(data: Path | None) -> None:
    """Bring the database up to date without starting the server."""
    from server.backends import reached_database
    from server.migrating import migrate as carry_out

    with reached_database(_settings(data)) as url:
        steps = carry_out(url)
    click.echo("\n".join(steps) or "The database is up to date.")


@commands.command()
@_data
def rebase(data: Path | None) -> None:
    """Renumber the log after a dump was restored into another database server."""
    from events.rebase import rebase as renumber
    from server.backends import reached_database
    from server.migrating import explained

    with reached_database(_settings(data)) as url, explained():
        renumber(url)
    click.echo("The log is in order again; start the server now.")


@commands.command(context_settings={"ignore_unknown_options": True})
@click.option("--deep", is_flag=True, help="Run the long profile too.")
@click.argument("arguments", nargs=-1, type=click.UNPROCESSED, metavar="[PYTEST ARGUMENTS]")
def test(*, deep: bool, arguments: tuple[str, ...]) -> None:
    """Check style, types and dependencies and run all tests; with pytest's arguments, run those tests only."""
    from server.checking import check_everything

    sys.exit(check_everything(deep=deep, arguments=arguments))


@commands.group()
def admin() -> None:
    """Look after the server's administrators."""


@admin.command()
@click.argument("name")
@_data
def create(name: str, data: Path | None) -> None:
    """Make an administrator called NAME and print a first token."""
    from server.backends import reached_database
    from server.migrating import migrate as carry_out
    from server.players import create_admin
    from server.refusals import Refusal

    with reached_database(_settings(data)) as url:
        carry_out(url)
        try:
            made = create_admin(name, url)
        except Refusal as refusal:
            raise Failure(str(refusal)) from None
    click.echo(f"administrator: {made.player.name}")
    if made.password:
        click.echo(f"password: {made.password}")
    click.echo(f"token: {made.token}")


@commands.command(context_settings=_PASSED_ON)
@click.argument("arguments", nargs=-1, type=click.UNPROCESSED)
def selfplay(arguments: tuple[str, ...]) -> None:
    """Let bots play tables of a GAME to the end and check every step."""
    sys.exit(import_module("server.selfplay").main(list(arguments)))


@commands.command(context_settings=_PASSED_ON)
@click.argument("arguments", nargs=-1, type=click.UNPROCESSED)
def bench(arguments: tuple[str, ...]) -> None:
    """Measure the server against its peers and against the limits of the machine."""
    sys.exit(import_module("bench.run").main(list(arguments)))


@commands.command("rotate-key")
@_data
def rotate_key(data: Path | None) -> None:
    """Make a new key for signing checkpoints; the old one stays published for what it has signed."""
    from server.checkpoints import keys

    keys.rotate(_settings(data).data / "keys")
    click.echo("The next checkpoint is signed with a new key.")


def application() -> Any:
    """Make the application that gunicorn serves."""
    from api.app import create_app

    return create_app()


def _settings(data: Path | None) -> config.Settings:
    return config.from_environment().but(data=data.absolute() if data else None)


def _reach_running_server(data: Path | None) -> None:
    """Have the environment name the servers to use, those of a running server if nothing else is said."""
    from server.backends import name_servers

    name_servers(_settings(data))


def _announce(text: str) -> None:
    click.echo(text)


def _say(text: str) -> None:
    click.echo(f"plateau: {text}", err=True)


if __name__ == "__main__":
    main()
