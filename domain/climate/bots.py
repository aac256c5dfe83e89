"""The sensible opponent: it compares plans by what they save, and plays cards where they decide something."""

from collections.abc import Callable

from domain.climate import frames
from domain.climate.appraisal import own_letter_value, value
from domain.climate.board import hand_limit
from domain.climate.bot_actions import action
from domain.climate.bot_cards import aci_contribute, aci_final, event_aci, lobbying, pt_contribute, pt_decide
from domain.climate.bot_forms import PASS, best_filling, first_card, options_of, split
from domain.climate.bot_powers import last_power, reorder_events, use_power
from domain.climate.components import colour_of, power_of
from domain.climate.course import Course
from domain.climate.dice import helmets_change
from domain.climate.institutions import carry_out
from domain.climate.state import State, climate
from domain.core.forms import Answer, Pick
from domain.core.game import BotMove

Strategy = Callable[[BotMove], Answer | None]


@climate.bot("sensible", offers=True)
def sensible(move: BotMove) -> Answer | None:
    """Answers each kind of decision by its own strategy, the others by their default; keeps powers for a good use."""
    strategy = STRATEGIES.get(move.decision.ask.kind)
    default: Answer = move.decision.ask.default
    return strategy(move) if strategy else default


def draw_plan(move: BotMove) -> Answer:
    """The secondary the team holds least of; weak cards make room for new ones."""
    state, seat = move.state, move.decision.seat
    answer: Answer = dict(move.decision.ask.default)
    if "secondary" in answer:
        slot = move.decision.ask.form.slots[0]
        assert isinstance(slot, Pick)
        held = [colour_of(card) for hand in state.hands for card in hand]
        answer["secondary"] = min((option.id for option in slot.options), key=held.count)
    if "discard" in answer:
        weak = [card for card in state.hands[seat] if power_of(card) == 1 and colour_of(card) != "industry"]
        spare = len(state.hands[seat]) - (hand_limit(state, seat) - 3)
        answer["discard"] = split(tuple(weak[: max(0, spare)]))
    return answer


def redraw(move: BotMove) -> Answer:
    """The weakest card just drawn is exchanged if it is a one."""
    weak = [card for card in move.state.cards_drawn if power_of(card) == 1]
    return {"do": "redraw", "card": weak[0]} if weak else {"do": "keep"}


def institution_effect(move: BotMove) -> Answer:
    """The option that helps the world most, filled as is best."""
    state: State = move.state
    before = value(state)

    def worth(answer: Answer) -> float:
        course = Course(state)
        carry_out(course, answer, "climate.inst.1")
        return value(course.state) - before

    return max((best_filling(option, worth) for option in options_of(move).values()), key=worth)


def d8_window(move: BotMove) -> Answer:
    """Every die of this game is one the team wants to succeed; help comes where it may decide."""
    state, found = move.state, options_of(move)
    die = state.die
    assert die is not None
    if die.number <= die.target:
        return PASS
    by = helmets_change(state)
    if "blue_helmets" in found and die.number - by <= die.target:
        return {"do": "blue_helmets", "card": first_card(found["blue_helmets"]), "by": f"-{by}"}
    if "power" in found and (die.purpose == "propagation" or die.number <= 4):
        return {"do": "power"}
    if "referendum" in found and die.target >= 3:
        return {"do": "referendum", "card": first_card(found["referendum"])}
    return PASS


def choose_pt(move: BotMove) -> Answer:
    """The letter that is worth most where it is learnt."""
    frame = move.frame
    assert isinstance(frame, frames.ChoosePt)
    slot = move.decision.ask.form.slots[0]
    assert isinstance(slot, Pick)
    letters = (option.id for option in slot.options)
    return {"letter": max(letters, key=lambda letter: own_letter_value(move.state, frame.region, letter))}


def climate_shield(move: BotMove) -> Answer:
    """The first reserve that is touched is protected."""
    slot = options_of(move)["shield"].slots[0]
    assert isinstance(slot, Pick)
    return {"do": "shield", "region": slot.options[0].id}


STRATEGIES: dict[str, Strategy] = {
    "draw_plan": draw_plan,
    "redraw": redraw,
    "event_aci": event_aci,
    "lobbying": lobbying,
    "aci_contribute": aci_contribute,
    "aci_final": aci_final,
    "action": action,
    "communication_action": action,
    "pt_contribute": pt_contribute,
    "pt_decide": pt_decide,
    "institution_effect": institution_effect,
    "d8_window": d8_window,
    "choose_pt": choose_pt,
    "climate_shield": climate_shield,
    "use_power": use_power,
    "reorder_events": reorder_events,
    "last_power": last_power,
}
