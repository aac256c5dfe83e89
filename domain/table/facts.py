"""What can happen to a table, whatever is played at it; none of it is ever rewound."""

from typing import Annotated, Any, Literal

from domain.core.forms import Answer
from domain.core.model import Fact
from domain.core.record import Record
from domain.core.result import Result
from domain.core.words import nobody, only, public

Chance = Literal["seeded", "fixed", "entered"]


class ClockRule(Record, forbid_unknown_fields=True):
    """How long seats may think."""

    kind: Literal["none", "per_decision", "per_player"] = "none"
    seconds: int = 0
    increment_seconds: int = 0


class Terms(Record, forbid_unknown_fields=True):
    """The conditions of a table that can be changed until it starts."""

    name: str
    options: dict[str, Any]
    clock: ClockRule
    visibility: Literal["public", "private"]
    rated: bool
    spectator_delay_seconds: int
    team_policy: Literal["owner", "vote"]
    window_policy: Literal["strict", "fast"]
    undo_policy: Literal["off", "free", "consent", "director"]
    leaver_policy: Literal["defaults", "random", "sensible"]
    window_seconds: int = 0
    """How long a sealed window stays open; 0: as long as it takes."""


class Holder(Record, forbid_unknown_fields=True):
    """Who plays a seat: a player (a person or somebody's bot), or a built-in opponent."""

    kind: Literal["player", "engine"]
    player: str | None = None
    name: str = ""
    engine: str | None = None
    owner: str | None = None
    """Whose bot it is, if it is somebody's."""


class Created(Fact, tag="table.created.v1"):
    """A host opens a table."""

    game: Annotated[str, public]
    host: Annotated[str, public]
    host_name: Annotated[str, public]
    seats: Annotated[int, public]
    terms: Annotated[Terms, public]
    chance: Annotated[Chance, public]
    commitment: Annotated[str | None, public]
    officials: Annotated[tuple[str, ...], public] = ()
    """The roles of the seats that follow the playing ones."""


class TermsChanged(Fact, tag="table.terms_changed.v1"):
    """The host changes the conditions before the start."""

    terms: Annotated[Terms, public]


class Invited(Fact, tag="table.invited.v1"):
    """The host invites a player, or makes a code that lets its bearer in."""

    id: Annotated[str, public]
    player: Annotated[str | None, public] = None
    code_hash: Annotated[str | None, nobody] = None


class Seated(Fact, tag="table.seated.v1"):
    """Somebody sits down, perhaps with a contribution to the seed."""

    seat: Annotated[int, public]
    holder: Annotated[Holder, public]
    contribution: Annotated[str | None, public] = None


class StoodUp(Fact, tag="table.stood_up.v1"):
    """A seat is free again."""

    seat: Annotated[int, public]


class TeamJoined(Fact, tag="table.team_joined.v1"):
    """A player holds a seat together with those who hold it already."""

    seat: Annotated[int, public]
    member: Annotated[Holder, public]


class TeamLeft(Fact, tag="table.team_left.v1"):
    """A player no longer holds a seat together with others; whoever was named next speaks for it then."""

    seat: Annotated[int, public]
    player: Annotated[str, public]


class Started(Fact, tag="table.started.v1"):
    """The match begins with these rules and this content."""

    rules_version: Annotated[str, public]
    content: Annotated[str, public]
    options: Annotated[dict[str, Any], public]


class Instructed(Fact, tag="table.instructed.v1"):
    """A seat says which decisions it passes without being asked."""

    seat: Annotated[int, only("seat")]
    kinds: Annotated[tuple[str, ...], only("seat")]
    until: Annotated[str, only("seat")]
    mark: Annotated[int, only("seat")]


class ClockSet(Fact, tag="table.clock_set.v1"):
    """The clocks as they run on: milliseconds left per seat, due times per decision and per named limit."""

    left: Annotated[dict[int, int], nobody]
    due: Annotated[dict[str, int], nobody]
    limits: Annotated[dict[str, int], nobody]


class Resigned(Fact, tag="table.resigned.v1"):
    """A seat leaves a running match; the table's policy plays on for it."""

    seat: Annotated[int, public]


class Joined(Fact, tag="table.joined.v1"):
    """A newcomer takes a further seat at a running match."""

    seat: Annotated[int, public]
    holder: Annotated[Holder, public]


class Replaced(Fact, tag="table.replaced.v1"):
    """Somebody takes over a seat whose holder has resigned, or that a built-in opponent plays."""

    seat: Annotated[int, public]
    holder: Annotated[Holder, public]


class Balloted(Fact, tag="table.balloted.v1"):
    """A player who holds a seat with others votes on its answer."""

    seat: Annotated[int, only("seat")]
    player: Annotated[str, only("seat")]
    decision: Annotated[str, only("seat")]
    answer: Annotated[Answer, only("seat")]
    decides: Annotated[bool, only("seat")] = False
    """Whether the vote ends with it."""


class RewindProposed(Fact, tag="table.rewind_proposed.v1"):
    """A seat asks to take the match back, or to bring back what was taken back."""

    id: Annotated[int, public]
    kind: Annotated[Literal["undo", "redo"], public]
    seat: Annotated[int, public]
    to: Annotated[int, nobody]
    needs: Annotated[tuple[int, ...], public]
    crosses: Annotated[tuple[str, ...], public]


class RewindVoted(Fact, tag="table.rewind_voted.v1"):
    """A seat agrees to a rewind, or does not."""

    id: Annotated[int, public]
    seat: Annotated[int, public]
    agrees: Annotated[bool, public]


class RewindClosed(Fact, tag="table.rewind_closed.v1"):
    """A proposal ends without a rewind; after a refusal its seat must wait before asking again."""

    id: Annotated[int, public]
    why: Annotated[Literal["refused", "withdrawn", "moved"], public]
    wait_until: Annotated[int, public] = 0


class Rewound(Fact, tag="table.rewound.v1"):
    """The match is again as it was at a version."""

    to: Annotated[int, nobody]
    kind: Annotated[Literal["undo", "redo"], public] = "undo"
    seat: Annotated[int | None, public] = None
    proposal: Annotated[int | None, public] = None
    reason: Annotated[str | None, public] = None
    redo: Annotated[tuple[int, ...], nobody] = ()
    """The versions that can be brought back after this, the next one last."""


class Finished(Fact, tag="table.finished.v1"):
    """The match is over."""

    result: Annotated[Result, public]


class Withdrawn(Fact, tag="table.withdrawn.v1"):
    """The host gives up a table that has not started."""

    by: Annotated[str, public]


class SeedOpened(Fact, tag="table.seed_opened.v1"):
    """The secret behind the commitment, for everybody to check the draws."""

    secret: Annotated[str, public]
    salt_key: Annotated[str, public]


TABLE_FACTS: tuple[type[Fact], ...] = (
    Created,
    TermsChanged,
    Invited,
    Seated,
    StoodUp,
    TeamJoined,
    TeamLeft,
    Started,
    Instructed,
    ClockSet,
    Resigned,
    Joined,
    Replaced,
    Balloted,
    RewindProposed,
    RewindVoted,
    RewindClosed,
    Rewound,
    Finished,
    Withdrawn,
    SeedOpened,
)
