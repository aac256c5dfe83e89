"""Step 2. Choosing and playing an action: numbers 1 to 6."""

from domain.core.chance import Chance
from domain.core.forms import Answer, Option
from domain.core.model import Ask, Fact, Frame, Outcome, ask, done
from domain.core.rules import rule
from domain.kepler import frames
from domain.kepler.board import active, count, is_on_board, neighbours, turn_of, units_on
from domain.kepler.components import ACTIONS
from domain.kepler.facts import ActionChosen, DiscCause, GroupMoved, GroupPlaced, GroupSkipped
from domain.kepler.forms import SKIP, move_option, pick, place_option
from domain.kepler.state import SeatState, State, Turn, kepler

CAUSES: dict[int, DiscCause] = {1: "action1", 2: "action2", 3: "action3"}


@rule("kepler.action.0")
def action_options(state: State) -> tuple[Option, ...]:
    """Every face shown by a die offers the action of that number."""
    faces = sorted({die.face for die in turn_of(state).dice})
    return tuple(Option(f"act:{face}", {"action": face}) for face in faces)


@rule("kepler.action.0", "kepler.dice.4")
def dice_used(turn: Turn, value: int, number: int) -> tuple[str, ...]:
    """Dice showing the value are put on the action, lowest ids first, and stay there."""
    return tuple(die.id for die in turn.dice if die.face == value)[:number]


@rule(*(action.rule for action in ACTIONS.values()))
def choose_action(state: State, number: int) -> tuple[tuple[Fact, ...], tuple[Frame, ...]]:
    """An action offers its groups of ships in printed order, then its discs."""
    turn, card = turn_of(state), ACTIONS[number]
    chosen = ActionChosen(number=number, value=number, dice=dice_used(turn, number, 1))
    groups = tuple(frames.Group(index=index, size=size) for index, size in enumerate(card.groups, start=1))
    if card.discs is None:
        return (chosen,), groups
    discs = frames.Discs(seat=turn.seat, cause=CAUSES[number], max=card.discs.max, rise=card.discs.step)
    return (chosen,), (*groups, discs)


@kepler.step(frames.Group)
@rule("kepler.group.1", "kepler.group.3")
def group(state: State, frame: frames.Group, chance: Chance) -> Outcome:
    """A group of ships is placed or moved together, or left unplayed."""
    form = pick(*group_options(state, frame.size))
    seat = turn_of(state).seat
    return ask(Ask(seat=seat, kind="action_group", form=form, default={"do": SKIP.id}, rules=("kepler.group.1",)))


@rule("kepler.group.4")
def group_options(state: State, size: int) -> tuple[Option, ...]:
    """Placements, then moves, on the board as earlier groups left it."""
    return (*placements(state, size), *moves(state, size), SKIP)


@rule("kepler.place.1", "kepler.place.2", "kepler.group.2", "kepler.unit.3")
def placements(state: State, size: int) -> tuple[Option, ...]:
    """Ships in supply go to a planet within reach that no earlier group went to."""
    seat, turn = active(state), turn_of(state)
    if seat.supply.ship < size:
        return ()
    return tuple(
        place_option(planet, size)
        for planet in state.planets
        if planet not in turn.targets and is_within_reach(seat, planet, state.planets)
    )


@rule("kepler.place.1", "kepler.place.2")
def is_within_reach(seat: SeatState, planet: str, planets: tuple[str, ...]) -> bool:
    """A planet is within reach with an own unit on it or next to it, or without any unit on the board."""
    near = (planet, *neighbours(planet, planets))
    return any(count(units_on(seat, place)) for place in near) or not is_on_board(seat)


@rule("kepler.move.1", "kepler.group.2")
def moves(state: State, size: int) -> tuple[Option, ...]:
    """Ships that did not arrive by this action go through one passage to a planet no earlier group went to."""
    turn = turn_of(state)
    return tuple(
        move_option(origin, to, size)
        for origin in state.planets
        if fresh_ships(state, origin) >= size
        for to in neighbours(origin, state.planets)
        if to not in turn.targets
    )


@rule("kepler.group.2")
def fresh_ships(state: State, planet: str) -> int:
    """Own ships on a planet that no earlier group of this action brought there."""
    return units_on(active(state), planet).ship - turn_of(state).arrived.get(planet, 0)


@kepler.answer(frames.Group)
@rule("kepler.group.1", "kepler.group.3", "kepler.group.4")
def play_group(state: State, frame: frames.Group, given: dict[int, Answer], chance: Chance) -> Outcome:
    """The whole group goes to one planet, from the supply or from one planet."""
    match given[turn_of(state).seat]["do"].split(":"):
        case ["place", planet]:
            first = not is_on_board(active(state))
            return done(GroupPlaced(index=frame.index, size=frame.size, planet=planet, first=first))
        case ["move", origin, to]:
            return done(GroupMoved(index=frame.index, size=frame.size, origin=origin, to=to))
        case _:
            auto = group_options(state, frame.size) == (SKIP,)
            return done(GroupSkipped(index=frame.index, auto=auto))
