"""What every endpoint says about itself: `needs`, `takes`, `gives` and `once`."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from functools import wraps
from typing import Any
from uuid import UUID, uuid5

import msgspec
from flask import Blueprint, Response, g, request
from marshmallow import Schema

from api.auth import address, allow, authenticate
from api.bodies import read_body, read_query
from api.conditional import answer_conditionally
from api.language import language
from server.idempotency import Once
from server.refusals import Refusal

View = Callable[..., Any]
PUBLIC = "public"
KEY = re.compile(r'"[\x21\x23-\x7e]{1,255}"|[\x21\x23-\x7e]{1,255}')
ANONYMOUS = UUID("6f0d1b1e-6a3c-5d0a-9d53-0f3f6d6b7a11")
ENCODER = msgspec.json.Encoder()


class Unguarded(TypeError):
    """A view was written without saying what its caller needs."""


class Resource(Blueprint):
    """A blueprint that only takes views which say what their caller needs."""

    def add_url_rule(
        self, rule: str, endpoint: str | None = None, view_func: View | None = None, *args: Any, **options: Any
    ) -> None:
        """Register a view that is guarded."""
        if view_func is not None and not hasattr(view_func, "scopes"):
            raise Unguarded(f"{view_func.__name__} lacks @needs(...)")
        super().add_url_rule(rule, endpoint, view_func, *args, **options)


def needs(*scopes: str) -> Callable[[View], View]:
    """Let in whoever has one of the scopes; without any, whoever is signed in; `PUBLIC`, everybody."""

    def mark(view: View) -> View:
        @wraps(view)
        def guarded(*args: Any, **kwargs: Any) -> Any:
            if PUBLIC not in scopes:
                allow(authenticate(), scopes)
            return view(*args, **kwargs)

        guarded.scopes = scopes  # type: ignore[attr-defined]
        return guarded

    return mark


def takes(body: type[Schema] | None = None, *, query: type[Schema] | None = None) -> Callable[[View], View]:
    """Read the body and the query strictly, and hand them on as `body` and `query`."""
    body_schema = body() if body else None
    query_schema = query() if query else None

    def mark(view: View) -> View:
        @wraps(view)
        def reading(*args: Any, **kwargs: Any) -> Any:
            if body_schema:
                kwargs["body"] = read_body(body_schema)
            if query_schema:
                kwargs["query"] = read_query(query_schema)
            return view(*args, **kwargs)

        reading.takes, reading.query = body, query or getattr(view, "query", None)  # type: ignore[attr-defined]
        return reading

    return mark


def gives(
    shape: type | str, status: int = 200, *, etag: bool = False, localised: bool = False
) -> Callable[[View], View]:
    """Send what the view returns (a value, perhaps with status and headers) as JSON of the named shape."""

    def mark(view: View) -> View:
        @wraps(view)
        def sending(*args: Any, **kwargs: Any) -> Response:
            demand_json()
            value, code, headers = _parts(view(*args, **kwargs), status)
            response = Response(ENCODER.encode(value), code, headers, mimetype="application/json")
            if localised:
                response.headers["Content-Language"] = language()
                response.vary.add("Accept-Language")
            return answer_conditionally(response) if etag else response

        sending.gives, sending.status, sending.etag = shape, status, etag  # type: ignore[attr-defined]
        return sending

    return mark


def _parts(result: Any, status: int) -> tuple[Any, int, dict[str, str]]:
    if not isinstance(result, tuple):
        return result, status, {}
    value, code, headers = (*result, {})[:3]
    return value, code, headers


def once(view: View) -> View:
    """Make the request safe to repeat: hand on its Idempotency-Key as `once`."""

    @wraps(view)
    def repeating(*args: Any, **kwargs: Any) -> Any:
        request_once = _once()
        result = view(*args, **kwargs, once=request_once)
        if not request_once.replayed:
            return result
        value, code, headers = _parts(result, 201)
        return value, code, {**headers, "Idempotency-Replayed": "true"}

    repeating.once = True  # type: ignore[attr-defined]
    return repeating


def _once() -> Once:
    given = request.headers.get("Idempotency-Key")
    if given is None:
        raise Refusal("Send an Idempotency-Key header with a fresh value.", code="idempotency-missing")
    if not KEY.fullmatch(given):
        raise Refusal("Idempotency-Key takes 1 to 255 visible ASCII characters.", code="invalid-header")
    body = request.get_data()
    caller = g.get("caller")
    actor = caller.token_id if caller else uuid5(ANONYMOUS, address())
    fingerprint = hashlib.sha256(b"\0".join((request.method.encode(), request.path.encode(), body))).digest()
    secret = request.headers.get("Authorization", "").encode() if caller else body
    return Once(actor, given.strip('"'), fingerprint, secret)


def demand_json() -> None:
    """Refuse a caller who does not accept JSON."""
    if request.accept_mimetypes and request.accept_mimetypes.best_match(["application/json"]) is None:
        raise Refusal("This is given as application/json.", code="not-acceptable")
