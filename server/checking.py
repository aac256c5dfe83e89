"""All checks of the repository in one go, for `plateau test`."""

import os
import subprocess
import sys
from collections.abc import Sequence

import click

from server.config import ROOT

_LINT_IMPORTS = "from importlinter.cli import lint_imports_command as run; run()"
_STYLE: dict[str, Sequence[str]] = {
    "style": ("-m", "ruff", "check", ".", "plateau"),
    "layout": ("-m", "ruff", "format", "--check", "--output-format=concise", ".", "plateau"),
    "types": ("-m", "mypy"),
    "dependencies": ("-c", _LINT_IMPORTS),
}


def check_everything(*, deep: bool, arguments: Sequence[str]) -> int:
    """Run every check, whatever the earlier ones said, and give 0 only if all passed."""
    failed = [] if arguments else [name for name, command in _STYLE.items() if _fails(name, command)]
    options = [f"-n{max(2, os.cpu_count() or 2)}", *(["--deep"] if deep else []), *arguments]
    code = _run("tests", ("-m", "pytest", *options))
    if failed:
        click.echo(f"failed besides the tests: {', '.join(failed)}", err=True)
    return code or int(bool(failed))


def _fails(name: str, command: Sequence[str]) -> bool:
    return _run(name, command) != 0


def _run(name: str, command: Sequence[str]) -> int:
    click.echo(f"-- {name}", err=True)
    return subprocess.run([sys.executable, *command], cwd=ROOT, check=False).returncode
