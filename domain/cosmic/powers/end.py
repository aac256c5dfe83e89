"""Clone and Filch: powers over the duel cards at the end of the duel."""

from domain.core.chance import Chance
from domain.core.model import Outcome, done
from domain.core.rules import rule
from domain.cosmic import frames
from domain.cosmic.board import card_of, is_main, opponent, side_of
from domain.cosmic.components import VIRTUAL
from domain.cosmic.facts import CardTaken
from domain.cosmic.powers.registry import simply, used_in
from domain.cosmic.state import State


def is_takable(state: State, owner: int) -> bool:
    """Whether a real card still lies face up on a main player's side."""
    card = card_of(state, owner)
    return card is not None and card.shown and card.kind != VIRTUAL


def can_keep(state: State, seat: int) -> bool:
    """The card on one's own side."""
    return is_main(state, seat) and is_takable(state, seat)


def can_filch(state: State, seat: int) -> bool:
    """The card on the opponent's side."""
    return is_main(state, seat) and is_takable(state, opponent(state, seat))


@used_in("end", power="clone", options=simply("clone", can_keep))
@rule("cosmic.pw.clone")
def clone(state: State, frame: frames.Reaction, chance: Chance) -> Outcome:
    """The card played comes back to the hand."""
    return done(_taken(state, frame, frame.seat))


@used_in("end", power="filch", options=simply("filch", can_filch))
@rule("cosmic.pw.filch")
def filch(state: State, frame: frames.Reaction, chance: Chance) -> Outcome:
    """The opponent's card comes to the hand."""
    return done(_taken(state, frame, opponent(state, frame.seat)))


def _taken(state: State, frame: frames.Reaction, owner: int) -> CardTaken:
    card = card_of(state, owner)
    assert card is not None
    return CardTaken(seat=frame.seat, power=frame.power, card=card.kind, side=side_of(state, owner))
