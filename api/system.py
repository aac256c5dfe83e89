"""The system: health, readiness, metrics, the contract, its reference page, and the problems."""

from __future__ import annotations

import mimetypes
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import flask_swagger_ui
import msgspec
import psycopg
import redis
import yaml
from flask import Response
from psycopg_pool import PoolTimeout

from api.conditional import answer_conditionally
from api.endpoint import PUBLIC, Resource, gives, needs
from api.language import language
from api.observing import exposition
from api.problems import KINDS
from api.services import Services, services
from events.errors import StoreError
from events.migrate import pending
from server.refusals import NotFound

system = Resource("system", __name__)
CONTRACT = Path(__file__).parent.parent / "openapi.yaml"
DOCS_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:;"
    " connect-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
SWAGGER = {"swagger-ui-bundle.js", "swagger-ui.css", "favicon-32x32.png"}
OWN = {"start.js"}


@system.get("/healthz")
@needs(PUBLIC)
@gives("Health")
def get_health() -> dict[str, str]:
    """Say that the process is up."""
    return {"status": "up"}


@system.get("/readyz")
@needs(PUBLIC)
@gives("Readiness")
def get_readiness() -> Any:
    """Say whether everything the server needs is answering."""
    checks = {name: check(services()) for name, check in CHECKS.items()}
    is_ready = all(state == "ok" for state in checks.values())
    body = {"status": "ready" if is_ready else "unready", "checks": checks}
    return body, 200 if is_ready else 503, {} if is_ready else {"Retry-After": "1"}


def _database(parts: Services) -> str:
    try:
        with parts.pool.connection() as connection:
            connection.execute("SELECT 1")
    except (psycopg.Error, PoolTimeout):
        return "not answering"
    return "ok"


def _migrations(parts: Services) -> str:
    try:
        return "pending" if pending(parts.pool.url) else "ok"
    except StoreError:
        return "unknown"


def _redis(parts: Services) -> str:
    try:
        parts.redis.ping()
    except redis.RedisError:
        return "not answering"
    return "ok"


def _workers(parts: Services) -> str:
    try:
        names: Any = parts.redis.smembers("rq:workers")
        return "ok" if names and parts.redis.exists(*names) else "none"
    except redis.RedisError:
        return "unknown"


CHECKS = {"database": _database, "migrations": _migrations, "redis": _redis, "workers": _workers}


@system.get("/metrics")
@needs("metrics:read")
def get_metrics() -> Response:
    """Give Prometheus' text format."""
    return exposition(services())


@cache
def contract() -> dict[str, Any]:
    """Read the contract once."""
    found: dict[str, Any] = yaml.safe_load(CONTRACT.read_text(encoding="utf-8"))
    return found


@cache
def _contract_json() -> bytes:
    return msgspec.json.encode(contract())


@system.get("/openapi.yaml")
@needs(PUBLIC)
def get_openapi_yaml() -> Response:
    """Give the contract as it is written."""
    return _revalidated(Response(CONTRACT.read_bytes(), content_type="application/yaml"))


@system.get("/openapi.json")
@needs(PUBLIC)
def get_openapi_json() -> Response:
    """Give the contract as JSON."""
    return _revalidated(Response(_contract_json(), content_type="application/json"))


def _revalidated(response: Response) -> Response:
    response.headers["Cache-Control"] = "public, no-cache"
    return answer_conditionally(response)


@system.get("/docs")
@needs(PUBLIC)
def get_docs() -> Response:
    """Show the reference page, which needs nothing from outside."""
    page = files("api").joinpath("docs", "index.html").read_text(encoding="utf-8")
    return _document(Response(page, content_type="text/html; charset=utf-8"))


@system.get("/docs/<asset:asset>")
@needs(PUBLIC)
def get_docs_asset(asset: str) -> Response:
    """Give a file of the reference page."""
    if asset in SWAGGER:
        found = files(flask_swagger_ui).joinpath("dist", asset)
    elif asset in OWN:
        found = files("api").joinpath("docs", asset)
    else:
        raise NotFound("There is no such file.")
    kind = mimetypes.guess_type(asset)[0] or "application/octet-stream"
    return _document(Response(found.read_bytes(), content_type=kind))


def _document(response: Response) -> Response:
    response.headers["Content-Security-Policy"] = DOCS_POLICY
    return _revalidated(response)


@system.get("/problems")
@needs(PUBLIC)
@gives("ProblemKinds", localised=True)
def list_problems() -> dict[str, Any]:
    """List every problem code."""
    return {"items": [_kind(code) for code in KINDS]}


@system.get("/problems/<code:code>")
@needs(PUBLIC)
@gives("ProblemKind", localised=True)
def get_problem(code: str) -> dict[str, Any]:
    """Explain one problem code."""
    if code not in KINDS:
        raise NotFound("There is no such problem code.")
    return _kind(code)


def _kind(code: str) -> dict[str, Any]:
    kind = KINDS[code]
    return {
        "code": code,
        "status": kind.status,
        "title": getattr(kind, language()),
        "meaning": kind.meaning,
        "remedy": kind.remedy,
    }
