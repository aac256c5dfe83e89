"""Magnet: an order to join a side or to stay out."""

from domain.core.chance import Chance
from domain.core.forms import Option
from domain.core.model import Outcome, done
from domain.core.rules import rule
from domain.cosmic import frames
from domain.cosmic.board import colour_of, is_main, on_bases, outsiders, seat_of
from domain.cosmic.facts import Ordered
from domain.cosmic.forms import verb
from domain.cosmic.powers.registry import used_in
from domain.cosmic.state import State

ORDERS = ("join_offence", "join_defence", "stay_out")


def magnet_options(state: State, seat: int) -> tuple[Option, ...]:
    """One seat outside the duel; only a seat with a token on a base can be made to join."""
    if not is_main(state, seat):
        return ()
    return tuple(
        Option(f"magnet:{colour_of(state, other)}:{order}", {"seat": other, "order": order})
        for other in outsiders(state)
        for order in ORDERS
        if order == "stay_out" or on_bases(state, other)
    )


@used_in("invite", power="magnet", options=magnet_options)
@rule("cosmic.pw.magnet")
def magnet(state: State, frame: frames.Reaction, chance: Chance) -> Outcome:
    """The order prevails over invitations; a later one replaces it."""
    _, colour, order = verb(frame.answer)
    return done(Ordered(seat=seat_of(state, colour), order=order))
