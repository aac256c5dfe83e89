"""How each fact changes the table: no rules, no checks, no exceptions."""

from collections import Counter
from collections.abc import Callable
from typing import Any, TypeVar

from msgspec.structs import replace

from domain.climate import facts
from domain.climate.components import CONSEQUENCES, colour_of
from domain.climate.state import Aci, Cards, Decks, Die, Event, Pool, Region, SeatState, State, climate
from domain.core.model import Fact

Applier = TypeVar("Applier", bound=Callable[..., State])

FLAGS = frozenset({"famine", "epidemic", "pandemic"})
LOWER = {
    "conflicts": ("riots",),
    "scarcities": ("shortages",),
    "famine": ("shortages", "scarcities"),
    "epidemic": ("epizootics",),
    "pandemic": ("epizootics", "epidemic"),
}
CLEARED_BY_CHAOS: dict[str, Any] = {
    "riots": 0,
    "conflicts": 0,
    "war": 0,
    "seized": 0,
    "shortages": 0,
    "scarcities": 0,
    "famine": False,
    "refugees": 0,
}


def applies(kind: type[Fact]) -> Callable[[Applier], Applier]:
    """Register an applier; a fact cites the rule it carries."""
    return climate.applies(kind, cites=lambda fact: (fact.rule,))


def with_region(state: State, name: str, **changes: Any) -> State:
    """The state with one region changed."""
    return replace(state, regions={**state.regions, name: replace(state.regions[name], **changes)})


def with_seat(state: State, seat: int, **changes: Any) -> State:
    """The state with one seat changed."""
    seats = tuple(replace(held, **changes) if n == seat else held for n, held in enumerate(state.seats))
    return replace(state, seats=seats)


def with_hand(state: State, seat: int, hand: Cards) -> State:
    """The state with one hand changed; hands are kept sorted."""
    hands = tuple(tuple(sorted(hand)) if n == seat else held for n, held in enumerate(state.hands))
    return replace(state, hands=hands)


def with_decks(state: State, **changes: Any) -> State:
    """The state with some piles changed."""
    return replace(state, decks=replace(state.decks, **changes))


def without(cards: Cards, taken: Cards) -> Cards:
    """What is left of the cards when some are taken."""
    left = Counter(cards)
    left.subtract(taken)
    return tuple(sorted(left.elements()))


def discarded(decks: Decks, cards: Cards) -> dict[str, Cards]:
    """The discards with more cards on their colours, the last one on top."""
    piles = dict(decks.discard)
    for card in cards:
        piles[colour_of(card)] = (card, *piles.get(colour_of(card), ()))
    return piles


def hand_to_discard(state: State, seat: int, cards: Cards) -> State:
    """The state after a seat has put cards on the discards."""
    state = with_hand(state, seat, without(state.hands[seat], cards))
    return with_decks(state, discard=discarded(state.decks, cards))


@applies(facts.GameSetUp)
def game_set_up(state: State, fact: facts.GameSetUp) -> State:
    decks = Decks(
        influence=fact.influence,
        external=fact.external,
        events=fact.events,
        climate=fact.climate,
        removed=fact.removed,
    )
    return replace(
        state,
        decks=decks,
        region_order=fact.region_order,
        first_seat=fact.first_seat,
        active_seat=fact.first_seat,
        zones=fact.zones,
    )


@applies(facts.CharacterTaken)
def character_taken(state: State, fact: facts.CharacterTaken) -> State:
    return with_seat(state, fact.seat, character=fact.character)


@applies(facts.EmployerTaken)
def employer_taken(state: State, fact: facts.EmployerTaken) -> State:
    used = fact.employer in state.spent_employers
    return with_seat(state, fact.seat, employer=fact.employer, power_used=used)


@applies(facts.PawnPlaced)
def pawn_placed(state: State, fact: facts.PawnPlaced) -> State:
    return with_seat(state, fact.seat, location=fact.location)


@applies(facts.PhaseBegan)
def phase_began(state: State, fact: facts.PhaseBegan) -> State:
    if fact.phase == "actions":
        state = replace(state, actions_left=2, kinds_used=(), free_move_used=False, free_card_used=False)
    return replace(state, phase=fact.phase, cards_drawn=())


