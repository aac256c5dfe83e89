"""The whole server: two databases, API processes, workers and the dispatcher under one supervisor."""

import json
import os
import shutil
import socket
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from dataclasses import replace

import structlog

from server.backends import Backends, prepare_data_folder, publish
from server.config import ROOT, Settings
from server.embedded.lock import FolderLock
from server.embedded.postgres import tail
from server.failures import Failure
from server.migrating import migrate
from server.supervisor import Program, Supervisor, Watch

_PATIENCE = 90.0
_TOO_MANY_DEATHS = 4


def serve(settings: Settings, *, announce: Callable[[str], None], say: Callable[[str], None]) -> None:
    """Run the server until it is told to stop."""
    prepare_data_folder(settings)
    lock = FolderLock(settings.data)
    lock.acquire()
    _log_to_file(settings)
    supervisor = Supervisor(say, settings.logs)
    try:
        with listen(settings.host, settings.port) as listener:
            supervisor.stop_on_signals()
            run(replace(settings, port=listener.getsockname()[1]), supervisor, listener, announce)
    finally:
        if supervisor.watches:
            say("stopping ...")
        supervisor.stop()
        lock.release()


def run(settings: Settings, supervisor: Supervisor, listener: socket.socket, announce: Callable[[str], None]) -> None:
    """Start everything in its order, announce the address once all of it answers, and watch over it."""
    start_backends(settings, supervisor)
    if supervisor.stopping.is_set():
        return
    for program in programs(settings, listener):
        supervisor.start(program)
    address = f"http://{_shown(settings.host)}:{settings.port}"
    if wait_until_ready(settings, supervisor):
        announce(f"Plateau is ready at {address} (reference at {address}/docs; Ctrl-C stops it)")
    supervisor.watch()


def start_backends(settings: Settings, supervisor: Supervisor) -> None:
    """Start or reach the two databases and bring the tables up to date."""
    supervisor.say(f"data in {settings.data}")
    backends = Backends(settings)
    try:
        backends.start()
    finally:
        for server in backends.embedded:
            if server.process is not None:
                supervisor.add_running(server)
    steps = migrate(backends.addresses.database)
    if steps:
        supervisor.say(f"database brought up to date ({len(steps)} steps)")
    publish(settings, backends.addresses)
    os.environ["PLATEAU_DATABASE_URL"] = backends.addresses.database
    os.environ["PLATEAU_REDIS_URL"] = backends.addresses.redis


def programs(settings: Settings, listener: socket.socket) -> list[Program]:
    """List the processes of our own code."""
    metrics = settings.data / "metrics"
    shutil.rmtree(metrics, ignore_errors=True)
    metrics.mkdir(mode=0o700)
    paths = [path for path in os.environ.get("PYTHONPATH", "").split(os.pathsep) if path]
    environment = {
        "PLATEAU_POOL": str(settings.api_threads + 2),
        **os.environ,
        "PYTHONPATH": os.pathsep.join(paths if str(ROOT) in paths else [*paths, str(ROOT)]),
        "PLATEAU_DATA": str(settings.data),
        "PLATEAU_API_PROCESSES": str(settings.api_processes),
        "PLATEAU_API_THREADS": str(settings.api_threads),
        "PLATEAU_API_STREAMS": str(settings.api_streams),
        "PROMETHEUS_MULTIPROC_DIR": str(metrics),
    }

    def program(name: str, *arguments: str, inherited: tuple[int, ...] = ()) -> Program:
        return Program(name, arguments, environment, settings.logs / f"{name}.log", inherited)

    bound = listener.fileno()
    api = program("api", "gunicorn", "-c", "python:server.api_processes", "-b", f"fd://{bound}", inherited=(bound,))
    workers = [
        program(f"worker-{queue}-{number}", "server.cli", "worker", "--queue", queue)
        for queue, count in settings.workers
        for number in range(1, count + 1)
    ]
    return [api, program("dispatcher", "server.cli", "dispatcher"), *workers]


def listen(host: str, port: int) -> socket.socket:
    """Take the port now and keep it, so that connections wait instead of failing while the API restarts."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
    except OSError as error:
        listener.close()
        raise Failure(
            f"The address {host}, port {port} cannot be used: {(error.strerror or str(error)).lower()}.\n"
            f"Stop what is using it, or choose another port with --port."
        ) from None
    except OverflowError:
        listener.close()
        raise Failure(f"{port} is not a port: choose one from 1 to 65535.") from None
    return listener


def wait_until_ready(settings: Settings, supervisor: Supervisor) -> bool:
    """Watch over the parts until the server says that it is ready; give False if it was told to stop before."""
    limit = time.monotonic() + _PATIENCE
    missing = "the API does not answer yet"
    while not supervisor.stopping.is_set():
        missing = _what_is_missing(settings)
        if not missing:
            return True
        for watch in supervisor.watches:
            _give_up_if_hopeless(watch)
        if time.monotonic() > limit:
            raise Failure(f"The server did not become ready: {missing}.\nThe logs in {settings.logs} say more.")
        supervisor.tick()
    return False


def _give_up_if_hopeless(watch: Watch) -> None:
    part = watch.part
    if isinstance(part, Program) and watch.quick_deaths >= _TOO_MANY_DEATHS:
        raise Failure(f"{part.name} does not start; the end of {part.log} says why:\n{tail(part.log, 3)}")


def _what_is_missing(settings: Settings) -> str:
    """Ask the server whether it is ready and give what is not."""
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(settings.host, settings.host)
    try:
        with urllib.request.urlopen(f"http://{_shown(host)}:{settings.port}/readyz", timeout=10):
            return ""
    except urllib.error.HTTPError as answer:
        try:
            checks = json.load(answer)["checks"]
        except (ValueError, KeyError, TypeError):
            return f"the API answers with status {answer.code}"
        return ", ".join(f"{name}: {state}" for name, state in checks.items() if state != "ok")
    except OSError:
        return "the API does not answer yet"


def _shown(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def _log_to_file(settings: Settings) -> None:
    """Keep the supervisor's own log beside the others."""
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.JSONRenderer(),
        ],
        logger_factory=structlog.WriteLoggerFactory((settings.logs / "supervisor.log").open("a")),
    )
