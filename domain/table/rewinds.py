"""Undo and redo: who may take back what at once, who must agree, and what a refusal costs."""

from typing import Literal

from domain.core.errors import Refused
from domain.core.model import HOST, Fact
from domain.core.record import Record
from domain.table import facts
from domain.table.lifecycle import NotFound, NotYourSeat, NotYourTable, WrongStatus
from domain.table.state import Proposal, Table

FIRST_WAIT_MS = 30_000
LONGEST_WAIT_MS = 3_600_000


class UndoOff(Refused):
    """The table was made without undo."""

    code = "undo-off"


class SecretCrossed(Refused):
    """The rewind would cross chance, a secret or another seat's move, and the table does not allow that."""

    code = "secret-crossed"


class TooSoon(Refused):
    """After a refusal a seat must wait before it asks again."""

    code = "too-soon"

    def __init__(self, detail: str, seconds: int) -> None:
        super().__init__(detail)
        self.seconds = seconds


class ProposalOpen(Refused):
    """Another proposal waits for its votes."""

    code = "proposal-open"


class Span(Record):
    """One append that a rewind would cross: who acted in it, and whether it could be taken back unnoticed."""

    seat: int | None
    drew: bool
    revealed: bool


class Wish(Record):
    """The rewind that somebody wants."""

    kind: Literal["undo", "redo"]
    to: int
    crossed: tuple[Span, ...]
    redo: tuple[int, ...] = ()
    """What could be brought back afterwards."""


def barrier(wish: Wish, by: int) -> tuple[str, ...]:
    """What a rewind would cross: chance, secrets, other seats' moves; nothing if it is free."""
    found = {
        "chance": any(span.drew for span in wish.crossed),
        "secret": any(span.revealed for span in wish.crossed),
        "moves": any(span.seat not in (None, by) for span in wish.crossed),
    }
    return tuple(name for name, is_crossed in found.items() if is_crossed)


def affected(table: Table, wish: Wish, by: int) -> tuple[int, ...]:
    """The seats that must agree: those who acted since, and all if chance or secrets are crossed; engines always do."""
    acted = {span.seat for span in wish.crossed if span.seat is not None}
    everyone = set(range(len(table.holders)))
    concerned = everyone if set(barrier(wish, by)) & {"chance", "secret"} else acted
    return tuple(seat for seat in sorted(concerned - {by}) if table.engine_of(seat) is None)


def propose(table: Table, by: int, wish: Wish, now: int) -> tuple[Fact, ...]:
    """A seat asks for a rewind; what crosses nothing is done at once."""
    _only_running(table)
    if table.terms.undo_policy == "off":
        raise UndoOff("This table is played without undo.")
    _only_one_open(table)
    crosses = barrier(wish, by)
    if not crosses:
        return (_rewound(wish, by=by),)
    if table.terms.undo_policy == "free":
        raise SecretCrossed(
            f"This would cross: {', '.join(crosses)}; at this table only what crosses nothing is undone."
        )
    _not_too_soon(table, by, now)
    needs = (HOST,) if table.terms.undo_policy == "director" else affected(table, wish, by)
    if not needs:
        return (_rewound(wish, by=by),)
    number = len(table.proposals)
    return (facts.RewindProposed(id=number, kind=wish.kind, seat=by, to=wish.to, needs=needs, crosses=crosses),)


def direct(table: Table, by: str, wish: Wish, reason: str) -> facts.Rewound:
    """The director of a table rewinds it, and says why."""
    _only_running(table)
    if table.terms.undo_policy != "director" or by != table.host:
        raise NotYourTable("Only the director of a table with the undo policy `director` rewinds it alone.")
    return facts.Rewound(to=wish.to, kind=wish.kind, reason=reason, redo=wish.redo)


def vote(table: Table, number: int, seat: int, wish: Wish, *, agrees: bool, now: int) -> tuple[Fact, ...]:
    """A seat that must agree does or does not; the last needed agreement rewinds, one refusal ends the proposal."""
    proposal = open_proposal(table, number)
    if seat not in proposal.needs:
        raise NotYourSeat("This seat is not asked whether it agrees.")
    voted = facts.RewindVoted(id=number, seat=seat, agrees=agrees)
    if not agrees:
        return (
            voted,
            facts.RewindClosed(id=number, why="refused", wait_until=now + wait_after_refusal(table, proposal.by)),
        )
    votes = {**proposal.votes, seat: True}
    if all(votes.get(other) for other in proposal.needs):
        return (voted, _rewound(wish, by=proposal.by, proposal=number))
    return (voted,)


def wait_after_refusal(table: Table, seat: int) -> int:
    """Half a minute after the first refusal, twice as long after each further one, an hour at most."""
    return min(LONGEST_WAIT_MS, FIRST_WAIT_MS << min(table.refusals.get(seat, 0), 16))


def withdraw(table: Table, number: int, seat: int) -> facts.RewindClosed:
    """Who proposed a rewind takes the proposal back."""
    if open_proposal(table, number).by != seat:
        raise NotYourSeat("Only the seat that proposed a rewind can withdraw it.")
    return facts.RewindClosed(id=number, why="withdrawn")


def closed_by_move(table: Table) -> tuple[Fact, ...]:
    """A move made meanwhile closes open proposals."""
    return tuple(facts.RewindClosed(id=entry.id, why="moved") for entry in table.proposals if entry.outcome == "open")


def open_proposal(table: Table, number: int) -> Proposal:
    """The proposal of that number, if it still waits for votes."""
    if not 0 <= number < len(table.proposals):
        raise NotFound("There is no such proposal.")
    if table.proposals[number].outcome != "open":
        raise WrongStatus(f"This proposal is closed: {table.proposals[number].outcome}.")
    return table.proposals[number]


def _rewound(wish: Wish, *, by: int, proposal: int | None = None) -> facts.Rewound:
    return facts.Rewound(to=wish.to, kind=wish.kind, seat=by, proposal=proposal, redo=wish.redo)


def _only_running(table: Table) -> None:
    if table.status != "running":
        raise WrongStatus(f"Only a running match can be rewound; this table is {table.status}.")


def _only_one_open(table: Table) -> None:
    if any(entry.outcome == "open" for entry in table.proposals):
        raise ProposalOpen("Another proposal is open; it must be voted on or withdrawn first.")


def _not_too_soon(table: Table, by: int, now: int) -> None:
    wait = table.wait_until.get(by, 0) - now
    if wait > 0:
        seconds = -(-wait // 1000)
        raise TooSoon(f"After a refusal this seat may ask again in {seconds} seconds.", seconds)
