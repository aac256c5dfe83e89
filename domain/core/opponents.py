"""Built-in opponents: what they do next at a table."""

from collections.abc import Callable

from domain.core.fillings import Below, random_answer
from domain.core.forms import Answer
from domain.core.game import BotMove, Game
from domain.core.model import AnyPlay, Decision

EngineOf = Callable[[int], str | None]
"""The opponent that plays a seat, if one does: `random`, `defaults` or one of the game's own."""


def next_choice(
    game: Game, play: AnyPlay, open_now: tuple[Decision, ...], engine_of: EngineOf, below: Below
) -> tuple[Decision, Answer] | None:
    """An offer that an opponent wants, or an answer; nothing if all of them would rather wait for other seats."""
    ours = [entry for entry in open_now if engine_of(entry.seat)]
    offers = [entry for entry in ours if entry.mode == "offer" and engine_of(entry.seat) in game.bots_with_offers]
    asked = [entry for entry in ours if entry.mode != "offer"]
    for entry in (*offers, *asked):
        answer = _answer(game, play, entry, engine_of(entry.seat) or "", below)
        if answer is not None:
            return entry, answer
    waits_for_us = asked and all(engine_of(entry.seat) for entry in open_now if entry.mode != "offer")
    return (asked[0], asked[0].ask.default) if waits_for_us else None


def _answer(game: Game, play: AnyPlay, entry: Decision, engine: str, below: Below) -> Answer | None:
    if engine == "defaults":
        return entry.ask.default
    think = game.bots.get(engine)
    if think is None:
        return random_answer(entry.ask.form, below)
    return think(BotMove(state=play.state, frame=play.agenda[-1].frame, decision=entry, below=below))
