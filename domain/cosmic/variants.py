"""IX. Variants: several powers, two out of three, rotation, none."""

from domain.core.chance import Chance
from domain.core.forms import Answer, Form, Option, Select
from domain.core.model import Ask, Fact, Frame, Outcome, ask_each, done
from domain.core.rules import rule
from domain.cosmic import frames
from domain.cosmic.board import clockwise
from domain.cosmic.facts import PowerDeckRenewed, PowerRejected, PowersRotated
from domain.cosmic.forms import pick, verb
from domain.cosmic.registry import answer, folded, step
from domain.cosmic.state import Options, State


@rule("cosmic.var.multi", "cosmic.var.two_of_three", "cosmic.var.none")
def powers_drawn(options: Options) -> int:
    """How many powers each seat is dealt."""
    return 3 if options.selection == "two_of_three" else options.powers_per_player


def rejection(state: State) -> tuple[Frame, ...]:
    """The choice of two powers out of three, where it is played."""
    return (frames.Rejection(),) if state.config.selection == "two_of_three" else ()


@step(frames.Rejection)
@rule("cosmic.var.two_of_three")
def reject(state: State, frame: frames.Rejection, chance: Chance) -> Outcome:
    """Every seat gives up one of its three powers, in secret."""
    return ask_each([_reject(state, seat) for seat in range(state.seats)], gather=True)


def _reject(state: State, seat: int) -> Ask:
    dealt = state.dealt[seat]
    return Ask(
        seat=seat,
        kind="reject_power",
        form=pick(*(Option(f"reject:{power}", {"power": power}) for power in dealt)),
        default={"do": f"reject:{dealt[-1]}"},
        rules=("cosmic.var.two_of_three",),
    )


@answer(frames.Rejection)
@rule("cosmic.var.two_of_three")
def rejected(state: State, frame: frames.Rejection, given: dict[int, Answer], chance: Chance) -> Outcome:
    """What is given up is never shown."""
    return done(*(PowerRejected(seat=seat, power=verb(given[seat])[1]) for seat in sorted(given)))


@step(frames.Rotation)
@rule("cosmic.var.rotation")
def rotation(state: State, frame: frames.Rotation, chance: Chance) -> Outcome:
    """After a round every seat chooses in secret which powers to replace."""
    seats = [seat for seat in range(state.seats) if state.powers[seat]]
    if not seats:
        return done()
    return ask_each([_replace(state, seat) for seat in seats], gather=True)


def _replace(state: State, seat: int) -> Ask:
    powers = tuple(Option(power, {"power": power}) for power in state.powers[seat])
    return Ask(
        seat=seat,
        kind="rotate_powers",
        form=Form((Select(name="powers", items=powers, min=0, max=len(powers)),)),
        default={"powers": []},
        rules=("cosmic.var.rotation",),
    )


@answer(frames.Rotation)
@rule("cosmic.var.rotation")
def rotate(state: State, frame: frames.Rotation, given: dict[int, Answer], chance: Chance) -> Outcome:
    """From the first seat on, each draws its new powers and then gives up the old ones."""
    facts: tuple[Fact, ...] = ()
    first = state.turn.first_seat
    for seat in (first, *clockwise(state, first)):
        chosen = tuple(given[seat]["powers"]) if seat in given else ()
        if chosen:
            facts = (*facts, *_drawn(folded(state, facts), seat, chosen, chance))
    return done(*facts)


def _drawn(state: State, seat: int, chosen: tuple[str, ...], chance: Chance) -> tuple[Fact, ...]:
    facts: tuple[Fact, ...] = ()
    deck, given_up, drawn = state.power_deck, list[str](), list[str]()
    for power in chosen:
        if not deck and state.power_discard and not facts:
            deck = chance.shuffle("powers.reshuffle", state.power_discard)
            facts = (PowerDeckRenewed(deck=(*drawn, *deck)),)
        if deck:
            drawn.append(deck[0])
            deck = deck[1:]
            given_up.append(power)
    kept = tuple(power for power in state.powers[seat] if power not in given_up)
    if not drawn:
        return facts
    return (*facts, PowersRotated(seat=seat, given_up=tuple(given_up), powers=(*kept, *drawn)))
