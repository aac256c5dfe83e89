"""Golden running tables: matches in the middle of some business, as they are stored."""

from pathlib import Path
from typing import Any

import msgspec

from domain.core.codec import tag_of
from domain.core.folding import fold
from domain.core.game import Game
from domain.core.happenings import Begun
from domain.core.model import AnyPlay
from domain.core.record import Record
from events import upcasts
from events.envelope import schema_of

FOLDER = Path(__file__).parent / "running"
BEGUN = tag_of(Begun)


class Running(Record, forbid_unknown_fields=True):
    """A match with some frame on top of its agenda."""

    frame: str
    rests: bool
    """Whether a table rests there; else its append goes on and only a position has that frame on top."""
    found: str
    """Who played what, with which seed, up to which append."""
    seats: int
    team_policy: str
    options: dict[str, Any]
    type: str
    payload: dict[str, Any]

    def play(self, game: Game) -> AnyPlay:
        """The match, read as a table's first event is."""
        tag, _, payload = upcasts.newest(self.type, schema_of(self.type), self.payload)
        play = fold(game, None, [(tag, payload)])
        assert play is not None
        return play


def read(slug: str) -> list[Running]:
    """The golden running tables of a game."""
    path = FOLDER / f"{slug}.json"
    return msgspec.json.decode(path.read_bytes(), type=list[Running]) if path.exists() else []


def write(slug: str, tables: list[Running]) -> None:
    """Keep the golden running tables of a game, one line for each."""
    lines = (msgspec.json.encode(entry) for entry in sorted(tables, key=lambda entry: entry.frame))
    (FOLDER / f"{slug}.json").write_bytes(b"[\n" + b",\n".join(lines) + b"\n]\n")


def written(game: Game, play: AnyPlay) -> tuple[str, dict[str, Any]]:
    """The event that begins a match where this one stands."""
    begun: Begun[Any, Any] = Begun(state=play.state, agenda=play.agenda, serial=play.serial, draws=play.draws)
    return game.codec.encode_fact(begun)
