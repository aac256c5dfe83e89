"""V.3. The cup of destiny."""

from domain.core.chance import Chance
from domain.core.forms import Answer, Option
from domain.core.model import Ask, Fact, Outcome, again, ask, done
from domain.core.rules import rule
from domain.cosmic import frames
from domain.cosmic.board import bases, clockwise, colour_of, duel_of, home, seat_of
from domain.cosmic.components import COLOURS
from domain.cosmic.facts import CupRefilled, DefenceSet, DiscDrawn
from domain.cosmic.forms import pick, verb
from domain.cosmic.hands import random_label
from domain.cosmic.registry import answer, folded, step
from domain.cosmic.state import State
from domain.cosmic.windows import comes_first

LEAST_DISCS = 2


@step(frames.Destiny)
@rule("cosmic.destiny.1", "cosmic.destiny.2", "cosmic.destiny.4", "cosmic.destiny.5")
def destiny(state: State, frame: frames.Destiny, chance: Chance) -> Outcome:
    """A disc names the defence; one's own colour is drawn again, or allows an attack at home."""
    duel = duel_of(state)
    first = comes_first(state, frame)
    if first:
        return first
    if duel.defence is not None:
        return done()
    if frame.disc is None:
        return drawn(state, chance)
    owner = seat_of(state, frame.disc)
    if owner != duel.offence:
        return done(DefenceSet(seat=owner))
    options = invaders(state, owner)
    if not options:
        return again(frames.Destiny())
    return ask(
        Ask(
            seat=owner,
            kind="own_colour",
            form=pick(*options, Option("redraw")),
            default={"do": "redraw"},
            rules=("cosmic.destiny.4",),
        )
    )


@rule("cosmic.destiny.1", "cosmic.destiny.3")
def drawn(state: State, chance: Chance) -> Outcome:
    """The last disc is never drawn: all go back first."""
    facts: tuple[Fact, ...] = ()
    if sum(state.cup.values()) < LEAST_DISCS:
        facts = (CupRefilled(discs=sum(state.cup.values()) + sum(state.aside.values())),)
    cup = folded(state, facts).cup
    discs = [colour for colour in COLOURS for _ in range(cup.get(colour, 0))]
    disc = chance.pick(random_label("cup.draw", state), discs)
    return again(frames.Destiny(disc=disc), *facts, DiscDrawn(disc=disc), then=(frames.Window(window="disc"),))


@rule("cosmic.destiny.4", "cosmic.aim.3")
def invaders(state: State, owner: int) -> tuple[Option, ...]:
    """Other seats' bases in the offence's home system."""
    return tuple(
        Option(f"attack:{colour_of(state, seat)}:{planet}", {"seat": seat, "planet": planet})
        for seat in clockwise(state, owner)
        for planet in home(state, owner)
        if planet in bases(state, seat)
    )


@answer(frames.Destiny)
@rule("cosmic.destiny.4")
def own_colour(state: State, frame: frames.Destiny, given: dict[int, Answer], chance: Chance) -> Outcome:
    """Another disc, or defence and planet at once."""
    match verb(given[duel_of(state).offence]):
        case ("attack", colour, planet):
            return done(DefenceSet(seat=seat_of(state, colour), planet=planet))
        case _:
            return again(frames.Destiny())
