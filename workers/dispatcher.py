"""The dispatcher: leases promised work to the queues, and audits that no table waits without a promise."""

import os
import time
from datetime import timedelta

import psycopg
import redis
import structlog
from psycopg_pool import PoolTimeout

from events import faults, outbox
from events.envelope import Job
from events.errors import Unavailable
from events.pool import Connection
from server.checkpoints import keys
from server.checkpoints.publishing import publish
from server.tables.queues import Queues
from workers.context import pool, redis_connection, tables

log = structlog.get_logger()

IDLE_SECONDS = 0.25
SWEEP_SECONDS = 10.0
HEARTBEAT = "plateau:dispatcher"
BACK_SOON = timedelta(seconds=1)
FORGET_SECONDS = 3600.0
SIGN_SECONDS = 10.0


class Dispatcher:
    """Moves due rows of the outbox into Redis, until told to stop."""

    def __init__(self) -> None:
        self._queues = Queues(redis_connection())
        self._lease = timedelta(seconds=float(os.environ.get("PLATEAU_LEASE_SECONDS", outbox.LEASE.total_seconds())))
        self._swept = self._forgot = self._signed = 0.0
        self.is_stopping = False

    def run(self) -> None:
        """Dispatch for ever; a server that is away is waited for."""
        while not self.is_stopping:
            try:
                if not self.turn():
                    time.sleep(IDLE_SECONDS)
            except (psycopg.Error, PoolTimeout, Unavailable, redis.RedisError) as error:
                log.warning("waiting for a server", error=type(error).__name__)
                time.sleep(1)

    def turn(self) -> int:
        """Dispatch what is due and say how many rows that were."""
        redis_connection().set(HEARTBEAT, "alive", ex=10)
        with pool().connection() as connection:
            claimed = outbox.claim(connection, lease=self._lease)
            faults.reach("dispatch.claimed") if claimed else None
            for row in claimed:
                self._enqueue(connection, row)
            self._tidy(connection)
        return len(claimed)

    def _enqueue(self, connection: Connection, row: outbox.Claimed) -> None:
        try:
            self._queues.enqueue(row.queue, row.job, row.args["table"], row.tries)
        except redis.RedisError:
            outbox.release(connection, row.job, row.tries, BACK_SOON)
            raise
        faults.reach("dispatch.enqueued")

    def _tidy(self, connection: Connection) -> None:
        now = time.monotonic()
        if now - self._swept > SWEEP_SECONDS:
            self._swept = now
            sweep(connection)
        if now - self._forgot > FORGET_SECONDS:
            self._forgot = now
            tables().store.forget_keys()
        if now - self._signed > SIGN_SECONDS:
            self._signed = now
            publish(pool(), keys.folder())


def sweep(connection: Connection) -> int:
    """Promise anew what tables wait for without a row; there should be none, so each is told."""
    found = outbox.forgotten(connection, "resolve")
    for entry in found:
        log.error("a table waited without a promise", table=str(entry.stream), version=entry.version)
        job = f"resolve-{entry.stream}-{entry.version}"
        args = {"table": str(entry.stream)}
        outbox.promise(connection, Job(job=job, queue="resolve", args=args, stream=entry.stream, version=entry.version))
    return len(found)
