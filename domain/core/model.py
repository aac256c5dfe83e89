"""The words every game shares: facts, frames, the agenda and what a step may say."""

from collections.abc import Callable
from typing import Any, Generic, TypeVar

from msgspec import Struct

from domain.core.forms import Answer, Form
from domain.core.record import Record
from domain.core.result import Result

Seat = int
"""A place at a table, from 0; official seats (a mediator) follow the playing ones."""

HOST: Seat = 99
"""Stands for the table's host where draws are typed in."""

S = TypeVar("S")
F = TypeVar("F", bound="Frame")


class Fact(Record, tag_field="type", forbid_unknown_fields=True):
    """Something that happened; applying it decides nothing and never fails."""


class Frame(Record, kw_only=True, tag_field="step", omit_defaults=True, forbid_unknown_fields=True):
    """A piece of unfinished business, kept on the agenda as plain data."""

    given: Any = None
    """What the business done before it handed down: a number, a word, a truth value or nothing."""


class Item(Struct, Generic[F], frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """One piece of business on the agenda."""

    serial: int
    frame: F
    answers: dict[int, Answer] = {}
    """Answers that wait for the others, or for a draw."""
    counts: dict[int, int] = {}
    """How many answers this item has taken from each seat."""
    taken: int = 0
    """How many standing offers were played on top of this item."""


class Play(Struct, Generic[S, F], frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A match in progress: the game's state and its unfinished business."""

    state: S
    agenda: tuple[Item[F], ...] = ()
    serial: int = 1
    draws: dict[str, int] = {}
    entered: dict[str, Any] = {}
    """Draws typed in by the host and not used yet, by label and count; of a shuffle, cards by their places."""
    hidden: dict[str, tuple[str, str]] = {}
    """Where cards of a real table lie face down in the state, each with its pile and the one it came from."""
    result: Result | None = None


AnyPlay = Play[Any, Any]


class Limit(Struct, frozen=True):
    """A time limit of its own; asks with the same name share one due time."""

    name: str
    seconds: int


WINDOW = Limit("window", 0)
"""The table's own limit for windows: its seconds are put in where the table has some, else there is no limit."""


class Ask(Record):
    """A question to one seat."""

    seat: Seat
    kind: str
    form: Form
    default: Answer
    rules: tuple[str, ...] = ()
    hidden: bool = False
    """Others may not know that this seat is asked."""
    pace: bool = False
    """Asked even when only one answer is possible."""
    actor_hidden: bool = False
    """Whether a player, the clock or an instruction answered stays secret."""
    limit: Limit | None = None
    about: str = ""
    """Which draw the host is asked for."""


class Offer(Struct, frozen=True):
    """Something a seat may do while others are asked: its question, and the business an answer starts."""

    ask: Ask
    starts: Callable[[Answer], Frame]


class Done(Struct, frozen=True):
    """The frame on top is finished."""

    facts: tuple[Fact, ...]
    then: tuple[Frame, ...]
    give: Any


class Again(Struct, frozen=True):
    """The frame on top goes on, changed."""

    frame: Frame
    facts: tuple[Fact, ...]
    then: tuple[Frame, ...]
    fresh: bool


class Asks(Struct, frozen=True):
    """The table waits for one or more seats."""

    asks: tuple[Ask, ...]
    mode: str
    """`one`, `each` (first come, first served), `gather` (sealed until all have answered) or `team`."""
    team: tuple[Seat, ...] | None = None
    """The seats that vote, if not all of them do."""


class Over(Struct, frozen=True):
    """The match is decided."""

    result: Result
    facts: tuple[Fact, ...]


Outcome = Done | Again | Asks | Over


def done(*facts: Fact, then: tuple[Frame, ...] = (), give: Any = None) -> Done:
    """Finish the frame on top; what follows takes its place, first listed first."""
    return Done(facts, then, give)


def again(frame: Frame, *facts: Fact, then: tuple[Frame, ...] = (), fresh: bool = False) -> Again:
    """Go on with the frame, changed; `then` is done before it, `fresh` withdraws its open decisions."""
    return Again(frame, facts, then, fresh)


def ask(question: Ask) -> Asks:
    """Wait for one seat."""
    return Asks((question,), "one")


def ask_each(questions: list[Ask] | tuple[Ask, ...], *, gather: bool = False) -> Asks:
    """Wait for several seats: as they come, or (gathered) sealed until the last has answered."""
    return Asks(tuple(questions), "gather" if gather else "each")


def ask_team(question: Ask, seats: tuple[Seat, ...] | None = None) -> Asks:
    """Wait for a team, or for those seats of it; the seat of the question is the owner whom the rules name."""
    return Asks((question,), "team", seats)


def over(result: Result, *facts: Fact) -> Over:
    """End the match."""
    return Over(result, facts)


class Instruction(Record):
    """A seat's standing wish to pass certain decisions until something ends."""

    kinds: tuple[str, ...]
    until: str = "match"
    mark: int = 0
    """The value of the game's mark of that name when the instruction was given."""


class House(Record):
    """What the table, not the game, has settled: policies, standing instructions, number of rewinds."""

    rewinds: int = 0
    seats: int = 0
    is_entered: bool = False
    """Draws are typed in by the host, who may be asked for one in the middle of a resolution."""
    team_policy: str = "owner"
    window_policy: str = "strict"
    window_seconds: int = 0
    """How long a window stays open; 0: as long as it takes."""
    instructions: dict[int, tuple[Instruction, ...]] = {}


class Decision(Record):
    """An open question with the name under which it can be answered, once."""

    id: str
    ask: Ask
    mode: str
    """As in `Asks`, or `offer` for a standing offer, or `draw` for a draw to be typed in."""

    @property
    def seat(self) -> Seat:
        """The seat that may answer."""
        return self.ask.seat
