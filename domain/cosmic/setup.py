"""III. Setting up the table."""

from collections.abc import Callable

from msgspec.structs import replace

from domain.core.chance import Chance
from domain.core.errors import BadOptions
from domain.core.forms import Answer, Option
from domain.core.game import Start
from domain.core.model import Ask, Fact, Outcome, again, ask, done
from domain.core.rules import rule
from domain.cosmic import frames
from domain.cosmic.board import seat_of
from domain.cosmic.components import BOX, COLOURS, POWERS, in_order
from domain.cosmic.facts import (
    CardsDealt,
    ColourChosen,
    DeckShuffled,
    FirstPlayer,
    PowersDealt,
    PowersShown,
    PowersShuffled,
)
from domain.cosmic.forms import pick, verb
from domain.cosmic.hands import HAND_SIZE
from domain.cosmic.registry import answer, step
from domain.cosmic.state import Options, State, Tokens, cosmic
from domain.cosmic.two_players import pool_for
from domain.cosmic.variants import powers_drawn, rejection


@cosmic.starts
@rule("cosmic.setup.1")
def start(options: Options, seats: int) -> Start:
    """The Black Hole, the cone and one system for each seat lie on the table."""
    if not 2 <= seats <= 4:
        raise BadOptions("Rencontre Cosmique has 2 to 4 seats.", rules=("cosmic.setup.1",))
    pool = checked_pool(options, seats)
    state = State(
        config=replace(options, power_pool=pool),
        seats=seats,
        colours=(None,) * seats,
        tokens=(Tokens(),) * seats,
        hands=((),) * seats,
        dealt=((),) * seats,
        rejected=(None,) * seats,
        powers=((),) * seats,
    )
    return Start(state=state, agenda=(frames.Setup(),))


@rule("cosmic.setup.5", "cosmic.two.1")
def checked_pool(options: Options, seats: int) -> tuple[str, ...]:
    """The powers in play, in canonical order; there must be enough of them."""
    allowed = pool_for(seats)
    pool = options.power_pool or allowed
    strange = sorted(set(pool) - set(allowed))
    if strange or len(set(pool)) < len(pool):
        named = ", ".join(strange) or "a power named twice"
        raise BadOptions(f"The power pool cannot hold {named} with {seats} seats.", rules=("cosmic.setup.5",))
    needed = seats * powers_drawn(options) + (seats if options.rotation else 0)
    if powers_drawn(options) and len(pool) < needed:
        raise BadOptions(f"The power pool needs at least {needed} powers.", rules=("cosmic.setup.5",))
    return tuple(power for power in POWERS if power in pool)


@step(frames.Setup)
def setup(state: State, frame: frames.Setup, chance: Chance) -> Outcome:
    """The steps of the set-up, in the order of the book."""
    return STAGES[frame.stage](state, frame, chance)


@rule("cosmic.setup.2", "cosmic.setup.3", "cosmic.setup.4")
def choose_colours(state: State, frame: frames.Setup, chance: Chance) -> Outcome:
    """Each seat in order takes a free colour."""
    if None not in state.colours:
        return again(replace(frame, stage="powers"))
    free = [colour for colour in COLOURS if colour not in state.colours]
    return ask(
        Ask(
            seat=state.colours.index(None),
            kind="choose_colour",
            form=pick(*(Option(f"colour:{colour}", {"colour": colour}) for colour in free)),
            default={"do": f"colour:{free[0]}"},
            rules=("cosmic.setup.2",),
        )
    )


@answer(frames.Setup)
@rule("cosmic.setup.2")
def colour_taken(state: State, frame: frames.Setup, given: dict[int, Answer], chance: Chance) -> Outcome:
    """The colour is the seat's for the whole game."""
    ((seat, chosen),) = given.items()
    return again(frame, ColourChosen(seat=seat, colour=verb(chosen)[1]))


@rule("cosmic.setup.5", "cosmic.var.multi", "cosmic.var.none")
def deal_powers(state: State, frame: frames.Setup, chance: Chance) -> Outcome:
    """The powers are shuffled and dealt round by round."""
    drawn = powers_drawn(state.config)
    if not drawn:
        return again(replace(frame, stage="cards"))
    deck = chance.shuffle("powers.shuffle", state.config.power_pool)
    dealt = tuple(
        PowersDealt(seat=seat, powers=deck[seat : drawn * state.seats : state.seats]) for seat in range(state.seats)
    )
    return again(replace(frame, stage="rejection"), PowersShuffled(deck=deck), *dealt)


def reject_powers(state: State, frame: frames.Setup, chance: Chance) -> Outcome:
    """With two powers out of three, every seat gives one up."""
    return again(replace(frame, stage="shown"), then=rejection(state))


@rule("cosmic.setup.6")
def show_powers(state: State, frame: frames.Setup, chance: Chance) -> Outcome:
    """Every seat shows its powers."""
    shown = tuple(PowersShown(seat=seat, powers=state.dealt[seat]) for seat in range(state.seats))
    return again(replace(frame, stage="cards"), *shown)


@rule("cosmic.setup.7")
def deal_cards(state: State, frame: frames.Setup, chance: Chance) -> Outcome:
    """Seven cards each, dealt one at a time."""
    deck = chance.shuffle("deck.shuffle", BOX)
    dealt: tuple[Fact, ...] = tuple(
        CardsDealt(seat=seat, cards=in_order(deck[seat : HAND_SIZE * state.seats : state.seats]))
        for seat in range(state.seats)
    )
    return again(replace(frame, stage="first"), DeckShuffled(deck=deck), *dealt)


@rule("cosmic.setup.8", "cosmic.turn.1")
def draw_first_player(state: State, frame: frames.Setup, chance: Chance) -> Outcome:
    """A disc names the first player and goes back into the cup."""
    discs = [colour for colour in COLOURS for _ in range(state.cup.get(colour, 0))]
    disc = chance.pick("cup.first", discs)
    return done(FirstPlayer(seat=seat_of(state, disc), disc=disc), then=(frames.TurnBegin(),))


STAGES: dict[str, Callable[[State, frames.Setup, Chance], Outcome]] = {
    "colours": choose_colours,
    "powers": deal_powers,
    "rejection": reject_powers,
    "shown": show_powers,
    "cards": deal_cards,
    "first": draw_first_player,
}
