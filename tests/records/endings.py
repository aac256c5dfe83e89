"""The ways in which matches can end, as the code knows them."""

import ast
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path

from domain.core.game import Game
from domain.core.result import Result

Function = ast.FunctionDef


class Unclear(Exception):
    """Where a reason comes from cannot be told from the code."""


def words_of(result: Result) -> set[str]:
    """How a match ended: why, for whom, how well."""
    grade = result.details.get("grade")
    found = {word for word in (result.reason, result.outcome, grade) if word}
    if result.kind == "places" and len(result.winners) > 1:
        found.add("joint")
    if result.kind == "places" and all(place.score < 0 for place in result.places):
        found.add("below-zero")
    return found


def reasons(game: Game) -> set[str]:
    """Every reason that a game's rules can give for the end of a match."""
    code = _Code(game.package)
    return {
        reason
        for function, call in code.calls("Result")
        for keyword in call.keywords
        if keyword.arg == "reason"
        for reason in code.values(keyword.value, function)
    }


def grades(game: Game) -> set[str]:
    """How well or badly a match can end: the words that players read for it."""
    return set(game.texts["en"].words.get("grade", {}))


class _Code:
    """The functions of a game, and what strings their expressions can come to."""

    def __init__(self, package: str) -> None:
        folder = Path(str(import_module(package).__file__)).parent
        trees = [ast.parse(path.read_text(encoding="utf-8")) for path in sorted(folder.rglob("*.py"))]
        self._functions = [node for tree in trees for node in ast.walk(tree) if isinstance(node, Function)]

    @cache  # noqa: B019  lives as long as a test
    def calls(self, name: str) -> tuple[tuple[Function, ast.Call], ...]:
        """The calls of whatever has that name, each in its function."""
        return tuple(
            (function, node)
            for function in self._functions
            for node in ast.walk(function)
            if isinstance(node, ast.Call) and _called(node) == name
        )

    def values(self, expression: ast.expr, within: Function) -> set[str]:
        """The strings that an expression in a function can be; nothing stands for no end yet."""
        match expression:
            case ast.Constant(value=None):
                return set()
            case ast.Constant(value=str(word)):
                return {word}
            case ast.IfExp():
                return self.values(expression.body, within) | self.values(expression.orelse, within)
            case ast.Call():
                return self._returned(_called(expression))
            case ast.Name(id=name):
                return self._named(name, within)
        raise Unclear(ast.unparse(expression))

    def _returned(self, name: str) -> set[str]:
        found = [function for function in self._functions if function.name == name]
        if not found:
            raise Unclear(f"{name}()")
        returns = [(f, node.value) for f in found for node in ast.walk(f) if isinstance(node, ast.Return)]
        return {word for f, value in returns if value is not None for word in self.values(value, f)}

    def _named(self, name: str, within: Function) -> set[str]:
        """The strings of a parameter, from all calls, or of a name that is set in the function."""
        parameters = [argument.arg for argument in (*within.args.args, *within.args.kwonlyargs)]
        given = [_argument(call, name, parameters) for _, call in self.calls(within.name)] if name in parameters else []
        callers = [function for function, _ in self.calls(within.name)]
        from_calls = {word for value, f in zip(given, callers, strict=False) for word in self.values(value, f)}
        from_inside = {word for value in _set(name, within) for word in self.values(value, within)}
        if not given and not list(_set(name, within)):
            raise Unclear(f"{name} in {within.name}")
        return from_calls | from_inside


def _argument(call: ast.Call, name: str, parameters: list[str]) -> ast.expr:
    for keyword in call.keywords:
        if keyword.arg == name:
            return keyword.value
    return call.args[parameters.index(name)]


def _set(name: str, within: Function) -> Iterator[ast.expr]:
    for node in ast.walk(within):
        if isinstance(node, ast.Assign) and any(isinstance(t, ast.Name) and t.id == name for t in node.targets):
            yield node.value


def _called(call: ast.Call) -> str:
    return call.func.id if isinstance(call.func, ast.Name) else getattr(call.func, "attr", "")
