"""Points of the open action phase that several tests start from."""

from tests.shapes.action_phase import phase
from tests.shapes.sitting import Sitting


def middle_of_a_challenge() -> Sitting:
    """Seat 0 has challenged seat 1, which resists; seat 0 is asked for its stake."""
    table = Sitting(phase, 2)
    table.say(0, do="challenge:1")
    table.say(1, do="resist")
    return table
