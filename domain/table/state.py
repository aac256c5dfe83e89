"""A table as its facts add up to it."""

from collections.abc import Callable, Iterable
from functools import singledispatch
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from domain.core.codec import tag_of
from domain.core.forms import Answer
from domain.core.game import Change
from domain.core.model import Fact, House, Instruction
from domain.core.record import Record
from domain.core.result import Result
from domain.table import facts
from domain.table.facts import Chance, Holder, Terms

Status = Literal["gathering", "running", "finished", "withdrawn"]


class ClockState(Record):
    """What the clocks show: milliseconds left per seat, due times (milliseconds of the epoch) by name."""

    left: dict[int, int] = {}
    due: dict[str, int] = {}
    limits: dict[str, int] = {}


class Invitation(Record):
    """Leave to sit down at a private table."""

    id: str
    player: str | None = None
    code_hash: str | None = None


class Proposal(Record):
    """A rewind that waits for other seats to agree."""

    id: int
    kind: Literal["undo", "redo"]
    by: int
    to: int
    needs: tuple[int, ...]
    crosses: tuple[str, ...]
    votes: dict[int, bool] = {}
    outcome: Literal["open", "applied", "refused", "withdrawn", "moved"] = "open"


class Table(Record):
    """One match being gathered, played or over, without the game's own state."""

    game: str
    host: str
    host_name: str
    terms: Terms
    chance: Chance
    commitment: str | None
    holders: tuple[Holder | None, ...]
    playing: int
    officials: tuple[str, ...] = ()
    status: Status = "gathering"
    teams: dict[int, tuple[Holder, ...]] = {}
    """Who holds a seat beside its holder, in the order in which they came."""
    ballots: dict[str, dict[str, Answer]] = {}
    """How players who hold a seat together have voted so far, by decision and player."""
    contributions: dict[int, str] = {}
    invitations: tuple[Invitation, ...] = ()
    options: dict[str, Any] = {}
    """The options as the game took them; those of the terms may leave out what has a default."""
    content: str | None = None
    rules_version: str | None = None
    instructions: dict[int, tuple[Instruction, ...]] = {}
    clock: ClockState = ClockState()
    resigned: frozenset[int] = frozenset()
    changes: tuple[Change, ...] = ()
    """The seats that changed since the start; a rewind does not bring back those who left."""
    rewinds: int = 0
    proposals: tuple[Proposal, ...] = ()
    refusals: dict[int, int] = {}
    """How often in a row each seat's proposals were refused."""
    wait_until: dict[int, int] = {}
    redo: tuple[int, ...] = ()
    result: Result | None = None

    @property
    def house(self) -> House:
        """What the core must know of this table."""
        return House(
            rewinds=self.rewinds,
            seats=self.playing,
            is_entered=self.chance == "entered",
            team_policy=self.team_policy,
            window_policy=self.options.get("window_policy", self.terms.window_policy),
            window_seconds=self.terms.window_seconds,
            instructions=self.instructions,
        )

    @property
    def team_policy(self) -> str:
        """How those who answer together come to one answer."""
        return str(self.options.get("team_policy", self.terms.team_policy))

    def holding(self, seat: int) -> tuple[Holder, ...]:
        """All who hold a seat; the first of them speaks for it."""
        holder = self.holders[seat]
        return (holder, *self.teams.get(seat, ())) if holder else ()

    def seat_of(self, player: str) -> int | None:
        """The seat a player holds, alone or with others, if any."""
        seats = range(len(self.holders))
        return next((seat for seat in seats if any(one.player == player for one in self.holding(seat))), None)

    def speaks_for(self, player: str) -> int | None:
        """The seat that a player holds alone, or as the first of those who hold it."""
        return next((seat for seat, holder in enumerate(self.holders) if holder and holder.player == player), None)

    def is_at_it(self, player: str) -> bool:
        """Whether a player sits at the table, in person or through a bot."""
        seats = range(len(self.holders))
        return any(player in (one.player, one.owner) for seat in seats for one in self.holding(seat))

    def role_of(self, seat: int) -> str | None:
        """The role of an official seat."""
        return self.officials[seat - self.playing] if self.playing <= seat < len(self.holders) else None

    def engine_of(self, seat: int) -> str | None:
        """The built-in opponent that answers for a seat, if any."""
        if seat >= len(self.holders):
            return None
        if seat in self.resigned:
            return self.terms.leaver_policy
        holder = self.holders[seat]
        return holder.engine if holder else None


