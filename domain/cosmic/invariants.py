"""What is true of every table, after every fact."""

from collections import Counter
from collections.abc import Iterator

from domain.core.rules import rule
from domain.cosmic.components import BOX, VIRTUAL
from domain.cosmic.state import State, Tokens, cosmic

TOKENS = 20
DISCS = 3


@cosmic.invariants
def broken(state: State) -> Iterator[str]:
    """Everything that is wrong with a state."""
    if None in state.colours:
        return
    yield from wrong_tokens(state)
    yield from wrong_cards(state)
    yield from wrong_discs(state)
    yield from wrong_powers(state)
    yield from wrong_duel(state)


@rule("cosmic.setup.2")
def wrong_tokens(state: State) -> Iterator[str]:
    """Every colour has twenty tokens, wherever they are."""
    for seat, held in enumerate(state.tokens):
        if tokens_of(held) != TOKENS or any(number < 0 for number in numbers_of(held)):
            yield f"seat {seat} has {tokens_of(held)} tokens: {held}"


def numbers_of(held: Tokens) -> tuple[int, ...]:
    """The tokens of a seat, place by place."""
    off = (held.oval, held.ring, held.black_hole, held.eliminated)
    return (*held.planets.values(), *held.lifted.values(), *off)


def tokens_of(held: Tokens) -> int:
    """All tokens of a seat."""
    return sum(numbers_of(held))


def cards_on_table(state: State) -> Iterator[str]:
    """Cards that are in no hand and no pile."""
    yield from (edict.kind for edict in state.edicts_under_way)
    if state.duel:
        laid = (*state.duel.cards.values(), *state.duel.set_aside)
        yield from (card.kind for card in laid if card.kind != VIRTUAL)


@rule("cosmic.hidden.1")
def wrong_cards(state: State) -> Iterator[str]:
    """The 54 cards are all somewhere, each face as often as the box holds it."""
    if not state.deck and not any(state.hands) and not state.discard:
        return
    hands = (card for hand in state.hands for card in hand)
    found = Counter([*state.deck, *state.discard, *hands, *cards_on_table(state)])
    if found != Counter(BOX):
        yield f"cards do not add up: {found - Counter(BOX)} too many, {Counter(BOX) - found} missing"


@rule("cosmic.setup.4")
def wrong_discs(state: State) -> Iterator[str]:
    """Three discs of each colour lie in the cup or aside."""
    for colour, number in state.cup.items():
        if number < 0 or number + state.aside[colour] != DISCS:
            yield f"{colour} has {number} discs in the cup and {state.aside[colour]} aside"


def wrong_powers(state: State) -> Iterator[str]:
    """No power is in two places."""
    out = [power for power in state.rejected if power and not state.config.rotation]
    held = [power for powers in (*state.powers, *state.dealt) for power in powers]
    places = [*held, *state.power_deck, *state.power_discard, *out]
    if places and sorted(places) != sorted(state.config.power_pool):
        yield "powers do not add up"


def wrong_duel(state: State) -> Iterator[str]:
    """Main players and allies are different seats, and deals stay within their bounds."""
    duel = state.duel
    if duel is None:
        return
    if duel.offence == duel.defence or {duel.offence, duel.defence} & set(duel.allies):
        yield "a seat fights on two sides"
    if state.seats == 2 and duel.allies:
        yield "there are no alliances between two seats"
    if not duel.amoeba and any(held.oval > 4 or held.ring > 4 for held in state.tokens):
        yield "more than four tokens of one seat on the cone"
    if state.turn.round > state.config.max_rounds:
        yield "the last round is over"
