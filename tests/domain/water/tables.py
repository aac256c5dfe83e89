"""Tables of Hexag'o for tests: positions built in a line, dice that fall as told."""

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from domain.core.chance import Seeded
from domain.core.errors import NotAnOption
from domain.core.forms import options_of
from domain.core.model import Fact, Frame, House, Item, Play
from domain.core.umpire import Umpire
from domain.water import Options, State, frames, water
from domain.water.board import RIVER, cells_of
from domain.water.changes import at, standing
from domain.water.components import deck
from domain.water.setup import start
from domain.water.state import Stock

NONE: dict[Any, Any] = {}
Layout = dict[str, str]
"""Cell to tile."""


class Told:
    """Dice that fall as told, then as a fixed seed says; shuffles by the seed."""

    def __init__(self, dice: Iterable[int] = (), seed: int = 0) -> None:
        self.dice = list(dice)
        self.labels: list[str] = []
        self._seeded = Seeded(seed.to_bytes(32, "big"))

    def index(self, label: str, count: int, choices: tuple[Any, ...]) -> int:
        self.labels.append(label)
        is_die = label.startswith(("conflict/", "riot/"))
        return choices.index(self.dice.pop(0)) if is_die and self.dice else self._seeded.index(label, count, choices)

    def order(self, label: str, count: int, choices: tuple[Any, ...]) -> tuple[int, ...]:
        self.labels.append(label)
        return self._seeded.order(label, count, choices)


class Table:
    """A match that is answered step by step."""

    def __init__(self, source: Told, seats: int) -> None:
        self.source = source
        self.umpire = Umpire(water, House(seats=seats), source)
        self.play: Any = None
        self.facts: list[Fact] = []

    @property
    def state(self) -> State:
        return self.play.state

    def decision(self, seat: int | None = None, *, offer: bool = False):
        """The one open decision, or that of a seat."""
        found = [d for d in self.umpire.decisions(self.play, seat) if (d.mode == "offer") == offer]
        assert found, f"nothing is open to {seat}"
        assert len(found) == 1 or seat is None
        return found[0]

    def kinds(self) -> list[tuple[int, str]]:
        """Who is asked what, standing offers left out."""
        return [(d.seat, d.ask.kind) for d in self.umpire.decisions(self.play) if d.mode != "offer"]

    def options(self, seat: int | None = None, *, offer: bool = False) -> list[str]:
        form = self.decision(seat, offer=offer).ask.form
        return [option.id for option in options_of(form.slots[0], form)]

    def slot(self, deed: str, name: str, seat: int | None = None, *, offer: bool = False):
        """A slot of an option."""
        form = self.decision(seat, offer=offer).ask.form
        option = next(option for option in options_of(form.slots[0], form) if option.id == deed)
        return next(slot for slot in option.slots if slot.name == name)

    def cells(self, deed: str, name: str, seat: int | None = None) -> list[str]:
        """What may be picked in a slot of an option."""
        form = self.decision(seat).ask.form
        return [option.id for option in options_of(self.slot(deed, name, seat), form)]

    def answer(self, answer: dict[str, Any], seat: int | None = None, *, offer: bool = False) -> list[Fact]:
        """Answer an open decision and let workers finish what follows."""
        found = self.decision(seat, offer=offer)
        self.play, facts = self.umpire.decide(self.play, found.id, found.seat, answer)
        self.play, more = self.umpire.advance(self.play, background=True)
        assert list(water.checker(self.state)) == []
        new = [fact for fact in (*facts, *more) if type(fact) in water.appliers]
        self.facts += new
        return new

    def say(self, choice: str, seat: int | None = None, **slots: Any) -> list[Fact]:
        """Choose an option."""
        return self.answer({"do": choice, **slots}, seat)

    def play_card(self, player: int, choice: str, /, **slots: Any) -> list[Fact]:
        """Play a standing offer of a seat."""
        return self.answer({"do": f"play:{choice}", **slots}, player, offer=True)

    def refusal(self, choice: str, seat: int | None = None, **slots: Any) -> tuple[str | None, tuple[str, ...]]:
        """The reason and the rules with which an answer is refused; nothing changes by it."""
        return self.refusal_of({"do": choice, **slots}, seat)

    def refusal_of(
        self, answer: dict[str, Any], seat: int | None = None, *, offer: bool = False
    ) -> tuple[str | None, tuple[str, ...]]:
        before = self.play
        try:
            self.answer(answer, seat, offer=offer)
        except NotAnOption as refused:
            assert self.play is before
            return refused.reason, refused.rules
        raise AssertionError(f"accepted: {answer}")

    def why_not(self, choice: str, seat: int | None = None, **slots: Any) -> str:
        """The one rule that an answer breaks."""
        (rule,) = self.refusal(choice, seat, **slots)[1]
        return rule

    def happened(self, kind: type[Fact]) -> list[Any]:
        """All facts of one type so far."""
        return [fact for fact in self.facts if isinstance(fact, kind)]


