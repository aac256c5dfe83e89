"""Optional: spending influence, before and after the action."""

from collections.abc import Callable
from itertools import combinations

from domain.core.chance import Chance
from domain.core.forms import Option
from domain.core.model import Fact
from domain.core.rules import rule
from domain.kepler.board import active, amount, neighbours, opponents, turn_of, units_on
from domain.kepler.components import UNITS
from domain.kepler.corporations import is_shielded
from domain.kepler.dice import dice_left, free_dice, reroll
from domain.kepler.facts import DieShifted, InfluenceSpent, UnitDestroyed, UnitMoved
from domain.kepler.state import SeatState, State, UnitType

MOST_SPENDS = 3
MOST_NEW_DICE = 2
DICE_TRACKS = (1, 2, 3)
MANOEUVRED: tuple[UnitType, ...] = ("frigate", "cruiser")
INTIMIDATED: tuple[UnitType, ...] = tuple(unit.id for unit in UNITS.values() if unit.movable)
SABOTAGED: tuple[UnitType, ...] = tuple(unit.id for unit in UNITS.values() if unit.destroyable)


@rule("kepler.infl.1", "kepler.infl.2", "kepler.infl.3", "kepler.infl.5", "kepler.track.7")
def spend_options(state: State) -> tuple[Option, ...]:
    """Up to three spends per turn, from different tracks above zero whose ability has an effect; never track 7."""
    turn, levels = turn_of(state), active(state).level
    if len(turn.spent) >= MOST_SPENDS:
        return ()
    return tuple(
        option
        for track, options in OPTIONS.items()
        if track not in turn.spent and levels[track] > 0
        for option in options(state)
    )


@rule("kepler.infl.3")
def spend(state: State, words: list[str], chance: Chance) -> tuple[Fact, ...]:
    """The disc goes down one level, then the ability is carried out."""
    track = int(words[0])
    spent = InfluenceSpent(track=track, level_after=active(state).level[track] - 1)
    return (spent, effect(state, words, chance))


def effect(state: State, words: list[str], chance: Chance) -> Fact:
    """What a spend does, from the words of its option."""
    match words:
        case ["1"]:
            return reroll(state, dice_left(turn_of(state))[:MOST_NEW_DICE], "track1", chance)
        case ["2", *dice]:
            return reroll(state, tuple(dice), "track2", chance)
        case ["3", die, way]:
            return DieShifted(die=die, face=shifted(face_of(state, die), way))
        case ["4", unit, origin, to]:
            seat = turn_of(state).seat
            return UnitMoved(owner=seat, unit=_unit(unit), origin=origin, to=to, by=seat)
        case ["5", owner, _, planet]:
            return UnitDestroyed(owner=seat_number(owner), planet=planet)
        case ["6", owner, unit, origin, to]:
            mover = turn_of(state).seat
            return UnitMoved(owner=seat_number(owner), unit=_unit(unit), origin=origin, to=to, by=mover)
    raise AssertionError(words)


@rule("kepler.track.1", "kepler.dice.3")
def reinforcements(state: State) -> tuple[Option, ...]:
    """Track 1 rolls two more dice, or as many as are left of the five."""
    return (Option("spend:1", {"track": 1}),) if dice_left(turn_of(state)) else ()


@rule("kepler.track.2", "kepler.dice.4")
def renegotiation(state: State) -> tuple[Option, ...]:
    """Track 2 rerolls one or two free dice together."""
    free = [die.id for die in free_dice(turn_of(state))]
    single = tuple(Option(f"spend:2:{die}", {"track": 2, "die": die}) for die in free)
    pairs = tuple(
        Option(f"spend:2:{die}:{other}", {"track": 2, "die": die, "die2": other})
        for die, other in combinations(free, 2)
    )
    return single + pairs


@rule("kepler.track.3", "kepler.dice.4")
def adjustment(state: State) -> tuple[Option, ...]:
    """Track 3 changes a free die by one up or down."""
    return tuple(
        Option(f"spend:3:{die.id}:{way}", {"track": 3, "die": die.id, "face": shifted(die.face, way)})
        for die in free_dice(turn_of(state))
        for way in ("up", "down")
    )


@rule("kepler.track.3")
def shifted(face: int, way: str) -> int:
    """Above 6 comes 1, below 1 comes 6."""
    return face % 6 + 1 if way == "up" else (face - 2) % 6 + 1


@rule("kepler.track.4")
def manoeuvre(state: State) -> tuple[Option, ...]:
    """Track 4 moves one own frigate or cruiser through a passage."""
    return tuple(
        Option(f"spend:4:{unit}:{origin}:{to}", {"track": 4, "unit": unit, "from": origin, "to": to})
        for unit, origin, to in moves_of(active(state), MANOEUVRED, state.planets)
    )


@rule("kepler.track.5", "kepler.unit.2", "kepler.unit.3")
def sabotage(state: State) -> tuple[Option, ...]:
    """Track 5 returns one opponent's ship to its supply, unless a shield protects it."""
    return tuple(
        Option(f"spend:5:s{number}:{unit}:{planet}", {"track": 5, "seat": number, "unit": unit, "planet": planet})
        for number, seat in opponents(state)
        if not is_shielded(seat)
        for unit in SABOTAGED
        for planet in state.planets
        if amount(units_on(seat, planet), unit)
    )


@rule("kepler.track.6", "kepler.unit.2")
def intimidation(state: State) -> tuple[Option, ...]:
    """Track 6 moves one opponent's ship or frigate through a passage, out of anyone's reach or not."""
    return tuple(
        Option(
            f"spend:6:s{number}:{unit}:{origin}:{to}",
            {"track": 6, "seat": number, "unit": unit, "from": origin, "to": to},
        )
        for number, seat in opponents(state)
        for unit, origin, to in moves_of(seat, INTIMIDATED, state.planets)
    )


def moves_of(
    seat: SeatState, units: tuple[UnitType, ...], planets: tuple[str, ...]
) -> tuple[tuple[UnitType, str, str], ...]:
    """Every way to move one unit of these types through a passage."""
    return tuple(
        (unit, origin, to)
        for unit in units
        for origin in planets
        if amount(units_on(seat, origin), unit)
        for to in neighbours(origin, planets)
    )


def face_of(state: State, die: str) -> int:
    """What a die of the turn shows."""
    return next(found.face for found in turn_of(state).dice if found.id == die)


def seat_number(word: str) -> int:
    """The seat that `s2` stands for."""
    return int(word.removeprefix("s"))


def _unit(word: str) -> UnitType:
    return UNITS[word].id  # type: ignore[index]


OPTIONS: dict[int, Callable[[State], tuple[Option, ...]]] = {
    1: reinforcements,
    2: renegotiation,
    3: adjustment,
    4: manoeuvre,
    5: sabotage,
    6: intimidation,
}
