"""From the gathering of a table to its end: what may be done when, and by whom."""

from collections.abc import Mapping
from hashlib import sha256
from hmac import compare_digest
from typing import Any

import msgspec

from domain.core.errors import BadOptions, Refused
from domain.core.game import Game
from domain.core.model import Fact
from domain.core.record import Record
from domain.table import facts
from domain.table.facts import Holder, Terms
from domain.table.state import Table


class WrongStatus(Refused):
    """The table is not at the stage at which this can be done."""

    code = "wrong-status"


class SeatTaken(Refused):
    """Somebody sits there."""

    code = "seat-taken"


class TableFull(Refused):
    """No seat is free."""

    code = "table-full"


class NotYourSeat(Refused):
    """The seat belongs to somebody else."""

    code = "not-your-seat"


class NotYourTable(Refused):
    """Only the host may do this."""

    code = "not-your-table"


class NotFound(Refused):
    """There is no such thing at this table."""

    code = "not-found"


def options_of(game: Game, given: Mapping[str, Any], seats: int) -> Any:
    """The options of a game, decoded and tried, or a refusal that says what is wrong with them."""
    low, high = game.described.seats
    if not low <= seats <= high:
        raise BadOptions(f"{game.slug} is played by {low} to {high} seats.")
    try:
        options: Any = msgspec.convert(dict(given), game.options_type)
    except msgspec.ValidationError as error:
        raise BadOptions(f"options: {error}") from None
    if game.starter is None:
        raise BadOptions(f"{game.slug} has no set-up.")
    game.starter(options, seats)
    return options


def officials_of(game: Game, options: Any) -> tuple[str, ...]:
    """The official seats that a game wants with these options."""
    return game.officer(options)


def change_terms(table: Table, game: Game, by: str, terms: Terms) -> facts.TermsChanged:
    """The host changes the conditions while the table gathers."""
    _only_host(table, by)
    _only_when(table, "gathering")
    if officials_of(game, options_of(game, terms.options, table.playing)) != table.officials:
        raise BadOptions("These options need other official seats; open another table for them.")
    return facts.TermsChanged(terms=terms)


def invite(table: Table, by: str, invitation: str, player: str | None, code: str | None) -> facts.Invited:
    """The host invites a player by name, or whoever brings a code."""
    _only_host(table, by)
    _only_when(table, "gathering", "running")
    return facts.Invited(id=invitation, player=player, code_hash=_hashed(code) if code else None)


def may_enter(table: Table, player: str, code: str | None) -> bool:
    """Whether a player may look at the table and sit down at it."""
    if table.terms.visibility == "public" or player == table.host or table.seat_of(player) is not None:
        return True
    return is_invited(table, player, code)


def is_invited(table: Table, player: str, code: str | None) -> bool:
    """Whether the host has invited a player, by name or by the code he brings."""
    hashed = _hashed(code) if code else None
    return any(
        entry.player == player or (hashed and entry.code_hash and compare_digest(hashed, entry.code_hash))
        for entry in table.invitations
    )


def _hashed(code: str) -> str:
    return sha256(code.encode()).hexdigest()


class Sitting(Record):
    """Somebody who wants a seat: who asks, who shall sit there, and what they bring."""

    seat: int
    by: str
    holder: Holder
    contribution: str | None = None
    code: str | None = None


def sit(table: Table, game: Game, wish: Sitting) -> tuple[Fact, ...]:
    """Somebody takes a free seat, or one of a running match; sitting where one sits changes nothing."""
    _known_engine(game, wish.holder.engine)
    if table.status == "running":
        return _sit_late(table, wish)
    _only_when(table, "gathering")
    _known(table, wish.seat)
    held = table.holders[wish.seat]
    if held == wish.holder and table.contributions.get(wish.seat) == wish.contribution:
        return ()
    if held not in (None, wish.holder):
        raise SeatTaken(_free_seats(table))
    if wish.holder.kind == "engine":
        _only_host(table, wish.by)
    _sits_nowhere_else(table, wish)
    return (facts.Seated(seat=wish.seat, holder=wish.holder, contribution=wish.contribution),)