def new_table(seats: int = 4, *dice: int, seed: int = 0, **options: Any) -> Table:
    """A table from its set-up, stopped at its first question."""
    table = Table(Told(dice, seed), seats)
    table.play, facts = table.umpire.begin(Options(**options), seats)
    table.play, more = table.umpire.advance(table.play, background=True)
    table.facts = [fact for fact in (*facts, *more) if type(fact) in water.appliers]
    return table


def position(
    *layouts: Layout,
    dams: dict[str, tuple[int, ...]] = NONE,
    hands: dict[int, tuple[str, ...]] = NONE,
    stock: dict[int, dict[str, tuple[int, int]]] = NONE,
    water_cells: int | dict[str, int] = 0,
    pollution: dict[str, int] = NONE,
    card: str = "R25",
    options: dict[str, Any] = NONE,
    **changes: Any,
) -> State:
    """A state in the middle of a game of normal mode; layouts are the constructions of seat 0, 1, …"""
    chosen = {"scenario": "none", "turns": 6, **options}
    n = len(layouts)
    state: State = start(Options(**chosen), n).state
    state = replace(state, turn=1, phase="p3", order=tuple(range(n)), thunes=(20,) * n, current_card=card)
    for seat, layout in enumerate(layouts):
        for cell, tile in layout.items():
            state = standing(state, (seat,), tile, (cell,))
    for site, owners in dams.items():
        state = standing(state, owners, "dam", cells_of(site))
    held = tuple(tuple(sorted(hands.get(seat, ()))) for seat in range(n))
    left = list(deck(state.options.mode or "normal"))
    for kind in (kind for hand in held for kind in hand):
        left.remove(kind)
    for seat, stocks in stock.items():
        filled = {key: Stock(energy=energy, food=food) for key, (energy, food) in stocks.items()}
        state = replace(state, stock=at(state.stock, seat, {**state.stock[seat], **filled}))
    lying = dict.fromkeys(RIVER, water_cells) if isinstance(water_cells, int) else water_cells
    fields = {
        "water": {**state.water, **lying},
        "pollution": {**state.pollution, **pollution},
        "hand": held,
        "action_deck": tuple(left),
        "resource_row": ("R25",) * (state.options.turns or 6),
    }
    return replace(state, **{**fields, **changes})


def table_at(state: State, *agenda: Frame, dice: Iterable[int] = (), after: str = "p8") -> Table:
    """A table that stands at this state with this business, above the turn's own."""
    assert list(water.checker(state)) == []
    business = (frames.Turn(phase=after), *reversed(agenda))
    items = tuple(Item(serial, frame) for serial, frame in enumerate(business, 1))
    table = Table(Told(dice), state.n)
    table.play, facts = table.umpire.begin_from(Play(state=state, agenda=items, serial=len(items) + 1))
    table.play, more = table.umpire.advance(table.play, background=True)
    table.facts = [fact for fact in (*facts, *more) if type(fact) in water.appliers]
    return table


def at_phase(state: State, phase: str, dice: Iterable[int] = ()) -> Table:
    """A table at the beginning of a phase."""
    return table_at(replace(state, phase="p2" if phase == "p3" else "p5"), dice=dice, after=phase)


TRIANGLE = {"D3": "residential_zone", "E4": "power_plant", "D4": "farm", "F4": "industrial_zone"}
SQUARE = {"E8": "residential_zone", "F8": "power_plant", "F7": "farm", "E7": "industrial_zone"}
STAR = {"H3": "residential_zone", "G3": "power_plant", "I4": "farm", "I5": "industrial_zone"}
CIRCLE = {"J7": "residential_zone", "K7": "power_plant", "J8": "farm", "I9": "industrial_zone"}
P1 = (TRIANGLE, SQUARE, STAR, CIRCLE)
"""The layout of the scenario with pollution."""


def p1(**changes: Any) -> State:
    """The scenario with pollution in the middle of a turn, triangle first."""
    return position(*P1, **{"options": {"scenario": "p1"}, "water_cells": 1, "card": "R16", **changes})
