"""Why an answer breaks a rule; asked only when it does not fit its form."""

from collections.abc import Callable
from typing import Any

from domain.climate import frames
from domain.climate.action_forms import may_not_work_in
from domain.climate.actions import kind_of
from domain.climate.board import authorised, hand_limit, is_sharing, is_weak, pawns_at
from domain.climate.components import CARDS, COLOURS, INSTITUTIONS, REGIONAL_LETTERS, WORLD_LETTERS, colour_of, power_of
from domain.climate.electricity import is_installable, is_weakness_in_the_way, may_add
from domain.climate.implantation import confirm_refusal
from domain.climate.state import Cards, State, climate
from domain.climate.transformations import refusal
from domain.core.errors import Reason
from domain.core.forms import Answer
from domain.core.model import Ask, Frame
from domain.core.rules import rule

RULES = {
    "same_action_twice": ("climate.action.2",),
    "not_sharing": ("climate.cal.share",),
    "pt_access": ("climate.pt.access",),
    "pt_owned": ("climate.pt.g", "climate.pt.h"),
    "china_by_hand": ("climate.china.2",),
    "overconsumption_blocks": ("climate.nam.1",),
    "global_done": ("climate.pt.global",),
    "missing_colour": ("climate.pt.implant.2",),
    "power_too_low": ("climate.pt.implant.2",),
    "colour_not_asked": ("climate.aci.2",),
    "card_not_held": ("climate.infl.2", "climate.infl.3"),
    "card_wrong_power": ("climate.infl.2", "climate.infl.3"),
    "elec_illegal": ("climate.elec.3", "climate.elec.4", "climate.elec.5", "climate.elec.6", "climate.elec.7"),
    "elec_surplus": ("climate.elec.2",),
    "hand_limit": ("climate.infl.5",),
    "colour_forbidden": ("climate.action.5",),
    "power_spent": ("climate.emp.2",),
    "power_not_yet": ("climate.seat.join",),
    "power_disabled": ("climate.challenge.2",),
}

Refusing = Callable[[State, int, Answer], Reason | None]


def because(code: str | None, *rules: str) -> Reason | None:
    """A reason with the rules it rests on."""
    return None if code is None else Reason(code, rules or RULES[code])


def word(answer: Answer, slot: str) -> str:
    """What an answer says in a slot, if it is a word."""
    value = answer.get(slot)
    return value if isinstance(value, str) else ""


def is_beyond(hand: Cards, cards: dict[str, Any]) -> bool:
    """Whether an answer names more cards than a hand holds."""
    return any(isinstance(number, int) and number > hand.count(card) for card, number in cards.items())


@climate.why_not("action", "communication_action")
@rule("climate.action.2")
def why_not_action(state: State, frame: Frame, question: Ask, answer: Answer) -> Reason | None:
    """The kind was used, or the action itself is not possible."""
    seat = question.seat
    verb, _, card = word(answer, "do").partition(":")
    if verb in ("card", "free_card") and card in CARDS:
        reason = why_not_card(state, seat, card, answer)
        if reason is not None:
            return reason
    if isinstance(frame, frames.Actions):
        if is_known(verb, card) and kind_of(verb, card) in state.kinds_used:
            return because("same_action_twice")
        if is_volunteer_bound(state, seat, verb):
            return because("weakness", "climate.emp.volunteers.w")
    return ACTIONS[verb](state, seat, answer) if verb in ACTIONS else None


def is_known(verb: str, card: str) -> bool:
    """Whether an option id means an action."""
    return verb in ACTIONS or (verb == "card" and card in CARDS)


def is_volunteer_bound(state: State, seat: int, verb: str) -> bool:
    """Whether the volunteers' weakness forbids a card after a move, or a move after a card, in the holder's turn."""
    has_carded = state.free_card_used or any(used.startswith("card:") for used in state.kinds_used)
    is_late = {"move": has_carded, "card": "move" in state.kinds_used, "free_card": "move" in state.kinds_used}
    return is_weak(state, seat, "volunteers") and is_late.get(verb, False)


def why_not_card(state: State, seat: int, card: str, answer: Answer) -> Reason | None:
    """The card is not there, has no action, or finds nothing to remove."""
    if card not in state.hands[seat]:
        return because("card_not_held")
    if power_of(card) > 2:
        return because("card_wrong_power")
    effect = COLOURS[colour_of(card)].action
    region = state.regions.get(word(answer, "region"))
    if effect.removes is not None and region is not None and not getattr(region, effect.removes):
        return because("no_target", f"climate.card.{effect.id}")
    return None


def why_not_move(state: State, seat: int, answer: Answer) -> Reason | None:
    """The guards' weakness forbids the way between institutions."""
    here, to = state.seats[seat].location, word(answer, "to")
    if is_weak(state, seat, "hrg") and here in INSTITUTIONS and to in INSTITUTIONS:
        return because("weakness", "climate.emp.hrg.w")
    return None


def why_not_implant(state: State, seat: int, answer: Answer) -> Reason | None:
    """The pawn is elsewhere, the region cannot learn the letter, or a weakness forbids it."""
    letter, here = word(answer, "letter"), state.seats[seat].location
    if letter in WORLD_LETTERS:
        return because("global_done") if letter in state.global_pts else None
    if letter == "overconsumption":
        return why_not_overconsumption(state, seat)
    if here not in state.regions:
        return because("not_present", "climate.pt.implant.1")
    if may_not_work_in(state, seat, here):
        return because("weakness", f"climate.emp.{state.seats[seat].employer}.w")
    return because(refusal(state, here, letter, by_hand=True)) if letter in REGIONAL_LETTERS else None


