"""Playing the game that a playthrough describes, and writing down what happens."""

from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
import yaml

from domain.core.chance import Chance, Seeded
from domain.core.codec import tag_of
from domain.core.game import Game, games
from domain.core.model import AnyPlay, Decision, Fact, House
from domain.core.openings import waits_for_worker
from domain.core.opponents import next_choice
from domain.core.record import Record
from domain.core.umpire import Umpire

HERE = Path(__file__).parent
BODY = "\n---\n"


class Script(Record, forbid_unknown_fields=True):
    """What stands above the line: who plays what, and how it is to end."""

    about: str
    game: str
    seats: int
    seed: int
    players: tuple[str, ...]
    """For each seat `random`, `default`, or the name of one of the game's bots."""
    ends: str
    options: dict[str, Any] = {}


def playthroughs() -> list[Path]:
    """All recorded games."""
    return sorted(HERE.glob("*/*.txt"))


def script_of(path: Path) -> Script:
    """The description at the head of a recorded game."""
    return msgspec.convert(yaml.safe_load(path.read_text(encoding="utf-8").split(BODY)[0]), Script)


def recorded(path: Path) -> str:
    """The whole text of a playthrough, played again."""
    head = path.read_text(encoding="utf-8").split(BODY)[0]
    return head + BODY + "\n".join(Recorder(script_of(path)).lines()) + "\n"


class Recorder:
    """One game played as its script says."""

    def __init__(self, script: Script) -> None:
        self._script = script
        self._game: Game = games()[script.game]
        key = sha256(f"playthrough {script.seed}".encode()).digest()
        self._umpire = Umpire(self._game, House(seats=script.seats), Seeded(key))
        self._choices = Chance(Seeded(key), {})

    def lines(self) -> Iterator[str]:
        """Each answer, what happened by it, and the result."""
        options = msgspec.convert(self._script.options, self._game.options_type)
        play, facts = self._umpire.begin(options, self._script.seats)
        yield from self._told(facts)
        while play.agenda:
            if waits_for_worker(self._game, play):
                yield "worker"
                play, facts = self._umpire.advance(play, background=True)
            else:
                decision, answer = self._choice(play)
                yield f"seat {decision.seat} · {decision.ask.kind} · {_shown_answer(answer)}{_choices_left(decision)}"
                play, facts = self._umpire.decide(play, decision.id, decision.seat, answer)
            yield from self._told(facts)
        assert play.result is not None
        assert play.result.reason == self._script.ends, f"{play.result.reason}, not {self._script.ends}"
        yield f"end · {play.result.reason}"
        for place in play.result.places:
            yield f"    place {place.place} · seat {place.seat} · {place.score}{' shared' if place.shared else ''}"

    def _choice(self, play: AnyPlay) -> tuple[Decision, dict[str, Any]]:
        chosen = next_choice(self._game, play, self._umpire.decisions(play), self._player, self._below)
        assert chosen is not None
        return chosen

    def _player(self, seat: int) -> str:
        name = self._script.players[seat]
        return "defaults" if name == "default" else name

    def _below(self, n: int) -> int:
        return self._choices.below("choice", n)

    def _told(self, facts: tuple[Fact, ...]) -> Iterator[str]:
        return (f"    {_shown_fact(fact)}" for fact in facts if type(fact) in self._game.appliers)


def _choices_left(decision: Decision) -> str:
    first = decision.ask.form.slots[0]
    options = getattr(first, "options", None) or getattr(first, "items", ())
    return f"   (of {len(options)})" if options else ""


def _shown_answer(answer: dict[str, Any]) -> str:
    return " ".join(_shown(value) for value in answer.values())


def _shown_fact(fact: Fact) -> str:
    fields = msgspec.to_builtins(fact, str_keys=True)
    name = tag_of(type(fact)).split(".")[1]
    return " ".join([name, *(f"{key}={_shown(value)}" for key, value in fields.items() if key != "type")])


def _shown(value: Any) -> str:
    if isinstance(value, dict):
        return (
            ",".join(f"{key}:{_shown(entry)}" for key, entry in value.items() if entry != 0 or len(value) == 1) or "-"
        )
    if isinstance(value, list | tuple):
        return ",".join(_shown(entry) for entry in value) or "-"
    return "-" if value is None else str(value).lower() if isinstance(value, bool) else str(value)