@applies(facts.TurnBegan)
def turn_began(state: State, fact: facts.TurnBegan) -> State:
    state = replace(state, turn=fact.turn, active_seat=fact.seat, phase="draw")
    return with_seat(state, fact.seat, turns_taken=state.seats[fact.seat].turns_taken + 1)


@applies(facts.TurnEnded)
def turn_ended(state: State, fact: facts.TurnEnded) -> State:
    return replace(state, actions_left=0, kinds_used=(), event=None)


@applies(facts.SeatJoined)
def seat_joined(state: State, fact: facts.SeatJoined) -> State:
    return replace(state, joining=(*state.joining, fact.seat))


@applies(facts.SeatLeft)
def seat_left(state: State, fact: facts.SeatLeft) -> State:
    if fact.seat in state.joining:
        return replace(state, joining=tuple(seat for seat in state.joining if seat != fact.seat))
    return replace(state, leaving=(*state.leaving, fact.seat))


@applies(facts.SeatStayed)
def seat_stayed(state: State, fact: facts.SeatStayed) -> State:
    return replace(state, leaving=tuple(seat for seat in state.leaving if seat != fact.seat))


@applies(facts.SeatEntered)
def seat_entered(state: State, fact: facts.SeatEntered) -> State:
    missing = fact.seat + 1 - len(state.seats)
    empty = tuple(SeatState(in_play=False) for _ in range(missing))
    state = replace(state, seats=(*state.seats, *empty), hands=(*state.hands, *(() for _ in empty)))
    state = replace(state, joining=tuple(seat for seat in state.joining if seat != fact.seat))
    seat = SeatState(joined_turn=state.turn + 1)
    return replace(state, seats=(*state.seats[: fact.seat], seat, *state.seats[fact.seat + 1 :]))


@applies(facts.SeatDue)
def seat_due(state: State, fact: facts.SeatDue) -> State:
    return replace(state, active_seat=fact.seat)


@applies(facts.SeatWithdrew)
def seat_withdrew(state: State, fact: facts.SeatWithdrew) -> State:
    state = hand_to_discard(state, fact.seat, fact.cards)
    held = state.seats[fact.seat]
    if held.power_used and held.employer is not None:
        state = replace(state, spent_employers=(*state.spent_employers, held.employer))
    state = replace(state, leaving=tuple(seat for seat in state.leaving if seat != fact.seat))
    return with_seat(state, fact.seat, in_play=False, character=None, employer=None, location=None)


@applies(facts.GameEnded)
def game_ended(state: State, fact: facts.GameEnded) -> State:
    return replace(state, phase="over")


@applies(facts.CardsDrawn)
def cards_drawn(state: State, fact: facts.CardsDrawn) -> State:
    piles = state.decks.influence
    counts = Counter(fact.colours)
    piles = replace(piles, **{colour: getattr(piles, colour)[number:] for colour, number in counts.items()})
    state = with_decks(with_hand(state, fact.seat, (*state.hands[fact.seat], *fact.cards)), influence=piles)
    return replace(state, cards_drawn=(*state.cards_drawn, *fact.cards)) if fact.in_turn_draw else state


@applies(facts.CardsDiscarded)
def cards_discarded(state: State, fact: facts.CardsDiscarded) -> State:
    return hand_to_discard(state, fact.seat, fact.cards)


@applies(facts.CardPlayed)
def card_played(state: State, fact: facts.CardPlayed) -> State:
    return hand_to_discard(state, fact.seat, (fact.card,))


@applies(facts.PileRefilled)
def pile_refilled(state: State, fact: facts.PileRefilled) -> State:
    decks = state.decks
    if fact.pile in ("external", "events", "climate"):
        return with_decks(state, **{fact.pile: fact.cards, f"{fact.pile}_discard": ()})
    piles = replace(decks.influence, **{fact.pile: fact.cards})
    return with_decks(state, influence=piles, discard={**decks.discard, fact.pile: ()})


@applies(facts.EventRevealed)
def event_revealed(state: State, fact: facts.EventRevealed) -> State:
    state = with_decks(state, events=state.decks.events[1:])
    return replace(state, event=Event(card=fact.event))


@applies(facts.EventTarget)
def event_target(state: State, fact: facts.EventTarget) -> State:
    assert state.event is not None
    return replace(state, event=replace(state.event, region=fact.region))


@applies(facts.EventSettled)
def event_settled(state: State, fact: facts.EventSettled) -> State:
    assert state.event is not None
    return replace(state, event=replace(state.event, settled=True))


