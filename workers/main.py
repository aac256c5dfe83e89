"""The processes behind the API: workers, one queue each, and the dispatcher."""

import logging
import os
import signal
from types import FrameType

from rq import Queue, SimpleWorker
from rq.serializers import JSONSerializer

from workers.context import redis_connection
from workers.dispatcher import Dispatcher


def run_worker(queue: str) -> None:
    """Work on one queue until told to stop; jobs run in this process, which is cheaper than a fork for each."""
    logging.getLogger("rq").setLevel(logging.WARNING)
    connection = redis_connection()
    work = SimpleWorker(
        [Queue(queue, connection=connection, serializer=JSONSerializer)],
        connection=connection,
        name=f"{queue}-{os.getpid()}-{os.urandom(3).hex()}",
        serializer=JSONSerializer,
        worker_ttl=60,
    )
    work.work(logging_level="WARNING", max_jobs=None, with_scheduler=False)


def run_dispatcher() -> None:
    """Dispatch until told to stop."""
    dispatcher = Dispatcher()

    def stop(number: int, frame: FrameType | None) -> None:
        dispatcher.is_stopping = True

    signal.signal(signal.SIGTERM, stop)
    signal.signal(signal.SIGINT, stop)
    dispatcher.run()
