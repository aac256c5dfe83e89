"""Nested sealed reaction windows: a point is scored unless it is parried, and a parry counts unless it is zapped."""

from typing import Annotated, Any, Literal

from msgspec.structs import replace

from domain.core.chance import Chance
from domain.core.forms import Answer, Option, pick_form
from domain.core.game import Start
from domain.core.model import Ask, Fact, Frame, Limit, Outcome, Seat, again, ask_each, done, over
from domain.core.record import Record
from domain.core.words import by_seat, count_for_others, nobody, public, reveals
from tests.shapes.made import ranked, shape, with_entry

DECK = ("parry", "parry", "parry", "zap", "zap", "zap", "dud", "dud")
HAND = 2
TURNS = 6
PASS: Answer = {"do": "pass"}


class State(Record, kw_only=True, forbid_unknown_fields=True):
    hands: Annotated[tuple[tuple[str, ...], ...], by_seat, count_for_others]
    rest: Annotated[tuple[str, ...], nobody, count_for_others] = ()
    discard: Annotated[tuple[str, ...], public] = ()
    scores: Annotated[tuple[int, ...], public]
    turn: Annotated[int, public] = 0


class Dealt(Fact, tag="windows.dealt.v1"):
    hands: Annotated[tuple[tuple[str, ...], ...], by_seat, count_for_others, reveals]
    rest: Annotated[tuple[str, ...], nobody]


class CardPlayed(Fact, tag="windows.card_played.v1"):
    seat: Annotated[int, public]
    card: Annotated[str, public, reveals]


class TurnEnded(Fact, tag="windows.turn_ended.v1"):
    seat: Annotated[int, public]
    scored: Annotated[bool, public, reveals]


class Deal(Frame, tag="windows.deal"):
    pass


class Turn(Frame, tag="windows.turn"):
    begun: bool = False


class Window(Frame, tag="windows.window"):
    """Seats other than `actor` may play `card` against what it did; `given` is whether the last play counted."""

    actor: int
    card: Literal["parry", "zap"]
    passed: tuple[int, ...] = ()


class Reaction(Frame, tag="windows.reaction"):
    seat: int
    card: Literal["parry", "zap"]
    played: bool = False


windows = shape("windows", State, seats=(3, 4))


@windows.starts
def start(options: Any, seats: int) -> Start:
    return Start(state=State(hands=((),) * seats, scores=(0,) * seats), agenda=(Turn(), Deal()))


@windows.step(Deal)
def deal(state: State, frame: Deal, chance: Chance) -> Outcome:
    cards = chance.shuffle("deck.shuffle", DECK)
    seats = len(state.scores)
    hands = tuple(tuple(sorted(cards[seat * HAND : (seat + 1) * HAND])) for seat in range(seats))
    return done(Dealt(hands=hands, rest=cards[seats * HAND :]))


@windows.step(Turn)
def turn(state: State, frame: Turn, chance: Chance) -> Outcome:
    """Seats score in turn, one point each time nobody parries."""
    if state.turn == TURNS:
        return over(ranked(state.scores, "turns"))
    seat = state.turn % len(state.scores)
    if not frame.begun:
        return again(replace(frame, begun=True), then=(Window(actor=seat, card="parry"),))
    return done(TurnEnded(seat=seat, scored=not frame.given), then=(Turn(),))


@windows.step(Window)
def window(state: State, frame: Window, chance: Chance) -> Outcome:
    """All who hold cards are asked at once, whatever they hold; a parry that counts closes the window."""
    if frame.given:
        return done(give=True)
    candidates = [s for s, hand in enumerate(state.hands) if hand and s != frame.actor]
    if not candidates:
        return done(give=False)
    return ask_each([_question(state, frame, seat) for seat in candidates], gather=True)


def _question(state: State, frame: Window, seat: Seat) -> Ask:
    plays = [Option(f"play:{frame.card}", {"card": frame.card})] if frame.card in state.hands[seat] else []
    form = pick_form("do", *plays, Option("pass"))
    kind = "react" if frame.card == "parry" else "zap"
    return Ask(seat=seat, kind=kind, form=form, default=PASS, hidden=True, actor_hidden=True, limit=Limit("window", 20))


@windows.answer(Window)
def reacted(state: State, frame: Window, given: dict[int, Answer], chance: Chance) -> Outcome:
    """The first seat in turn order that does not pass plays; the other answers are dropped unseen."""
    seats = len(state.scores)
    order = [(frame.actor + step) % seats for step in range(1, seats)]
    first = next((seat for seat in order if given.get(seat, PASS) != PASS), None)
    if first is None:
        return done(give=False)
    return again(frame, then=(Reaction(seat=first, card=frame.card),), fresh=True)


@windows.step(Reaction)
def reaction(state: State, frame: Reaction, chance: Chance) -> Outcome:
    """A card that is played can be zapped in a window of its own; a zap cannot be parried."""
    if not frame.played:
        played = CardPlayed(seat=frame.seat, card=frame.card)
        if frame.card == "zap":
            return done(played, give=True)
        return again(replace(frame, played=True), played, then=(Window(actor=frame.seat, card="zap"),))
    return done(give=not frame.given)


@windows.applies(Dealt)
def dealt(state: State, fact: Dealt) -> State:
    return replace(state, hands=fact.hands, rest=fact.rest)


@windows.applies(CardPlayed)
def card_played(state: State, fact: CardPlayed) -> State:
    hand = list(state.hands[fact.seat])
    hand.remove(fact.card)
    hands = (*state.hands[: fact.seat], tuple(hand), *state.hands[fact.seat + 1 :])
    return replace(state, hands=hands, discard=(*state.discard, fact.card))


@windows.applies(TurnEnded)
def turn_ended(state: State, fact: TurnEnded) -> State:
    return replace(state, turn=state.turn + 1, scores=with_entry(state.scores, fact.seat, int(fact.scored)))


@windows.marks
def marks(state: State) -> dict[str, int]:
    return {"turn": state.turn}


@windows.invariants
def wrong(state: State) -> list[str]:
    cards = [card for pile in (*state.hands, state.rest, state.discard) for card in pile]
    return [] if not cards or sorted(cards) == sorted(DECK) else ["cards were lost"]
