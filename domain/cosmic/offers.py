"""V.11. What can be offered in a deal, and whether it can be carried out."""

from collections import Counter

from domain.core.forms import Amount, Answer, AnySlot, Option, Pick, Split, Target
from domain.core.rules import rule
from domain.cosmic.board import bases, duel_of, on_bases, opponent
from domain.cosmic.components import CARDS
from domain.cosmic.forms import planet_option
from domain.cosmic.state import Bundle, DealOffer, State

CHOICES = ("giver_choice", "receiver_choice")
NOT_FACES = ("giver_choice", "random")


@rule("cosmic.deal.7")
def founders(state: State, receiver: int) -> int:
    """Tokens with which a seat could found a base: on planets and, for the offence, on the oval."""
    oval = state.tokens[receiver].oval if receiver == duel_of(state).offence else 0
    return on_bases(state, receiver) + oval


@rule("cosmic.deal.4")
def eligible(state: State, giver: int, receiver: int) -> tuple[str, ...]:
    """Planets where the giver has a base and the receiver has none, if the receiver has a token to put there."""
    if not founders(state, receiver):
        return ()
    return tuple(planet for planet in bases(state, giver) if planet not in bases(state, receiver))


@rule("cosmic.deal.9")
def can_deal(state: State) -> bool:
    """Whether anything can pass, either way."""
    offence = duel_of(state).offence
    defence = opponent(state, offence)
    has_cards = bool(state.hands[offence] or state.hands[defence])
    return has_cards or bool(eligible(state, offence, defence) or eligible(state, defence, offence))


def proposal_slots(state: State, seat: int) -> tuple[AnySlot, ...]:
    """What a proposer may give and take; a slot that can hold nothing is left out."""
    other = opponent(state, seat)
    return (
        *base_slot(state, "give", seat, other),
        *card_slot("give", dict(Counter(state.hands[seat])), len(state.hands[seat])),
        *base_slot(state, "take", other, seat),
        *card_slot("take", {card.id: card.copies for card in CARDS.values()}, len(state.hands[other])),
    )


@rule("cosmic.deal.4", "cosmic.deal.7")
def base_slot(state: State, word: str, giver: int, receiver: int) -> tuple[AnySlot, ...]:
    """At most one base in each direction, with as many tokens as agreed."""
    planets = eligible(state, giver, receiver)
    if not planets:
        return ()
    tokens = (Amount(name=f"{word}_tokens", min=0, max=founders(state, receiver)),)
    named = (Option(option.id, option.args, tokens) for option in (planet_option("base", p) for p in planets))
    chosen = (Option(choice, {}, tokens) for choice in CHOICES)
    return (Pick(name=f"{word}_base", options=(*named, *chosen, Option("none"))),)


@rule("cosmic.deal.5", "cosmic.deal.6")
def card_slot(word: str, kinds: dict[str, int], hand: int) -> tuple[AnySlot, ...]:
    """Cards by face, by the giver's choice or at random, up to the giver's hand."""
    if not hand:
        return ()
    faces = (Target(kind, 0, number, {"card": kind}) for kind, number in kinds.items())
    others = (Target(name, 0, hand, {"how": name}) for name in NOT_FACES)
    return (Split(name=f"{word}_cards", targets=(*faces, *others), min=0, max=hand),)


def bundle(answer: Answer, word: str, giver: int, receiver: int) -> Bundle:
    """One direction of a proposal."""
    cards: dict[str, int] = answer.get(f"{word}_cards", {})
    faces = {kind: number for kind, number in cards.items() if kind not in NOT_FACES}
    base = answer.get(f"{word}_base", "none")
    return Bundle(
        giver=giver,
        receiver=receiver,
        base=None if base == "none" else base.removeprefix("base:"),
        tokens=answer.get(f"{word}_tokens", 0),
        faces=faces,
        named=sum(faces.values()),
        chosen=cards.get("giver_choice", 0),
        random=cards.get("random", 0),
    )


def proposed(state: State, seat: int, answer: Answer) -> DealOffer:
    """A proposal as an offer with an id that is never used again."""
    other = opponent(state, seat)
    give = bundle(answer, "give", seat, other)
    take = bundle(answer, "take", other, seat)
    return DealOffer(id=f"o{state.offer_no + 1}", seat=seat, give=give, take=take)


def cards_in(part: Bundle) -> int:
    """How many cards a bundle holds."""
    return part.named + part.chosen + part.random


@rule("cosmic.deal.5")
def is_empty(offer: DealOffer) -> bool:
    """Nothing for nothing is no deal."""
    return not any(part.base or cards_in(part) for part in (offer.give, offer.take))


@rule("cosmic.deal.3", "cosmic.deal.4", "cosmic.deal.5")
def can_be_carried_out(state: State, offer: DealOffer) -> bool:
    """Whether both sides have what the offer names."""
    return all(is_payable(state, part) for part in (offer.give, offer.take))


def is_payable(state: State, part: Bundle) -> bool:
    """Whether a giver has the cards and the base, and the receiver the tokens for it."""
    hand = Counter(state.hands[part.giver])
    if any(hand[kind] < number for kind, number in part.faces.items()) or cards_in(part) > hand.total():
        return False
    if part.base is None:
        return True
    planets = eligible(state, part.giver, part.receiver)
    fits = bool(planets) if part.base in CHOICES else part.base in planets
    return fits and part.tokens <= founders(state, part.receiver)
