"""Powers declared, stopped, lost; edicts played; what they leave behind for the duel."""

from msgspec.structs import replace

from domain.cosmic import facts
from domain.cosmic.apply.changes import gives_up, with_duel
from domain.cosmic.board import duel_of, use_key
from domain.cosmic.state import Binding, Edict, Graft, State, cosmic


@cosmic.applies(facts.PowerDeclared, cites=lambda fact: (f"cosmic.pw.{fact.power}", "cosmic.window.3"))
def power_declared(state: State, fact: facts.PowerDeclared) -> State:
    """A use is announced, and counted."""
    key, uses = use_key(fact.seat, fact.power), duel_of(state).uses
    return with_duel(state, uses={**uses, key: uses.get(key, 0) + 1})


@cosmic.applies(facts.PowerApplied, cites=lambda fact: (f"cosmic.pw.{fact.power}",))
def power_applied(state: State, fact: facts.PowerApplied) -> State:
    """A use stands."""
    return with_duel(state, applied=(*duel_of(state).applied, use_key(fact.seat, fact.power)))


@cosmic.applies(facts.PowerZapped, "cosmic.edict.zap")
def power_zapped(state: State, fact: facts.PowerZapped) -> State:
    """A use has no effect, and the power rests until the end of the duel."""
    return with_duel(state, suspended=(*duel_of(state).suspended, use_key(fact.seat, fact.power)))


@cosmic.applies(facts.PowerLost, "cosmic.power.4", "cosmic.two.4")
def power_lost(state: State, fact: facts.PowerLost) -> State:
    """A seat has too few home bases; a graft ends with its own power."""
    if state.duel is None:
        return state
    return with_duel(state, grafts={seat: graft for seat, graft in state.duel.grafts.items() if seat != fact.seat})


@cosmic.applies(facts.PowerRegained, "cosmic.power.5")
def power_regained(state: State, fact: facts.PowerRegained) -> State:
    """A seat has enough home bases again."""
    return state


@cosmic.applies(facts.Grafted, "cosmic.pw.plant")
def grafted(state: State, fact: facts.Grafted) -> State:
    """A seat has one more power for this duel."""
    graft = Graft(donor=fact.donor, power=fact.power)
    return with_duel(state, grafts={**duel_of(state).grafts, fact.seat: graft})


@cosmic.applies(facts.QuestionAsked, "cosmic.pw.seeker")
def question_asked(state: State, fact: facts.QuestionAsked) -> State:
    """A question is in the air."""
    return state


@cosmic.applies(facts.QuestionAnswered, "cosmic.pw.seeker")
def question_answered(state: State, fact: facts.QuestionAnswered) -> State:
    """An answer is given; some bind the seat."""
    if not fact.binding:
        return state
    binding = Binding(seat=fact.seat, question=fact.question, answer=fact.answer)
    return with_duel(state, bound=(*duel_of(state).bound, binding))


@cosmic.applies(facts.Blinded, "cosmic.pw.laser")
def blinded(state: State, fact: facts.Blinded) -> State:
    """A seat will play a card at random."""
    return with_duel(state, blind=(*duel_of(state).blind, fact.seat))


@cosmic.applies(facts.Foreseen, "cosmic.pw.oracle")
def foreseen(state: State, fact: facts.Foreseen) -> State:
    """A seat will see the other card before it plays its own."""
    return with_duel(state, foresight=fact.seat)


@cosmic.applies(facts.BluffDeclared, "cosmic.pw.gambler")
def bluff_declared(state: State, fact: facts.BluffDeclared) -> State:
    """A seat will not turn its card."""
    return with_duel(state, bluff=fact.seat)


@cosmic.applies(facts.Claimed, "cosmic.pw.gambler")
def claimed(state: State, fact: facts.Claimed) -> State:
    """A face is claimed."""
    return with_duel(state, claim=fact.face)


@cosmic.applies(facts.ClaimAnswered, "cosmic.pw.gambler")
def claim_answered(state: State, fact: facts.ClaimAnswered) -> State:
    """The claim is accepted, or called with a forced result."""
    return with_duel(state, claim_accepted=fact.accepted, forced_winner=fact.forced_winner)


@cosmic.applies(facts.SentencePronounced, "cosmic.pw.judge")
def sentence_pronounced(state: State, fact: facts.SentencePronounced) -> State:
    """The outcome will have a sequel."""
    return with_duel(state, sentence=fact.sentence)


@cosmic.applies(facts.UpsetDeclared, "cosmic.pw.loser")
def upset_declared(state: State, fact: facts.UpsetDeclared) -> State:
    """Winner and loser will be exchanged."""
    return with_duel(state, upset=True)


@cosmic.applies(facts.ExperienceGained, "cosmic.pw.warrior")
def experience_gained(state: State, fact: facts.ExperienceGained) -> State:
    """The Warrior's counter grows."""
    return replace(state, warrior_count=state.warrior_count + fact.gained)


@cosmic.applies(facts.EdictPlayed, cites=lambda fact: ("cosmic.edict.1", f"cosmic.{fact.card.replace('_', '.', 1)}"))
def edict_played(state: State, fact: facts.EdictPlayed) -> State:
    """An edict lies face up and is being carried out."""
    state = gives_up(state, fact.seat, (fact.card,))
    return replace(state, edicts_under_way=(*state.edicts_under_way, Edict(kind=fact.card, seat=fact.seat)))
