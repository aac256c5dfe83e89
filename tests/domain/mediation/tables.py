"""Tables of Ultimédiation for tests: positions built in a line, cards and dice that come as told."""

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from domain.core.chance import Seeded
from domain.core.errors import NotAnOption
from domain.core.forms import Pick, options_of
from domain.core.model import Decision, Fact, Frame, House, Item, Play
from domain.core.openings import waits_for_worker
from domain.core.umpire import Umpire
from domain.mediation import Options, State, frames, mediation
from domain.mediation.board import free_places, in_order
from domain.mediation.components import CELLS, CHARACTERS, LEVELS, SHIP_TRACK
from domain.mediation.setup import deck_contents
from domain.mediation.state import ActiveDisaster, Pile, SeatState, Sheet


class Told:
    """Dice that fall as told, then as a fixed seed says; shuffles by the seed."""

    def __init__(self, dice: Iterable[int] = (), seed: bytes = bytes(32)) -> None:
        self.dice = list(dice)
        self.labels: list[str] = []
        self._seeded = Seeded(seed)

    def index(self, label: str, count: int, choices: tuple[Any, ...]) -> int:
        self.labels.append(f"{label}#{count}")
        return choices.index(self.dice.pop(0)) if self.dice else self._seeded.index(label, count, choices)

    def order(self, label: str, count: int, choices: tuple[Any, ...]) -> tuple[int, ...]:
        self.labels.append(f"{label}#{count}")
        return self._seeded.order(label, count, choices)


def position(
    *,
    cells: dict[str, str] | None = None,
    pop: dict[str, int] | None = None,
    top: dict[str, tuple[str, ...]] | None = None,
    discards: dict[str, tuple[str, ...]] | None = None,
    sheets: dict[str, dict[str, Any]] | None = None,
    options: Options | None = None,
    seats: tuple[tuple[str, ...], ...] | None = None,
    attacks: Iterable[str] = (),
    disaster: tuple[str, str] | None = None,
    **fields: Any,
) -> State:
    """A sound state: populations that are not placed are aboard or lost as told, the rest stand where there is room."""
    chosen = options or Options()
    places = {"base_u": "I5", "red": "A1", "blue": "I1", **(cells or {})}
    team = tuple(name for name in CHARACTERS if any(name in seat for seat in seats)) if seats else _team(chosen, places)
    homes = {name: places.get(name, places["base_u"]) for name in team}
    chars = {name: Sheet(**{"cell": cell, **(sheets or {}).get(name, {})}) for name, cell in homes.items()}
    fields.setdefault("phase", "action")
    state = State(
        options=chosen,
        players=len(seats) if seats else 1,
        need_target=LEVELS[chosen.difficulty].needs,
        seats=tuple(SeatState(characters=names) for names in (seats or (team,))),
        team=team,
        squads=(team[1:],),
        chars=chars,
        attacks=frozenset(attacks),
        bases={"red": places["red"], "blue": places["blue"]},
        base_u=places["base_u"],
        pop=dict.fromkeys(CELLS, 0),
        **{"disaster_tokens": 5 if chosen.pyramids else 0, **fields},
    )
    state = _with_pyramids(state, fields)
    if disaster:
        kind, cell = disaster
        active = ActiveDisaster(kind=kind, cell=cell)
        state = replace(state, active_disaster=active, disaster_tokens=state.disaster_tokens - 1)
    state = replace(state, disaster_tokens=state.disaster_tokens - len(state.contaminated))
    return _with_piles(_peopled(state, pop or {}), top or {}, discards or {})


def _team(options: Options, places: dict[str, str]) -> tuple[str, ...]:
    if options.characters == 7:
        return tuple(CHARACTERS)
    named = [name for name in CHARACTERS if name in places and name != "elli"]
    protector = next((name for name in named if CHARACTERS[name].role == "protector"), "agapi")
    mediators = [name for name in named if CHARACTERS[name].role == "mediator"]
    mediators += [name for name in ("andromeda", "diamandis") if name not in mediators]
    return tuple(name for name in CHARACTERS if name in ("elli", protector, *mediators[:2]))


def _with_pyramids(state: State, fields: dict[str, Any]) -> State:
    if not state.options.pyramids:
        return state
    on_track = fields.get("pyramids_on_track")
    if on_track is None:
        expert = state.options.difficulty == "expert"
        spaces = [s.id for s in SHIP_TRACK.values() if (s.pyramid_expert if expert else s.pyramid_advanced)]
        on_track = tuple(spaces[len(state.pyramids) + state.pyramids_gone :])
    return replace(state, pyramids=in_order(state.pyramids), pyramids_on_track=on_track)


def _peopled(state: State, pop: dict[str, int]) -> State:
    """Named cells hold what is told; the others are filled evenly until 45 are accounted for."""
    state = replace(state, pop={**state.pop, **pop})
    left = 45 - state.ship - state.lost - sum(state.pop.values())
    while left:
        others = [cell for cell in CELLS if cell not in pop and free_places(state, cell) > 0]
        assert others, "no room for the populations that are left"
        cell = min(others, key=lambda c: state.pop[c])
        state = replace(state, pop={**state.pop, cell: state.pop[cell] + 1})
        left -= 1
    return state


