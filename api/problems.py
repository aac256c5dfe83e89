"""Problems: every refusal as `application/problem+json`, mapped in one place."""

from __future__ import annotations

from importlib.resources import files
from typing import Any, NamedTuple

import msgspec
import psycopg
import redis
import structlog
import yaml
from flask import Flask, Response, g, has_request_context, request
from psycopg_pool import PoolTimeout
from werkzeug.exceptions import HTTPException

from api.language import language
from domain.core.errors import Refused
from domain.table.rewinds import TooSoon
from events.errors import Unavailable
from server.refusals import Refusal, TooManyRequests

log = structlog.get_logger()


class Kind(NamedTuple):
    """What a problem code stands for, in both languages, and what to do about it."""

    status: int
    en: str
    fr: str
    meaning: str
    remedy: str


KINDS: dict[str, Kind] = {
    code: Kind(**kind)
    for code, kind in yaml.safe_load(files("api").joinpath("problems.yaml").read_text("utf-8")).items()
}
BY_STATUS = {
    400: "invalid-request",
    404: "not-found",
    405: "method-not-allowed",
    406: "not-acceptable",
    413: "too-large",
    414: "invalid-request",
    415: "unsupported-media-type",
    429: "rate-limited",
    431: "invalid-request",
    503: "unavailable",
}


def problem(code: str, detail: str, **members: Any) -> Response:
    """Make the response for a problem code."""
    kind = KINDS[code]
    tongue = language()
    body = {
        "type": f"{request.host_url.rstrip('/')}/problems/{code}",
        "title": getattr(kind, tongue),
        "status": kind.status,
        "code": code,
        "detail": detail,
        "instance": f"urn:uuid:{g.request_id}",
        **{name: value for name, value in members.items() if value not in (None, (), [])},
    }
    response = Response(msgspec.json.encode(body), kind.status, mimetype="application/problem+json")
    response.headers["Content-Language"] = tongue
    response.headers["Cache-Control"] = "no-store"
    response.vary.add("Accept-Language")
    g.problem = code
    return response


AWAY = (
    psycopg.OperationalError,
    psycopg.InterfaceError,
    # A process that stood still for long finds that the database has given its transaction up.
    psycopg.errors.IdleInTransactionSessionTimeout,
    psycopg.errors.TransactionTimeout,
    PoolTimeout,
    Unavailable,
    redis.RedisError,
)
"""What is raised while a server behind this one is away."""


def handle_errors(app: Flask) -> None:
    """Turn every exception that leaves a view into a problem."""
    app.register_error_handler(Refusal, of_refusal)
    app.register_error_handler(Refused, of_refused)
    app.register_error_handler(HTTPException, of_http)
    for unavailable in AWAY:
        app.register_error_handler(unavailable, of_absent_server)
    app.register_error_handler(Exception, of_defect)


def of_refusal(error: Refusal) -> Response:
    """Answer a refusal of the server's use cases."""
    response = problem(error.code, error.detail, errors=error.errors, **error.extra)
    if error.code == "unauthenticated":
        response.headers["WWW-Authenticate"] = 'Bearer realm="plateau"'
    if isinstance(error, TooManyRequests):
        response.headers["Retry-After"] = str(error.retry_after)
    if error.code in ("idempotency-running", "unavailable"):
        response.headers["Retry-After"] = "1"
    return response


def of_refused(error: Refused) -> Response:
    """Answer a refusal of the rules."""
    errors = [{"pointer": f"/answer{misfit.pointer}", "detail": misfit.detail} for misfit in error.misfits]
    response = problem(
        error.code,
        error.detail,
        errors=errors or getattr(error, "errors", None),
        reason=error.reason,
        rules=cited(error.rules),
        table_version=getattr(error, "table_version", None),
    )
    if isinstance(error, TooSoon):
        response.headers["Retry-After"] = str(error.seconds)
    return response


def cited(rules: tuple[str, ...]) -> list[dict[str, str]]:
    """Name the rules of a refusal with their addresses."""
    return [{"id": rule, "href": f"/v1/games/{rule.split('.')[0]}/rules/{rule}"} for rule in rules]


def of_http(error: HTTPException) -> Response:
    """Answer what the framework refuses."""
    status = error.code or 500
    if status >= 500 and status != 503:
        return of_defect(error)
    code = BY_STATUS.get(status, "invalid-request")
    response = problem(code, DETAILS.get(status, KINDS[code].meaning))
    if status == 405 and getattr(error, "valid_methods", None):
        response.headers["Allow"] = ", ".join(sorted(error.valid_methods))  # type: ignore[attr-defined]
    return response


DETAILS = {
    404: "There is nothing at this address, or it is not yours to know.",
    413: "The body is longer than 256 KiB.",
}


def of_absent_server(error: Exception) -> Response:
    """Answer while a server behind this one cannot be reached."""
    log.warning("unavailable", error=type(error).__name__)
    response = problem("unavailable", "A database behind the server is not answering.")
    response.headers["Retry-After"] = "1"
    return response


def of_defect(error: Exception) -> Response:
    """Answer a defect without telling anything but the request's id."""
    log.exception("defect", request=str(g.request_id) if has_request_context() else None, exc_info=error)
    return problem("internal", "The request could not be carried out; its id is in `instance`.")