def why_not_overconsumption(state: State, seat: int) -> Reason | None:
    """The pawn is not in North America, or North America cannot be helped."""
    if state.seats[seat].location != "NAM":
        return because("not_present", "climate.pt.implant.1")
    if not is_sharing(state.regions["NAM"]):
        return because("not_sharing")
    if is_weak(state, seat, "malmo") and pawns_at(state, "NAM") != (seat,):
        return because("weakness", "climate.emp.malmo.w")
    return because("no_target", "climate.nam.2")


def why_not_electricity(state: State, seat: int, answer: Answer) -> Reason | None:
    """The pawn is elsewhere, the region is cut off, or the token cannot come."""
    here = state.seats[seat].location
    if here not in state.regions:
        return because("not_present", "climate.elec.1")
    if not is_sharing(state.regions[here]):
        return because("not_sharing")
    if is_weakness_in_the_way(state, seat, here):
        return because("weakness", f"climate.emp.{state.seats[seat].employer}.w")
    match word(answer, "change").split(":"):
        case ["add", _] if not may_add(state, here):
            return because("elec_surplus")
        case ["add", new] if not is_installable(state, here, None, new):
            return because("elec_illegal")
        case ["replace", old, new] if not is_installable(state, here, old, new):
            return because("elec_illegal")
    return None


def why_not_institution(state: State, seat: int, answer: Answer) -> Reason | None:
    """The pawn is not in an institution."""
    return None if state.seats[seat].location in INSTITUTIONS else because("not_present", "climate.inst.1")


def why_not_draw(state: State, seat: int, answer: Answer) -> Reason | None:
    """A colour is out of reach, the two must be equal, or no place is free."""
    colours = word(answer, "colours").split("+") if "colours" in answer else []
    if not set(colours) <= set(authorised(state, seat)):
        return because("colour_forbidden")
    if is_weak(state, seat, "journalists") and len(set(colours)) > 1:
        return because("weakness", "climate.emp.journalists.w")
    if word(answer, "colour") in authorised(state, seat):
        return because("colour_forbidden")
    return why_not_discard(state, seat, answer)


def why_not_discard(state: State, seat: int, answer: Answer) -> Reason | None:
    """Cards to discard must be held, and leave a free place."""
    cards = answer.get("discard", {})
    if not isinstance(cards, dict):
        return None
    held = state.hands[seat]
    if is_beyond(held, cards):
        return because("card_not_held")
    dropped = sum(number for number in cards.values() if isinstance(number, int))
    return because("hand_limit") if len(held) - dropped >= hand_limit(state, seat) else None


ACTIONS: dict[str, Refusing] = {
    "move": why_not_move,
    "free_move": why_not_move,
    "implant": why_not_implant,
    "electricity": why_not_electricity,
    "institution": why_not_institution,
    "draw": why_not_draw,
    "draw_forbidden": why_not_draw,
}


@climate.why_not("draw_plan")
@rule("climate.infl.5")
def why_not_plan(state: State, frame: Frame, question: Ask, answer: Answer) -> Reason | None:
    """Only cards in hand can be discarded."""
    reason = why_not_discard(state, question.seat, answer)
    return reason if reason is not None and reason.code == "card_not_held" else None


@climate.why_not("pt_decide")
@rule("climate.pt.implant.2")
def why_not_decide(state: State, frame: Frame, question: Ask, answer: Answer) -> Reason | None:
    """A pool without six colours or enough power cannot be confirmed, and three rounds are enough."""
    if word(answer, "do") == "confirm" and isinstance(frame, frames.Implant):
        return because(confirm_refusal(state, frame))
    return because("limit_one", "climate.pt.implant.3") if word(answer, "do") == "reopen" else None


@climate.why_not("route_refugees", "route_exodus")
@rule("climate.refugee.2", "climate.exodus.2")
def why_not_route(state: State, frame: Frame, question: Ask, answer: Answer) -> Reason | None:
    """A destination is closed or not linked."""
    slot = question.form.slots[0]
    places = {option.id for option in getattr(slot, "items", ())}
    route = answer.get("route")
    is_closed = isinstance(route, list) and any(str(place) not in places for place in route)
    return because("destination_closed", *question.rules) if is_closed else None


@climate.why_not("institution_effect", "use_power", "last_power")
@rule("climate.inst.1")
def why_not_heal(state: State, frame: Frame, question: Ask, answer: Answer) -> Reason | None:
    """There is nothing to heal there."""
    return because("no_target", *question.rules)


@climate.why_not("clean_token")
@rule("climate.elec.3")
def why_not_clean(state: State, frame: Frame, question: Ask, answer: Answer) -> Reason | None:
    """The token cannot come to this region."""
    return because("elec_illegal")


@climate.why_not("choose_pt")
@rule("climate.pt.prop.3", "climate.pt.access")
def why_not_letter(state: State, frame: Frame, question: Ask, answer: Answer) -> Reason | None:
    """The region may not learn this letter, or nobody can teach it."""
    letter = word(answer, "letter")
    if not isinstance(frame, frames.ChoosePt) or letter not in REGIONAL_LETTERS:
        return None
    code = refusal(state, frame.region, letter, by_hand=False)
    return because(code) if code else because("pt_access", "climate.pt.prop.3")
