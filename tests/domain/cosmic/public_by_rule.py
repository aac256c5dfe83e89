"""What the rules make public of hidden hands: two tables that disagree on it are not alike to anybody."""

from domain.core.model import AnyPlay
from domain.cosmic.board import duel_cards
from domain.cosmic.offers import can_be_carried_out
from domain.cosmic.state import State


def agree(play: AnyPlay, other: AnyPlay) -> bool:
    """Whether both tables say the same about who has no duel card and which offers can be carried out."""
    return _told(play.state) == _told(other.state)


def _told(state: State) -> tuple[object, ...]:
    bare = [state.hands[seat] for seat in range(state.seats) if not duel_cards(state, seat)]
    offers = state.deal.offers if state.deal else {}
    return bare, {seat: can_be_carried_out(state, offer) for seat, offer in offers.items()}
