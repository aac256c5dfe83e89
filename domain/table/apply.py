"""How each fact changes a table: no rules, no checks."""

from collections.abc import Callable, Iterable
from functools import singledispatch
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from domain.core.codec import tag_of
from domain.core.game import Change
from domain.core.model import Fact, Instruction
from domain.table import facts
from domain.table.facts import Holder
from domain.table.state import ClockState, Invitation, Proposal, Table


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
