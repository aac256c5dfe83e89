"""Positions from which something happens that hardly ever does in play."""

from collections.abc import Callable
from typing import Any

import msgspec

from domain.climate import climate
from domain.core.chance import Seeded
from domain.core.game import Change, Game
from domain.core.model import AnyPlay, House, Item, Play
from domain.core.positions import to_position
from domain.core.umpire import Umpire
from domain.cosmic import cosmic
from domain.cosmic.frames import TurnBegin
from domain.mediation import mediation
from tests.domain.cosmic import tables as cosmic_tables
from tests.playthroughs.mediation import stories

Document = dict[str, Any]


def nobody_has_a_token() -> Document:
    """Two seats of Rencontre Cosmique that have lost everything."""
    lost = {seat: cosmic_tables.tokens(cosmic_tables.COLOURS[seat], {}) for seat in range(2)}
    play: Play[Any, Any] = Play(
        state=cosmic_tables.state(held=lost, seats=2), agenda=(Item(1, TurnBegin()),), serial=2, draws={}
    )
    return _document(cosmic, play)


def last_pyramid() -> Document:
    """Ultimédiation, one pyramid and its populations away from the last corner."""
    story = stories.read(stories.HERE / "pyramids.yaml")
    return {**story.position, "content": mediation.content_digest}


def before_clairvoyance() -> Document:
    """The same, with the ship one space before the one that lets the team look at a pile."""
    document = last_pyramid()
    return {**document, "state": {**document["state"], "ship_token": 5}}


def comers_and_goers() -> Document:
    """Bataille pour le Climat with a seat that is about to leave and one that is about to join."""
    umpire = Umpire(climate, House(seats=4), Seeded(b"comers and goers"))
    play, _ = umpire.begin(climate.options_type(), 4)
    play, _ = umpire.change_seats(play, [Change(1, "left"), Change(4, "joined")])
    return _document(climate, play)


def _document(game: Game, play: AnyPlay) -> Document:
    document: Document = msgspec.to_builtins(to_position(game, play, {}), str_keys=True)
    return document


STARTS: dict[str, dict[str, tuple[int, Callable[[], Document]]]] = {
    "climate": {"comers and goers": (5, comers_and_goers)},
    "cosmic": {"nobody has a token": (2, nobody_has_a_token)},
    "mediation": {"last pyramid": (2, last_pyramid), "before clairvoyance": (2, before_clairvoyance)},
}
"""By game and name: seats, and how the position is made."""