def apply(table: Table | None, fact: Fact) -> Table:
    """The table after a fact: no rules, no checks, no exceptions."""
    if isinstance(fact, facts.Created):
        return Table(
            game=fact.game,
            host=fact.host,
            host_name=fact.host_name,
            terms=fact.terms,
            chance=fact.chance,
            commitment=fact.commitment,
            playing=fact.seats,
            officials=fact.officials,
            holders=(None,) * (fact.seats + len(fact.officials)),
        )
    assert table is not None
    return _applied(fact, table)


def after(table: Table, happened: Iterable[Fact]) -> Table:
    """The table after those of the facts that are its own."""
    for fact in happened:
        table = apply(table, fact) if type(fact) in facts.TABLE_FACTS else table
    return table


@singledispatch
def _applied(fact: Fact, table: Table) -> Table:
    return table


@_applied.register
def _(fact: facts.TermsChanged, table: Table) -> Table:
    return replace(table, terms=fact.terms)


@_applied.register
def _(fact: facts.Invited, table: Table) -> Table:
    invitation = Invitation(id=fact.id, player=fact.player, code_hash=fact.code_hash)
    return replace(table, invitations=(*table.invitations, invitation))


@_applied.register
def _(fact: facts.Seated, table: Table) -> Table:
    contributions = {seat: text for seat, text in table.contributions.items() if seat != fact.seat}
    if fact.contribution is not None:
        contributions[fact.seat] = fact.contribution
    return replace(table, holders=_placed(table, fact.seat, fact.holder), contributions=contributions)


@_applied.register
def _(fact: facts.StoodUp, table: Table) -> Table:
    contributions = {seat: text for seat, text in table.contributions.items() if seat != fact.seat}
    holders = _placed(table, fact.seat, None)
    return replace(table, holders=holders, contributions=contributions, teams=_without_team(table, fact.seat))


@_applied.register
def _(fact: facts.TeamJoined, table: Table) -> Table:
    return replace(table, teams={**table.teams, fact.seat: (*table.teams.get(fact.seat, ()), fact.member)})


@_applied.register
def _(fact: facts.TeamLeft, table: Table) -> Table:
    first, *others = (one for one in table.holding(fact.seat) if one.player != fact.player)
    holders = _placed(table, fact.seat, first)
    return replace(table, holders=holders, teams={**_without_team(table, fact.seat), fact.seat: tuple(others)})


def _without_team(table: Table, seat: int) -> dict[int, tuple[Holder, ...]]:
    return {other: team for other, team in table.teams.items() if other != seat}


def _placed(table: Table, seat: int, holder: Holder | None) -> tuple[Holder | None, ...]:
    return (*table.holders[:seat], holder, *table.holders[seat + 1 :])


@_applied.register
def _(fact: facts.Started, table: Table) -> Table:
    return replace(
        table, status="running", rules_version=fact.rules_version, content=fact.content, options=fact.options
    )


@_applied.register
def _(fact: facts.Instructed, table: Table) -> Table:
    given = Instruction(kinds=fact.kinds, until=fact.until, mark=fact.mark)
    others = tuple(known for known in table.instructions.get(fact.seat, ()) if known.until != fact.until)
    kept = (*others, given) if fact.kinds else others
    return replace(table, instructions={**table.instructions, fact.seat: kept})


