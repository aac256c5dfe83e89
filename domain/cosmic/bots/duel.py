"""How the sensible bot attacks, allies and plays its cards."""

from domain.core.forms import Answer
from domain.core.game import BotMove
from domain.cosmic.board import (
    OFFENCE,
    allies_on,
    bases,
    card_of,
    defence_of,
    duel_of,
    foreign_bases,
    home,
    home_bases,
    in_duel,
    is_usable,
    opponent,
    planet_of,
    seat_of,
    side_of,
    tokens_on,
)
from domain.cosmic.bots.sight import Choosing, is_inverted, me, options
from domain.cosmic.components import COMPROMISE, PLANET_ORDER, kind_of, value_of
from domain.cosmic.forms import take_order
from domain.cosmic.state import State

ALMOST = 4
BASES_TO_WIN = 5


def own_colour(move: BotMove) -> Answer | None:
    """Throw a weak invader out when home gets thin, else draw again."""
    if home_bases(move.state, me(move)) >= ALMOST:
        return None
    for name in options(move):
        word, *where = name.split(":")
        if word == "attack" and tokens_on(move.state, seat_of(move.state, where[0]), where[1]) <= 2:
            return {"do": name}
    return None


def aim_cone(move: BotMove) -> Answer | None:
    """The weakest planet on which the bot has no base."""
    state, seat = move.state, me(move)
    defence = defence_of(state)
    planets = [name.split(":")[1] for name in options(move)]

    def rank(planet: str) -> tuple[bool, bool, int, int]:
        is_ours = planet in home(state, seat)
        return tokens_on(state, seat, planet) > 0, is_ours, tokens_on(state, defence, planet), PLANET_ORDER[planet]

    return {"do": f"aim:{min(planets, key=rank)}"}


def gather_tokens(move: BotMove) -> Answer | None:
    """Four tokens without emptying a base; a single one against Anti-Matter."""
    state, seat = move.state, me(move)
    spare = sum(number - 1 for number in bases(state, seat).values())
    wanted = 1 if is_usable(state, opponent(state, seat), "antimatter") else 4
    return {"tokens": take_order(state, seat, min(wanted, max(1, spare)))}


def invite_offence(move: BotMove) -> Answer | None:
    """Everybody who is not about to win, or everybody if the bot is about to win itself."""
    state = move.state
    is_close = foreign_bases(state, me(move)) >= ALMOST
    slot = move.decision.ask.form.slots[0]
    colours = [item.id for item in slot.items]  # type: ignore[union-attr]
    return {"seats": [c for c in colours if is_close or foreign_bases(state, seat_of(state, c)) < ALMOST]}


def invite_defence(move: BotMove) -> Answer | None:
    """Everybody."""
    return {"seats": [item.id for item in move.decision.ask.form.slots[0].items]}  # type: ignore[union-attr]


def ally_answer(move: BotMove) -> Answer | None:
    """Stop a winner, win a base, or look for cards and tokens, in this order."""
    state, seat = move.state, me(move)
    planet, offence = planet_of(state), duel_of(state).offence
    is_new = planet not in home(state, seat) and planet not in bases(state, seat)
    is_danger = planet not in home(state, offence) and planet not in bases(state, offence)
    could_win = foreign_bases(state, seat) + is_new >= BASES_TO_WIN
    if is_danger and foreign_bases(state, offence) >= ALMOST and not could_win:
        return joining(move, "defence", 3)
    if is_new and (answer := joining(move, "offence", 2)):
        return answer
    is_poor = len(state.hands[seat]) < 5 or state.tokens[seat].black_hole > 2
    return joining(move, "defence", 2) if is_poor else None


def joining(move: BotMove, side: str, tokens: int) -> Answer | None:
    """The answer that joins a side, if that is possible without giving up a base."""
    state, seat = move.state, me(move)
    spare = sum(number - 1 for number in bases(state, seat).values())
    if f"join:{side}" not in options(move) or not spare:
        return None
    return {"do": f"join:{side}", "tokens": take_order(state, seat, min(tokens, spare))}


def play_duel_card(move: BotMove) -> Answer | None:
    """A compromise now and then as long as nobody is close, else a good attack; a low one where low cards win."""
    state, seat = move.state, me(move)
    cards = [name.split(":")[1] for name in options(move)]
    strikes = sorted((card for card in cards if kind_of(card) == "attack"), key=value_of)
    seen = card_of(state, opponent(state, seat))
    if seen is not None and seen.shown and strikes and not is_inverted(state):
        return {"do": f"play:{reply(move, seen.kind, strikes, cards)}"}
    if not strikes or (COMPROMISE in cards and would_compromise(move)):
        return {"do": f"play:{COMPROMISE if COMPROMISE in cards else strikes[0]}"}
    if is_inverted(state):
        return {"do": f"play:{strikes[0]}"}
    other = opponent(state, seat)
    if max(foreign_bases(state, seat), foreign_bases(state, other)) >= 3:
        return {"do": f"play:{strikes[-1]}"}
    upper = strikes[len(strikes) // 2 :]
    return {"do": f"play:{upper[move.below(len(upper))]}"}


def reply(move: BotMove, seen: str, strikes: list[str], cards: list[str]) -> str:
    """Against an open card the lowest attack that wins, else a compromise, else the lowest attack."""
    state, seat = move.state, me(move)
    other = opponent(state, seat)
    if kind_of(seen) == "compromise":
        return COMPROMISE if COMPROMISE in cards and would_compromise(move) else strikes[0]
    behind = value_of(seen) + tokens_behind(state, other) - tokens_behind(state, seat)
    needed = behind + (seat == duel_of(state).offence)
    winning = [card for card in strikes if value_of(card) >= needed]
    return winning[0] if winning else COMPROMISE if COMPROMISE in cards else strikes[0]


def tokens_behind(state: State, seat: int) -> int:
    """The tokens that fight on a main player's side."""
    side = side_of(state, seat)
    assert side is not None
    return in_duel(state, seat) + sum(in_duel(state, ally) for ally in allies_on(state, side))


def would_compromise(move: BotMove) -> bool:
    """A Pacifist nearly always; the others one time in three, while the race is open."""
    state, seat = move.state, me(move)
    if is_usable(state, seat, "pacifist"):
        return True
    is_late = max(foreign_bases(state, seat), foreign_bases(state, opponent(state, seat))) >= 3
    return not is_late and move.below(3) == 0


def second_duel(move: BotMove) -> Answer | None:
    """Always."""
    return {"do": "continue"}


CHOICES: dict[str, Choosing] = {
    "own_colour": own_colour,
    "aim_cone": aim_cone,
    "gather_tokens": gather_tokens,
    f"invite_{OFFENCE}": invite_offence,
    "invite_defence": invite_defence,
    "ally_answer": ally_answer,
    "play_duel_card": play_duel_card,
    "second_duel": second_duel,
    "continue_turn": second_duel,
}
