"""When the opponent spends its employer's power, and on what."""

from collections.abc import Callable

from domain.climate.appraisal import START, power_price, value
from domain.climate.board import is_sharing, pop_unit
from domain.climate.bot_forms import Worth, best_filling, options_of
from domain.climate.components import CONSEQUENCES, GOAL, GREEN_CARDS
from domain.climate.course import Course
from domain.climate.employers import POWERS
from domain.climate.frames import ReorderEvents
from domain.climate.imagination import event_values, imagined_event
from domain.climate.projects import LUCK, MARGIN
from domain.climate.reckoning import guessed_power
from domain.climate.scenarios import last_turn
from domain.climate.state import Region, State
from domain.core.forms import Answer
from domain.core.game import BotMove

GOOD_USE = {"shift": 4.0, "amnesty": 6.0, "famox": 5.0, "hrg": 1.2, "malmo": 5.0}
"""What a use must be worth at the start of the game; less and less is enough as its end comes nearer."""
ORDINARY_EVENT = -1.0
"""What an event costs a team that lets it happen, on average."""
DICE = 2.5
"""What one of the dice that count the dead shows on average."""


def use_power(move: BotMove) -> Answer | None:
    """The best use of a standing offer, if nothing better is likely to come."""
    employer = move.state.seats[move.decision.seat].employer
    return OFFERS[employer](move)


def patience(state: State) -> float:
    """Which part of the game is still to come, by turns or by gases, whichever is nearer to its end."""
    turns = last_turn(state)
    return max(0.0, min((turns - state.turn) / turns, (state.ghg - GOAL) / (START - GOAL)))


def worth_of(move: BotMove) -> Worth:
    """How much better the world would be after a use of the power."""
    state, seat = move.state, move.decision.seat
    employer, before = state.seats[seat].employer, value(state)

    def worth(answer: Answer) -> float:
        course = Course(state)
        POWERS[employer](course, seat, answer)
        return value(course.state) - before

    return worth


def best_use(move: BotMove) -> Answer | None:
    """Completed pairs and relief, as soon as they are worth the power."""
    worth = worth_of(move)
    found = [best_filling(option, worth) for option in options_of(move).values()]
    gain, answer = max(((worth(answer), answer) for answer in found), key=lambda pair: pair[0])
    least = GOOD_USE[move.state.seats[move.decision.seat].employer] * patience(move.state)
    return answer if gain > 0 and gain >= least else None


def settle(move: BotMove) -> Answer | None:
    """An event is settled if that saves much more than a joint action would."""
    state: State = move.state
    assert state.event is not None
    card, worth = GREEN_CARDS[state.event.card], event_values(state)
    gain, needed = worth["t2"] - worth["base"], card.thresholds[-1] + MARGIN
    if guessed_power(state, move.decision.seat, card.asks) >= needed:
        gain -= max(0.0, LUCK * gain - power_price(state) * needed)
    return {"do": "settle"} if gain > 0 and gain >= GOOD_USE["famox"] * patience(state) else None


def look_ahead(move: BotMove) -> Answer | None:
    """The sooner, the better, but not while a card lies there whose back says that it must stay on top."""
    is_stuck = any(card in CONSEQUENCES for card in move.state.decks.events)
    return None if is_stuck else {"do": "use"}


def reorder_events(move: BotMove) -> Answer:
    """Cards that would do more harm than another go to the bottom."""
    state, frame = move.state, move.frame
    assert isinstance(frame, ReorderEvents)
    is_before = state.phase == "draw" or (state.phase == "event" and state.event is None)
    top, bottom, now = list[str](), list[str](), value(state)
    for card in state.decks.events[: frame.count]:
        ahead = len(top) + (0 if is_before else 1)
        harm = value(imagined_event(state, card, ahead)) - now
        (top if card in CONSEQUENCES or harm >= ORDINARY_EVENT else bottom).append(card)
    return {"do": f"put:{'+'.join(top) or '-'}:{'+'.join(bottom) or '-'}"}


def last_power(move: BotMove) -> Answer:
    """Before the end a power is better used than kept, and best where it saves most people."""
    state, seat = move.state, move.decision.seat
    employer = state.seats[seat].employer

    def worth(answer: Answer) -> float:
        course = Course(state)
        POWERS[employer](course, seat, answer)
        return value(course.state) / 100 - doomed(course.state)

    found = [best_filling(option, worth) for option in options_of(move).values() if option.id != "pass"]
    return max(found, key=worth)


def doomed(state: State) -> float:
    """How many free people the last calamities will cost, about."""
    return sum(
        region.population if region.war == 2 else pop_unit(region) * deaths(region)
        for region in state.regions.values()
        if not (region.dictatorship or region.chaos)
    )


def deaths(region: Region) -> float:
    """How many of each unit of population die in the end."""
    sick = 0.0 if is_sharing(region) else region.epidemic + DICE * region.pandemic
    return sick + DICE * region.famine + (region.war == 1)


OFFERS: dict[str, Callable[[BotMove], Answer | None]] = {
    "shift": best_use,
    "amnesty": best_use,
    "famox": settle,
    "hrg": best_use,
    "malmo": best_use,
    "journalists": look_ahead,
}
