"""Tables of Kepler-3AD for tests: positions built in a line, dice that fall as told."""

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from domain.core.chance import Seeded
from domain.core.errors import NotAnOption
from domain.core.forms import Pick, Select
from domain.core.model import Fact, Frame, House, Item, Play
from domain.core.umpire import Umpire
from domain.kepler import Options, State, frames, kepler
from domain.kepler.board import UNIT_TYPES
from domain.kepler.components import CENTRE, PLANETS, SATELLITES, TRACKS, UNITS
from domain.kepler.military import military_total
from domain.kepler.state import Die, SeatState, Turn, Units

START = (2, 2, 2, 1, 1, 1, 0)
QUIET = ("helios", "orion", "valkyr", "scoria", "aegis")
"""Corporations in an order in which the first seats' have no effect during play."""

NONE: dict[Any, Any] = {}

Standing = dict[str, str]
"""Planet to units, as `"ship ship base"` or `"3 ship, frigate"`."""


class Told:
    """Dice that fall as told, then as a fixed seed says; shuffles by the seed."""

    def __init__(self, dice: Iterable[int] = (), seed: bytes = bytes(32)) -> None:
        self.dice = list(dice)
        self.labels: list[str] = []
        self._seeded = Seeded(seed)

    def index(self, label: str, count: int, choices: tuple[Any, ...]) -> int:
        self.labels.append(label)
        is_die = label.startswith(("dice/", "tiebreak/"))
        return choices.index(self.dice.pop(0)) if is_die and self.dice else self._seeded.index(label, count, choices)

    def order(self, label: str, count: int, choices: tuple[Any, ...]) -> tuple[int, ...]:
        self.labels.append(label)
        return self._seeded.order(label, count, choices)


class Table:
    """A match that is answered step by step."""

    def __init__(self, play: Any, source: Told, seats: int) -> None:
        self.source = source
        self.umpire = Umpire(kepler, House(seats=seats), source)
        self.play = play
        self.facts: list[Fact] = []

    @property
    def state(self) -> State:
        return self.play.state

    def seat(self, number: int) -> SeatState:
        return self.state.seats[number]

    @property
    def decision(self):
        (found,) = self.umpire.decisions(self.play)
        return found

    @property
    def kind(self) -> str:
        return self.decision.ask.kind

    @property
    def offered(self) -> list[str]:
        slot = self.decision.ask.form.slots[0]
        assert isinstance(slot, Pick | Select)
        return [option.id for option in (slot.options if isinstance(slot, Pick) else slot.items)]

    def offers(self, start: str) -> list[str]:
        """The options whose id begins like this."""
        return [option for option in self.offered if option.startswith(start)]

    def answer(self, answer: dict[str, Any]) -> list[Fact]:
        """Answer the open decision and let workers finish what follows."""
        found = self.decision
        self.play, facts = self.umpire.decide(self.play, found.id, found.seat, answer)
        self.play, more = self.umpire.advance(self.play, background=True)
        assert list(kepler.checker(self.state)) == []
        new = [fact for fact in (*facts, *more) if type(fact) in kepler.appliers]
        self.facts += new
        return new

    def say(self, *choices: str, **slots: Any) -> list[Fact]:
        """Choose one option after the other; slots belong to the last."""
        happened = []
        for choice in choices[:-1]:
            happened += self.answer({"do": choice})
        return happened + self.answer({"do": choices[-1], **slots})

    def raise_discs(self, *tracks: int) -> list[Fact]:
        return self.answer({"tracks": [f"raise:{track}" for track in tracks]})

    def refusal(self, answer: str | dict[str, Any], **slots: Any) -> tuple[str | None, tuple[str, ...]]:
        """The reason and the rules with which an answer is refused; nothing changes by it."""
        before = self.play
        given = {"do": answer, **slots} if isinstance(answer, str) else answer
        try:
            self.answer(given)
        except NotAnOption as refused:
            assert self.play is before
            return refused.reason, refused.rules
        raise AssertionError(f"accepted: {given}")

    def why_not(self, answer: str | dict[str, Any], **slots: Any) -> str | None:
        """The reason with which an answer is refused."""
        return self.refusal(answer, **slots)[0]

    def happened(self, kind: type[Fact]) -> list[Any]:
        """All facts of one type so far."""
        return [fact for fact in self.facts if isinstance(fact, kind)]


