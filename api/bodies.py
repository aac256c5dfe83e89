"""Reading requests strictly: JSON bodies, query parameters, and nothing that was not asked for."""

from __future__ import annotations

import re
from typing import Any

import msgspec
from flask import current_app, request
from marshmallow import Schema, ValidationError, fields, validate
from werkzeug.exceptions import NotFound, RequestEntityTooLarge

from server.refusals import Refusal

ENCODED_SLASH = re.compile(r"%2f|%5c|%00", re.IGNORECASE)
LARGEST = 2**63 - 1
MAX_BODY = 256 * 1024
ADVISORY = ("Accept-Language", "If-None-Match", "Prefer")
LONGEST_HEADER = 1000


class Strict(Schema):
    """A schema for requests: unknown members are refused."""


class Exactly(validate.Regexp):
    """A pattern for the whole text; Python's `$` alone would let a final line break pass."""

    def __call__(self, value: Any) -> Any:
        """Check the whole text."""
        if not self.regex.fullmatch(value):
            raise ValidationError(self._format_error(value))
        return value


NO_NUL = Exactly(r"^[^\u0000]*$")


class WholeNumber(fields.Integer):
    """An integer written as a JSON number, never as text or a fraction."""

    def _validated(self, value: Any) -> Any:
        if isinstance(value, bool) or not isinstance(value, int):
            raise self.make_error("invalid", input=value)
        return super()._validated(value)


class QueryNumber(fields.Integer):
    """An integer in a query: ASCII digits, perhaps with a sign, and nothing else."""

    def _validated(self, value: Any) -> Any:
        if not re.fullmatch(r"-?[0-9]{1,18}", value):
            raise self.make_error("invalid", input=value)
        return super()._validated(value)


EYES = Exactly(r"^(me|spectator|auditor|0|[1-9][0-9]?)$")
"""Through whose eyes: `me`, `spectator`, `auditor` or a seat."""


def refuse_strange_requests() -> None:
    """Refuse encoded slashes, bodies where none is taken and parameters nobody reads."""
    raw = request.environ.get("RAW_URI") or request.environ.get("REQUEST_URI") or ""
    if ENCODED_SLASH.search(raw.partition("?")[0]):
        raise NotFound
    if any(len(request.headers.get(name, "")) > LONGEST_HEADER for name in ADVISORY):
        raise Refusal(f"A header is longer than {LONGEST_HEADER} characters.", code="invalid-header")
    view = _view()
    if view is None:
        return
    if getattr(view, "takes", None) is None and _has_body():
        raise Refusal("This operation takes no body.", code="malformed-body")
    if getattr(view, "query", None) is None and request.query_string:
        raise Refusal(
            "This operation takes no parameters.",
            code="invalid-query",
            errors=tuple({"pointer": f"/{name}", "detail": "Unknown parameter."} for name in request.args),
        )


def _view() -> Any:
    return current_app.view_functions.get(request.endpoint) if request.endpoint else None


def _has_body() -> bool:
    return bool(
        request.content_length or "chunked" in request.headers.get("Transfer-Encoding", "").lower()
    ) and request.get_data() not in (b"", b"{}")


def read_body(schema: Schema) -> dict[str, Any]:
    """Decode a JSON object and check it against its schema."""
    if request.mimetype != "application/json":
        raise Refusal("Send Content-Type: application/json.", code="unsupported-media-type")
    received = request.get_data()
    if request.content_length is None and len(received) >= MAX_BODY:
        raise RequestEntityTooLarge  # a body in chunks is cut there without a word
    try:
        decoded = msgspec.json.decode(received)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise Refusal(f"The body is not JSON: {str(error)[:200]}.", code="malformed-body") from None
    wrong = unstorable(decoded, "")
    if wrong:
        raise Refusal("The body holds what cannot be stored.", code="invalid-body", errors=(wrong,))
    if not isinstance(decoded, dict):
        raise Refusal("A JSON object is expected.", code="invalid-body", errors=(_error("", "Not an object."),))
    try:
        return dict(schema.load(decoded))
    except ValidationError as error:
        raise Refusal(
            "The body does not fit its schema.", code="invalid-body", errors=tuple(pointed(error.messages))
        ) from None


def unstorable(value: Any, pointer: str) -> dict[str, str] | None:
    """Find a NUL character or an integer beyond 64 bits anywhere in a document."""
    if isinstance(value, str):
        return _error(pointer, "The character U+0000 is not allowed.") if "\0" in value else None
    if isinstance(value, int):
        return None if -LARGEST <= value <= LARGEST else _error(pointer, "The integer is too large.")
    parts: Any = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, part in parts:
        wrong = unstorable(name, pointer) or unstorable(part, f"{pointer}/{escaped(name)}")
        if wrong:
            return wrong
    return None


def read_query(schema: Schema) -> dict[str, Any]:
    """Check the query parameters, each of which may come once."""
    repeated = [name for name, values in request.args.lists() if len(values) > 1]
    if repeated:
        raise Refusal(
            "A parameter is repeated.",
            code="invalid-query",
            errors=tuple(_error(f"/{escaped(name)}", "Repeated.") for name in repeated),
        )
    try:
        return dict(schema.load(request.args.to_dict()))
    except ValidationError as error:
        raise Refusal(
            "A parameter does not fit.", code="invalid-query", errors=tuple(pointed(error.messages))
        ) from None


def pointed(messages: Any, pointer: str = "") -> list[dict[str, str]]:
    """Flatten marshmallow's messages into JSON pointers with a detail each."""
    if isinstance(messages, dict):
        found = []
        for name, inner in messages.items():
            found += pointed(inner, pointer if name == "_schema" else f"{pointer}/{escaped(name)}")
        return found
    return [_error(pointer, str(message)) for message in (messages if isinstance(messages, list) else [messages])]


def escaped(name: object) -> str:
    """Write a member's name as a part of a JSON pointer."""
    return str(name)[:200].replace("~", "~0").replace("/", "~1")


def _error(pointer: str, detail: str) -> dict[str, str]:
    return {"pointer": pointer, "detail": detail}
