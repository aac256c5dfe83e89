"""The contract keeps its house rules, and its examples are true."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from openapi_spec_validator import validate

from api.system import contract
from tests.contract.checked import closed_contract
from tests.contract.test_routes import operations, resolved

NUMBERS = ("minimum", "maximum")


def schemas(node: Any, path: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """Every schema below a part of the contract."""
    if isinstance(node, dict):
        if "type" in node and ("properties" in node or not isinstance(node["type"], dict)):
            yield path, node
        for name, part in node.items():
            if name not in ("example", "examples", "links"):
                yield from schemas(part, f"{path}/{name}")
    elif isinstance(node, list):
        for number, part in enumerate(node):
            yield from schemas(part, f"{path}/{number}")


def typed(schema: dict[str, Any], kind: str) -> bool:
    """Whether a schema allows this kind of value."""
    return bool(schema["type"] == kind or isinstance(schema["type"], list) and kind in schema["type"])


def test_it_is_valid() -> None:
    validate(contract())  # type: ignore[arg-type]


def test_every_value_is_bounded() -> None:
    for path, schema in schemas({"paths": contract()["paths"], "components": contract()["components"]}):
        if "securitySchemes" in path:
            continue
        if typed(schema, "string"):
            assert "maxLength" in schema or "enum" in schema, path
        if typed(schema, "integer"):
            assert all(bound in schema for bound in NUMBERS), path
        if typed(schema, "array"):
            assert "maxItems" in schema and "items" in schema, path


def test_requests_are_closed() -> None:
    for operation in operations().values():
        for media in operation.get("requestBody", {}).get("content", {}).values():
            assert resolved(media["schema"])["additionalProperties"] is False


@pytest.mark.parametrize(
    ("key", "operation"), operations().items(), ids=lambda value: value[0] if isinstance(value, tuple) else ""
)
def test_every_operation_is_described(key: tuple[str, str], operation: dict[str, Any]) -> None:
    assert 1 <= len(operation["summary"].split()) <= 8
    assert operation["description"] and operation["operationId"] and len(operation["tags"]) == 1
    assert "security" in operation
    assert "default" not in operation["responses"]
    for status, response in operation["responses"].items():
        for media, content in resolved(response).get("content", {}).items():
            assert "example" in content or media in ("text/javascript", "text/css", "image/png"), (key, status, media)
    for content in operation.get("requestBody", {}).get("content", {}).values():
        assert "example" in content


def test_operations_stand_in_the_order_of_their_tags() -> None:
    order = [tag["name"] for tag in contract()["tags"]]
    found = [order.index(operation["tags"][0]) for operation in operations().values()]
    assert found == sorted(found)
    assert set(found) == set(range(len(order)))


def test_every_example_fits_its_schema() -> None:
    document = closed_contract()
    checked = 0
    for operation in operations().values():
        bodies = [operation["requestBody"]] if "requestBody" in operation else []
        for part in (*bodies, *map(resolved, operation["responses"].values())):
            for media, content in part.get("content", {}).items():
                if "json" in media and "x-nd" not in media and "example" in content:
                    schema = {**content["schema"], "components": document["components"]}
                    Draft202012Validator(schema).validate(content["example"])
                    checked += 1
    assert checked > 400


def test_nothing_in_it_is_unused() -> None:
    text = str(contract()["paths"]) + str(contract()["components"])
    for kind in ("schemas", "responses", "parameters", "headers"):
        for name in contract()["components"][kind]:
            assert f"#/components/{kind}/{name}'" in text, name
