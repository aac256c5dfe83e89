"""Set-up, turns and rounds."""

from msgspec.structs import replace

from domain.cosmic import facts
from domain.cosmic.apply.changes import gains, with_entry, with_tokens
from domain.cosmic.components import planets_of
from domain.cosmic.state import Duel, State, cosmic

DISCS = 3
TOKENS_PER_PLANET = 4


@cosmic.applies(facts.ColourChosen, "cosmic.setup.2", "cosmic.setup.3", "cosmic.setup.4")
def colour_chosen(state: State, fact: facts.ColourChosen) -> State:
    """A seat has its colour, its home system and its discs in the cup."""
    state = replace(
        state,
        colours=with_entry(state.colours, fact.seat, fact.colour),
        cup={**state.cup, fact.colour: DISCS},
        aside={**state.aside, fact.colour: 0},
    )
    return with_tokens(state, fact.seat, planets=dict.fromkeys(planets_of(fact.colour), TOKENS_PER_PLANET))


@cosmic.applies(facts.PowersShuffled, "cosmic.setup.5")
def powers_shuffled(state: State, fact: facts.PowersShuffled) -> State:
    """The power deck lies face down."""
    return replace(state, power_deck=fact.deck)


@cosmic.applies(facts.PowersDealt, "cosmic.setup.5")
def powers_dealt(state: State, fact: facts.PowersDealt) -> State:
    """A seat holds powers that it has not shown."""
    deck = list(state.power_deck)
    for power in fact.powers:
        deck.remove(power)
    return replace(state, power_deck=tuple(deck), dealt=with_entry(state.dealt, fact.seat, fact.powers))


@cosmic.applies(facts.PowerRejected, "cosmic.var.two_of_three")
def power_rejected(state: State, fact: facts.PowerRejected) -> State:
    """One of three powers is given up; with rotation it may come back."""
    kept = tuple(power for power in state.dealt[fact.seat] if power != fact.power)
    discard = (*state.power_discard, fact.power) if state.config.rotation else state.power_discard
    return replace(
        state,
        dealt=with_entry(state.dealt, fact.seat, kept),
        rejected=with_entry(state.rejected, fact.seat, fact.power),
        power_discard=discard,
    )


@cosmic.applies(facts.PowersShown, "cosmic.setup.6")
def powers_shown(state: State, fact: facts.PowersShown) -> State:
    """A seat's powers are known to all."""
    return replace(
        state,
        dealt=with_entry(state.dealt, fact.seat, ()),
        powers=with_entry(state.powers, fact.seat, fact.powers),
    )


@cosmic.applies(facts.DeckShuffled, "cosmic.setup.7")
def deck_shuffled(state: State, fact: facts.DeckShuffled) -> State:
    """The deck lies face down."""
    return replace(state, deck=fact.deck)


@cosmic.applies(facts.CardsDealt, "cosmic.setup.7")
def cards_dealt(state: State, fact: facts.CardsDealt) -> State:
    """A seat has its first hand; the deck is dealt round by round, so its cards are taken by face."""
    deck = list(state.deck)
    for card in fact.cards:
        deck.remove(card)
    return gains(replace(state, deck=tuple(deck)), fact.seat, fact.cards)


@cosmic.applies(facts.FirstPlayer, "cosmic.setup.8")
def first_player(state: State, fact: facts.FirstPlayer) -> State:
    """The owner of the disc begins."""
    return replace(state, turn=replace(state.turn, seat=fact.seat, first_seat=fact.seat))


@cosmic.applies(facts.PowersRotated, "cosmic.var.rotation")
def powers_rotated(state: State, fact: facts.PowersRotated) -> State:
    """A seat has other powers; what it gave up lies on the power discard."""
    kept = tuple(power for power in state.powers[fact.seat] if power not in fact.given_up)
    new = tuple(power for power in fact.powers if power not in kept)
    return replace(
        state,
        powers=with_entry(state.powers, fact.seat, fact.powers),
        power_deck=tuple(power for power in state.power_deck if power not in new),
        power_discard=(*state.power_discard, *fact.given_up),
        warrior_count=0 if "warrior" in fact.given_up else state.warrior_count,
    )


@cosmic.applies(facts.PowerDeckRenewed, "cosmic.var.rotation")
def power_deck_renewed(state: State, fact: facts.PowerDeckRenewed) -> State:
    """The power discard has become the power deck."""
    return replace(state, power_deck=fact.deck, power_discard=())


@cosmic.applies(facts.TurnStarted, "cosmic.turn.1")
def turn_started(state: State, fact: facts.TurnStarted) -> State:
    """A seat is the offence."""
    return replace(state, skipped=0, turns=state.turns + 1)


@cosmic.applies(facts.TurnSkipped, "cosmic.turn.3")
def turn_skipped(state: State, fact: facts.TurnSkipped) -> State:
    """A seat without any token has no turn."""
    return replace(state, skipped=state.skipped + 1, turns=state.turns + 1)


@cosmic.applies(facts.TurnPassed, "cosmic.turn.1")
def turn_passed(state: State, fact: facts.TurnPassed) -> State:
    """The next seat is to play; duels are counted anew."""
    return replace(state, turn=replace(state.turn, seat=fact.seat, duel_no=1))


@cosmic.applies(facts.RoundEnded, "cosmic.turn.1", "cosmic.end.3")
def round_ended(state: State, fact: facts.RoundEnded) -> State:
    """Every seat has had its turn."""
    return replace(state, turn=replace(state.turn, round=fact.round + 1))


@cosmic.applies(facts.DuelStarted, "cosmic.turn.2")
def duel_started(state: State, fact: facts.DuelStarted) -> State:
    """Nothing of the last duel is left."""
    duel = Duel(offence=fact.seat, defence=fact.defence)
    return replace(state, duel=duel, deal=None, duels=state.duels + 1, turn=replace(state.turn, duel_no=fact.duel_no))
