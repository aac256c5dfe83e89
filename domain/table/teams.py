"""Seats held by several players: who may hold one together, who speaks for it, and how its answer is voted on."""

from collections.abc import Iterable

from domain.core.forms import Answer, misfit
from domain.core.model import Decision
from domain.core.votes import ABSTAINED, elected
from domain.table import facts
from domain.table.facts import Holder
from domain.table.lifecycle import NotFound, NotYourSeat, SeatTaken, TableFull, WrongStatus
from domain.table.state import Table

MOST = 8
"""How many players may hold one seat."""


def join(table: Table, seat: int, member: Holder) -> tuple[facts.TeamJoined, ...]:
    """A player holds a seat together with those who sit there, until the match begins."""
    held = _held(table, seat)
    if member in held:
        return ()
    if table.status != "gathering":
        raise WrongStatus(f"Teams are formed before the start; this table is {table.status}.")
    if held[0].kind == "engine" or held[0].engine is not None:
        raise SeatTaken("A built-in opponent plays this seat alone.")
    if member.player is not None and table.seat_of(member.player) is not None:
        raise SeatTaken("This player sits at another seat of the table; stand up there first.")
    if len(held) >= MOST:
        raise TableFull(f"At most {MOST} players hold one seat.")
    return (facts.TeamJoined(seat=seat, member=member),)


def leave(table: Table, seat: int, player: str, by: str) -> facts.TeamLeft | facts.StoodUp:
    """A player leaves those he holds a seat with, or is sent away by the host or by who speaks for the seat."""
    held = _held(table, seat)
    if table.status != "gathering":
        raise WrongStatus("The match has begun; whoever wants to leave it resigns.")
    if player not in (one.player for one in held):
        raise NotFound("This player does not hold the seat.")
    if by not in (player, held[0].player, table.host):
        raise NotYourSeat("Only the player, who speaks for the seat, or the host can do this.")
    return facts.TeamLeft(seat=seat, player=player) if len(held) > 1 else facts.StoodUp(seat=seat)


def _held(table: Table, seat: int) -> tuple[Holder, ...]:
    held = table.holding(seat) if seat < len(table.holders) else ()
    if not held:
        raise NotFound("Nobody sits there yet; sit down first.")
    return held


def votes(table: Table, seat: int) -> bool:
    """Whether those who hold a seat vote on its answers."""
    return table.team_policy == "vote" and bool(table.teams.get(seat))


def ballot(table: Table, found: Decision, player: str, answer: Answer) -> tuple[facts.Balloted | None, Answer | None]:
    """A vote, unless it stands already, and the answer that is elected by it, if that ends the vote."""
    cast = _standing(table, found)
    chosen = elected({**cast, player: answer}, _voters(table, found.seat))
    if chosen is None and cast.get(player) == answer:
        return None, None
    decides = chosen is not None
    voted = facts.Balloted(seat=found.seat, player=player, decision=found.id, answer=answer, decides=decides)
    return voted, chosen


def when_time_is_up(table: Table, late: Iterable[Decision]) -> dict[str, Answer]:
    """What the votes cast so far come to, by decision, where there are any; the silent abstain."""
    found: dict[str, Answer] = {}
    for decision in late:
        cast = _standing(table, decision)
        if cast and votes(table, decision.seat):
            voters = _voters(table, decision.seat)
            chosen = elected(dict.fromkeys(voters, ABSTAINED) | cast, voters)
            found |= {decision.id: chosen} if chosen else {}
    return found


def _standing(table: Table, found: Decision) -> dict[str, Answer]:
    """The votes that fit the question as it is now."""
    cast = table.ballots.get(found.id, {})
    return {player: answer for player, answer in cast.items() if misfit(found.ask.form, answer) is None}


def _voters(table: Table, seat: int) -> tuple[str, ...]:
    return tuple(one.player for one in table.holding(seat) if one.player is not None)