@applies(facts.EventDiscarded)
def event_discarded(state: State, fact: facts.EventDiscarded) -> State:
    state = replace(state, event=None)
    if fact.event in CONSEQUENCES:
        return with_decks(state, climate_discard=(fact.event, *state.decks.climate_discard))
    return with_decks(state, events_discard=(fact.event, *state.decks.events_discard))


@applies(facts.EventsReordered)
def events_reordered(state: State, fact: facts.EventsReordered) -> State:
    left = state.decks.events[len(fact.top) + len(fact.bottom) :]
    return with_decks(state, events=(*fact.top, *left, *fact.bottom))


def unchanged(state: State, fact: Fact) -> State:
    """A fact that only tells; what it leads to are facts of their own."""
    return state


for told in (facts.EventsShown, facts.EffectApplied, facts.TokenIgnored, facts.FourSidedRolled):
    applies(told)(unchanged)


@applies(facts.DestructionPlaced)
def destruction_placed(state: State, fact: facts.DestructionPlaced) -> State:
    return replace(state, zones={**state.zones, fact.zone: fact.count})


@applies(facts.AciOpened)
def aci_opened(state: State, fact: facts.AciOpened) -> State:
    aci = Aci(
        occasion=fact.occasion,
        initiator=fact.initiator,
        region=fact.region,
        asked=fact.colours,
        thresholds=fact.thresholds,
    )
    return replace(state, aci=aci)


def with_aci(state: State, **changes: Any) -> State:
    """The state with the joint action changed."""
    assert state.aci is not None
    return replace(state, aci=replace(state.aci, **changes))


@applies(facts.AciUncovered)
def aci_uncovered(state: State, fact: facts.AciUncovered) -> State:
    return with_aci(state, open=True)


@applies(facts.ExternalDrawn)
def external_drawn(state: State, fact: facts.ExternalDrawn) -> State:
    assert state.aci is not None
    state = with_decks(state, external=state.decks.external[len(fact.cards) :])
    return with_aci(state, external=(*state.aci.external, *fact.cards)) if state.aci else state


@applies(facts.AciContributed)
def aci_contributed(state: State, fact: facts.AciContributed) -> State:
    assert state.aci is not None
    contributions = {**state.aci.contributions, fact.seat: fact.cards}
    return with_aci(state, contributions=contributions, hints={**state.aci.hints, fact.seat: fact.hint})


@applies(facts.AciShown)
def aci_shown(state: State, fact: facts.AciShown) -> State:
    assert state.aci is not None
    if fact.seat is None:
        return with_aci(state, external_shown=True)
    return with_aci(state, shown={**state.aci.shown, fact.seat: fact.cards})


@applies(facts.AciRevealed)
def aci_revealed(state: State, fact: facts.AciRevealed) -> State:
    for seat, cards in fact.contributions.items():
        state = with_hand(state, seat, without(state.hands[seat], cards))
    return with_aci(state, revealed=True, external_shown=True, shown=fact.contributions)


@applies(facts.AciAltered)
def aci_altered(state: State, fact: facts.AciAltered) -> State:
    assert state.aci is not None
    if fact.colour is not None:
        return with_aci(state, checked=(*state.aci.checked, fact.colour))
    return with_aci(state, modifier=fact.by, assembly_played=True)


@applies(facts.AciResult)
def aci_result(state: State, fact: facts.AciResult) -> State:
    aci = state.aci
    assert aci is not None
    spent = tuple(card for cards in aci.shown.values() for card in cards)
    decks = state.decks
    state = with_decks(
        state,
        discard=discarded(decks, spent),
        external_discard=(*reversed(aci.external), *decks.external_discard),
    )
    return replace(state, aci=None)


@applies(facts.PoolOpened)
def pool_opened(state: State, fact: facts.PoolOpened) -> State:
    pool = Pool(initiator=fact.initiator, region=fact.region, letter=fact.letter, threshold=fact.threshold)
    return replace(state, pool=pool)


def with_pool(state: State, **changes: Any) -> State:
    """The state with the implantation changed."""
    assert state.pool is not None
    return replace(state, pool=replace(state.pool, **changes))


@applies(facts.PoolShown)
def pool_shown(state: State, fact: facts.PoolShown) -> State:
    return with_pool(state, cards=fact.cards)


