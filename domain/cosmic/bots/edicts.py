"""When the sensible bot plays its edicts."""

from domain.core.forms import Answer
from domain.core.game import BotMove
from domain.cosmic import frames
from domain.cosmic.board import (
    allies_on,
    colour_of,
    duel_of,
    foreign_bases,
    is_main,
    opponent,
    side_of,
    use_key,
)
from domain.cosmic.bots.sight import Choosing, hand, is_winning, leader, me, options
from domain.cosmic.powers.totals import POWERS_OF_MAINS

STOPPED_IN_A_DUEL = ("laser", "oracle", "sorcerer", "loser", "chronos", "empath", "pacifist")


def zap(move: BotMove) -> Answer | None:
    """Stop a power that decides the duel against the bot, or that eliminates its tokens."""
    frame = move.frame
    if "zap" not in options(move) or not isinstance(frame, frames.Declaration):
        return None
    return {"do": "zap"} if is_harmful(move, frame.seat, frame.power) else None


def is_harmful(move: BotMove, user: int, power: str) -> bool:
    """Whether a declared use hurts the bot's side of the duel."""
    state, seat = move.state, me(move)
    if power in POWERS_OF_MAINS:
        before = is_winning(state, seat)
        return before is True and is_winning(state, seat, use_key(user, power)) is False
    if power == "void":
        return bool(state.tokens[seat].lifted)
    is_foe = is_main(state, seat) and is_main(state, user) and user != seat
    return is_foe and power in STOPPED_IN_A_DUEL


def play_edict(move: BotMove) -> Answer | None:
    """An edict that helps now, if one is listed."""
    for word, plan in PLANS.items():
        if word in options(move) and (answer := plan(move)):
            return answer
    return None


def moebius(move: BotMove) -> Answer | None:
    """Worth it for three tokens."""
    return {"do": "moebius"} if move.state.tokens[me(move)].black_hole >= 3 else None


def force_field(move: BotMove) -> Answer | None:
    """A main player sends all allies of the other side home."""
    state, seat = move.state, me(move)
    side = side_of(state, seat)
    if not is_main(state, seat) or side is None:
        return None
    foes = allies_on(state, "defence" if side == "offence" else "offence")
    return {"do": "force_field", "allies": [colour_of(state, foe) for foe in foes]} if foes else None


def emotion(move: BotMove) -> Answer | None:
    """A main player that is losing would rather talk."""
    return {"do": "emotion"} if is_main(move.state, me(move)) and is_winning(move.state, me(move)) is False else None


def gas(move: BotMove) -> Answer | None:
    """A winner does not pay two cards or more."""
    duel = duel_of(move.state)
    if duel.winner != me(move):
        return None
    loser = opponent(move.state, me(move))
    price = min(duel.lost.get(loser, 0), len(hand(move)))
    return {"do": "gas"} if price >= 2 else None


PLANS: dict[str, Choosing] = {"moebius": moebius, "force_field": force_field, "emotion": emotion, "gas": gas}


def new_hand_edicts(move: BotMove) -> Answer | None:
    """Before edicts are thrown away, they are played for what they are worth."""
    state, listed = move.state, options(move)
    if "moebius" in listed and state.tokens[me(move)].black_hole:
        return {"do": "moebius"}
    victim = f"plague:{colour_of(state, leader(state, me(move)))}"
    return {"do": victim} if victim in listed else None


def play_plague(move: BotMove) -> Answer | None:
    """On the seat that is ahead, once it has three foreign bases; else not now."""
    first = leader(move.state, me(move))
    if foreign_bases(move.state, first) < 3:
        return None
    return {"do": f"plague:{colour_of(move.state, first)}"}


CHOICES: dict[str, Choosing] = {"zap": zap, "new_hand_edicts": new_hand_edicts}