def _sit_late(table: Table, wish: Sitting) -> tuple[Fact, ...]:
    """A running match takes newcomers at a further seat, and others at seats that nobody plays any more."""
    if wish.contribution is not None:
        raise BadOptions("The seed is settled; a seat contributes to it before the start.")
    if wish.seat >= len(table.holders):
        return _join(table, wish)
    if table.holders[wish.seat] == wish.holder and wish.seat not in table.resigned:
        return ()
    is_own = table.speaks_for(wish.by) == wish.seat
    if table.engine_of(wish.seat) is None and not (is_own and wish.holder.kind == "engine"):
        raise SeatTaken("Somebody plays this seat.")
    if not is_own:
        _may_come(table, wish)
    _sits_nowhere_else(table, wish)
    return (facts.Replaced(seat=wish.seat, holder=wish.holder),)


def _join(table: Table, wish: Sitting) -> tuple[Fact, ...]:
    if wish.seat > len(table.holders) or table.officials:
        raise NotFound(f"The seats of this table are 0 to {len(table.holders) - 1}.")
    _may_come(table, wish)
    _sits_nowhere_else(table, wish)
    return (facts.Joined(seat=wish.seat, holder=wish.holder),)


def _may_come(table: Table, wish: Sitting) -> None:
    if wish.by != table.host and (wish.holder.kind == "engine" or not is_invited(table, wish.by, wish.code)):
        raise NotYourTable("The host of a running match seats engines in it and invites those who may take a seat.")


def _sits_nowhere_else(table: Table, wish: Sitting) -> None:
    player = wish.holder.player
    if player is not None and table.seat_of(player) not in (None, wish.seat):
        raise SeatTaken("This player sits at another seat of the table; stand up there first.")


def _known_engine(game: Game, engine: str | None) -> None:
    if engine is not None and engine not in ("random", *game.bots):
        raise BadOptions(f"The built-in opponents of {game.slug} are: random, {', '.join(game.bots)}.")


def stand_up(table: Table, seat: int, by: str) -> facts.StoodUp | facts.TeamLeft:
    """A seat is left before the start, by its holder or at the host's wish; a team keeps it without him."""
    _only_when(table, "gathering")
    _known(table, seat)
    holder = table.holders[seat]
    if holder is None:
        raise NotFound("Nobody sits there.")
    if by not in (holder.player, holder.owner, table.host):
        raise NotYourSeat("Only who sits there, the owner of the bot that does, or the host can free this seat.")
    if by == holder.player and table.teams.get(seat):
        return facts.TeamLeft(seat=seat, player=by)
    return facts.StoodUp(seat=seat)


def start(table: Table, game: Game, by: str) -> facts.Started:
    """The host starts the match when every seat is taken."""
    _only_host(table, by)
    _only_when(table, "gathering")
    free = [seat for seat, holder in enumerate(table.holders) if holder is None]
    if free:
        raise WrongStatus(f"Seats {', '.join(map(str, free))} are free; every seat must be taken before the start.")
    options = options_of(game, table.terms.options, table.playing)
    # Through JSON, so that the table at hand holds lists where the table read from the log does.
    plain = msgspec.json.decode(msgspec.json.encode(options))
    return facts.Started(rules_version=game.described.rules_version, content=game.content_digest, options=plain)


def resign(table: Table, by: str) -> facts.Resigned | facts.TeamLeft:
    """A player leaves a running match; the last who holds a seat gives it up."""
    _only_when(table, "running")
    seat = table.seat_of(by)
    if seat is None:
        raise NotYourSeat("You hold no seat at this table.")
    if seat in table.resigned:
        raise WrongStatus("This seat has resigned already.")
    return facts.TeamLeft(seat=seat, player=by) if table.teams.get(seat) else facts.Resigned(seat=seat)


def withdraw(table: Table, by: str) -> facts.Withdrawn:
    """The host gives the table up before it starts."""
    _only_host(table, by)
    _only_when(table, "gathering")
    return facts.Withdrawn(by=by)


def _only_host(table: Table, by: str) -> None:
    if by != table.host:
        raise NotYourTable("Only the host of the table may do this.")


def _only_when(table: Table, *statuses: str) -> None:
    if table.status not in statuses:
        raise WrongStatus(f"This needs a table that is {' or '.join(statuses)}; this one is {table.status}.")


def _known(table: Table, seat: int) -> None:
    if seat >= len(table.holders):
        raise NotFound(f"The seats of this table are 0 to {len(table.holders) - 1}.")


def _free_seats(table: Table) -> str:
    free = [str(seat) for seat, holder in enumerate(table.holders) if holder is None]
    if not free:
        raise TableFull("Every seat of this table is taken.")
    return f"Somebody sits there; free seats: {', '.join(free)}."
