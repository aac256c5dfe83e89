"""One game: its rules, found by the type of frame or fact they deal with, and all that describes it."""

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from typing import Any, Literal, TypeVar

from msgspec import Struct

from domain.core import content
from domain.core.chance import Chance
from domain.core.codec import Codec
from domain.core.errors import NoPlace, Reason
from domain.core.fillings import Below
from domain.core.forms import Answer
from domain.core.model import Ask, Decision, Fact, Frame, Offer, Outcome
from domain.core.record import Record
from domain.core.rules import Rule, read_rulebook
from domain.core.text import Texts, read_texts

Function = TypeVar("Function", bound=Callable[..., Any])
Step = Callable[[Any, Any, Chance], Outcome]
Answering = Callable[[Any, Any, dict[int, Answer], Chance], Outcome]
Applying = Callable[[Any, Any], Any]
Citing = Callable[[Any], tuple[str, ...]]


class Start(Record):
    """A new match: the state before anything happened and the business to begin with."""

    state: Any
    agenda: tuple[Frame, ...]


class BotMove(Record):
    """What a built-in opponent decides from."""

    state: Any
    frame: Frame
    decision: Decision
    below: Below


class Described(Record):
    """What the catalogue says of a game."""

    slug: str
    names: dict[str, str]
    kind: str
    seats: tuple[int, int]
    minutes: tuple[int, int]
    rules_version: str
    about: dict[str, str] = {}


class Change(Struct, frozen=True):
    """A seat that changed in a running match."""

    seat: int
    what: Literal["joined", "left", "replaced"]


def _indifferent(state: Any, change: Change) -> tuple[Fact, ...]:
    """A game that says nothing of changing seats: whoever plays them, they stay, and no more are added."""
    if change.what == "joined":
        raise NoPlace("Nobody can join a running match of this game.")
    return ()


