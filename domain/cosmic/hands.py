"""Drawing cards: from the deck, at random from a hand, and whole new hands (V.1, V.4, VI.1)."""

from msgspec.structs import replace

from domain.core.chance import Chance
from domain.core.forms import Answer, Option
from domain.core.model import Ask, Fact, Outcome, again, ask, done
from domain.core.rules import rule
from domain.cosmic import frames
from domain.cosmic.apply.changes import without
from domain.cosmic.board import duel_cards, duel_of, holds, moment
from domain.cosmic.components import in_order, is_duel_card
from domain.cosmic.edicts import carry_out
from domain.cosmic.facts import CardsDiscarded, CardsDrawn, DeckReshuffled, HandChecked, HandRenewed
from domain.cosmic.forms import DONE, pick, seat_option
from domain.cosmic.registry import answer, folded, step
from domain.cosmic.state import State

HAND_SIZE = 7


@rule("cosmic.deck.1", "cosmic.deck.2", "cosmic.hand.6")
def draw(state: State, seat: int, number: int, chance: Chance) -> tuple[Fact, ...]:
    """The top cards of the deck; when it is empty and a card is needed, the discard is shuffled into a new one."""
    facts: list[Fact] = []
    while number > 0 and (state.deck or state.discard):
        if not state.deck:
            fact: Fact = DeckReshuffled(deck=chance.shuffle("deck.reshuffle", state.discard))
        else:
            fact = CardsDrawn(seat=seat, cards=in_order(state.deck[:number]))
            number -= len(state.deck[:number])
        facts.append(fact)
        state = folded(state, (fact,))
    return tuple(facts)


def at_random(hand: tuple[str, ...], number: int, label: str, chance: Chance) -> tuple[str, ...]:
    """Cards drawn one at a time from a hand, every copy alike, told in canonical order."""
    drawn: list[str] = []
    for _ in range(min(number, len(hand))):
        card = chance.pick(label, hand)
        drawn.append(card)
        hand = without(hand, (card,))
    return in_order(drawn)


def random_label(name: str, state: State, *arguments: object) -> str:
    """The label of a draw that belongs to the duel in play."""
    return "/".join((name, moment(state), *map(str, arguments)))


@rule("cosmic.hand.1", "cosmic.hand.4", "cosmic.hand.7")
def needs_new_hand(state: State, seat: int) -> bool:
    """Whether a seat has no duel card and has not just failed to find one."""
    return not duel_cards(state, seat) and duel_of(state).barren != seat


@rule("cosmic.hand.4", "cosmic.hand.5")
def defence_needs_hand(state: State) -> bool:
    """The defence draws whenever it has no duel card, from its hand check until it has sealed its card."""
    duel = duel_of(state)
    if duel.defence is None or not 80 <= duel.stage <= 160 or duel.is_replay or duel.defence in duel.sealed:
        return False
    return needs_new_hand(state, duel.defence)


@step(frames.NewHand)
@rule("cosmic.hand.1", "cosmic.hand.2", "cosmic.hidden.2")
def new_hand(state: State, frame: frames.NewHand, chance: Chance) -> Outcome:
    """Edicts left in hand may be played one after another; without any, seven cards are drawn."""
    seat = frame.seat
    if not frame.is_told:
        return again(replace(frame, is_told=True), HandChecked(seat=seat))
    if duel_cards(state, seat):
        return done(HandRenewed(seat=seat, found=True))
    if not state.hands[seat]:
        return renewed(state, frame, chance)
    duel = duel_of(state)
    options = []
    if holds(state, seat, "edict_moebius") and seat == duel.offence and duel.stage == 30:
        options.append(Option("moebius"))
    if holds(state, seat, "edict_plague"):
        options += [seat_option(state, victim, "plague") for victim in range(state.seats)]
    return ask(
        Ask(
            seat=seat,
            kind="new_hand_edicts",
            form=pick(*options, DONE),
            default={"do": "done"},
            rules=("cosmic.hand.1",),
            pace=True,
            actor_hidden=True,
        )
    )


@answer(frames.NewHand)
@rule("cosmic.hand.1")
def play_or_discard(state: State, frame: frames.NewHand, given: dict[int, Answer], chance: Chance) -> Outcome:
    """An edict is carried out, or the rest of the hand goes to the discard."""
    if given[frame.seat]["do"] == "done":
        hand = state.hands[frame.seat]
        thrown = CardsDiscarded(seat=frame.seat, cards=hand)
        return renewed(folded(state, (thrown,)), frame, chance, thrown)
    facts, then = carry_out(state, frame.seat, given[frame.seat])
    return again(frame, *facts, then=then)


@rule("cosmic.hand.1", "cosmic.hand.2", "cosmic.hand.7")
def renewed(state: State, frame: frames.NewHand, chance: Chance, *before: Fact) -> Outcome:
    """Seven cards are drawn, again as long as only edicts come; without a duel card to be had it stops."""
    if not any(is_duel_card(card) for card in (*state.deck, *state.discard)):
        return done(*before, HandRenewed(seat=frame.seat, found=False))
    drawn = draw(state, frame.seat, HAND_SIZE, chance)
    if duel_cards(folded(state, drawn), frame.seat):
        return done(*before, *drawn, HandRenewed(seat=frame.seat, found=True))
    return again(frame, *before, *drawn)