@applies(facts.PoolReopened)
def pool_reopened(state: State, fact: facts.PoolReopened) -> State:
    earlier = state.pool.cards if state.pool else {}
    return with_pool(state, round=fact.round, cards={}, earlier=earlier)


@applies(facts.PoolClosed)
def pool_closed(state: State, fact: facts.PoolClosed) -> State:
    assert state.pool is not None
    if fact.confirmed:
        for seat, cards in state.pool.cards.items():
            state = hand_to_discard(state, seat, cards)
    return replace(state, pool=None)


@applies(facts.ActionTaken)
def action_taken(state: State, fact: facts.ActionTaken) -> State:
    if fact.action == "free_move":
        return replace(state, free_move_used=True)
    if fact.action == "free_card":
        return replace(state, free_card_used=True)
    if fact.free:
        return state
    return replace(state, actions_left=state.actions_left - 1, kinds_used=(*state.kinds_used, fact.action))


@applies(facts.PowerUsed)
def power_used(state: State, fact: facts.PowerUsed) -> State:
    return with_seat(state, fact.seat, power_used=True)


@applies(facts.DieRolled)
def die_rolled(state: State, fact: facts.DieRolled) -> State:
    die = Die(purpose=fact.purpose, region=fact.region, target=fact.target, number=fact.number, reroll_used=fact.again)
    return replace(state, die=die)


@applies(facts.DieModified)
def die_modified(state: State, fact: facts.DieModified) -> State:
    die = state.die
    assert die is not None
    helmets = die.helmets_used or fact.helmets
    changed = replace(die, number=fact.number, target=fact.target, forced=fact.forced, helmets_used=helmets)
    return replace(state, die=changed)


@applies(facts.DieSettled)
def die_settled(state: State, fact: facts.DieSettled) -> State:
    return replace(state, die=None)


def token_value(token: str, count: int) -> int | bool:
    """The value of a region's field for so many tokens."""
    return bool(count) if token in FLAGS else count


@applies(facts.TokenAdded)
def token_added(state: State, fact: facts.TokenAdded) -> State:
    changes = {lower: token_value(lower, 0) for lower in LOWER.get(fact.token, ())}
    return with_region(state, fact.region, **changes, **{fact.token: token_value(fact.token, fact.count)})


@applies(facts.TokenRemoved)
def token_removed(state: State, fact: facts.TokenRemoved) -> State:
    return with_region(state, fact.region, **{fact.token: token_value(fact.token, fact.count)})


@applies(facts.TokenPromoted)
def token_promoted(state: State, fact: facts.TokenPromoted) -> State:
    return with_region(state, fact.region, **{fact.token: token_value(fact.token, 0)})


@applies(facts.WarStarted)
def war_started(state: State, fact: facts.WarStarted) -> State:
    return with_region(state, fact.region, riots=0, conflicts=0, war=1)


@applies(facts.WarFlipped)
def war_flipped(state: State, fact: facts.WarFlipped) -> State:
    orange = state.regions[fact.region].orange - fact.seized
    state = with_region(state, fact.region, war=2, seized=fact.seized, orange=orange)
    return replace(state, oil_balance=state.oil_balance - fact.seized)


@applies(facts.WarEnded)
def war_ended(state: State, fact: facts.WarEnded) -> State:
    region = state.regions[fact.region]
    orange = region.orange + region.seized
    state = with_region(state, fact.region, war=0, seized=0, orange=orange, conflicts=fact.conflicts)
    return replace(state, oil_balance=state.oil_balance + region.seized)


@applies(facts.DictatorshipStarted)
def dictatorship_started(state: State, fact: facts.DictatorshipStarted) -> State:
    nothing: dict[str, Any] = {"war": 0, "seized": 0, "riots": 0, "conflicts": 0, "refugees": 0, "chaos": False}
    return with_region(state, fact.region, **nothing, dictatorship=True, discipline=4)


@applies(facts.DictatorshipEnded)
def dictatorship_ended(state: State, fact: facts.DictatorshipEnded) -> State:
    return with_region(state, fact.region, dictatorship=False, discipline=2)


@applies(facts.ChaosStarted)
def chaos_started(state: State, fact: facts.ChaosStarted) -> State:
    return with_region(state, fact.region, **CLEARED_BY_CHAOS, dictatorship=False, chaos=True, discipline=0)


