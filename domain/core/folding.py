"""A match as its facts add up to it: nothing is decided here."""

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from domain.core.codec import tag_of
from domain.core.facedown import with_names
from domain.core.game import Game
from domain.core.happenings import Answered, Begun, FlowMoved, Turned, Withdrawn
from domain.core.model import AnyPlay, Fact, Play

UNFELT = frozenset({tag_of(Answered), tag_of(Withdrawn)})
"""Facts that tell who did what and change nothing by themselves."""


def apply(game: Game, play: AnyPlay | None, fact: Fact) -> AnyPlay:
    """The match after a fact: no rules, no checks, no exceptions."""
    if isinstance(fact, Begun):
        return Play(state=fact.state, agenda=fact.agenda, serial=fact.serial, draws=fact.draws)
    assert play is not None
    if isinstance(fact, FlowMoved):
        agenda = play.agenda[: fact.keep] + fact.push
        draws = {**play.draws, **fact.draws} if fact.draws else play.draws
        return replace(
            play,
            agenda=agenda,
            serial=fact.serial,
            draws=draws,
            entered=fact.entered,
            hidden=fact.hidden,
            result=fact.result,
        )
    if isinstance(fact, Turned):
        return replace(play, state=with_names(play.state, fact.names))
    if isinstance(fact, Answered | Withdrawn):
        return play
    return replace(play, state=game.apply(play.state, fact))


def fold(game: Game, play: AnyPlay | None, stored: Iterable[tuple[str, Any]]) -> AnyPlay | None:
    """The match after facts as they are stored: the same as applying them one by one, at less cost."""
    decode, appliers = game.codec.decode_fact, game.appliers
    state = play.state if play is not None else None
    for tag, fields in stored:
        if tag in UNFELT:
            continue
        fact = decode(tag, fields)
        applier = appliers.get(type(fact))
        if applier is not None:
            state = applier(state, fact)
        else:
            is_about_state = isinstance(fact, Begun | Turned)
            before = replace(play, state=state) if play is not None and is_about_state else play
            play = apply(game, before, fact)
            state = play.state if is_about_state else state
    return replace(play, state=state) if play is not None else None
