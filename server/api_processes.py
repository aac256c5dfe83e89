"""Gunicorn's settings: several processes with threads on a socket that the supervisor holds."""

import os
from typing import Any

from prometheus_client import multiprocess

from server.config import from_environment
from server.embedded.child import die_with_parent
from server.logs import json_formatter, write_json_lines

_settings = from_environment()

wsgi_app = "server.cli:application()"
workers = _settings.api_processes
threads = _settings.api_threads
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
    """Let no process of the API outlive its master."""
    die_with_parent()


def child_exit(server: Any, worker: Any) -> None:
    """Take a gone process out of the gauges."""
    if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
        multiprocess.mark_process_dead(worker.pid)  # type: ignore[no-untyped-call]
