"""Cards on their way between deck, hands, table and discard."""

from msgspec.structs import replace

from domain.cosmic import facts
from domain.cosmic.apply.changes import gains, gives_up, with_duel, without
from domain.cosmic.board import DEFENCE, OFFENCE, duel_of, main_of
from domain.cosmic.components import VIRTUAL
from domain.cosmic.state import State, TableCard, cosmic

RULE_OF_MOVE = {
    "consolation": "cosmic.consol.1",
    "mutant": "cosmic.pw.mutant",
    "philanthropist": "cosmic.pw.philanthropist",
    "trader": "cosmic.pw.trader",
    "damages": "cosmic.pw.judge",
    "deal": "cosmic.deal.6",
}


@cosmic.applies(facts.CardSealed, "cosmic.card.1")
def card_sealed(state: State, fact: facts.CardSealed) -> State:
    """A duel card lies on its seat's side of the table."""
    duel = duel_of(state)
    side = OFFENCE if fact.seat == duel.offence else DEFENCE
    sealed = TableCard(kind=fact.card, sealed_by=fact.seat, shown=fact.face_up)
    cards = {**duel.cards, side: sealed}
    if fact.again:
        place = max(i for i, card in enumerate(duel.set_aside) if card.sealed_by == fact.seat)
        left = (*duel.set_aside[:place], *duel.set_aside[place + 1 :])
        return with_duel(state, cards=cards, set_aside=left)
    if fact.card != VIRTUAL:
        state = gives_up(state, fact.seat, (fact.card,))
    return with_duel(state, cards=cards, sealed=(*duel.sealed, fact.seat))


@cosmic.applies(facts.CardsExchanged, "cosmic.pw.sorcerer")
def cards_exchanged(state: State, fact: facts.CardsExchanged) -> State:
    """Each card lies on the other side."""
    cards = duel_of(state).cards
    return with_duel(state, cards={OFFENCE: cards[DEFENCE], DEFENCE: cards[OFFENCE]})


@cosmic.applies(facts.CardsRevealed, "cosmic.card.1")
def cards_revealed(state: State, fact: facts.CardsRevealed) -> State:
    """Cards lie face up and count as what they are."""
    duel = duel_of(state)
    cards = {side: replace(card, shown=True) if side in fact.cards else card for side, card in duel.cards.items()}
    faces = {main_of(state, side): face for side, face in fact.cards.items()}
    return with_duel(state, cards=cards, counts_as={**duel.counts_as, **faces})


@cosmic.applies(facts.CardsSetAside, "cosmic.pw.chronos")
def cards_set_aside(state: State, fact: facts.CardsSetAside) -> State:
    """Both cards wait beside the table; what was said about them is over."""
    return with_duel(
        state,
        cards={},
        counts_as={},
        set_aside=(*duel_of(state).set_aside, *fact.cards),
        is_replay=True,
        blind=(),
        foresight=None,
        bluff=None,
        claim=None,
        claim_accepted=False,
        bound=(),
    )


@cosmic.applies(facts.CardsReturned, "cosmic.pw.chronos", "cosmic.turn.4")
def cards_returned(state: State, fact: facts.CardsReturned) -> State:
    """A seat has cards of the table back in its hand."""
    duel = duel_of(state)
    state = gains(state, fact.seat, fact.cards)
    if fact.sealed:
        side = OFFENCE if fact.seat == duel.offence else DEFENCE
        return with_duel(state, cards={name: card for name, card in duel.cards.items() if name != side})
    return with_duel(state, set_aside=tuple(card for card in duel.set_aside if card.sealed_by != fact.seat))


@cosmic.applies(facts.CardsDiscarded, "cosmic.card.2", "cosmic.deck.1")
def cards_discarded(state: State, fact: facts.CardsDiscarded) -> State:
    """Cards lie on the discard, face up."""
    if fact.edict:
        state = replace(state, edicts_under_way=state.edicts_under_way[:-1])
    elif fact.seat is not None:
        state = gives_up(state, fact.seat, fact.cards)
    else:
        state = with_duel(state, cards={})
    return replace(state, discard=(*state.discard, *fact.cards))


@cosmic.applies(facts.CardBuried, "cosmic.pw.gambler")
def card_buried(state: State, fact: facts.CardBuried) -> State:
    """An unseen card lies at the bottom of the deck."""
    duel = duel_of(state)
    side = OFFENCE if fact.seat == duel.offence else DEFENCE
    state = with_duel(state, cards={name: card for name, card in duel.cards.items() if name != side})
    return replace(state, deck=(*state.deck, fact.card))


@cosmic.applies(facts.CardsDrawn, "cosmic.hand.1")
def cards_drawn(state: State, fact: facts.CardsDrawn) -> State:
    """The top cards of the deck are in a hand."""
    return gains(replace(state, deck=state.deck[len(fact.cards) :]), fact.seat, fact.cards)


@cosmic.applies(facts.CardsMoved, cites=lambda fact: (RULE_OF_MOVE[fact.why],))
def cards_moved(state: State, fact: facts.CardsMoved) -> State:
    """Cards change hands."""
    return gains(gives_up(state, fact.giver, fact.cards), fact.receiver, fact.cards)


@cosmic.applies(facts.CardTaken, cites=lambda fact: (f"cosmic.pw.{fact.power}",))
def card_taken(state: State, fact: facts.CardTaken) -> State:
    """A card of the table, or an edict carried out, is in a hand."""
    duel = duel_of(state)
    state = gains(state, fact.seat, (fact.card,))
    if fact.side is not None:
        return with_duel(state, cards={name: card for name, card in duel.cards.items() if name != fact.side})
    key = f"{fact.seat}:{fact.card}"
    state = with_duel(state, vulched={**duel.vulched, key: duel.vulched.get(key, 0) + 1})
    return replace(state, edicts_under_way=state.edicts_under_way[:-1])


@cosmic.applies(facts.DeckReshuffled, "cosmic.deck.2")
def deck_reshuffled(state: State, fact: facts.DeckReshuffled) -> State:
    """The discard has become the deck."""
    return replace(state, deck=fact.deck, discard=without(state.discard, fact.deck))


@cosmic.applies(facts.HandSeen, "cosmic.pw.mind")
def hand_seen(state: State, fact: facts.HandSeen) -> State:
    """A seat has looked at a hand; nothing moves."""
    return state
