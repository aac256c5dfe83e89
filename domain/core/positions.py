"""Positions: a match written down so that another can start from it."""

from typing import Any

import msgspec

from domain.core.chance import Seeded
from domain.core.errors import BadPosition
from domain.core.game import Game
from domain.core.model import AnyPlay, Item, Play
from domain.core.record import Record
from domain.core.umpire import Umpire


class Position(Record, forbid_unknown_fields=True):
    """A state with the business it is in, bottom first."""

    game: str
    rules_version: str
    content: str
    state: Any
    agenda: tuple[Any, ...]
    options: dict[str, Any] = {}
    draws: dict[str, int] = {}


def to_position(game: Game, play: AnyPlay, options: dict[str, Any]) -> Position:
    """The position a match stands in."""
    return Position(
        game=game.slug,
        rules_version=game.described.rules_version,
        content=game.content_digest,
        options=options,
        state=msgspec.to_builtins(play.state, str_keys=True),
        agenda=tuple(msgspec.to_builtins(item.frame, str_keys=True) for item in play.agenda),
        draws=play.draws,
    )


def from_position(game: Game, document: Any) -> AnyPlay:
    """The match that a position describes, if its game finds nothing wrong with it."""
    try:
        position = msgspec.convert(document, Position)
        state: Any = msgspec.convert(position.state, game.state_type, str_keys=True)
        frames = [game.codec.frame_from(entry) for entry in position.agenda]
    except msgspec.ValidationError as error:
        raise BadPosition(f"The position cannot be read: {error}") from None
    if position.game != game.slug:
        raise BadPosition(f"This is a position of {position.game}, not of {game.slug}.")
    if position.content != game.content_digest:
        raise BadPosition("The position was taken with another edition of the content.")
    wrong = list(game.checker(state))
    if wrong:
        raise BadPosition(f"The position breaks an invariant: {wrong[0]}")
    agenda = tuple(Item(serial, frame) for serial, frame in enumerate(frames, 1))
    play: AnyPlay = Play(state=state, agenda=agenda, serial=len(agenda) + 1, draws=position.draws)
    _try_out(game, play)
    return play


def _try_out(game: Game, play: AnyPlay) -> None:
    """A position is playable if its business comes to rest; rules may fail in any way on a state that cannot be."""
    umpire = Umpire(game, source=Seeded(b"tried out"))
    try:
        after, _ = umpire.advance(play)
        umpire.decisions(after)
        wrong = list(game.checker(after.state))
    except Exception as error:
        raise BadPosition(f"The business of the position does not fit its state ({type(error).__name__}).") from error
    if wrong:
        raise BadPosition(f"The first step from the position breaks an invariant: {wrong[0]}")
