"""A peer: an aggregate of the `eventsourcing` library with as many small events as one of our matches."""

from eventsourcing.application import Application
from eventsourcing.domain import Aggregate, event


class Match(Aggregate):
    """Counts what happens on twelve places, as plainly as the library allows."""

    @event("Opened")
    def __init__(self) -> None:
        self.places = [0] * 12
        self.score = 0

    @event("Moved")
    def move(self, origin: int, to: int, count: int) -> None:
        """Move pieces from one place to another."""
        self.places[origin] -= count
        self.places[to] += count

    @event("Scored")
    def gain(self, points: int) -> None:
        """Add points."""
        self.score += points


def stored_match(events: int) -> tuple[Application, object]:
    """An application that stores one match of that many events."""
    app: Application = Application()
    match = Match()
    for number in range(events - 1):
        if number % 3:
            match.move(number % 12, (number + 1) % 12, 1)
        else:
            match.gain(number % 7)
    app.save(match)
    return app, match.id
