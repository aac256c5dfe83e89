"""The built-in opponents: one that answers at random, one that plays sensibly."""

from domain.core.fillings import random_answer
from domain.core.forms import Answer
from domain.core.game import BotMove
from domain.cosmic.bots import deals, duel, edicts, powers
from domain.cosmic.bots.sight import Choosing
from domain.cosmic.state import cosmic

CHOICES: dict[str, Choosing] = {**duel.CHOICES, **edicts.CHOICES, **powers.CHOICES, **deals.CHOICES}


@cosmic.bot("random")
def at_random(move: BotMove) -> Answer:
    """Anything that fits."""
    return random_answer(move.decision.ask.form, move.below)


@cosmic.bot("sensible", offers=True)
def sensible(move: BotMove) -> Answer | None:
    """A simple plan for each kind of decision; where it has none, the default; nothing where waiting is better."""
    if move.decision.mode == "offer":
        return edicts.play_plague(move)
    if deals.would_wait(move):
        return None
    choose = CHOICES.get(move.decision.ask.kind)
    chosen = choose(move) if choose else None
    return move.decision.ask.default if chosen is None else chosen
