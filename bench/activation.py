"""A full activation of Bataille pour le Climat with its propagation, at the positions that random play finds."""

import random
import statistics
import time

from bench.figures import Figure, milliseconds, timed
from bench.matches import umpire_of
from domain.core.fillings import random_answer
from domain.core.folding import fold
from domain.core.model import AnyPlay
from domain.core.openings import waits_for_worker
from domain.core.umpire import Umpire
from domain.games import game

MATCHES = 4
SEATS = 4


def measure() -> list[Figure]:
    """The slowest resolution and its facts, against folding those facts."""
    found = [entry for seed in range(MATCHES) for entry in _of_one_match(seed)]
    slowest, facts, floor = max(found)
    counts = sorted(count for _, count, _ in found)
    return [
        Figure(
            f"climate: slowest resolution of {len(found)}, {facts} facts (median {statistics.median(counts):.0f})",
            milliseconds(slowest),
            f"{milliseconds(floor)} (folding its facts)",
            slowest / floor,
            "none set",
            is_met=True,
        )
    ]


def _of_one_match(seed: int) -> list[tuple[float, int, float]]:
    known, chance = game("climate"), random.Random(seed)
    umpire = umpire_of(known, SEATS, seed)
    play, _ = umpire.begin(known.options_type(), SEATS)
    found = []
    while True:
        if waits_for_worker(known, play):
            found.append(_resolved(umpire, play))
            play, _ = umpire.advance(play, background=True)
        open_now = umpire.decisions(play)
        if not open_now:
            return found
        entry = open_now[chance.randrange(len(open_now))]
        play, _ = umpire.decide(play, entry.id, entry.seat, random_answer(entry.ask.form, chance.randrange))


def _resolved(umpire: Umpire, play: AnyPlay) -> tuple[float, int, float]:
    start = time.process_time()
    _, facts = umpire.advance(play, background=True)
    seconds = time.process_time() - start
    stored = [umpire.game.codec.encode_fact(fact) for fact in facts]
    return seconds, len(facts), max(timed(lambda: fold(umpire.game, play, stored), time.process_time), 1e-6)
