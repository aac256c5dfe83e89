"""Gunicorn's settings: several processes with threads on a socket that the supervisor holds."""

import os
import resource
from typing import Any

from prometheus_client import multiprocess

from server import stopping
from server.config import from_environment
from server.embedded.child import die_with_parent
from server.logs import json_formatter, write_json_lines

_settings = from_environment()

wsgi_app = "server.cli:application()"
workers = _settings.api_processes
# A stream holds a thread while it is open; requests take turns, so that more threads do not mean more at a time.
threads = _settings.api_threads + _settings.api_streams
worker_connections = threads + 1000
worker_class = "gthread"
# The application opens its connections at first use; loading it once makes a killed process come back at once.
preload_app = True
timeout = 60
graceful_timeout = 8
keepalive = 30
backlog = 1024
control_socket_disable = True
worker_tmp_dir = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
logconfig_dict = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"json": {"()": json_formatter}},
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "json"}},
    "root": {"level": "INFO", "handlers": ["stderr"]},
    "loggers": {name: {"level": "INFO", "handlers": [], "propagate": True} for name in ("gunicorn.error",)},
}


def when_ready(server: Any) -> None:
    """Log in the common form from the first line on."""
    write_json_lines("api")


def post_fork(server: Any, worker: Any) -> None:
    """Let no process of the API outlive its master, and let its streams know when it stops."""
    die_with_parent()
    stopping.belongs_to(worker)
    _allow_many_connections()


def _allow_many_connections() -> None:
    """Use as many open files as the system allows; the usual bound is meant for programs without connections."""
    low, high = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 2 * worker_connections
    if low != resource.RLIM_INFINITY and low < wanted:
        most = wanted if high == resource.RLIM_INFINITY else min(wanted, high)
        resource.setrlimit(resource.RLIMIT_NOFILE, (max(low, most), high))


def child_exit(server: Any, worker: Any) -> None:
    """Take a gone process out of the gauges."""
    if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
        multiprocess.mark_process_dead(worker.pid)  # type: ignore[no-untyped-call]
