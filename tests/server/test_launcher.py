"""The file `plateau` that makes its own environment, tried on a tiny program with nothing to install."""

import ast
import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from server.config import ROOT

_PROGRAM = "import sys\nprint('arguments:', *sys.argv[1:])\n"


@pytest.fixture
def program(tmp_path: Path) -> Path:
    """Put the launcher beside a program that only repeats its arguments."""
    shutil.copy(ROOT / "plateau", tmp_path)
    (tmp_path / "server").mkdir()
    (tmp_path / "server" / "__init__.py").touch()
    (tmp_path / "server" / "cli.py").write_text(_PROGRAM)
    for name in ("requirements.txt", "requirements-dev.txt"):
        (tmp_path / name).write_text("# nothing\n")
    return tmp_path


def start(program: Path, *arguments: str, **variables: str) -> subprocess.Popen[str]:
    environment = {name: text for name, text in os.environ.items() if name not in ("PLATEAU_VENV", "PYTHONPATH")}
    return subprocess.Popen(
        [sys.executable, str(program / "plateau"), *arguments],
        cwd="/",
        env=environment | variables,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def finish(started: subprocess.Popen[str]) -> str:
    said, _ = started.communicate(timeout=60)
    assert "Traceback" not in said
    return said


needs_pip = pytest.mark.skipif(importlib.util.find_spec("pip") is None, reason="this environment has no pip to use")


def without_ensurepip(program: Path) -> str:
    """Make a folder that hides ensurepip, as on a Debian without python3-venv (and makes environments quickly)."""
    folder = program / "hidden"
    folder.mkdir(exist_ok=True)
    (folder / "ensurepip.py").write_text("raise ImportError")
    return str(folder)


@needs_pip
def test_the_first_starts_make_the_environment_once_and_later_ones_go_straight_on(program: Path) -> None:
    hidden = without_ensurepip(program)
    first, second = (start(program, "serve", "--port", "1", PYTHONPATH=hidden) for _ in range(2))
    said = [finish(first), finish(second)]
    assert all("arguments: serve --port 1" in text for text in said)
    assert sum("[3/3] Environment ready" in text for text in said) == 1
    assert finish(start(program, "--help")) == "arguments: --help\n"
    (program / "requirements.txt").write_text("# changed\n")
    assert "[3/3] Environment ready" in finish(start(program, "worker"))


@needs_pip
def test_an_interrupted_installation_is_made_afresh(program: Path) -> None:
    hidden = without_ensurepip(program)
    finish(start(program, PYTHONPATH=hidden))
    venv = program / ".venv"
    (venv / "plateau-stamp.json").unlink()
    (venv / "plateau-unfinished").touch()
    (venv / "half").mkdir()
    said = finish(start(program, PYTHONPATH=hidden))
    assert "[1/3] Making an environment" in said
    assert not (venv / "half").exists()
    assert not (venv / "plateau-unfinished").exists()


def test_a_python_without_ensurepip_and_pip_is_told_what_to_install(program: Path) -> None:
    hidden = without_ensurepip(program)
    (Path(hidden) / "pip.py").write_text("raise SystemExit(1)")
    started = start(program, PYTHONPATH=hidden, PATH="/nowhere")
    said = finish(started)
    assert started.returncode != 0
    assert "apt install python3-venv" in said


@needs_pip
def test_packages_that_cannot_be_had_are_named(program: Path) -> None:
    (program / "requirements.txt").write_text(f"plateau-none==1 \\\n    --hash=sha256:{'0' * 64}\n")
    started = start(program, PYTHONPATH=without_ensurepip(program), PIP_NO_INDEX="1")
    said = finish(started)
    assert started.returncode != 0
    assert "could not be installed" in said
    assert "plateau-none" in said


def test_an_old_python_is_told_so(program: Path) -> None:
    old = "import runpy, sys; sys.version_info = (3, 9, 1); sys.version = '3.9.1 (old)'; sys.argv = sys.argv[1:]; "
    run = old + "runpy.run_path(sys.argv[0], run_name='__main__')"
    tried = subprocess.run(
        [sys.executable, "-c", run, str(program / "plateau")],
        env={"PATH": "/nowhere"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert tried.returncode != 0
    assert "Plateau needs Python 3.11 or newer; this is 3.9.1" in tried.stderr
    assert "Traceback" not in tried.stderr


def test_the_launcher_is_understood_by_old_pythons() -> None:
    ast.parse((ROOT / "plateau").read_text(), feature_version=(3, 9))


@pytest.mark.parametrize("name", ["requirements.txt", "requirements-dev.txt"])
def test_every_locked_version_has_hashes_and_no_place_to_get_it_from(name: str) -> None:
    text = (ROOT / name).read_text()
    pins = [line for line in text.splitlines() if line[:1].isalnum()]
    assert pins
    assert all(line.endswith(" \\") and "==" in line for line in pins)
    assert not [line for line in text.splitlines() if "://" in line or line.startswith("-")]
