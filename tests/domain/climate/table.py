"""A table of Bataille pour le Climat in a position of the test's own making."""

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from domain.climate import State, climate, frames
from domain.climate.state import Options
from domain.core.chance import Seeded
from domain.core.forms import Answer
from domain.core.model import Decision, Frame, House, Item, Play
from domain.core.umpire import Umpire


class Rolled:
    """Dice that show what the test wants, label by label; everything else comes from a seed."""

    def __init__(self, rolls: Mapping[str, list[int]]) -> None:
        self._rolls = rolls
        self._seeded = Seeded(b"climate tests")

    def index(self, label: str, count: int, choices: tuple[Any, ...]) -> int:
        """The place of the wanted number."""
        name = label.split("/")[0]
        wanted = self._rolls.get(name, [])
        return choices.index(wanted[count]) if count < len(wanted) else self._seeded.index(label, count, choices)

    def order(self, label: str, count: int, choices: tuple[Any, ...]) -> tuple[int, ...]:
        """A shuffle from the seed."""
        return self._seeded.order(label, count, choices)


def start(seats: int = 3, **options: Any) -> State:
    """The state after set-up: default order, nobody employed, no cards in hand, unless said otherwise."""
    chosen = {"region_order": "default", "no_employers": True, "first_seat": 0, **options}
    umpire = Umpire(climate, House(seats=seats), Seeded(b"climate tests"))
    play, _ = umpire.begin(Options(**chosen), seats)
    play, _ = umpire.advance(play, background=True)
    while (decision := umpire.decisions(play)[0]).ask.kind != "initial_draw":
        play, _ = umpire.decide(play, decision.id, decision.seat, decision.ask.default)
        play, _ = umpire.advance(play, background=True)
    return replace(play.state, turn=1, phase="activation")


def with_regions(state: State, **changes: dict[str, Any]) -> State:
    """The state with regions changed; the oil balance follows the tokens."""
    regions = {name: replace(region, **changes.get(name, {})) for name, region in state.regions.items()}
    balance = sum(region.orange for region in regions.values()) - sum(region.red_oil for region in regions.values())
    return replace(state, regions=regions, oil_balance=balance)


def with_seat(state: State, seat: int, hand: tuple[str, ...] | None = None, **changes: Any) -> State:
    """The state with one seat and, if wanted, its hand changed."""
    seats = tuple(replace(held, **changes) if n == seat else held for n, held in enumerate(state.seats))
    hands = tuple(tuple(sorted(hand)) if n == seat and hand is not None else h for n, h in enumerate(state.hands))
    return replace(state, seats=seats, hands=hands)


def active(state: State, region: str) -> State:
    """The state in the turn of a region."""
    return replace(state, turn=state.region_order.index(region) + 1)


class Board:
    """A match with its umpire, moved on by answers."""

    def __init__(self, state: State, *agenda: Frame, rolls: Mapping[str, list[int]] | None = None) -> None:
        self.umpire = Umpire(climate, House(seats=len(state.seats)), Rolled(rolls or {}))
        items = tuple(Item(serial, frame) for serial, frame in enumerate(reversed(agenda), 1))
        self.play: Any = Play(state=state, agenda=items, serial=len(items) + 1)
        self.facts: list[Any] = []
        self._go_on()

    def _go_on(self) -> None:
        self.play, facts = self.umpire.advance(self.play, background=True)
        self.facts += facts

    @property
    def state(self) -> State:
        """The state as it stands."""
        state: State = self.play.state
        return state

    def region(self, name: str) -> Any:
        """A region as it stands."""
        return self.state.regions[name]

    def open(self, kind: str, seat: int | None = None) -> Decision:
        """The open decision of a kind."""
        found = [d for d in self.umpire.decisions(self.play) if d.ask.kind == kind and seat in (None, d.seat)]
        assert found, f"{kind} is not open but {[d.ask.kind for d in self.umpire.decisions(self.play)]}"
        return found[0]

    def is_open(self, kind: str) -> bool:
        """Whether somebody is asked a question of a kind."""
        return any(d.ask.kind == kind for d in self.umpire.decisions(self.play))

    def options(self, kind: str, slot: int = 0) -> list[str]:
        """The ids of the options of an open decision's slot."""
        found = self.open(kind).ask.form.slots[slot]
        return [option.id for option in (found.options if hasattr(found, "options") else found.items)]

    def say(self, kind: str, seat: int | None = None, /, **answer: Any) -> "Board":
        """Answer an open decision and go on until the table rests."""
        decision = self.open(kind, seat)
        self.play, facts = self.umpire.decide(self.play, decision.id, decision.seat, answer)
        self.facts += facts
        self._go_on()
        return self

    def default(self, kind: str) -> Answer:
        """The default answer to an open decision."""
        answer: Answer = self.open(kind).ask.default
        return answer

    def pass_all(self, *kinds: str) -> "Board":
        """Give the default answer to every open decision of some kinds, as long as there are any."""
        while found := [d for d in self.umpire.decisions(self.play) if d.ask.kind in kinds]:
            self.play, facts = self.umpire.decide(self.play, found[0].id, found[0].seat, found[0].ask.default)
            self.facts += facts
            self._go_on()
        return self


def activated(state: State, region: str, rolls: Mapping[str, list[int]] | None = None) -> Board:
    """A region activated in its own turn."""
    return Board(active(state, region), frames.Activation(region=region), rolls=rolls)
