"""V.9, V.10. The comparison of the cards."""

from collections.abc import Iterator

from msgspec.structs import replace

from domain.core.chance import Chance
from domain.core.model import Fact, Outcome, again, done
from domain.core.rules import rule
from domain.cosmic import frames
from domain.cosmic.board import duel_of, is_active, mains, opponent, priority, use_key
from domain.cosmic.components import COMPROMISE
from domain.cosmic.facts import DuelWon
from domain.cosmic.powers.totals import POWERS_OF_ALLIES, POWERS_OF_MAINS, compared
from domain.cosmic.registry import STANDS, step
from domain.cosmic.state import State


@step(frames.Outcome)
@rule("cosmic.resolve.1", "cosmic.resolve.8", "cosmic.deal.1", "cosmic.window.2")
def outcome(state: State, frame: frames.Outcome, chance: Chance) -> Outcome:
    """A forced result, a deal, a compromise against an attack, or two attacks."""
    duel = duel_of(state)
    if duel.forced_winner is not None:
        return done(won(state, duel.forced_winner))
    compromises = [seat for seat in mains(state) if duel.counts_as[seat] == COMPROMISE]
    if len(compromises) == 2:
        return done()
    if compromises:
        return against_compromise(state, frame, compromises[0])
    return two_attacks(state, frame)


def won(state: State, winner: int) -> DuelWon:
    """The duel has a winner among the main players."""
    return DuelWon(winner=winner, loser=opponent(state, winner))


@rule("cosmic.pw.loser")
def decided(state: State, winner: int) -> DuelWon:
    """An upset exchanges winner and loser."""
    return won(state, opponent(state, winner) if duel_of(state).upset else winner)


@rule("cosmic.resolve.8", "cosmic.pw.pacifist")
def against_compromise(state: State, frame: frames.Outcome, seat: int) -> Outcome:
    """The attack wins, unless the compromise is a Pacifist's."""
    if frame.given is None and is_active(state, seat, "pacifist"):
        return again(frame, then=(frames.Declaration(seat=seat, power="pacifist"),))
    winner = seat if frame.given == STANDS else opponent(state, seat)
    return done(decided(state, winner))


@rule("cosmic.resolve.1", "cosmic.resolve.2", "cosmic.window.2")
def two_attacks(state: State, frame: frames.Outcome) -> Outcome:
    """Mandatory powers are declared one after another, then both sides are compared."""
    following = next(pending(state, frame), None)
    if following is not None:
        seat, power = following
        tried = replace(frame, tried=(*frame.tried, use_key(seat, power)))
        return again(tried, then=(frames.Declaration(seat=seat, power=power),))
    result = compared(state, duel_of(state).applied)
    duel = duel_of(state)
    offence_wins = result.offence < result.defence if result.lower_wins else result.offence > result.defence
    winner = duel.offence if offence_wins else opponent(state, duel.offence)
    facts: tuple[Fact, ...] = (result, decided(state, winner))
    return done(*facts)


@rule("cosmic.power.6", "cosmic.power.3")
def pending(state: State, frame: frames.Outcome) -> Iterator[tuple[int, str]]:
    """Powers still to be declared: active, of the right role, and changing something."""
    duel = duel_of(state)
    applied = duel.applied
    now = compared(state, applied)
    for seat in priority(state):
        for power in POWERS_OF_MAINS if seat in mains(state) else POWERS_OF_ALLIES if seat in duel.allies else ():
            key = use_key(seat, power)
            if key in frame.tried or not is_active(state, seat, power):
                continue
            if compared(state, (*applied, key)) != now:
                yield seat, power
