"""Plant and Dictator: powers used before the disc is drawn."""

from domain.core.chance import Chance
from domain.core.forms import Option
from domain.core.model import Outcome, done
from domain.core.rules import rule
from domain.cosmic import frames
from domain.cosmic.board import bases, clockwise, colour_of, duel_of, home, is_active, powers_held, seat_of
from domain.cosmic.components import POWERS
from domain.cosmic.facts import DefenceSet, Grafted
from domain.cosmic.forms import seat_option, verb
from domain.cosmic.powers.registry import used_in
from domain.cosmic.state import State


def plant_options(state: State, seat: int) -> tuple[Option, ...]:
    """Active powers of seats in whose home system the Plant has a base."""
    return tuple(
        Option(f"plant:{colour_of(state, donor)}:{power}", {"seat": donor, "power": power})
        for donor in clockwise(state, seat)
        if any(planet in home(state, donor) for planet in bases(state, seat))
        for power in powers_held(state, donor)
        if POWERS[power].graft and is_active(state, donor, power) and power not in state.powers[seat]
    )


@used_in("start", power="plant", options=plant_options)
@rule("cosmic.pw.plant")
def plant(state: State, frame: frames.Reaction, chance: Chance) -> Outcome:
    """The Plant has that power too until the end of the duel."""
    _, donor, power = verb(frame.answer)
    return done(Grafted(seat=frame.seat, donor=seat_of(state, donor), power=power))


def dictator_options(state: State, seat: int) -> tuple[Option, ...]:
    """Any seat but the offence, in another seat's first duel of a turn."""
    duel = duel_of(state)
    if seat == duel.offence or state.turn.duel_no != 1 or duel.defence is not None:
        return ()
    return tuple(seat_option(state, other, "dictator") for other in clockwise(state, duel.offence))


@used_in("start", power="dictator", options=dictator_options)
@rule("cosmic.pw.dictator")
def dictator(state: State, frame: frames.Reaction, chance: Chance) -> Outcome:
    """The defence is named, so no disc is drawn."""
    return done(DefenceSet(seat=seat_of(state, verb(frame.answer)[1])))