@applies(facts.ChaosEnded)
def chaos_ended(state: State, fact: facts.ChaosEnded) -> State:
    return with_region(state, fact.region, chaos=False, discipline=2)


@applies(facts.RefugeeMoved)
def refugee_moved(state: State, fact: facts.RefugeeMoved) -> State:
    refugees = state.regions[fact.region].refugees + int(fact.stays)
    return with_region(state, fact.region, refugees=refugees)


@applies(facts.ExodusMoved)
def exodus_moved(state: State, fact: facts.ExodusMoved) -> State:
    state = with_region(state, fact.origin, population=state.regions[fact.origin].population - 1)
    return with_region(state, fact.region, population=state.regions[fact.region].population + 1)


@applies(facts.PopulationChanged)
def population_changed(state: State, fact: facts.PopulationChanged) -> State:
    return with_region(state, fact.region, population=fact.population)


@applies(facts.DisciplineChanged)
def discipline_changed(state: State, fact: facts.DisciplineChanged) -> State:
    return with_region(state, fact.region, discipline=fact.discipline)


@applies(facts.DemographyChanged)
def demography_changed(state: State, fact: facts.DemographyChanged) -> State:
    return with_region(state, fact.region, demography=fact.demography)


def oil_of(fact: facts.LsChanged | facts.OilChanged | facts.PairCompleted) -> dict[str, int]:
    """The oil tokens that a fact leaves in its region."""
    return {"brown": fact.brown, "red_oil": fact.red_oil, "orange": fact.orange}


@applies(facts.LsChanged)
def ls_changed(state: State, fact: facts.LsChanged) -> State:
    rates = {"demography": fact.demography, "discipline": fact.discipline}
    state = with_region(state, fact.region, ls=fact.ls, **oil_of(fact), **rates)
    return replace(state, oil_balance=fact.oil_balance)


@applies(facts.OilChanged)
def oil_changed(state: State, fact: facts.OilChanged) -> State:
    return replace(with_region(state, fact.region, **oil_of(fact)), oil_balance=fact.oil_balance)


@applies(facts.ElecChanged)
def elec_changed(state: State, fact: facts.ElecChanged) -> State:
    region = state.regions[fact.region]
    nuclear = region.nuclear_added + (1 if fact.added == "nuclear" else 0)
    return with_region(state, fact.region, elec=fact.elec, nuclear_added=nuclear)


def with_letter(region: Region, letter: str) -> Cards:
    """The letters of a region with one more."""
    return tuple(sorted({*region.pts, letter}))


@applies(facts.PtImplanted)
def pt_implanted(state: State, fact: facts.PtImplanted) -> State:
    if fact.region is None:
        return replace(state, global_pts=tuple(sorted({*state.global_pts, fact.letter})))
    return with_region(state, fact.region, pts=with_letter(state.regions[fact.region], fact.letter))


@applies(facts.PairCompleted)
def pair_completed(state: State, fact: facts.PairCompleted) -> State:
    region = state.regions[fact.region]
    changes: dict[str, Any] = {fact.pair.lower(): True, "pts": with_letter(region, fact.letter), **oil_of(fact)}
    if fact.removed is not None:
        place = region.elec.index(fact.removed)
        changes["elec"] = region.elec[:place] + region.elec[place + 1 :]
    return replace(with_region(state, fact.region, **changes), oil_balance=fact.oil_balance)


@applies(facts.RegionGhgChanged)
def region_ghg_changed(state: State, fact: facts.RegionGhgChanged) -> State:
    return with_region(state, fact.region, ghg=fact.region_ghg)


@applies(facts.GhgChanged)
def ghg_changed(state: State, fact: facts.GhgChanged) -> State:
    return replace(state, ghg=fact.ghg)


@applies(facts.TrackAdvanced)
def track_advanced(state: State, fact: facts.TrackAdvanced) -> State:
    return replace(state, green=fact.green, red=fact.red)


@applies(facts.ConsequenceQueued)
def consequence_queued(state: State, fact: facts.ConsequenceQueued) -> State:
    decks = state.decks
    return with_decks(state, climate=decks.climate[1:], events=(fact.event, *decks.events))


@applies(facts.SpecialsFlipped)
def specials_flipped(state: State, fact: facts.SpecialsFlipped) -> State:
    return replace(state, specials_flipped=True)
