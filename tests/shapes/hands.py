"""Hidden hands: cards leave the hand face down, come to light together, and hands are filled from the deck."""

from typing import Annotated, Any

from msgspec.structs import replace

from domain.core.chance import Chance
from domain.core.forms import Answer, Option, pick_form
from domain.core.game import BotMove, Start
from domain.core.model import Ask, Fact, Frame, Outcome, again, ask, ask_each, done, over
from domain.core.record import Record
from domain.core.words import by_seat, count_for_others, kinds_for_others, nobody, only, public, reveals
from tests.shapes.made import ranked, shape, with_entry

CARDS = tuple(f"{suit}-{value}" for suit in ("moon", "sun") for value in (1, 2, 2, 3, 4, 5))
HAND = 2


def suit_of(card: str) -> str:
    return card.split("-")[0]


class State(Record, kw_only=True, forbid_unknown_fields=True):
    hands: Annotated[tuple[tuple[str, ...], ...], by_seat, kinds_for_others(suit_of)]
    deck: Annotated[tuple[str, ...], nobody, count_for_others] = ()
    down: Annotated[tuple[str | None, ...], by_seat, count_for_others] = ()
    played: Annotated[tuple[str, ...], public] = ()
    scores: Annotated[tuple[int, ...], public]


class Shuffled(Fact, tag="hands.shuffled.v1"):
    deck: Annotated[tuple[str, ...], nobody]


class CardDrawn(Fact, tag="hands.card_drawn.v1"):
    seat: Annotated[int, public]
    card: Annotated[str, only("seat"), reveals]
    suit: Annotated[str, public, reveals]


class CardLaid(Fact, tag="hands.card_laid.v1"):
    seat: Annotated[int, public]
    card: Annotated[str, only("seat")]
    suit: Annotated[str, public, reveals]


class CardsTurned(Fact, tag="hands.cards_turned.v1"):
    cards: Annotated[tuple[str, ...], public, reveals]
    seat: Annotated[int, public]


class Tricks(Frame, tag="hands.tricks"):
    begun: bool = False


class Lay(Frame, tag="hands.lay"):
    pass


class Swap(Frame, tag="hands.swap"):
    """The winner may put a card under the deck unseen and draw another."""

    seat: int


class CardReturned(Fact, tag="hands.card_returned.v1"):
    seat: Annotated[int, public]
    card: Annotated[str, only("seat")]
    suit: Annotated[str, public, reveals]


hands = shape("hands", State)


@hands.starts
def start(options: Any, seats: int) -> Start:
    empty: tuple[str, ...] = ()
    return Start(state=State(hands=(empty,) * seats, scores=(0,) * seats, down=(None,) * seats), agenda=(Tricks(),))


@hands.step(Tricks)
def tricks(state: State, frame: Tricks, chance: Chance) -> Outcome:
    """Hands are filled in seat order from the top of the deck; play ends when they cannot all be filled."""
    if not frame.begun:
        return again(Tricks(begun=True), Shuffled(deck=chance.shuffle("deck.shuffle", CARDS)))
    short = [seat for seat, hand in enumerate(state.hands) for _ in range(HAND - len(hand))]
    if len(short) > len(state.deck):
        return over(ranked(state.scores, "deck"))
    drawn = [CardDrawn(seat=s, card=c, suit=suit_of(c)) for s, c in zip(short, state.deck, strict=False)]
    return again(frame, *drawn, then=(Lay(),))


@hands.step(Lay)
def lay(state: State, frame: Lay, chance: Chance) -> Outcome:
    """Each seat lays a card face down as it likes; the last card turns them all."""
    waiting = [seat for seat, card in enumerate(state.down) if card is None]
    if not waiting:
        cards = tuple(str(card) for card in state.down)
        winner = max(range(len(cards)), key=lambda seat: (int(cards[seat][-1]), -seat))
        return done(CardsTurned(cards=cards, seat=winner), then=(Swap(seat=winner),))
    return ask_each([_question(state, seat) for seat in waiting])


def _question(state: State, seat: int) -> Ask:
    kinds = sorted(set(state.hands[seat]))
    form = pick_form("card", *(Option(f"lay:{kind}", {"card": kind}) for kind in kinds))
    return Ask(seat=seat, kind="lay", form=form, default={"card": f"lay:{kinds[0]}"}, pace=True)


@hands.answer(Lay)
def laid(state: State, frame: Lay, given: dict[int, Answer], chance: Chance) -> Outcome:
    ((seat, answer),) = given.items()
    card = answer["card"].removeprefix("lay:")
    return again(frame, CardLaid(seat=seat, card=card, suit=suit_of(card)))


@hands.step(Swap)
def swap(state: State, frame: Swap, chance: Chance) -> Outcome:
    kinds = sorted(set(state.hands[frame.seat]))
    options = (*(Option(f"return:{kind}", {"card": kind}) for kind in kinds), Option("keep"))
    form = pick_form("card", *options)
    return ask(Ask(seat=frame.seat, kind="swap", form=form, default={"card": "keep"}, pace=True))


@hands.answer(Swap)
def swapped(state: State, frame: Swap, given: dict[int, Answer], chance: Chance) -> Outcome:
    word, _, card = given[frame.seat]["card"].partition(":")
    return done() if word == "keep" else done(CardReturned(seat=frame.seat, card=card, suit=suit_of(card)))


def _without(cards: tuple[str, ...], card: str) -> tuple[str, ...]:
    place = cards.index(card)
    return cards[:place] + cards[place + 1 :]


def _with_hand(state: State, seat: int, hand: tuple[str, ...]) -> State:
    return replace(state, hands=(*state.hands[:seat], hand, *state.hands[seat + 1 :]))


@hands.applies(Shuffled)
def shuffled(state: State, fact: Shuffled) -> State:
    return replace(state, deck=fact.deck)


@hands.applies(CardDrawn)
def card_drawn(state: State, fact: CardDrawn) -> State:
    hand = tuple(sorted((*state.hands[fact.seat], fact.card)))
    return replace(_with_hand(state, fact.seat, hand), deck=_without(state.deck, fact.card))


@hands.applies(CardLaid)
def card_laid(state: State, fact: CardLaid) -> State:
    down = (*state.down[: fact.seat], fact.card, *state.down[fact.seat + 1 :])
    return replace(_with_hand(state, fact.seat, _without(state.hands[fact.seat], fact.card)), down=down)


@hands.applies(CardReturned)
def card_returned(state: State, fact: CardReturned) -> State:
    """The card leaves the match: under the deck nobody reaches it."""
    hand = _without(state.hands[fact.seat], fact.card)
    return replace(_with_hand(state, fact.seat, hand), played=(*state.played, "covered"))


@hands.applies(CardsTurned)
def cards_turned(state: State, fact: CardsTurned) -> State:
    empty = (None,) * len(state.down)
    scores = with_entry(state.scores, fact.seat, 1)
    return replace(state, down=empty, played=(*state.played, *fact.cards), scores=scores)


@hands.bot("sensible")
def highest(move: BotMove) -> Answer:
    """Lay the highest card; keep what is left."""
    ids = [option.id for option in move.decision.ask.form.slots[0].options]  # type: ignore[union-attr]
    return {"card": "keep" if "keep" in ids else max(ids, key=lambda name: int(name[-1]))}


@hands.invariants
def wrong(state: State) -> list[str]:
    piles = (*state.hands, state.deck, state.played, tuple(card for card in state.down if card))
    dealt = sum(map(len, piles))
    return [] if dealt in (0, len(CARDS)) else [f"{dealt} cards"]