class Game:
    """One game's rules, registered by its chapters."""

    def __init__(
        self, described: Described, package: str, *, state: type, options: type, argument_kinds: Mapping[str, str] = {}
    ) -> None:
        self.described = described
        self.slug = described.slug
        self.package = package
        self.state_type = state
        self.options_type = options
        self.argument_kinds = dict(argument_kinds)
        self.steps: dict[type[Frame], Step] = {}
        self.answerers: dict[type[Frame], Answering] = {}
        self.background: set[type[Frame]] = set()
        self.appliers: dict[type[Fact], Applying] = {}
        self.citations: dict[type[Fact], Citing] = {}
        self.reasons: dict[str, Callable[..., Reason | None]] = {}
        self.expiries: dict[str, Callable[..., Iterable[Fact]]] = {}
        self.bots: dict[str, Callable[[BotMove], Answer | None]] = {}
        self.bots_with_offers: set[str] = set()
        self.catalogue: dict[str, dict[str, Any]] = {}
        self.starter: Callable[[Any, int], Start] | None = None
        self.offering: Callable[[Any, Any], Iterable[Offer]] = lambda state, frame: ()
        self.checker: Callable[[Any], Iterable[str]] = lambda state: ()
        self.marker: Callable[[Any], dict[str, int]] = lambda state: {}
        self.deriver: Callable[[dict[str, Any]], dict[str, Any]] = lambda view: {}
        self.changer: Callable[[Any, Change], Iterable[Fact]] = _indifferent
        self.officer: Callable[[Any], tuple[str, ...]] = lambda options: self.official_seats
        self.official_seats: tuple[str, ...] = ()

    # What a chapter registers

    def step(self, frame: type[Frame], *, background: bool = False) -> Callable[[Function], Function]:
        """The function that works a frame; a background one is left to a worker."""
        if background:
            self.background.add(frame)
        return self._register(self.steps, frame)

    def answer(self, frame: type[Frame]) -> Callable[[Function], Function]:
        """The function that carries out the answers to a frame's questions."""
        return self._register(self.answerers, frame)

    def applies(self, fact: type[Fact], *rules: str, cites: Citing | None = None) -> Callable[[Function], Function]:
        """The function that changes the state by a fact, and the rules that such a fact follows from."""
        self.citations[fact] = cites or (lambda _: rules)
        return self._register(self.appliers, fact)

    def why_not(self, *kinds: str) -> Callable[[Function], Function]:
        """The function that says why an answer to a decision of these kinds breaks a rule."""

        def keep(function: Function) -> Function:
            for kind in kinds:
                self._register(self.reasons, kind)(function)
            return function

        return keep

    def expired(self, limit: str) -> Callable[[Function], Function]:
        """The function that notes that a named time limit has passed."""
        return self._register(self.expiries, limit)

    def bot(self, name: str, *, offers: bool = False) -> Callable[[Function], Function]:
        """A built-in opponent, asked about standing offers if it says so; it may use nothing that its seat cannot see.

        It answers nothing where it would rather wait: an offer it does not want, a question it has said all to.
        """
        if offers:
            self.bots_with_offers.add(name)
        return self._register(self.bots, name)

    def officials(self, function: Function) -> Function:
        """The function (options) that names the official seats, which follow the playing ones."""
        self.officer = function
        return function

    def starts(self, function: Function) -> Function:
        """The function (options, seats) that lays out a new match."""
        self.starter = function
        return function

    def offers(self, function: Function) -> Function:
        """The function (state, top frame) that lists standing offers."""
        self.offering = function
        return function

    def invariants(self, function: Function) -> Function:
        """The function that names what is wrong with a state; nothing is, ever."""
        self.checker = function
        return function

    def marks(self, function: Function) -> Function:
        """The function that numbers what standing instructions can run until the end of."""
        self.marker = function
        return function

    def derives(self, function: Function) -> Function:
        """The function that adds derived figures to a view, from what the view already shows."""
        self.deriver = function
        return function

    def seats_changed(self, function: Function) -> Function:
        """The function (state, change) that notes that a seat joined, left or was replaced, or refuses that."""
        self.changer = function
        return function

    def lists(self, kind: str, entries: Iterable[Any]) -> None:
        """Publish content under a kind, so that clients can look it up and texts can name it."""
        self.catalogue[kind] = {entry.id: entry for entry in entries}

    def _register(self, registry: dict[Any, Any], key: Any) -> Callable[[Function], Function]:
        def keep(function: Function) -> Function:
            if key in registry:
                raise ValueError(f"{self.slug}: {key} is registered twice")
            registry[key] = function
            return function

        return keep

    # What the core asks

    def apply(self, state: Any, fact: Fact) -> Any:
        """The state after a fact."""
        return self.appliers[type(fact)](state, fact)

    def rules_of(self, fact: Fact) -> tuple[str, ...]:
        """The rules that a fact follows from."""
        cites = self.citations.get(type(fact))
        return cites(fact) if cites else ()

    def is_background(self, frame: Frame) -> bool:
        """Whether a frame is left to a worker."""
        return type(frame) in self.background

    def reason_against(self, question: Ask, state: Any, frame: Frame, answer: Answer) -> Reason | None:
        """Why the rules forbid an answer that does not fit, if the game can tell."""
        explain = self.reasons.get(question.kind)
        return explain(state, frame, question, answer) if explain else None

    @cached_property
    def codec(self) -> Codec:
        """How states, frames and facts of this game are written down."""
        return Codec(self.state_type, tuple(self.steps), tuple(self.appliers))

    @cached_property
    def rulebook(self) -> dict[str, Rule]:
        """The rules by id."""
        return read_rulebook(self.package)

    @cached_property
    def texts(self) -> Texts:
        """What players read, in every language."""
        return read_texts(self.package)

    @cached_property
    def content_digest(self) -> str:
        """The edition of the content at hand."""
        return content.digest(self.package)


_GAMES: dict[str, Game] = {}


def register(game: Game) -> Game:
    """Make a game known by its slug."""
    if game.slug in _GAMES:
        raise ValueError(f"a game named {game.slug} is registered already")
    _GAMES[game.slug] = game
    return game


def game(slug: str) -> Game:
    """The game of that name."""
    return _GAMES[slug]


def games() -> dict[str, Game]:
    """All games by slug."""
    return dict(_GAMES)
