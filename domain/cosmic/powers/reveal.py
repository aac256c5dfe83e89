"""Chronos and Empath: powers used when the cards have just been turned."""

from domain.core.chance import Chance
from domain.core.model import Outcome, done
from domain.core.rules import rule
from domain.cosmic import frames
from domain.cosmic.board import DEFENCE, OFFENCE, duel_of, is_main
from domain.cosmic.components import COMPROMISE, VIRTUAL
from domain.cosmic.facts import CardsSetAside, CountedAs
from domain.cosmic.powers.registry import simply, used_in
from domain.cosmic.state import State


def can_replay(state: State, seat: int) -> bool:
    """A main player, as long as the result is not forced."""
    return is_main(state, seat) and duel_of(state).forced_winner is None


@used_in("reveal", power="chronos", options=simply("chronos", can_replay))
@rule("cosmic.pw.chronos")
def chronos(state: State, frame: frames.Reaction, chance: Chance) -> Outcome:
    """Both cards are set aside and new ones will be sealed."""
    cards = duel_of(state).cards
    return done(CardsSetAside(cards=tuple(c for c in (cards[OFFENCE], cards[DEFENCE]) if c.kind != VIRTUAL)))


def can_reconcile(state: State, seat: int) -> bool:
    """Exactly one of the two cards must count as a compromise."""
    duel = duel_of(state)
    faces = list(duel.counts_as.values())
    return is_main(state, seat) and duel.forced_winner is None and faces.count(COMPROMISE) == 1


@used_in("reveal", power="empath", options=simply("empath", can_reconcile))
@rule("cosmic.pw.empath")
def empath(state: State, frame: frames.Reaction, chance: Chance) -> Outcome:
    """The other card counts as a compromise too."""
    return done(CountedAs(faces=dict.fromkeys((OFFENCE, DEFENCE), COMPROMISE)))