@_applied.register
def _(fact: facts.ClockSet, table: Table) -> Table:
    return replace(table, clock=ClockState(left=fact.left, due=fact.due, limits=fact.limits))


@_applied.register
def _(fact: facts.Resigned, table: Table) -> Table:
    return replace(table, resigned=table.resigned | {fact.seat}, changes=_changed(table, fact.seat, "left"))


@_applied.register
def _(fact: facts.Joined, table: Table) -> Table:
    changes = _changed(table, fact.seat, "joined")
    return replace(table, holders=(*table.holders, fact.holder), playing=table.playing + 1, changes=changes)


@_applied.register
def _(fact: facts.Replaced, table: Table) -> Table:
    return replace(
        table,
        holders=_placed(table, fact.seat, fact.holder),
        teams=_without_team(table, fact.seat),
        resigned=table.resigned - {fact.seat},
        changes=_changed(table, fact.seat, "replaced"),
    )


def _changed(table: Table, seat: int, what: Literal["joined", "left", "replaced"]) -> tuple[Change, ...]:
    return (*table.changes, Change(seat, what))


@_applied.register
def _(fact: facts.Balloted, table: Table) -> Table:
    others = {decision: votes for decision, votes in table.ballots.items() if decision != fact.decision}
    if fact.decides:
        return replace(table, ballots=others)
    votes = {**table.ballots.get(fact.decision, {}), fact.player: fact.answer}
    return replace(table, ballots={**others, fact.decision: votes})


@_applied.register
def _(fact: facts.RewindProposed, table: Table) -> Table:
    proposal = Proposal(id=fact.id, kind=fact.kind, by=fact.seat, to=fact.to, needs=fact.needs, crosses=fact.crosses)
    return replace(table, proposals=(*table.proposals, proposal))


@_applied.register
def _(fact: facts.RewindVoted, table: Table) -> Table:
    return _with_proposal(table, fact.id, lambda old: replace(old, votes={**old.votes, fact.seat: fact.agrees}))


@_applied.register
def _(fact: facts.RewindClosed, table: Table) -> Table:
    closed = _with_proposal(table, fact.id, lambda old: replace(old, outcome=fact.why))
    if fact.why != "refused":
        return closed
    by = closed.proposals[fact.id].by
    refusals = {**table.refusals, by: table.refusals.get(by, 0) + 1}
    return replace(closed, refusals=refusals, wait_until={**table.wait_until, by: fact.wait_until})


@_applied.register
def _(fact: facts.Rewound, table: Table) -> Table:
    after = replace(table, rewinds=table.rewinds + 1, redo=fact.redo, ballots={})
    if fact.proposal is None:
        return after
    by = table.proposals[fact.proposal].by
    refusals = {seat: count for seat, count in table.refusals.items() if seat != by}
    return replace(_with_proposal(after, fact.proposal, lambda old: replace(old, outcome="applied")), refusals=refusals)


def _with_proposal(table: Table, number: int, change: Callable[[Proposal], Proposal]) -> Table:
    changed = change(table.proposals[number])
    return replace(table, proposals=(*table.proposals[:number], changed, *table.proposals[number + 1 :]))


@_applied.register
def _(fact: facts.Finished, table: Table) -> Table:
    return replace(table, status="finished", result=fact.result)


@_applied.register
def _(fact: facts.Withdrawn, table: Table) -> Table:
    return replace(table, status="withdrawn")


_TYPES: dict[str, type[Fact]] = {tag_of(kind): kind for kind in facts.TABLE_FACTS}


def decode(tag: str, fields: Any) -> Fact:
    """The table fact of that type with those fields."""
    fact: Fact = msgspec.convert(fields, _TYPES[tag], str_keys=True)
    return fact


def is_table_fact(tag: str) -> bool:
    """Whether an event type belongs to the table and not to the game."""
    return tag.startswith("table.")
