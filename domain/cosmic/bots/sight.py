"""What a bot may look at: the table, its own hand, and how the duel stands as far as it can tell."""

from collections.abc import Callable

from domain.core.forms import Answer, Option, Pick
from domain.core.game import BotMove
from domain.cosmic.board import card_of, duel_of, foreign_bases, is_usable, opponent, side_of
from domain.cosmic.components import COMPROMISE, kind_of, value_of
from domain.cosmic.powers.totals import compared
from domain.cosmic.state import State

Choosing = Callable[[BotMove], Answer | None]


def options(move: BotMove) -> dict[str, Option]:
    """The options of the decision's first slot, by id."""
    slot = move.decision.ask.form.slots[0]
    return {option.id: option for option in slot.options} if isinstance(slot, Pick) else {}


def me(move: BotMove) -> int:
    """The seat that decides."""
    return move.decision.seat


def hand(move: BotMove) -> tuple[str, ...]:
    """The bot's own hand."""
    cards: tuple[str, ...] = move.state.hands[me(move)]
    return cards


def attacks(move: BotMove) -> list[str]:
    """The attacks in the bot's own hand, the lowest first."""
    return sorted((card for card in hand(move) if kind_of(card) == "attack"), key=value_of)


def leader(state: State, seat: int) -> int:
    """The other seat with most foreign bases."""
    others = [other for other in range(state.seats) if other != seat]
    return max(others, key=lambda other: (foreign_bases(state, other), -other))


def own_card(move: BotMove) -> str | None:
    """The card that the bot has sealed itself, if it still lies on its side."""
    card = card_of(move.state, me(move))
    return card.kind if card is not None and card.sealed_by == me(move) else None


def is_winning(state: State, seat: int, *more: str) -> bool | None:
    """Whether a seat's side wins by the cards revealed and the powers applied (and more); none: a deal or unknown."""
    duel = duel_of(state)
    side = side_of(state, seat)
    if side is None or len(duel.counts_as) < 2 or duel.forced_winner is not None:
        return None
    winner = likely_winner(state, more)
    return None if winner is None else side_of(state, winner) == side


def likely_winner(state: State, more: tuple[str, ...]) -> int | None:
    """The main player that wins as things stand."""
    duel = duel_of(state)
    faces = duel.counts_as
    compromises = [seat for seat in faces if faces[seat] == COMPROMISE]
    if len(compromises) == 2:
        return None
    if compromises:
        pacifist = is_usable(state, compromises[0], "pacifist")
        winner = compromises[0] if pacifist else opponent(state, compromises[0])
    else:
        totals = compared(state, (*duel.applied, *more))
        is_higher = totals.offence > totals.defence
        offence_wins = totals.offence < totals.defence if totals.lower_wins else is_higher
        winner = duel.offence if offence_wins else opponent(state, duel.offence)
    return opponent(state, winner) if duel.upset else winner


def is_inverted(state: State) -> bool:
    """Whether a low card is the better one."""
    duel = duel_of(state)
    has_antimatter = any(is_usable(state, seat, "antimatter") for seat in (duel.offence, opponent(state, duel.offence)))
    return has_antimatter != duel.upset
