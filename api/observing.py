"""What operators see: request ids, access logs without secrets, Prometheus metrics."""

from __future__ import annotations

import os
import time
from typing import Any
from uuid import uuid4

import structlog
from flask import Flask, Response, g, request
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Counter, Histogram, generate_latest, multiprocess
from prometheus_client import REGISTRY as PROCESS
from prometheus_client.core import GaugeMetricFamily

from api.services import Services

log = structlog.get_logger()
REQUESTS = Counter("plateau_http_requests", "Requests answered.", ["operation", "status"])
SECONDS = Histogram(
    "plateau_http_request_seconds",
    "Time to answer.",
    ["operation"],
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30),
)
FAULTS = Counter("plateau_problems", "Problems sent.", ["code"])


def observe(app: Flask) -> None:
    """Number, time, count and log every request."""
    app.before_request(_begin)
    app.after_request(_end)


def _begin() -> None:
    g.request_id = uuid4()
    g.began = time.perf_counter()


def _end(response: Response) -> Response:
    taken = time.perf_counter() - g.began
    operation = (request.endpoint or "none").rpartition(".")[2]
    REQUESTS.labels(operation, response.status_code).inc()
    SECONDS.labels(operation).observe(taken)
    if "problem" in g:
        FAULTS.labels(g.problem).inc()
    response.headers["Request-Id"] = str(g.request_id)
    caller = g.get("caller")
    log.info(
        "request",
        id=str(g.request_id),
        method=request.method,
        path=request.path,
        operation=operation,
        status=response.status_code,
        ms=round(taken * 1000, 2),
        problem=g.get("problem"),
        player=str(caller.player_id) if caller else None,
        token=str(caller.token_id) if caller else None,
    )
    return response


class StoreFigures:
    """Figures read from the database when somebody asks."""

    def __init__(self, services: Services) -> None:
        self._services = services

    def collect(self) -> Any:
        """Give the state of the outbox and of the streams."""
        with self._services.pool.connection() as connection:
            row = connection.execute(
                "SELECT (SELECT count(*) FROM outbox WHERE due <= now()),"
                " (SELECT coalesce(extract(epoch FROM now() - min(due)), 0) FROM outbox WHERE due <= now()),"
                " (SELECT count(*) FROM streams WHERE waits = 'worker')"
            ).fetchone() or (0, 0, 0)
        yield GaugeMetricFamily("plateau_outbox_due", "Outbox rows whose time has come.", float(row[0]))
        yield GaugeMetricFamily("plateau_outbox_lag_seconds", "Age of the oldest due row.", float(row[1]))
        yield GaugeMetricFamily("plateau_tables_resolving", "Tables that wait for a worker.", float(row[2]))


def exposition(services: Services) -> Response:
    """Write all metrics of all processes in Prometheus' text format."""
    if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
        registry = CollectorRegistry()
        multiprocess.MultiProcessCollector(registry)
        text = generate_latest(registry)
    else:
        text = generate_latest(PROCESS)
    own = CollectorRegistry()
    own.register(StoreFigures(services))
    return Response(text + generate_latest(own), content_type=CONTENT_TYPE_LATEST)
