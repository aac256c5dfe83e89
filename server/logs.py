"""Logs: JSON lines for machines, kept in files of limited size."""

import logging
import shutil
import sys
from collections.abc import MutableMapping
from pathlib import Path
from types import TracebackType
from typing import Any

import structlog

LARGEST = 10_000_000
KEPT = 3
_SHARED: list[Any] = [
    structlog.contextvars.merge_contextvars,
    structlog.processors.add_log_level,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
    structlog.processors.format_exc_info,
]


def write_json_lines(process: str) -> None:
    """Write this process's own log and that of its libraries as one JSON object per line on standard error."""

    def name_process(logger: Any, method: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
        event["process"] = process
        return event

    structlog.configure(
        processors=[*_SHARED, name_process, structlog.processors.JSONRenderer()],
        logger_factory=structlog.WriteLoggerFactory(sys.stderr),
        cache_logger_on_first_use=True,
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(json_formatter())
    logging.basicConfig(level=logging.INFO, handlers=[handler], force=True)
    sys.excepthook = _log_the_end


def _log_the_end(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    """Let the last words of a process be a line of the log like any other."""
    structlog.get_logger().critical("ended by an error", exc_info=(kind, error, trace))


def json_formatter() -> logging.Formatter:
    """Give a formatter that writes the records of the standard library in the same form."""
    return structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=[*_SHARED, structlog.stdlib.ExtraAdder(), structlog.stdlib.add_logger_name],
        processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, structlog.processors.JSONRenderer()],
    )


def rotate(folder: Path, largest: int = LARGEST) -> None:
    """Move what large logs hold into numbered files; the writers append, so a shortened file goes on from its start."""
    for log in folder.glob("*.log"):
        if log.stat().st_size < largest:
            continue
        for number in range(KEPT - 1, 0, -1):
            older = log.with_name(f"{log.name}.{number}")
            if older.exists():
                older.replace(log.with_name(f"{log.name}.{number + 1}"))
        shutil.copyfile(log, log.with_name(f"{log.name}.1"))
        with log.open("r+b") as file:
            file.truncate(0)
