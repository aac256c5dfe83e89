"""Positions of Rencontre Cosmique in few words, and a table to play them at."""

from collections import Counter
from typing import Any

from msgspec.structs import replace

from domain.core.chance import Seeded
from domain.core.model import AnyPlay, Decision, Fact, Frame, House, Item, Play
from domain.core.umpire import Umpire
from domain.cosmic import cosmic
from domain.cosmic.apply.changes import without
from domain.cosmic.components import BOX, in_order, planets_of
from domain.cosmic.facts import DuelWon
from domain.cosmic.frames import DuelCourse
from domain.cosmic.state import Duel, Options, State, Tokens, Turn

GREEN, RED, YELLOW, BLUE = range(4)
COLOURS = ("green", "red", "yellow", "blue")
PASSED = ("react", "zap")


def tokens(colour: str, planets: dict[str, int] | None = None, **places: int) -> Tokens:
    """Twenty tokens: those named, the others spread over the home planets (or eliminated, if planets are named)."""
    off = sum(places.values())
    if planets is not None:
        gone = 20 - off - sum(planets.values()) + places.pop("eliminated", 0)
        return Tokens(planets=planets, eliminated=gone, **places)
    left = 20 - off
    share = {planet: left // 5 + (place < left % 5) for place, planet in enumerate(planets_of(colour))}
    return Tokens(planets={planet: number for planet, number in share.items() if number}, **places)


def cards(text: str) -> tuple[str, ...]:
    """Cards in short: `a10 a6 compromise zap`."""
    kinds = []
    for word in text.split():
        if word[0] == "a" and word[1:].isdigit():
            kinds.append(f"attack_{word[1:]}")
        else:
            kinds.append(word if word == "compromise" else f"edict_{word}")
    return in_order(kinds)


def state(
    hands: dict[int, str] | None = None,
    powers: dict[int, str] | None = None,
    held: dict[int, Tokens] | None = None,
    *,
    seats: int = 4,
    discard: str = "",
    deck: str | None = None,
    **changes: Any,
) -> State:
    """A table of green, red, yellow and blue; the cards that are not named lie in the deck."""
    colours = COLOURS[:seats]
    full = tuple(cards((hands or {}).get(seat, "")) for seat in range(seats))
    out = [card for hand in full for card in hand] + list(cards(discard))
    rest = without(BOX, out)
    if deck is not None:
        on_top = cards(deck)
        rest = (*on_top, *without(rest, on_top))
    owned = tuple(tuple((powers or {}).get(seat, "").split()) for seat in range(seats))
    pool = tuple(power for power in cosmic.catalogue["power"] if power in [p for own in owned for p in own])
    config = changes.pop("config", Options())
    return State(
        config=replace(config, power_pool=pool),
        seats=seats,
        colours=colours,
        tokens=tuple((held or {}).get(seat) or tokens(colours[seat]) for seat in range(seats)),
        hands=full,
        dealt=((),) * seats,
        rejected=(None,) * seats,
        powers=owned,
        deck=rest,
        discard=cards(discard),
        cup=dict.fromkeys(colours, 3),
        aside=dict.fromkeys(colours, 0),
        **changes,
    )


def duel(stage: int, offence: int = GREEN, defence: int | None = YELLOW, **changes: Any) -> Duel:
    """A duel at a stage, with the seats of the rulebook's example."""
    sealed = (offence, defence) if stage > 160 and defence is not None else ()
    return Duel(offence=offence, defence=defence, stage=stage, **{"sealed": sealed, **changes})


def short(board: State, kept: int = 3) -> State:
    """The same table with only a few cards left in the deck, the others discarded."""
    return replace(board, deck=board.deck[:kept], discard=(*board.discard, *board.deck[kept:]))


class Table:
    """A match that a test plays by saying who answers what."""

    def __init__(
        self, board: State, *frames: Frame, policy: str = "fast", seed: bytes = b"cosmic", instructions: Any = None
    ) -> None:
        house = House(seats=board.seats, window_policy=policy, instructions=instructions or {})
        self.umpire = Umpire(cosmic, house, Seeded(seed))
        if board.duel is not None:
            offence = board.duel.offence
            board = replace(board, turn=replace(board.turn, seat=offence), duels=board.duels + 1)
        wrong = list(cosmic.checker(board))
        assert not wrong, wrong
        agenda = tuple(Item(serial, frame) for serial, frame in enumerate(frames or (DuelCourse(),), 1))
        self.facts: list[Fact] = []
        self.play: AnyPlay = Play(state=board, agenda=agenda, serial=len(agenda) + 1)
        self._took(self.umpire.begin_from(self.play))

    def _took(self, outcome: tuple[AnyPlay, tuple[Fact, ...]]) -> None:
        self.play, facts = outcome
        self.facts += facts
        wrong = list(cosmic.checker(self.play.state))
        assert not wrong, wrong

    @property
    def state(self) -> State:
        """The state now."""
        found: State = self.play.state
        return found

    @property
    def duel(self) -> Duel:
        """The duel now."""
        assert self.state.duel is not None
        return self.state.duel

    def open(self) -> list[Decision]:
        """Open decisions without standing offers."""
        return [decision for decision in self.umpire.decisions(self.play) if decision.mode != "offer"]

    def kinds(self) -> list[str]:
        """What is being asked, seat by seat."""
        return [decision.ask.kind for decision in self.open()]

    def asked(self) -> set[int]:
        """Who is being asked."""
        return {decision.seat for decision in self.open()}

    def ask(self, seat: int, kind: str | None = None) -> Decision:
        """The open decision of a seat."""
        return next(d for d in self.open() if d.seat == seat and kind in (None, d.ask.kind))

    def options(self, seat: int) -> list[str]:
        """What a seat may pick."""
        return [option.id for option in self.ask(seat).ask.form.slots[0].options]

    def say(self, seat: int, answer: str | None = None, **slots: Any) -> "Table":
        """A seat answers its open decision; a word fills the slot `do`."""
        given = {"do": answer, **slots} if answer is not None else slots
        self._took(self.umpire.decide(self.play, self.ask(seat).id, seat, given))
        return self

    def plague(self, seat: int, victim: str) -> "Table":
        """The holder of the Plague interrupts."""
        offer = next(d for d in self.umpire.decisions(self.play, seat) if d.mode == "offer")
        self._took(self.umpire.decide(self.play, offer.id, seat, {"do": f"plague:{victim}"}))
        return self

    def default(self) -> "Table":
        """The first open decision gets its default."""
        first = self.open()[0]
        self._took(self.umpire.decide(self.play, first.id, first.seat, first.ask.default))
        return self

    def until(self, *kinds: str) -> "Table":
        """Defaults are given until one of the kinds is asked or the match is over."""
        for _ in range(400):
            if self.play.result is not None or set(self.kinds()) & set(kinds):
                return self
            self.default()
        raise AssertionError(f"never asked: {kinds}")

    def passing(self) -> "Table":
        """Everybody passes windows until something else is asked."""
        while self.play.result is None and self.kinds() and set(self.kinds()) <= set(PASSED):
            self.default()
        return self

    def stage(self, number: int) -> "Table":
        """Defaults are given until the duel has come to a stage."""
        for _ in range(400):
            if self.play.result is not None or self.duel.stage >= number:
                return self
            self.default()
        raise AssertionError(f"never at stage {number}")

    def play_cards(self, offence: str, defence: str) -> "Table":
        """Both main players seal their cards."""
        for seat, card in ((self.duel.offence, offence), (self.duel.defence, defence)):
            if seat in self.asked() and "play_duel_card" in self.kinds():
                self.say(seat, f"play:{cards(card)[0]}")
        return self

    def happened(self, kind: type[Fact]) -> list[Any]:
        """The facts of a type so far."""
        return [fact for fact in self.facts if isinstance(fact, kind)]

    def winner(self) -> int:
        """Who has won the first duel that was decided."""
        found: int = self.happened(DuelWon)[0].winner
        return found

    def hand(self, seat: int) -> Counter[str]:
        """A hand as numbers by face."""
        return Counter(self.state.hands[seat])


def at_cards(board: State, **changes: Any) -> Table:
    """A table at which the cards are about to be sealed, after the window before them."""
    return Table(replace(board, duel=replace(board.duel or duel(160), stage=160, **changes)))


def turn_of(seat: int, **changes: Any) -> Turn:
    """A turn of a seat."""
    return Turn(seat=seat, **changes)
