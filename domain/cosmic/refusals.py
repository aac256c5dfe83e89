"""Why an answer breaks a rule; asked only after it was found not to fit, and told only what its seat may know."""

from typing import Any

from domain.core.errors import Reason
from domain.core.forms import Answer
from domain.core.model import Ask, Frame
from domain.core.rules import rule
from domain.cosmic.alliances import joinable
from domain.cosmic.board import (
    bases,
    has_lost_power,
    has_power,
    home,
    is_suspended,
    opponent,
    tokens_on,
)
from domain.cosmic.components import CARDS, PLANETS, POWERS, kind_of
from domain.cosmic.deals import deal_of
from domain.cosmic.edicts import WINDOWS_OF
from domain.cosmic.offers import CHOICES, eligible
from domain.cosmic.opening import MOST_TOKENS
from domain.cosmic.state import State, cosmic

NO_TOKEN = Reason("no_token_there", ("cosmic.gather.2",))
NO_BASE = Reason("base_not_available", ("cosmic.deal.4",))
NO_CARDS = Reason("cards_not_available", ("cosmic.deal.5",))


def words_of(answer: Answer) -> tuple[str, ...]:
    """The words of the option named, whatever was sent."""
    return tuple(str(answer.get("do", "")).split(":"))


@cosmic.why_not("react", "zap", "new_hand_edicts")
@rule("cosmic.edict.1", "cosmic.power.4")
def reaction(state: State, frame: Frame, ask: Ask, answer: Answer) -> Reason | None:
    """An edict or a power at the wrong moment, or a power that cannot be used at all."""
    word = words_of(answer)[0]
    if word in (*WINDOWS_OF, "plague", "zap"):
        return Reason("edict_wrong_time", (f"cosmic.edict.{word}",))
    power = "healer" if word == "heal" else word
    return power_refused(state, ask.seat, power) if power in POWERS else None


def power_refused(state: State, seat: int, power: str) -> Reason:
    """Lost, suspended, or simply not for now."""
    if has_power(state, seat, power) and has_lost_power(state, seat):
        return Reason("power_lost", ("cosmic.power.4",))
    if has_power(state, seat, power) and is_suspended(state, seat, power):
        return Reason("power_suspended", ("cosmic.edict.zap",))
    return Reason("power_wrong_time", (f"cosmic.pw.{power}",))


@cosmic.why_not("aim_cone", "own_colour")
@rule("cosmic.aim.3", "cosmic.destiny.2")
def target(state: State, frame: Frame, ask: Ask, answer: Answer) -> Reason | None:
    """A planet of one's own system that nobody else holds, or one outside the system drawn."""
    planet = words_of(answer)[-1]
    if planet not in PLANETS:
        return None
    is_empty = not any(tokens_on(state, seat, planet) for seat in range(state.seats) if seat != ask.seat)
    if planet in home(state, ask.seat) and is_empty:
        return Reason("own_empty_planet", ("cosmic.aim.3",))
    return Reason("planet_not_allowed", ("cosmic.destiny.2",))


def total_of(split: Any) -> int | None:
    """The sum of a split, if it is one."""
    if not isinstance(split, dict) or not all(isinstance(number, int) for number in split.values()):
        return None
    return sum(split.values())


def tokens_refused(state: State, seat: int, split: Any) -> Reason | None:
    """Too many, none at all, or taken from where there are none."""
    total = total_of(split)
    if total is None:
        return None
    if total > MOST_TOKENS:
        return Reason("gather_range", ("cosmic.gather.1",))
    return Reason("gather_range", ("cosmic.gather.4",)) if total < 1 else missing_token(state, seat, split)


def missing_token(state: State, seat: int, split: Any) -> Reason | None:
    """Tokens that a seat does not have at a place."""
    if total_of(split) is None:
        return None
    held = {"oval": state.tokens[seat].oval, **bases(state, seat)}
    return NO_TOKEN if any(number > held.get(place, 0) for place, number in split.items()) else None


