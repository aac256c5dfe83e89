"""Shapes written twice are the same twice: marshmallow for requests, msgspec for responses."""

from __future__ import annotations

import types
from datetime import datetime
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints
from uuid import UUID

import msgspec
import pytest
from apispec import APISpec
from apispec.ext.marshmallow import MarshmallowPlugin
from marshmallow import Schema, fields, validate

from api.app import create_app
from api.bodies import Exactly
from api.decisions import Answer
from api.system import contract

PROSE = {"description", "example", "examples", "title", "default"}
NO_BOUND = (("minLength", 0), ("minItems", 0))
EXPRESSIBLE = (validate.Length, validate.Range, validate.OneOf, Exactly)
APP = create_app("postgresql://nobody@127.0.0.1:1/none", "redis://127.0.0.1:1/0")
VIEWS = list(APP.view_functions.values())
BODIES = sorted({view.takes for view in VIEWS if getattr(view, "takes", None)}, key=lambda kind: kind.__name__)
GIVEN = sorted(
    {view.gives for view in VIEWS if isinstance(getattr(view, "gives", None), type)}, key=lambda kind: kind.__name__
)


def component(name: str) -> dict[str, Any]:
    """A schema of the contract."""
    found: dict[str, Any] = contract()["components"]["schemas"][name]
    return found


def plain(schema: Any) -> Any:
    """A schema without prose, references resolved, in one spelling."""
    if isinstance(schema, list):
        return [plain(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return "Answer" if name == "Answer" else plain(component(name))
    kept = {
        key: plain(value) if key != "properties" else {name: plain(part) for name, part in value.items()}
        for key, value in schema.items()
        if key not in PROSE
    }
    if kept.get("format") == "uuid":
        kept.pop("maxLength", None)
    if kept.get("type") == "object" and "properties" not in kept:
        return {"type": "object"}
    for unordered in ("required", "type", "enum"):
        if isinstance(kept.get(unordered), list):
            kept[unordered] = sorted(kept[unordered], key=str)
    if kept.get("required") == []:
        kept.pop("required")
    return {key: value for key, value in kept.items() if (key, value) not in NO_BOUND}


def generated(kind: type[Schema]) -> Any:
    """A marshmallow schema as apispec writes it."""
    spec = APISpec("shapes", "1", "3.1.0", plugins=[MarshmallowPlugin(schema_name_resolver=lambda schema: None)])
    converter: Any = spec.plugins[0].converter  # type: ignore[attr-defined]
    converter.add_attribute_function(as_number)
    converter.add_attribute_function(as_answer)
    schema = converter.schema2jsonschema(kind())
    schema["additionalProperties"] = False
    return closed(schema, kind())


def as_number(self: Any, field: fields.Field[Any], **_: Any) -> dict[str, Any]:
    """apispec knows marshmallow's own integers only."""
    return {"type": "integer"} if isinstance(field, fields.Integer) else {}


def as_answer(self: Any, field: fields.Field[Any], **_: Any) -> dict[str, Any]:
    """The record that a form describes."""
    return {"$ref": "#/components/schemas/Answer"} if isinstance(field, Answer) else {}


def closed(document: dict[str, Any], schema: Schema) -> dict[str, Any]:
    """Write out nested schemas, which are closed too."""
    for name, field in schema.fields.items():
        if isinstance(field, fields.Nested):
            document["properties"][name] = generated(type(field.schema))
    return document


@pytest.mark.parametrize("kind", BODIES, ids=lambda kind: kind.__name__)
def test_a_body_is_read_as_the_contract_describes_it(kind: type[Schema]) -> None:
    assert plain(generated(kind)) == plain(component(kind.__name__))


@pytest.mark.parametrize("kind", BODIES, ids=lambda kind: kind.__name__)
def test_a_body_has_no_check_that_the_contract_cannot_express(kind: type[Schema]) -> None:
    for name, field in kind().fields.items():
        assert all(isinstance(check, EXPRESSIBLE) for check in field.validators), name
    written = [name for name, part in vars(kind).items() if callable(part) and name != "Meta" and name != "opts"]
    assert written == [], "a rule between members belongs to the domain"


@pytest.mark.parametrize("kind", GIVEN, ids=lambda kind: kind.__name__)
def test_a_response_has_the_members_of_the_contract(kind: type[msgspec.Struct]) -> None:
    written = component(kind.__name__)
    hints = get_type_hints(kind)
    assert set(hints) == set(written["properties"])
    assert sorted(written["required"]) == sorted(hints)
    for name, hint in hints.items():
        assert told(written["properties"][name]) == meant(hint), name


def told(schema: dict[str, Any]) -> set[str]:
    """The kinds of value that a schema allows."""
    if "$ref" in schema:
        return {schema["$ref"].rpartition("/")[2]} if "properties" in plain(schema) else told(plain(schema))
    types_ = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    return {schema["format"] if kind == "string" and "format" in schema else kind for kind in types_}


def meant(hint: Any) -> set[str]:
    """The kinds of value that a type allows."""
    if get_origin(hint) in (types.UnionType, Union):
        return set().union(*(meant(part) for part in get_args(hint)))
    if get_origin(hint) is Literal:
        return {"string"}
    if get_origin(hint) in (list, tuple):
        return {"array"}
    known = {
        UUID: "uuid",
        datetime: "date-time",
        str: "string",
        int: "integer",
        bool: "boolean",
        types.NoneType: "null",
    }
    return {known[hint]} if hint in known else {hint.__name__}
