"""A test client that holds every response against the contract."""

from __future__ import annotations

from copy import deepcopy
from functools import cache
from typing import Any

import schemathesis
from flask.testing import FlaskClient
from schemathesis.config import SchemathesisConfig
from werkzeug.test import TestResponse

from api.system import contract

CONVERTERS = (
    "uuid:",
    "slug:",
    "code:",
    "dotted:",
    "decision_id:",
    "seat:",
    "counted:",
    "perspective:",
    "voter:",
    "role:",
    "asset:",
)


def closed_contract() -> dict[str, Any]:
    """The contract with every response object closed, so that an undocumented member is found."""
    document = deepcopy(contract())
    for schema in document["components"]["schemas"].values():
        close(schema)
    return document


def close(schema: Any) -> None:
    """Refuse unknown members in an object and in all objects below it that do not say otherwise."""
    if isinstance(schema, dict):
        if "properties" in schema and schema.get("type") == "object":
            schema.setdefault("additionalProperties", False)
        for part in schema.values():
            close(part)
    elif isinstance(schema, list):
        for part in schema:
            close(part)


@cache
def operations() -> Any:
    """The contract as schemathesis reads it."""
    return schemathesis.openapi.from_dict(closed_contract(), config=SchemathesisConfig.from_dict({}))


def contract_path(rule: str) -> str:
    """A Flask rule as the contract writes it."""
    for converter in CONVERTERS:
        rule = rule.replace(f"<{converter}", "<")
    return rule.replace("<", "{").replace(">", "}")


class CheckedClient(FlaskClient):
    """Flask's test client; a response that the contract does not describe fails the test."""

    def open(self, *args: Any, **kwargs: Any) -> TestResponse:
        """Send a request and check its response."""
        response = super().open(*args, **kwargs)
        adapter = self.application.url_map.bind("localhost")
        method = response.request.method
        if method in ("HEAD", "OPTIONS") or not adapter.test(response.request.path, method):
            assert response.status_code in (404, 405, 413, 429) or method in ("HEAD", "OPTIONS"), response.status
            return response
        rule, _ = adapter.match(response.request.path, method, return_rule=True)
        operations()[contract_path(rule.rule)][method].validate_response(response)
        return response