@cosmic.why_not("gather_tokens")
@rule("cosmic.gather.1", "cosmic.gather.2", "cosmic.gather.4")
def gathering(state: State, frame: Frame, ask: Ask, answer: Answer) -> Reason | None:
    """One to four tokens, from where they are."""
    return tokens_refused(state, ask.seat, answer.get("tokens"))


@cosmic.why_not("ally_answer")
@rule("cosmic.ally.3", "cosmic.ally.5")
def joining(state: State, frame: Frame, ask: Ask, answer: Answer) -> Reason | None:
    """A side that did not invite, or tokens that are not there."""
    word, *side = words_of(answer)
    if word == "join" and side and side[0] not in joinable(state, ask.seat):
        return Reason("not_invited", ("cosmic.ally.3",))
    return tokens_refused(state, ask.seat, answer.get("tokens"))


@cosmic.why_not("play_duel_card")
@rule("cosmic.edict.1")
def playing(state: State, frame: Frame, ask: Ask, answer: Answer) -> Reason | None:
    """Edicts are not duel cards."""
    card = words_of(answer)[-1]
    is_edict = card in CARDS and kind_of(card) == "edict"
    return Reason("not_a_duel_card", ("cosmic.edict.1",)) if is_edict else None


@cosmic.why_not("place_tokens", "retrieve_token")
@rule("cosmic.place.1")
def returning(state: State, frame: Frame, ask: Ask, answer: Answer) -> Reason | None:
    """Tokens return to own bases only."""
    split = answer.get("tokens")
    places = list(split) if isinstance(split, dict) else [words_of(answer)[-1]]
    own = bases(state, ask.seat)
    is_elsewhere = any(place in PLANETS and place not in own for place in places)
    return Reason("no_base_there", ("cosmic.place.1",)) if is_elsewhere else None


@cosmic.why_not("choose_tokens", "plague_losses", "hate_answer", "deal_tokens")
@rule("cosmic.gather.2")
def losing(state: State, frame: Frame, ask: Ask, answer: Answer) -> Reason | None:
    """Tokens can be given only from where they are."""
    return missing_token(state, ask.seat, answer.get("tokens"))


@cosmic.why_not("deal")
@rule("cosmic.deal.3", "cosmic.deal.4", "cosmic.deal.5")
def dealing(state: State, frame: Frame, ask: Ask, answer: Answer) -> Reason | None:
    """A base or cards that cannot be offered, or an offer that is gone."""
    word, *offer = words_of(answer)
    if word == "accept":
        standing = deal_of(state).offers.get(opponent(state, ask.seat))
        is_standing = standing is not None and offer == [standing.id]
        return NO_CARDS if is_standing else Reason("offer_gone", ("cosmic.deal.3",))
    if word != "propose":
        return None
    seat, other = ask.seat, opponent(state, ask.seat)
    if base_refused(state, answer.get("give_base"), seat, other):
        return NO_BASE
    if base_refused(state, answer.get("take_base"), other, seat):
        return NO_BASE
    hands = {"give_cards": state.hands[seat], "take_cards": state.hands[other]}
    is_too_much = any((total_of(answer.get(slot)) or 0) > len(hand) for slot, hand in hands.items())
    return NO_CARDS if is_too_much or not_held(state, seat, answer.get("give_cards")) else None


def base_refused(state: State, base: Any, giver: int, receiver: int) -> bool:
    """Whether a base is named that the giver has not, or the receiver has already."""
    if base is None or base in (*CHOICES, "none"):
        return False
    return str(base).removeprefix("base:") not in eligible(state, giver, receiver)


def not_held(state: State, seat: int, split: Any) -> bool:
    """Whether cards are offered by face that are not in one's own hand."""
    if total_of(split) is None:
        return False
    hand = state.hands[seat]
    return any(number > hand.count(kind) for kind, number in split.items() if kind in CARDS)
