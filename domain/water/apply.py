"""How each fact of set-up, turns and conflicts changes the table. No rules, no checks, no exceptions."""

from msgspec.structs import replace

from domain.water import facts as happened
from domain.water.board import RIVER
from domain.water.changes import added, at, changed, plus, raised, standing, stocked, without_card
from domain.water.citations import rule_of_card, rule_of_phase
from domain.water.facts import Effect
from domain.water.state import Conflict, Counts, Modifiers, State, water


@water.applies(happened.GameSetUp, "water.setup.1", "water.setup.3", "water.setup.5")
def game_set_up(state: State, fact: happened.GameSetUp) -> State:
    order = tuple((fact.first_seat + step) % state.n for step in range(state.n))
    state = replace(state, first_seat=fact.first_seat, order=order, thunes=(fact.coins,) * state.n)
    for placed in fact.layout:
        state = standing(state, placed.owners, placed.type, placed.cells)
    return state


@water.applies(happened.ObjectiveDealt, "water.setup.2")
def objective_dealt(state: State, fact: happened.ObjectiveDealt) -> State:
    return replace(state, objective=at(state.objective, fact.seat, fact.objective))


@water.applies(happened.ActionDeckShuffled, "water.setup.2")
def action_deck_shuffled(state: State, fact: happened.ActionDeckShuffled) -> State:
    return replace(state, action_deck=fact.deck)


@water.applies(happened.ActionDealt, "water.setup.2")
def action_dealt(state: State, fact: happened.ActionDealt) -> State:
    hand = tuple(sorted((*state.hand[fact.seat], fact.card)))
    return replace(state, action_deck=state.action_deck[1:], hand=at(state.hand, fact.seat, hand))


@water.applies(happened.ResourceRowFixed, "water.med.2")
def resource_row_fixed(state: State, fact: happened.ResourceRowFixed) -> State:
    return replace(state, resource_row=fact.cards, row_is_public=fact.row_is_public)


@water.applies(happened.HomePlaced, "water.opening.1")
def home_placed(state: State, fact: happened.HomePlaced) -> State:
    return standing(state, (fact.seat,), "residential_zone", (fact.cell,))


@water.applies(happened.OpeningPassed, "water.opening.3")
def opening_passed(state: State, fact: happened.OpeningPassed) -> State:
    earlier = frozenset() if fact.seat == state.order[0] else state.passed
    return replace(state, passed=earlier | {fact.seat})


@water.applies(happened.OpeningEnded, "water.opening.3")
def opening_ended(state: State, fact: happened.OpeningEnded) -> State:
    return replace(state, passed=frozenset())


@water.applies(happened.TurnStarted, "water.p1.1")
def turn_started(state: State, fact: happened.TurnStarted) -> State:
    return replace(state, turn=fact.turn, order=fact.order, phase="p1")


@water.applies(happened.PhaseStarted, cites=rule_of_phase)
def phase_started(state: State, fact: happened.PhaseStarted) -> State:
    return replace(
        state,
        phase=fact.phase,
        ready=(False,) * state.n,
        counts=(Counts(),) * state.n,
        modifiers=(Modifiers(),) * state.n,
    )


@water.applies(happened.ResourceRevealed, "water.p2.1", "water.p2.2")
def resource_revealed(state: State, fact: happened.ResourceRevealed) -> State:
    dams = {river: replace(dam, intake=fact.water) for river, dam in state.dams.items()}
    lying = dict.fromkeys(RIVER, fact.water)
    return replace(state, phase="p2", current_card=fact.resource, water=lying, dams=dams)


@water.applies(happened.ClaimOpened, "water.conflict.1")
def claim_opened(state: State, fact: happened.ClaimOpened) -> State:
    return replace(state, conflict=Conflict(action=fact.action, eligible=fact.eligible))


@water.applies(happened.ClaimsClosed, "water.conflict.2")
def claims_closed(state: State, fact: happened.ClaimsClosed) -> State:
    if not fact.seats or state.conflict is None:
        return replace(state, conflict=None)
    made = tuple(phases | {state.phase} if s in fact.seats else phases for s, phases in enumerate(state.claims_made))
    return replace(state, conflict=replace(state.conflict, claims=fact.claims), claims_made=made)


@water.applies(happened.Conceded, "water.conflict.4")
def conceded(state: State, fact: happened.Conceded) -> State:
    return replace(state, conflict=None)


@water.applies(happened.StakesRevealed, "water.conflict.5")
def stakes_revealed(state: State, fact: happened.StakesRevealed) -> State:
    for seat, card in fact.cards.items():
        state = without_card(state, seat, card)
    return state


@water.applies(happened.ConflictResolved, "water.conflict.6", "water.conflict.7")
def conflict_resolved(state: State, fact: happened.ConflictResolved) -> State:
    lost = {seat: -points for seat, points in fact.lost.items()}
    return replace(state, conflict=None, vp=added(state.vp, lost))


@water.applies(happened.CellReserved, "water.conflict.8")
def cell_reserved(state: State, fact: happened.CellReserved) -> State:
    return replace(state, reserved={**state.reserved, **dict.fromkeys(fact.cells, fact.seat)})


@water.applies(happened.CardPlayed, "water.card.1", "water.card.2")
def card_played(state: State, fact: happened.CardPlayed) -> State:
    return without_card(state, fact.seat, fact.card)


@water.applies(happened.CardResolved, cites=rule_of_card)
def card_resolved(state: State, fact: happened.CardResolved) -> State:
    effect = fact.effect
    if effect.network is not None:
        state = stocked(state, fact.seat, effect.network, effect.stock.energy, effect.stock.food)
    return replace(
        state,
        thunes=added(state.thunes, effect.coins),
        vp=added(state.vp, effect.vp),
        water=raised(state.water, effect.water),
        placed=plus(state.placed, effect.placed),
        pollution=raised(state.pollution, effect.pollution),
        blocked=state.blocked | ({effect.blocked} if effect.blocked else frozenset()),
        modifiers=with_modifiers(state, fact.seat, effect),
    )


def with_modifiers(state: State, seat: int, effect: Effect) -> tuple[Modifiers, ...]:
    """The effects of a card that last for the phase."""
    found = changed(
        state.modifiers,
        seat,
        lambda held: replace(
            held,
            trade_deal=held.trade_deal or effect.trade_deal,
            public_works=held.public_works + effect.public_works,
        ),
    )
    return found if effect.embargo is None else changed(found, effect.embargo, lambda held: replace(held, embargo=True))


@water.applies(happened.TurnEnded, "water.end_turn.1")
def turn_ended(state: State, fact: happened.TurnEnded) -> State:
    """All water leaves the board, and what held for the turn is forgotten."""
    return replace(
        state,
        water=dict.fromkeys(RIVER, 0),
        placed={},
        activated=frozenset(),
        blocked=frozenset(),
        station_uses={},
        collect_done=(False,) * state.n,
        put_back=(False,) * state.n,
        modifiers=(Modifiers(),) * state.n,
        counts=(Counts(),) * state.n,
        reserved={},
        claims_made=(frozenset(),) * state.n,
        demolition_asked=frozenset(),
        dams={river: replace(dam, intake=0) for river, dam in state.dams.items()},
    )


@water.applies(happened.GameEnded, "water.score.1", "water.obj.1", "water.end.1")
def game_ended(state: State, fact: happened.GameEnded) -> State:
    return replace(state, phase="ended")
