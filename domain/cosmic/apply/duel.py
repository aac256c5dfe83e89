"""The course of a duel."""

from msgspec.structs import replace

from domain.cosmic import facts
from domain.cosmic.apply.changes import with_duel
from domain.cosmic.board import duel_of, main_of
from domain.cosmic.state import State, cosmic


@cosmic.applies(facts.StageReached, "cosmic.turn.2")
def stage_reached(state: State, fact: facts.StageReached) -> State:
    """The duel has come to its next phase."""
    return with_duel(state, stage=fact.stage)


@cosmic.applies(facts.TurnAborted, "cosmic.turn.4", "cosmic.turn.5")
def turn_aborted(state: State, fact: facts.TurnAborted) -> State:
    """The duel is broken off."""
    return with_duel(state, aborted=True)


@cosmic.applies(facts.HandChecked, "cosmic.hand.1", "cosmic.hand.4", "cosmic.second.3")
def hand_checked(state: State, fact: facts.HandChecked) -> State:
    """A hand was looked through; nothing moves."""
    return state


@cosmic.applies(facts.HandRenewed, "cosmic.hand.1", "cosmic.hand.4", "cosmic.hand.7")
def hand_renewed(state: State, fact: facts.HandRenewed) -> State:
    """A seat has a new hand, or no duel card was to be had."""
    return state if fact.found else with_duel(state, barren=fact.seat)


@cosmic.applies(facts.DefenceSet, "cosmic.destiny.2", "cosmic.destiny.4")
def defence_set(state: State, fact: facts.DefenceSet) -> State:
    """It is known who is attacked, and perhaps where."""
    return with_duel(state, defence=fact.seat, planet=fact.planet, planet_fixed=fact.planet is not None)


@cosmic.applies(facts.ConeAimed, "cosmic.aim.1")
def cone_aimed(state: State, fact: facts.ConeAimed) -> State:
    """The cone points at a planet."""
    return with_duel(state, planet=fact.planet)


@cosmic.applies(facts.Invited, "cosmic.ally.1", "cosmic.ally.2")
def invited(state: State, fact: facts.Invited) -> State:
    """A side has called for allies."""
    return with_duel(state, invited={**duel_of(state).invited, fact.side: fact.seats})


@cosmic.applies(facts.Ordered, "cosmic.pw.magnet")
def ordered(state: State, fact: facts.Ordered) -> State:
    """A seat must join a side or stay out."""
    return with_duel(state, orders={**duel_of(state).orders, fact.seat: fact.order})


@cosmic.applies(facts.AllyDeclined, "cosmic.ally.4")
def ally_declined(state: State, fact: facts.AllyDeclined) -> State:
    """A seat stays out."""
    return state


@cosmic.applies(facts.AllyDismissed, "cosmic.edict.force_field", "cosmic.deal.2")
def ally_dismissed(state: State, fact: facts.AllyDismissed) -> State:
    """A seat is no ally any more."""
    allies = duel_of(state).allies
    return with_duel(state, allies={seat: side for seat, side in allies.items() if seat != fact.seat})


@cosmic.applies(facts.CountedAs, "cosmic.edict.emotion", "cosmic.pw.empath", "cosmic.pw.gambler")
def counted_as(state: State, fact: facts.CountedAs) -> State:
    """Cards count as other faces."""
    faces = {main_of(state, side): face for side, face in fact.faces.items()}
    return with_duel(state, counts_as={**duel_of(state).counts_as, **faces})


@cosmic.applies(facts.Totals, "cosmic.resolve.1")
def totals(state: State, fact: facts.Totals) -> State:
    """Both sides have added up."""
    return with_duel(state, totals={"offence": fact.offence, "defence": fact.defence})


@cosmic.applies(facts.DuelWon, "cosmic.resolve.1", "cosmic.resolve.2", "cosmic.resolve.8")
def duel_won(state: State, fact: facts.DuelWon) -> State:
    """The duel has a winner."""
    return with_duel(state, winner=fact.winner, success=fact.winner == duel_of(state).offence)


@cosmic.applies(facts.RewardTaken, "cosmic.resolve.6")
def reward_taken(state: State, fact: facts.RewardTaken) -> State:
    """A defensive ally has said what it takes; cards and tokens follow."""
    return state


@cosmic.applies(facts.ConsolationCancelled, "cosmic.edict.gas")
def consolation_cancelled(state: State, fact: facts.ConsolationCancelled) -> State:
    """No consolation in this duel."""
    return with_duel(state, gas=True)


@cosmic.applies(facts.GameWon, "cosmic.win.1", "cosmic.win.3")
def game_won(state: State, fact: facts.GameWon) -> State:
    """The winners are known; nothing moves any more."""
    return replace(state, deal=None)
