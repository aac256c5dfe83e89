"""Shadow and Will: powers used when a disc has been drawn."""

from domain.core.chance import Chance
from domain.core.forms import Option
from domain.core.model import Outcome, done
from domain.core.rules import rule
from domain.cosmic import frames
from domain.cosmic.board import bases, clockwise, colour_of, duel_of, home, seat_of
from domain.cosmic.components import PLANETS
from domain.cosmic.facts import DefenceSet
from domain.cosmic.forms import planet_option, verb
from domain.cosmic.frames import Loss
from domain.cosmic.placing import lifted
from domain.cosmic.powers.registry import used_in
from domain.cosmic.state import State


def drawn_seat(state: State) -> int:
    """The seat whose disc was drawn last."""
    disc = duel_of(state).disc
    assert disc is not None
    return seat_of(state, disc)


def shadow_options(state: State, seat: int) -> tuple[Option, ...]:
    """The bases of the seat that was drawn, unless it is the Shadow itself."""
    owner = drawn_seat(state)
    return () if owner == seat else tuple(planet_option("shadow", planet) for planet in bases(state, owner))


@used_in("disc", power="shadow", options=shadow_options)
@rule("cosmic.pw.shadow")
def shadow(state: State, frame: frames.Reaction, chance: Chance) -> Outcome:
    """One token of the colour drawn is about to be lost."""
    batch = (Loss(owner=drawn_seat(state), places={verb(frame.answer)[1]: 1}),)
    return done(*lifted(batch), then=(frames.Losses(losses=batch, cause="shadow"),))


def will_options(state: State, seat: int) -> tuple[Option, ...]:
    """Any other seat, on its home planets or wherever it has a base."""
    if seat != duel_of(state).offence or duel_of(state).defence is not None:
        return ()
    return tuple(
        Option(f"will:{colour_of(state, other)}:{planet}", {"seat": other, "planet": planet})
        for other in clockwise(state, seat)
        for planet in PLANETS
        if planet in home(state, other) or planet in bases(state, other)
    )


@used_in("disc", power="will", options=will_options)
@rule("cosmic.pw.will")
def will(state: State, frame: frames.Reaction, chance: Chance) -> Outcome:
    """The disc is ignored: the offence names defence and planet."""
    _, colour, planet = verb(frame.answer)
    return done(DefenceSet(seat=seat_of(state, colour), planet=planet))
