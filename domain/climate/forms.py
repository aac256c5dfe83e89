"""Forms and questions that several chapters share."""

from collections import Counter
from collections.abc import Iterable

from domain.climate.board import seats_in_play
from domain.climate.components import CARD_IDS
from domain.climate.state import Cards, State
from domain.core.forms import Answer, Form, Option, Pick, Split, Target, pick_form
from domain.core.model import Ask, Asks, ask_team

PASS: Answer = {"do": "pass"}


def things(slot: str, argument: str, ids: Iterable[str]) -> Form:
    """A pick of things by their content ids."""
    return pick_form(slot, *named(argument, ids))


def named(argument: str, ids: Iterable[str]) -> tuple[Option, ...]:
    """Options that are things, each with its id as argument."""
    return tuple(Option(entry, {argument: entry}) for entry in ids)


def deeds(*options: Option) -> Form:
    """A pick of deeds."""
    return pick_form("do", *options)


def ask_all(state: State, kind: str, form: Form, *rules: str, default: Answer | None = None) -> Asks:
    """A question to the team of those who still play, owned by the captain: the active seat."""
    question = Ask(seat=state.active_seat, kind=kind, form=form, default=default or first_of(form), rules=rules)
    return ask_team(question, seats_in_play(state))


def first_of(form: Form) -> Answer:
    """The first listed option of a form of one pick."""
    slot = form.slots[0]
    assert isinstance(slot, Pick)
    return {slot.name: slot.options[0].id}


def hand_split(name: str, cards: Cards, least: int, most: int) -> Split:
    """A choice of cards from a hand, by kind."""
    held = Counter(cards)
    targets = tuple(Target(card, 0, held[card], {"card": card}) for card in CARD_IDS if held[card])
    return Split(name=name, targets=targets, min=least, max=most)


def cards_of(split: dict[str, int]) -> Cards:
    """The cards that a split over kinds names."""
    return tuple(card for card in CARD_IDS for _ in range(split.get(card, 0)))


def card_slot(cards: Iterable[str]) -> Pick:
    """A pick of one card."""
    return Pick(name="card", options=named("card", cards))


def kinds_in(hand: Cards, *kinds: str) -> tuple[str, ...]:
    """Those of the named kinds that a hand holds."""
    return tuple(kind for kind in kinds if kind in hand)
