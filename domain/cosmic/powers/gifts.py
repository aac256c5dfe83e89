"""Philanthropist: a card given away."""

from domain.core.chance import Chance
from domain.core.forms import Option, Pick
from domain.core.model import Outcome, done
from domain.core.rules import rule
from domain.cosmic import frames
from domain.cosmic.board import colour_of, mains, seat_of, side_of
from domain.cosmic.facts import CardsMoved
from domain.cosmic.forms import card_option, kinds, verb
from domain.cosmic.powers.registry import used_in
from domain.cosmic.state import State


def gift_options(state: State, seat: int) -> tuple[Option, ...]:
    """Any card of the hand, to a main player other than oneself."""
    hand = state.hands[seat]
    if side_of(state, seat) is None or not hand:
        return ()
    card = Pick(name="card", options=tuple(map(card_option, kinds(hand))))
    return tuple(
        Option(f"philanthropist:{colour_of(state, main)}", {"seat": main}, (card,))
        for main in mains(state)
        if main != seat
    )


@used_in("target", "before", power="philanthropist", options=gift_options)
@rule("cosmic.pw.philanthropist")
def philanthropist(state: State, frame: frames.Reaction, chance: Chance) -> Outcome:
    """The card changes hands, seen by the two alone."""
    receiver = seat_of(state, verb(frame.answer)[1])
    card = frame.answer["card"]
    return done(CardsMoved(giver=frame.seat, receiver=receiver, cards=(card,), why="philanthropist"))