def _with_piles(state: State, top: dict[str, tuple[str, ...]], discards: dict[str, tuple[str, ...]]) -> State:
    out = {
        "attack": tuple(state.attacks),
        "med_red": state.needs_found["red"],
        "med_blue": state.needs_found["blue"],
        "power": tuple(sheet.power for sheet in state.chars.values() if sheet.power),
        "disaster": (state.active_disaster.kind,) if state.active_disaster else (),
    }
    piles = {}
    for name, cards in deck_contents(state.options).items():
        left = list(cards)
        for card in (*out[name], *top.get(name, ()), *discards.get(name, ())):
            left.remove(card)
        if cards:
            piles[name] = Pile(cards=(*top.get(name, ()), *left), discard=discards.get(name, ()))
    state = replace(state, piles=piles)
    assert list(mediation.checker(state)) == []
    return state


class Table:
    """A match that is answered step by step."""

    def __init__(self, play: Any, source: Told, house: House) -> None:
        self.source = source
        self.umpire = Umpire(mediation, house, source)
        self.play = play
        self.facts: list[Fact] = []
        self.new: tuple[Fact, ...] = ()

    @property
    def state(self) -> State:
        return self.play.state

    @property
    def result(self) -> Any:
        return self.play.result

    def advance(self) -> "Table":
        """Work until seats are asked or the match is over."""
        self.take(self.umpire.advance(self.play))
        while waits_for_worker(mediation, self.play):
            self.take(self.umpire.advance(self.play, background=True))
        return self

    def rest(self) -> "Table":
        """Work only what needs no worker."""
        self.take(self.umpire.advance(self.play))
        return self

    def take(self, outcome: Any) -> None:
        """Go on from what the umpire made of the match."""
        self.play, self.new = outcome
        self.facts += [fact for fact in self.new if type(fact) in mediation.appliers]

    @property
    def decisions(self) -> tuple[Decision, ...]:
        return self.umpire.decisions(self.play)

    def decision(self, seat: int | None = None) -> Decision:
        found = [d for d in self.decisions if d.mode != "offer" and seat in (None, d.seat)]
        assert len(found) == 1, found
        return found[0]

    def offer(self, seat: int) -> Decision | None:
        return next((d for d in self.decisions if d.mode == "offer" and d.seat == seat), None)

    @property
    def kind(self) -> str | None:
        kinds = {d.ask.kind for d in self.decisions if d.mode != "offer"}
        assert len(kinds) <= 1
        return next(iter(kinds), None)

    def offered(self, seat: int | None = None) -> list[str]:
        form = self.decision(seat).ask.form
        slot = form.slots[0]
        assert isinstance(slot, Pick)
        return [option.id for option in options_of(slot, form)]

    def say(self, seat: int | None = None, **answer: Any) -> "Table":
        """Answer what one seat is asked; worker's business waits."""
        decision = self.decision(seat)
        given = {name.rstrip("_"): value for name, value in answer.items()}
        self.take(self.umpire.decide(self.play, decision.id, decision.seat, given))
        return self

    def do(self, option: str, seat: int | None = None, /, **slots: Any) -> "Table":
        """Answer an action, or a window, by its option."""
        return self.say(seat, do=option, **slots)

    def refuse(self, seat: int | None = None, **answer: Any) -> tuple[str | None, tuple[str, ...]]:
        """The reason and the rules that an answer is refused with; nothing changes."""
        before = self.play
        try:
            self.say(seat, **answer)
        except NotAnOption as refused:
            assert self.play == before
            return refused.reason, refused.rules
        raise AssertionError("the answer was accepted")

    def told(self, kind: type[Fact]) -> list[Any]:
        """Facts of one type so far."""
        return [fact for fact in self.facts if isinstance(fact, kind)]


def table_at(state: State, *agenda: Frame, dice: Iterable[int] = (), policy: str | None = None) -> Table:
    """A match from a position, worked until it rests; bottom frame first."""
    stack = agenda or (frames.Turn(stage="resolve"), frames.ActionPhase())
    items = tuple(Item(serial, frame) for serial, frame in enumerate(stack, 1))
    play: Any = Play(state=state, agenda=items, serial=len(items) + 1)
    house = House(seats=state.players, team_policy=policy or state.options.team_policy)
    return Table(play, Told(dice), house)


def acting(state: State, **more: Any) -> Table:
    """The action phase of a position."""
    return table_at(state, **more).advance()


def attacked(state: State, *cells: str, **more: Any) -> Table:
    """Attacks by a card on these cells, one after another, in the action phase of a position."""
    pile = state.piles["attack"]
    top = (*cells, *(cell for cell in pile.cards if cell not in cells))
    state = replace(state, piles={**state.piles, "attack": replace(pile, cards=top)})
    stack = (frames.Turn(stage="resolve"), frames.ActionPhase(), frames.Barrage(left=len(cells)))
    return table_at(state, *stack, **more).rest()


def begun(options: Options | None = None, seats: int = 1, *, seed: bytes = bytes(32)) -> Table:
    """A match from its set-up."""
    chosen = options or Options()
    umpire = Umpire(mediation, House(seats=seats, team_policy=chosen.team_policy), Told(seed=seed))
    play, _ = umpire.begin(chosen, seats)
    table = Table(play, Told(seed=seed), umpire.house)
    return table.advance()
