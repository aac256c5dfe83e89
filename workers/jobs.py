"""The jobs: each makes at most one append, is named by its row in the outbox, and is harmless when run twice."""

from collections.abc import Callable
from uuid import UUID

import structlog

from events import faults, outbox
from workers.context import pool, tables

log = structlog.get_logger()


def resolve(table: str, job: str) -> None:
    """Go on with a long resolution for one chunk; the append promises the next one if it is not done."""
    _carry_out(tables().playing.resolve, table, job)


def play_bots(table: str, job: str) -> None:
    """Let a built-in opponent answer one decision; the append promises the next one."""
    _carry_out(tables().playing.play_engine, table, job)


def meet_deadlines(table: str, job: str) -> None:
    """Answer by default for seats whose time is up."""
    _carry_out(tables().playing.meet_deadlines, table, job)


def save_snapshot(table: str, job: str) -> None:
    """Keep a long table's state, so that it need not be folded from its first event."""
    _carry_out(tables().playing.save_snapshot, table, job)


def _carry_out(work: Callable[[UUID, str], bool], table: str, job: str) -> None:
    faults.reach("worker.popped")
    is_stored = work(UUID(table), job)
    if is_stored:
        faults.reach("worker.committed")
        return
    # Nothing to do, or another append was faster: that one has promised whatever is still needed.
    with pool().connection() as connection:
        outbox.finish(connection, [job])
    log.info("nothing to do", job=job)
