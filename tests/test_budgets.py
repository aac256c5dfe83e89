"""Modules and functions stay small enough to be read at one sitting."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGES = ("domain", "events", "server", "api", "workers", "bench")
MODULE, FUNCTION = 300, 40
FLAT = {"facts.py", "apply.py"}
"""Long lists of small things; they have no bound."""
LONGER: dict[str, int] = {}
"""Modules that are allowed more; this list may only shrink."""

FILES = [file for package in PACKAGES for file in sorted((ROOT / package).rglob("*.py"))]


@pytest.mark.parametrize("package", PACKAGES)
def test_modules_are_short(package):
    lines = {_name(file): len(file.read_text().splitlines()) for file in FILES if file.is_relative_to(ROOT / package)}
    too_long = {
        name: count
        for name, count in lines.items()
        if count > LONGER.get(name, MODULE) and name.rpartition("/")[2] not in FLAT
    }
    assert too_long == {}


def test_exceptions_are_still_needed():
    lines = {_name(file): len(file.read_text().splitlines()) for file in FILES}
    assert {name for name in LONGER if lines.get(name, 0) <= MODULE} == set()


@pytest.mark.parametrize("package", PACKAGES)
def test_functions_are_short(package):
    too_long = [
        f"{_name(file)}:{node.name}"
        for file in FILES
        if file.is_relative_to(ROOT / package)
        for node in ast.walk(ast.parse(file.read_text()))
        if isinstance(node, ast.FunctionDef) and node.end_lineno - node.lineno >= FUNCTION
    ]
    assert too_long == []


def _name(file: Path) -> str:
    return file.relative_to(ROOT).as_posix()
