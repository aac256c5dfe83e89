"""The application: blueprints, handlers and the use cases behind them."""

from __future__ import annotations

import os

import redis
from flask import Flask, Response
from redis.backoff import NoBackoff
from redis.retry import Retry
from werkzeug.middleware.proxy_fix import ProxyFix

from api.auditing import auditing
from api.auth import count_call, tell_allowance
from api.bodies import MAX_BODY, refuse_strange_requests
from api.bots import bots
from api.catalogue import catalogue
from api.decisions import decisions
from api.event_log import event_log
from api.moves import moves
from api.observing import observe
from api.paths import converters
from api.players import players
from api.problems import handle_errors
from api.rewinds import rewinds
from api.roles import roles
from api.seats import seats
from api.services import Limits, Services
from api.sessions import sessions
from api.streams import message, streams
from api.system import system
from api.tables import tables
from api.tokens import tokens
from api.turns import take_turns
from api.versions import versions
from api.views import views
from events.pool import Pool
from events.store import Store
from server.players import Players
from server.ratelimits import Policy, RateLimits
from server.roles import Roles
from server.tables import open_tables
from server.tables.hub import Bounds, Hub
from server.tokens import Tokens

RESOURCES = (
    system,
    catalogue,
    players,
    sessions,
    tokens,
    bots,
    roles,
    tables,
    seats,
    decisions,
    moves,
    rewinds,
    views,
    versions,
    event_log,
    streams,
    auditing,
)
SECURITY = {
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}


def create_app(
    database_url: str | None = None,
    redis_url: str | None = None,
    limits: Limits | None = None,
    bounds: Bounds | None = None,
) -> Flask:
    """Make the application for the given servers, or for those that the environment names."""
    app = Flask("plateau", static_folder=None)
    app.config["MAX_CONTENT_LENGTH"] = MAX_BODY
    app.url_map.strict_slashes = True
    app.url_map.merge_slashes = False
    app.url_map.converters.update(converters)
    app.extensions["plateau"] = make_services(
        database_url or os.environ["PLATEAU_DATABASE_URL"],
        redis_url or os.environ["PLATEAU_REDIS_URL"],
        limits or limits_of_environment(),
        bounds or bounds_of_environment(),
    )
    observe(app)
    take_turns(app)
    app.before_request(count_call)
    app.before_request(refuse_strange_requests)
    app.after_request(tell_allowance)
    app.after_request(secure)
    handle_errors(app)
    for resource in RESOURCES:
        app.register_blueprint(resource)
    behind = int(os.environ.get("PLATEAU_TRUSTED_PROXIES", "0"))
    if behind:
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=behind, x_proto=behind, x_host=behind)  # type: ignore[method-assign]
    return app


def make_services(database_url: str, redis_url: str, limits: Limits, bounds: Bounds) -> Services:
    """Make the use cases; nothing connects before the first request."""
    pool = Pool(database_url, size=int(os.environ.get("PLATEAU_POOL", "16")))
    # The counters are worth a moment, never a stalled request.
    client = redis.Redis.from_url(
        redis_url, socket_timeout=0.5, socket_connect_timeout=0.5, retry=Retry(NoBackoff(), 0)
    )
    roles_held = Roles(Store(pool))
    tokens_given = Tokens(pool, roles_held.of)
    found = open_tables(pool, client)
    return Services(
        pool=pool,
        redis=client,
        players=Players(pool),
        tokens=tokens_given,
        roles=roles_held,
        ratelimits=RateLimits(client),
        tables=found,
        streams=Hub(found.store, found.loader, client, tokens_given.opened_by, message, bounds),
        limits=limits,
    )


def bounds_of_environment() -> Bounds:
    """Read PLATEAU_API_STREAMS and PLATEAU_STREAM_SECONDS: how many streams a process follows, and how long each."""
    usual = Bounds()
    return Bounds(
        streams=int(os.environ.get("PLATEAU_API_STREAMS", usual.streams)),
        seconds=float(os.environ.get("PLATEAU_STREAM_SECONDS", usual.seconds)),
    )


def limits_of_environment() -> Limits:
    """Read PLATEAU_RATE_LIMIT: calls per minute for one token (an address has a tenth of it)."""
    calls = int(os.environ.get("PLATEAU_RATE_LIMIT", Limits().token.calls))
    return Limits(token=Policy("token", calls, 60), address=Policy("address", max(60, calls // 10), 60))


def secure(response: Response) -> Response:
    """Add the headers that keep browsers from being fooled."""
    for name, value in SECURITY.items():
        response.headers.setdefault(name, value)
    response.headers.setdefault("Cache-Control", "no-store")
    if response.headers["Cache-Control"] != "no-store":
        response.vary.add("Authorization")
    return response
