"""The contract and the code have the same operations, parameters and scopes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask
from werkzeug.routing import Rule

from api.app import create_app
from api.endpoint import PUBLIC, Resource, Unguarded
from api.paths import converters
from api.problems import KINDS
from api.system import CONTRACT, contract
from domain.core.errors import Refused
from server.refusals import Refusal
from tests.contract.checked import contract_path

ON_THE_COMMAND_LINE = {"invalid-record", "table-exists"}
METHODS = ("get", "put", "post", "delete", "patch")


@pytest.fixture(scope="module")
def app() -> Flask:
    """The application; nothing here talks to its servers."""
    return create_app("postgresql://nobody@127.0.0.1:1/none", "redis://127.0.0.1:1/0")


def routes(app: Flask) -> Iterator[tuple[tuple[str, str], Rule, Any]]:
    """Every operation of the code."""
    for rule in app.url_map.iter_rules():
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}:
            yield (contract_path(rule.rule), method.lower()), rule, app.view_functions[rule.endpoint]


def operations() -> dict[tuple[str, str], dict[str, Any]]:
    """Every operation of the contract."""
    return {
        (path, method): item[method]
        for path, item in contract()["paths"].items()
        for method in METHODS
        if method in item
    }


def resolved(node: dict[str, Any]) -> Any:
    """What a reference stands for."""
    if "$ref" not in node:
        return node
    found: Any = contract()
    for part in node["$ref"].split("/")[1:]:
        found = found[part]
    return resolved(found)


def test_the_same_operations(app: Flask) -> None:
    assert {key for key, _, _ in routes(app)} == set(operations())


def test_operations_are_named_after_their_views(app: Flask) -> None:
    for key, _, view in routes(app):
        assert operations()[key]["operationId"] == view.__name__


def test_the_same_scopes(app: Flask) -> None:
    for key, _, view in routes(app):
        written = operations()[key]["security"]
        scopes = (PUBLIC,) if written == [] else tuple(scope for entry in written for scope in entry["bearer"])
        assert view.scopes == scopes, key


def test_path_converters_accept_what_the_contract_says(app: Flask) -> None:
    for key, rule, _ in routes(app):
        parameters = [resolved(entry) for entry in operations()[key].get("parameters", [])]
        written = {entry["name"]: resolved(entry["schema"]) for entry in parameters if entry["in"] == "path"}
        used = re.findall(r"<(?:(\w+):)(\w+)>", rule.rule)
        assert set(written) == {name for _, name in used}, key
        for converter, name in used:
            assert agree(converter, written[name]), (key, name)


def agree(converter: str, schema: dict[str, Any]) -> bool:
    """Whether a converter and a schema mean the same texts."""
    if converter == "uuid":
        return schema.get("format") == "uuid"
    regex = converters[converter].regex
    if "enum" in schema:
        return set(schema["enum"]) == set(regex.split("|"))
    if schema["type"] == "integer":
        low, high = schema["minimum"], schema["maximum"]
        matches = [bool(re.fullmatch(regex, str(number))) for number in (low, high, high + 1)]
        return matches == [True, True, False]
    # Werkzeug allows no capturing groups, the contract has no use for the other kind.
    return schema["pattern"].replace("(", "(?:") in (f"^{regex}$", f"^(?:{regex})$")


def test_the_same_query_parameters(app: Flask) -> None:
    for key, _, view in routes(app):
        written = {
            entry["name"]: entry
            for entry in map(resolved, operations()[key].get("parameters", []))
            if entry["in"] == "query"
        }
        schema = getattr(view, "query", None)
        assert set(written) == set(schema().fields if schema else ()), key


def test_headers_that_the_code_demands_are_in_the_contract(app: Flask) -> None:
    for key, _, view in routes(app):
        names = {
            entry["name"] for entry in map(resolved, operations()[key].get("parameters", [])) if entry["in"] == "header"
        }
        assert ("Idempotency-Key" in names) == getattr(view, "once", False), key
        assert ("304" in operations()[key]["responses"]) == ("If-None-Match" in names), key
        assert ("428" in operations()[key]["responses"]) == ("If-Match" in names), key


def test_what_a_view_gives_is_what_the_contract_says(app: Flask) -> None:
    for key, _, view in routes(app):
        shape = getattr(view, "gives", None)
        if shape is None:
            continue
        name = shape if isinstance(shape, str) else shape.__name__
        good = [response for status, response in operations()[key]["responses"].items() if status[0] == "2"]
        for response in good:
            schema = resolved(response)["content"]["application/json"]["schema"]
            assert schema == {"$ref": f"#/components/schemas/{name}"}, key


def subclasses(kind: type) -> Iterator[type]:
    """A class and everything below it."""
    yield kind
    for below in kind.__subclasses__():
        yield from subclasses(below)


def test_the_same_problem_codes() -> None:
    assert contract()["components"]["schemas"]["Problem"]["properties"]["code"]["enum"] == list(KINDS)
    raised = {kind.code for base in (Refused, Refusal) for kind in subclasses(base)}  # type: ignore[attr-defined]
    assert raised - {"refused"} - ON_THE_COMMAND_LINE <= set(KINDS)


def test_problem_codes_written_in_the_code_are_known() -> None:
    for folder in ("api", "server"):
        for file in (CONTRACT.parent / folder).rglob("*.py"):
            for code in re.findall(r'code="([a-z-]+)"', file.read_text(encoding="utf-8")):
                assert code in KINDS, (file.name, code)


def test_a_view_that_does_not_say_what_it_needs_cannot_be_registered() -> None:
    with pytest.raises(Unguarded):
        Resource("open", __name__).get("/open")(lambda: "")