def new_table(seats: int, *dice: int, options: Options | None = None, seed: int = 0) -> Table:
    """A table from its set-up, stopped at its first question."""
    source = Told(dice, seed.to_bytes(32, "big"))
    table = Table(None, source, seats)
    table.play, facts = table.umpire.begin(options or Options(), seats)
    table.facts = [fact for fact in facts if type(fact) in kepler.appliers]
    return table


def units(text: str) -> Units:
    """`"3 ship, base"` as figures."""
    numbers = dict.fromkeys(UNIT_TYPES, 0)
    for part in filter(None, text.split(",")):
        *number, unit = part.split()
        numbers[unit] += int(number[0]) if number else 1
    return Units(**numbers)


def seat_state(standing: Standing, levels: tuple[int, ...] = START, **changes: Any) -> SeatState:
    """A seat with these units on the board and the rest in supply."""
    placed = {planet: units(text) for planet, text in standing.items()}
    supply = {unit: UNITS[unit].figures - sum(getattr(there, unit) for there in placed.values()) for unit in UNIT_TYPES}
    seat = SeatState(
        corporation=None,
        supply=Units(**supply),
        units=placed,
        level=dict(zip(TRACKS, levels, strict=True)),
        turns_taken=1,
    )
    return replace(replace(seat, military=military_total(seat)), **changes)


def position(
    *standings: Standing,
    dice: tuple[int, ...] = (),
    levels: dict[int, tuple[int, ...]] = NONE,
    corporations: tuple[str, ...] = QUIET,
    seats: dict[int, dict[str, Any]] = NONE,
    turn: dict[str, Any] = NONE,
    centre: bool = False,
    slots: tuple[str, str, str] = ("sat1", "sat2", "sat3"),
    **changes: Any,
) -> State:
    """A state in the middle of a game, all tokens on face A; standings are the units of seat 0, 1, …"""
    planets = CENTRE if centre else tuple(PLANETS)
    rolled = tuple(Die(id=f"d{number}", face=face) for number, face in enumerate(dice, 1))
    fields = {
        "options": Options(two_player_map="centre" if centre else "full"),
        "phase": "play",
        "players": len(standings),
        "planets": planets,
        "seats": tuple(
            seat_state(standing, levels.get(n, START), **{"corporation": corporations[n], **seats.get(n, {})})
            for n, standing in enumerate(standings)
        ),
        "tokens": dict.fromkeys(planets, "A"),
        "satellites": dict(zip(("mauve_a", "mauve_b", "green_a"), slots, strict=True)),
        "satellite_pile": tuple(sorted(set(SATELLITES) - set(slots))),
        "turn": Turn(**{"seat": 0, "dice": rolled, **turn}),
    }
    return State(**{**fields, **changes})


def table_at(state: State, *agenda: Frame, dice: Iterable[int] = ()) -> Table:
    """A table that stands at this state with this business, by default before the action of the turn."""
    assert list(kepler.checker(state)) == []
    business = agenda or (frames.Turn(stage="pre_action"),)
    items = tuple(Item(serial, frame) for serial, frame in enumerate(business, 1))
    table = Table(None, Told(dice), state.players)
    table.play, facts = table.umpire.begin_from(Play(state=state, agenda=items, serial=len(items) + 1))
    table.play, more = table.umpire.advance(table.play, background=True)
    table.facts = [fact for fact in (*facts, *more) if type(fact) in kepler.appliers]
    return table


def end_of_turn(state: State) -> Table:
    """A table whose active seat has just played action 1 and has nothing left to do but to be counted."""
    return table_at(state, frames.Turn(stage="military"))


def levels_of(table: Table, seat: int) -> tuple[int, ...]:
    """The levels of a seat on tracks 1 to 7."""
    return tuple(table.seat(seat).level[track] for track in TRACKS)


def ships(table: Table, seat: int) -> dict[str, int]:
    """Ships of a seat by planet."""
    return {planet: there.ship for planet, there in table.seat(seat).units.items() if there.ship}
