"""Whole matches played at random, append by append."""

from collections.abc import Iterator
from random import Random
from typing import Any

from domain.core.chance import Seeded
from domain.core.fillings import random_answer
from domain.core.flow import Facts
from domain.core.model import AnyPlay, Decision, House
from domain.core.openings import waits_for_worker
from domain.core.record import Record
from domain.core.umpire import Umpire
from domain.mediation import Options, frames, mediation
from domain.mediation.board import full_row, is_forbidden
from domain.mediation.components import CELLS


class Append(Record):
    """What one answer, or one piece of a worker's business, made of a match."""

    after: AnyPlay
    facts: Facts
    asked: tuple[Decision, ...] = ()


def matches(options: Options, seats: int, seeds: tuple[int, ...]) -> Iterator[Append]:
    """Every append of some matches at random."""
    for seed in seeds:
        yield from match(options, seats, seed)


def match(options: Options, seats: int, seed: int) -> Iterator[Append]:
    """Every append of one match at random."""
    umpire = Umpire(mediation, House(seats=seats, team_policy=options.team_policy), Seeded(bytes([seed % 256]) * 32))
    play, facts = umpire.begin(options, seats)
    yield Append(after=play, facts=facts)
    yield from match_from(umpire, play, seed)


def match_from(umpire: Umpire, play: AnyPlay, seed: int) -> Iterator[Append]:
    """Every further append of a match at random."""
    random = Random(seed)
    while play.agenda:
        if waits_for_worker(mediation, play):
            play, facts = umpire.advance(play, background=True)
            yield Append(after=play, facts=facts)
            continue
        asked = umpire.decisions(play)
        decision = random.choice(asked)
        play, facts = umpire.decide(play, decision.id, decision.seat, _answer(decision, random))
        yield Append(after=play, facts=facts, asked=asked)


def _answer(decision: Decision, random: Random) -> dict[str, Any]:
    """Any answer that fits; passing is rarer than its share, so that matches see more."""
    answer = random_answer(decision.ask.form, random.randrange)
    if answer.get("do") == "pass" and random.randrange(3):
        return random_answer(decision.ask.form, random.randrange)
    return answer


def wrong_at_rest(play: AnyPlay) -> list[str]:
    """What only the unfinished business can excuse: populations about to flee, rows and pawns about to be judged."""
    if not play.agenda:
        return []
    state = play.state
    stack = [item.frame for item in play.agenda]
    fleeing = {cell for frame in stack if isinstance(frame, frames.Flee) for cell in frame.cells}
    found = [
        f"populations stay on {cell}"
        for cell in CELLS
        if state.pop.get(cell) and is_forbidden(state, cell) and cell not in fleeing
    ]
    if full_row(state) and not any(isinstance(frame, frames.RowCheck) for frame in stack):
        found.append(f"row {full_row(state)} is covered")
    struck = {cell for frame in stack if isinstance(frame, frames.Hit) for cell in frame.cells}
    found += [f"{name} on a destroyed cell" for name, sheet in state.chars.items() if sheet.cell in state.pd - struck]
    relocating = {frame.camp for frame in stack if isinstance(frame, frames.Relocate)}
    found += [
        f"the {camp} base on {cell}"
        for camp, cell in state.bases.items()
        if (cell in state.attacks or cell in state.pd) and camp not in relocating
    ]
    if state.turn >= 14 - state.lost:
        found.append("the cubes have met")
    return found
