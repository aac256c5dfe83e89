"""What a series of matches came to, as a table."""

from collections.abc import Iterator
from statistics import mean

from domain.core.record import Record
from domain.core.result import Result


class Played(Record):
    """One finished match."""

    seed: int
    decisions: int
    facts: int
    seconds: float
    result: Result


def table(played: list[Played], seats: int) -> Iterator[str]:
    """The results by seat, then the figures per match and per second."""
    yield f"{'seat':<6}{'wins':>8}{'shared':>8}{'score':>10}{'lowest':>8}{'highest':>8}"
    for seat in range(seats):
        yield _line_of(seat, [match.result for match in played])
    outcomes = [match.result.outcome for match in played if match.result.outcome]
    if outcomes:
        yield f"victories {outcomes.count('victory')} of {len(outcomes)}"
    for reason in sorted({match.result.reason for match in played}):
        ended = sum(match.result.reason == reason for match in played)
        yield f"ended by {reason}: {ended}"
    yield from _figures(played)


def _line_of(seat: int, results: list[Result]) -> str:
    alone = sum(result.winners == (seat,) for result in results)
    shared = sum(seat in result.winners and len(result.winners) > 1 for result in results)
    scores = [place.score for result in results for place in result.places if place.seat == seat]
    return f"{seat:<6}{alone:>8}{shared:>8}{mean(scores):>10.1f}{min(scores):>8}{max(scores):>8}"


def _figures(played: list[Played]) -> Iterator[str]:
    seconds = sum(match.seconds for match in played)
    yield f"{'':<10}{'a match':>10}{'least':>8}{'most':>8}{'a second':>10}"
    for name, counts in (
        ("decisions", [match.decisions for match in played]),
        ("facts", [match.facts for match in played]),
    ):
        rate = sum(counts) / seconds
        yield f"{name:<10}{mean(counts):>10.1f}{min(counts):>8}{max(counts):>8}{rate:>10.0f}"
    yield f"{len(played)} matches in {seconds:.1f} s"
