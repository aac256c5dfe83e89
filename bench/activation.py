"""Full activations of Bataille pour le Climat, with propagation and all they set off, where random play leads."""

import random
import statistics
import time
from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from bench.figures import Figure, median_time, milliseconds
from bench.matches import umpire_of
from domain.climate.frames import Activation
from domain.core.fillings import random_answer
from domain.core.folding import fold
from domain.core.forms import Answer
from domain.core.model import AnyPlay, Decision, Fact
from domain.core.openings import waits_for_worker
from domain.core.umpire import Umpire
from domain.games import game
from server.tables.playing import CHUNK_FACTS

MATCHES = 12
SEATS = 4
CANDIDATES, REPEATS = 10, 5
"""So many of the slowest are timed again, so that a pause of the machine is not taken for a long activation."""


class Found(Struct, frozen=True):
    """A region about to be activated, the answers to what is asked meanwhile, and what comes of it."""

    umpire: Umpire
    start: AnyPlay
    answers: tuple[tuple[Decision, Answer], ...]
    facts: tuple[Fact, ...]
    chunks: int
    seconds: float


def measure() -> list[Figure]:
    """The slowest activation from its first chunk to its last, against folding its facts; and facts by activation."""
    found = [entry for seed in range(MATCHES) for entry in _of_one_match(seed)]
    slowest = sorted(found, key=lambda entry: entry.seconds)[-CANDIDATES:]
    seconds, worst = max(((_again(entry), entry) for entry in slowest), key=lambda pair: pair[0])
    floor = _folding(worst)
    counts = [len(entry.facts) for entry in found]
    usual, many = statistics.median(counts), statistics.quantiles(counts, n=100)[98]
    return [
        Figure(
            f"climate: slowest full activation of {len(found)}, {len(worst.facts)} facts in {worst.chunks} chunks",
            milliseconds(seconds),
            f"{milliseconds(floor)} (folding its facts)",
            seconds / floor,
            "none set",
            is_met=True,
        ),
        Figure(
            f"climate: facts of a full activation, 99th percentile (most {max(counts)})",
            f"{many:.0f}",
            f"{usual:.0f} (its median)",
            many / usual,
            "none set",
            is_met=True,
        ),
    ]


def _of_one_match(seed: int) -> Iterator[Found]:
    """Every activation of a match that is played at random."""
    known, chance = game("climate"), random.Random(seed)
    umpire = umpire_of(known, SEATS, seed)
    play, _ = umpire.begin(known.options_type(), SEATS)
    while play.agenda:
        top = play.agenda[-1].frame
        if isinstance(top, Activation) and top == Activation(region=top.region):
            yield _activated(umpire, replace(play, agenda=play.agenda[-1:]), chance)
        if waits_for_worker(known, play):
            play, _ = umpire.advance(play, background=True)
        else:
            entry, answer = _random_choice(umpire, play, chance)
            play, _ = umpire.decide(play, entry.id, entry.seat, answer)


def _activated(umpire: Umpire, start: AnyPlay, chance: random.Random) -> Found:
    """Work off an activation that is alone on the agenda, with random answers where it asks."""
    play, facts, answers, chunks, seconds = start, list[Fact](), list[tuple[Decision, Answer]](), 0, 0.0
    while play.agenda:
        given = None if waits_for_worker(umpire.game, play) else _random_choice(umpire, play, chance)
        began = time.process_time()
        play, more = _chunk(umpire, play, given)
        seconds += time.process_time() - began
        facts += more
        answers += [given] if given else []
        chunks += 1
    return Found(umpire, start, tuple(answers), tuple(facts), chunks, seconds)


def _chunk(umpire: Umpire, play: AnyPlay, given: tuple[Decision, Answer] | None) -> tuple[AnyPlay, tuple[Fact, ...]]:
    """What one append holds: an answer with what follows at once, or a worker's share."""
    if given is None:
        return umpire.advance(play, background=True, is_full=lambda count: count >= CHUNK_FACTS)
    entry, answer = given
    return umpire.decide(play, entry.id, entry.seat, answer)


def _random_choice(umpire: Umpire, play: AnyPlay, chance: random.Random) -> tuple[Decision, Answer]:
    entry = chance.choice(umpire.decisions(play))
    return entry, random_answer(entry.ask.form, chance.randrange)


def _again(found: Found) -> float:
    """The time of all chunks of an activation, answered as before."""

    def work() -> None:
        play, answers = found.start, iter(found.answers)
        while play.agenda:
            given = None if waits_for_worker(found.umpire.game, play) else next(answers)
            play, _ = _chunk(found.umpire, play, given)

    return median_time(work, REPEATS, time.process_time)


def _folding(found: Found) -> float:
    known = found.umpire.game
    stored = [known.codec.encode_fact(fact) for fact in found.facts]
    return max(median_time(lambda: fold(known, found.start, stored), REPEATS, time.process_time), 1e-6)
