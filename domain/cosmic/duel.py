"""V. A duel: its stages in order, and what ends it early."""

from collections.abc import Callable

from domain.core.chance import Chance
from domain.core.forms import Answer
from domain.core.model import Frame, Outcome, again, done
from domain.core.rules import rule
from domain.cosmic import alliances, cards, frames, opening
from domain.cosmic.board import DEFENCE, OFFENCE, card_of, defence_of, duel_cards, duel_of, mains, priority
from domain.cosmic.cleanup import cleanup, continuing, go_on
from domain.cosmic.facts import CardsReturned, HandChecked, TurnAborted
from domain.cosmic.frames import DuelCourse, Homecoming
from domain.cosmic.hands import defence_needs_hand, needs_new_hand
from domain.cosmic.registry import CLOSED, REPLAY, answer, step
from domain.cosmic.stages import Answering, Stage, at
from domain.cosmic.state import State
from domain.cosmic.windows import is_aborting


@step(DuelCourse)
@rule("cosmic.turn.2", "cosmic.turn.4", "cosmic.hand.3", "cosmic.hand.4")
def course(state: State, frame: DuelCourse, chance: Chance) -> Outcome:
    """Stage by stage; a duel whose offence cannot go on is broken off, a defence without cards draws."""
    if is_aborting(state):
        return aborted(state, "no_duel_card")
    if defence_needs_hand(state):
        return again(frame, then=(frames.NewHand(seat=defence_of(state)),))
    return STAGES[duel_of(state).stage](state, frame, chance)


@answer(DuelCourse)
def answered(state: State, frame: DuelCourse, given: dict[int, Answer], chance: Chance) -> Outcome:
    """The answer to what a stage asks."""
    return ANSWERS[duel_of(state).stage](state, frame, given, chance)


@step(frames.Closing)
def closing(state: State, frame: frames.Closing, chance: Chance) -> Outcome:
    """The duel below is told that the business of its stage is done."""
    return done(give=frame.given or CLOSED)


@rule("cosmic.turn.4", "cosmic.turn.5")
def aborted(state: State, why: str) -> Outcome:
    """Sealed cards and tokens go back, the duel is neither won nor lost, the turn ends."""
    duel = duel_of(state)
    returned = tuple(
        CardsReturned(seat=seat, cards=(card.kind,), sealed=True)
        for seat in mains(state)
        if (card := card_of(state, seat)) is not None and card.kind != "virtual0"
    )
    back = tuple(
        Homecoming(seat=seat, places={place: number})
        for seat in priority(state)
        for place, number in (("oval", state.tokens[seat].oval), ("ring", state.tokens[seat].ring))
        if number
    )
    told = TurnAborted(seat=duel.offence, why=why)  # type: ignore[arg-type]
    return done(told, *returned, then=(frames.Placing(homecomings=back), frames.WinCheck(), frames.TurnEnd()))


def through(business: Callable[[State], Frame | None], following: int) -> Stage:
    """A stage that is one piece of business, after which the duel goes on."""

    def stage(state: State, frame: DuelCourse, chance: Chance) -> Outcome:
        if frame.given is not None:
            return at(160 if frame.given == REPLAY else following, frame)
        then = business(state)
        return at(following, frame) if then is None else again(frame, then=(then, frames.Closing()))

    return stage


def window(name: frames.WindowName, following: int) -> Stage:
    """A stage that is a window."""
    return through(lambda state: frames.Window(window=name), following)


def opens(state: State, frame: DuelCourse, chance: Chance) -> Outcome:
    """Only the first duel of a turn has a window of its own before the hand check."""
    return at(20 if state.turn.duel_no == 1 else 30, frame)


@rule("cosmic.hand.1", "cosmic.second.3", "cosmic.hand.7")
def hand_check(state: State, frame: DuelCourse, chance: Chance) -> Outcome:
    """A new hand only at the start of the turn; without a duel card the turn is over."""
    offence = duel_of(state).offence
    if duel_cards(state, offence):
        return at(40, frame, *checked(state, offence))
    if state.turn.duel_no == 1 and needs_new_hand(state, offence):
        return again(frame, then=(frames.NewHand(seat=offence),))
    return aborted(state, "no_duel_card")


def checked(state: State, offence: int) -> tuple[HandChecked, ...]:
    """A second duel begins only with a duel card, so that its hand check shows nothing."""
    return (HandChecked(seat=offence),) if state.turn.duel_no == 1 else ()


def destiny(state: State) -> Frame | None:
    """Discs are drawn unless the defence is known already."""
    return frames.Destiny() if duel_of(state).defence is None else None


def defender_hand(state: State, frame: DuelCourse, chance: Chance) -> Outcome:
    """The defence has its cards; the cone is aimed unless the planet is fixed."""
    return at(100 if duel_of(state).planet_fixed else 90, frame, HandChecked(seat=defence_of(state)))


def gathered(state: State, frame: DuelCourse, chance: Chance) -> Outcome:
    """The offence's tokens stand on the oval, or there is none to attack with."""
    outcome = opening.gather(state, frame, chance)
    return aborted(state, "no_token") if outcome is None else outcome


def resolution(state: State) -> Frame:
    """Winning, losing or dealing."""
    duel = duel_of(state)
    if duel.winner is None:
        return frames.DealTalk()
    return frames.OffenceWins() if duel.winner == duel.offence else frames.DefenceWins()


STAGES: dict[int, Stage] = {
    10: opens,
    20: window("turn", 30),
    30: hand_check,
    40: opening.retrieve,
    50: window("start", 60),
    60: through(destiny, 70),
    70: window("target", 80),
    80: defender_hand,
    90: opening.aim,
    100: gathered,
    110: alliances.invite(OFFENCE),
    120: alliances.invite(DEFENCE),
    130: window("invite", 140),
    140: through(alliances.answers, 150),
    150: window("before", 160),
    160: cards.select,
    170: window("set", 180),
    180: through(lambda state: frames.Reveal(), 190),
    190: window("reveal", 200),
    200: through(lambda state: frames.Outcome(), 210),
    210: through(resolution, 220),
    220: through(lambda state: frames.Sentence(), 230),
    230: window("end", 240),
    240: cleanup,
    250: through(lambda state: frames.WinCheck(), 260),
    260: continuing,
}

ANSWERS: dict[int, Answering] = {
    40: opening.retrieved,
    90: opening.aimed,
    100: opening.gathered,
    110: alliances.invited(OFFENCE),
    120: alliances.invited(DEFENCE),
    160: cards.seal,
    260: go_on,
}
