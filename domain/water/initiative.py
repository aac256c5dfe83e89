"""The turn: who has the initiative, and the phases one after the other."""

from domain.core.chance import Chance
from domain.core.model import Fact, Frame, Outcome, again
from domain.core.rules import rule
from domain.water import frames
from domain.water.facts import ActionDealt, PhaseStarted, TurnStarted
from domain.water.modes import mode_of
from domain.water.state import Phase, State, water

NEXT: dict[Phase, Phase] = {
    "p1": "p2",
    "p2": "p3",
    "p3": "p4",
    "p4": "p5",
    "p5": "p6",
    "p6": "p7",
    "p7": "p8",
    "p8": "p1",
}


@water.step(frames.Turn)
@rule("water.p3.1", "water.p4.3", "water.p6.3", "water.p7.1")
def turn(state: State, frame: frames.Turn, chance: Chance) -> Outcome:
    """Each phase puts its business on the agenda; communities that act in turn do so by initiative."""
    after = frames.Turn(phase=NEXT[frame.phase])
    if frame.phase == "p1":
        return again(after, *started(state))
    if frame.phase == "p2":
        return again(after, PhaseStarted(phase="p2"), then=(frames.Reveal(),))
    if is_left_out(state, frame.phase):
        return again(after, then=(frames.Flow(),) if frame.phase == "p8" else ())
    return again(after, PhaseStarted(phase=frame.phase), then=business(state, frame.phase))


def business(state: State, phase: Phase) -> tuple[Frame, ...]:
    """What a phase consists of."""
    match phase:
        case "p3":
            return tuple(frames.Collect(seat=seat) for seat in state.order)
        case "p4":
            return (frames.Generation(), frames.Supply())
        case "p5":
            return (frames.Harvest(),)
        case "p6":
            return (frames.Pollution(), *(frames.Treat(seat=seat) for seat in state.order))
        case "p7":
            return tuple(frames.Build(seat=seat) for seat in state.order)
    return (frames.Flow(),)


@rule("water.mode.1")
def is_left_out(state: State, phase: Phase) -> bool:
    """Without pollution nobody pollutes and nothing flows."""
    return mode_of(state) == "simplified" and phase in ("p6", "p8")


@rule("water.p1.1")
def started(state: State) -> tuple[Fact, ...]:
    """The initiative goes round clockwise; with the option each community draws an action card."""
    leader = (state.first_seat + state.turn) % state.n
    order = tuple((leader + step) % state.n for step in range(state.n))
    drawn = zip(order, state.action_deck, strict=False) if state.options.action_draw else ()
    cards = tuple(ActionDealt(seat=seat, card=card) for seat, card in drawn)
    return (TurnStarted(turn=state.turn + 1, order=order), *cards)


@water.marks
def marks(state: State) -> dict[str, int]:
    """Standing instructions may run until the end of the turn."""
    return {"turn": state.turn}
