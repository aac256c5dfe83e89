"""A table as its facts add up to it."""

from typing import Any, Literal

from domain.core.forms import Answer
from domain.core.game import Change
from domain.core.model import House, Instruction
from domain.core.record import Record
from domain.core.result import Result
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
