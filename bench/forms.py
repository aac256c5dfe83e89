"""Open decisions with their forms, at every position of random matches of every game."""

import statistics

from bench.figures import Figure, milliseconds, timed
from bench.matches import random_match
from domain.games import games

POSITIONS = 600
BUDGET = 0.020


def measure() -> list[Figure]:
    """The 99th percentile for each game, against its own median."""
    figures = []
    for slug, known in games().items():
        times: list[float] = []
        for seed in range(1, 1000):
            for umpire, play, _ in random_match(known, seed):
                times.append(timed(lambda judge=umpire, at=play: judge.decisions(at)))  # type: ignore[misc]
                if len(times) >= POSITIONS:
                    break
            if len(times) >= POSITIONS:
                break
        worst, usual = statistics.quantiles(times, n=100)[98], statistics.median(times)
        figures.append(
            Figure(
                f"decisions with forms, {slug}, 99th percentile",
                milliseconds(worst),
                f"{milliseconds(usual)} (its median)",
                worst / usual,
                "at most 20 ms",
                worst <= BUDGET,
            )
        )
    return figures
