"""Votes: one answer for several voters, whether they are seats of a team or players who hold a seat together."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TypeVar

import msgspec

from domain.core.forms import Answer

V = TypeVar("V")

ABSTAINED: Answer = {}
"""The vote of one whose time ran out, and the outcome where nobody voted."""


def elected(votes: Mapping[V, Answer], voters: Sequence[V]) -> Answer | None:
    """The answer with most votes once more than half agree or all have voted; a tie goes to the voter named first."""
    cast = {voter: votes[voter] for voter in voters if votes.get(voter, ABSTAINED) != ABSTAINED}
    tally = Counter(_spelt(vote) for vote in cast.values())
    most = max(tally.values(), default=0)
    if any(voter not in votes for voter in voters) and most * 2 <= len(voters):
        return None
    return next((vote for vote in cast.values() if tally[_spelt(vote)] == most), ABSTAINED)


def _spelt(answer: Answer) -> bytes:
    return msgspec.json.encode(answer, order="sorted")
