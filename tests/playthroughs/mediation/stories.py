"""Ends of matches told from a position: `python -m tests.playthroughs.mediation.stories` writes them anew."""

from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
import yaml

from domain.core.chance import Seeded
from domain.core.codec import tag_of
from domain.core.model import AnyPlay, House
from domain.core.openings import waits_for_worker
from domain.core.positions import from_position
from domain.core.record import Record
from domain.core.umpire import Umpire
from domain.mediation import mediation

HERE = Path(__file__).parent
TIME_IS_UP = "time is up"


class Told(Record, forbid_unknown_fields=True):
    """A story: where it begins, who says what, what happens, and how it ends."""

    about: str
    seats: int
    team_policy: str
    ends: str | None
    answers: list[tuple[int | str, dict[str, Any]]]
    """Seat and answer; `time is up` in place of a seat ends the time of the phase."""
    told: list[str]
    position: dict[str, Any]


def stories() -> list[Path]:
    """All stories."""
    return sorted(HERE.glob("*.yaml"))


def read(path: Path) -> Told:
    """A story from its file."""
    return msgspec.convert(yaml.safe_load(path.read_text(encoding="utf-8")), Told)


def played(story: Told) -> tuple[AnyPlay, list[str]]:
    """Where a story leads, and what happens on the way."""
    house = House(seats=story.seats, team_policy=story.team_policy)
    umpire = Umpire(mediation, house, Seeded(sha256(b"a story").digest()))
    document = {**story.position, "content": mediation.content_digest}
    play, facts = umpire.begin_from(from_position(mediation, document))
    lines = [*_lines(facts)]
    for seat, answer in story.answers:
        play, facts = _next(umpire, play, seat, answer)
        lines += [f"{seat}: {answer}" if answer else str(seat), *_lines(facts)]
        while waits_for_worker(mediation, play) and story.ends:
            play, facts = umpire.advance(play, background=True)
            lines += ["worker", *_lines(facts)]
    return play, lines


def _next(umpire: Umpire, play: AnyPlay, seat: int | str, answer: dict[str, Any]) -> tuple[AnyPlay, Any]:
    open_now = umpire.decisions(play)
    if seat == TIME_IS_UP:
        return umpire.time_out(play, tuple(decision.id for decision in open_now), "phase")
    decision = next(found for found in open_now if found.seat == seat)
    return umpire.decide(play, decision.id, decision.seat, answer)


def _lines(facts: Any) -> list[str]:
    shown = []
    for fact in facts:
        if type(fact) in mediation.appliers:
            fields = msgspec.to_builtins(fact, str_keys=True)
            parts = (f"{key}={value}" for key, value in fields.items() if key != "type")
            shown.append("    " + " ".join([tag_of(type(fact)).split(".")[1], *parts]))
    return shown


def written(story: Told) -> str:
    """The text of a story's file."""
    return yaml.safe_dump(msgspec.to_builtins(story, str_keys=True), sort_keys=False, allow_unicode=True, width=118)


if __name__ == "__main__":
    for path in stories():
        before = read(path)
        path.write_text(written(msgspec.structs.replace(before, told=played(before)[1])), encoding="utf-8")
