"""The short way to the workers: after a commit, its jobs are put into Redis at once; the outbox stays the promise."""

from collections.abc import Iterable

import redis
import structlog
from rq import Queue
from rq.serializers import JSONSerializer

from events import faults
from events.envelope import Job

log = structlog.get_logger()

QUEUES = ("resolve", "deadlines", "bots")
WORK = {
    "resolve": "workers.jobs.resolve",
    "bots": "workers.jobs.play_bots",
    "deadline": "workers.jobs.meet_deadlines",
    "snapshot": "workers.jobs.save_snapshot",
}
"""What a job does, by the first word of its name."""

JOB_SECONDS = 120
KEPT_SECONDS = 60


class Queues:
    """RQ's queues by name."""

    def __init__(self, connection: redis.Redis) -> None:
        self._queues = {name: Queue(name, connection=connection, serializer=JSONSerializer) for name in QUEUES}

    def send(self, jobs: Iterable[Job]) -> None:
        """Enqueue jobs as well as may be; what fails here is done from the outbox two seconds later."""
        for job in jobs:
            try:
                faults.reach("fast.before_enqueue")
                self.enqueue(job.queue, job.job, job.args["table"], tries=0)
                faults.reach("fast.after_enqueue")
            except (redis.RedisError, OSError) as error:
                log.warning("not enqueued", job=job.job, error=type(error).__name__)

    def enqueue(self, queue: str, job: str, table: str, tries: int) -> None:
        """Put one job into Redis under an id of its own for every try."""
        self._queues[queue].enqueue_call(
            WORK[job.partition("-")[0]],
            args=(table, job),
            job_id=f"{job}-{tries}".replace(".", "_").replace(":", "_"),
            timeout=JOB_SECONDS,
            result_ttl=0,
            failure_ttl=KEPT_SECONDS,
        )
