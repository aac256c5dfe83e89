"""What a benchmark says: a measured figure, its floor, and how the two compare with the budget."""

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Figure:
    """One line of the table."""

    what: str
    measured: str
    floor: str
    ratio: float
    budget: str
    is_met: bool


def median_time(work: Callable[[], object], times: int, clock: Callable[[], float] = time.perf_counter) -> float:
    """The median of how long some work takes, in seconds."""
    return statistics.median(timed(work, clock) for _ in range(times))


def timed(work: Callable[[], object], clock: Callable[[], float] = time.perf_counter) -> float:
    """How long some work takes, in seconds."""
    start = clock()
    work()
    return clock() - start


def milliseconds(seconds: float) -> str:
    """A duration for people."""
    return f"{seconds * 1000:.2f} ms"


def table(figures: list[Figure]) -> str:
    """All figures as a Markdown table."""
    lines = ["| what | measured | floor | ratio | budget | met |", "|---|---|---|---|---|---|"]
    lines += [
        f"| {figure.what} | {figure.measured} | {figure.floor} | {figure.ratio:.2f} | {figure.budget} |"
        f" {'yes' if figure.is_met else 'no'} |"
        for figure in figures
    ]
    return "\n".join(lines)
