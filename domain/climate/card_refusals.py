"""Why cards cannot be contributed or played at their moment."""

from domain.climate.components import CARDS, colour_of, power_of
from domain.climate.joint_action import aci_of, asked_cards, bounds
from domain.climate.powers import power_refusal
from domain.climate.refusals import because, is_beyond, word
from domain.climate.state import State, climate
from domain.core.errors import Reason
from domain.core.forms import Answer
from domain.core.model import Ask, Frame
from domain.core.rules import rule


@climate.why_not("aci_contribute")
@rule("climate.aci.2", "climate.emp.amnesty.w", "climate.emp.doctors.w")
def why_not_contribute(state: State, frame: Frame, question: Ask, answer: Answer) -> Reason | None:
    """Cards must be held and of asked colours; two weaknesses limit their number."""
    cards = answer.get("cards")
    if not isinstance(cards, dict):
        return None
    aci, hand = aci_of(state), state.hands[question.seat]
    if any(card in CARDS and colour_of(card) not in aci.asked for card in cards):
        return because("colour_not_asked")
    if is_beyond(hand, cards):
        return because("card_not_held")
    held = len(asked_cards(state, question.seat))
    least, most = bounds(state, question.seat, held)
    given = sum(number for number in cards.values() if isinstance(number, int))
    is_bound = 0 < given < least or most < given <= held
    return because("weakness", f"climate.emp.{state.seats[question.seat].employer}.w") if is_bound else None


@climate.why_not("pt_contribute")
def why_not_pool(state: State, frame: Frame, question: Ask, answer: Answer) -> Reason | None:
    """Cards must be held."""
    cards, hand = answer.get("cards"), state.hands[question.seat]
    if not isinstance(cards, dict):
        return None
    return because("card_not_held") if is_beyond(hand, cards) else None


@climate.why_not("lobbying", "aci_final", "d8_window")
@rule("climate.infl.3")
def why_not_timing(state: State, frame: Frame, question: Ask, answer: Answer) -> Reason | None:
    """The power is gone, the card is not held or too weak, or one of its kind was played already."""
    if word(answer, "do") == "power":
        code = power_refusal(state, question.seat)
        return because(code) if code else because("no_target", "climate.emp.2")
    card = word(answer, "card")
    if card in CARDS and card not in state.hands[question.seat]:
        return because("card_not_held")
    if card in CARDS and power_of(card) < 3:
        return because("card_wrong_power")
    verb = word(answer, "do")
    return because("limit_one", LIMITED[verb]) if verb in LIMITED and is_limit_reached(state, verb, answer) else None


LIMITED = {
    "referendum": "climate.card.referendum",
    "blue_helmets": "climate.card.blue_helmets",
    "assembly": "climate.card.citizens_assembly",
    "fact_check": "climate.card.fact_check",
}


def is_limit_reached(state: State, verb: str, answer: Answer) -> bool:
    """Whether a card of a limited kind lies on the die, the joint action or the colour already."""
    die, aci = state.die, state.aci
    match verb:
        case "referendum":
            return die is not None and (die.reroll_used or die.helmets_used)
        case "blue_helmets":
            return die is not None and die.helmets_used
        case "assembly":
            return aci is not None and aci.assembly_played
    return aci is not None and word(answer, "colour") in aci.checked
