"""Whether this process of the API was told to stop."""

from typing import Protocol


class Worker(Protocol):
    """What gunicorn's worker says of itself."""

    alive: bool


_workers: list[Worker] = []


def belongs_to(worker: Worker) -> None:
    """Note whose process this is."""
    _workers[:] = [worker]


def is_stopping() -> bool:
    """Tell whether the process finishes its requests and takes no more."""
    return any(not worker.alive for worker in _workers)
