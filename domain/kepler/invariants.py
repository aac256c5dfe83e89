"""What is true of every table, whatever was played and wherever a position was taken."""

from collections import Counter
from collections.abc import Iterator

from domain.kepler.board import UNIT_TYPES, amount
from domain.kepler.components import (
    CENTRE,
    CLANS,
    CORPORATIONS,
    PLANETS,
    SATELLITES,
    SLOTS,
    THRESHOLDS,
    TOP,
    TRACKS,
    UNITS,
)
from domain.kepler.dice import DICE
from domain.kepler.influence import MOST_SPENDS, OPTIONS
from domain.kepler.state import SeatState, State, Turn, kepler

Complaints = Iterator[str]
PILE = len(SATELLITES) - len(SLOTS)


@kepler.invariants
def complaints(state: State) -> Complaints:
    """Everything that is wrong with a state."""
    yield from _wrong_table(state)
    if list(_wrong_table(state)):
        return
    for number, seat in enumerate(state.seats):
        yield from (f"seat {number}: {wrong}" for wrong in _wrong_seat(state, seat))
    if state.phase != "setup":
        yield from _wrong_satellites(state)
        yield from _wrong_setup(state)
    if state.turn is not None:
        yield from _wrong_turn(state, state.turn)


def _wrong_table(state: State) -> Complaints:
    if not 2 <= state.players <= 5 or len(state.seats) != state.players:
        yield "there are 2 to 5 seats, as many as players"
    if state.planets not in (tuple(PLANETS), CENTRE) or (state.planets == CENTRE and state.players > 2):
        yield "the planets in play are all twelve, or the six of the centre with two seats"
    if state.planets != (CENTRE if state.options.two_player_map == "centre" else tuple(PLANETS)):
        yield "the planets in play are those of the chosen map"
    if not 0 <= state.first_seat < state.players or state.round < 1:
        yield "the first seat is one of the seats and rounds count from 1"
    if not 0 <= state.scorings_done <= len(THRESHOLDS):
        yield "there are at most three scorings"
    if (state.turn is None) == (state.phase == "play"):
        yield "there is a turn while the game is played, and only then"


def _wrong_seat(state: State, seat: SeatState) -> Complaints:
    if not set(seat.units) <= set(state.planets):
        yield "units stand on planets in play"
    for unit in UNIT_TYPES:
        held = [amount(seat.supply, unit), *(amount(units, unit) for units in seat.units.values())]
        if min(held) < 0 or sum(held) != UNITS[unit].figures:
            yield f"supply and board hold {UNITS[unit].figures} figures of type {unit}"
    if set(seat.level) != set(TRACKS) or not all(0 <= level <= TOP for level in seat.level.values()):
        yield f"seven discs stand between levels 0 and {TOP}"
    if len(set(seat.allegiances)) < len(seat.allegiances) or not set(seat.allegiances) <= set(CLANS):
        yield "a seat is allied with each clan at most once"
    if min(seat.military, seat.score, seat.turns_taken, *(getattr(seat.by_phase, phase) for phase in "ACDE")) < 0:
        yield "numbers are not negative"


def _wrong_setup(state: State) -> Complaints:
    if set(state.tokens) != set(state.planets):
        yield "every planet in play has its token"
    dealt = [seat.corporation for seat in state.seats]
    if len(set(dealt)) < len(dealt) or not set(dealt) <= set(CORPORATIONS):
        yield "seats have different corporations"


def _wrong_satellites(state: State) -> Complaints:
    lying = [satellite for satellite in state.satellites.values() if satellite is not None]
    everywhere = Counter([*lying, *state.satellite_pile, *state.satellite_discard])
    if set(state.satellites) != set(SLOTS) or everywhere != Counter(list(SATELLITES)):
        yield "slots, pile and discard hold the seven satellites, each once"
    if len(state.satellite_pile) != PILE:
        yield f"the pile holds {PILE} satellites"


def _wrong_turn(state: State, turn: Turn) -> Complaints:
    if not 0 <= turn.seat < state.players:
        yield "the turn belongs to a seat"
    ids, faces = tuple(die.id for die in turn.dice), {die.face for die in turn.dice}
    if ids != DICE[: len(ids)] or not faces <= {1, 2, 3, 4, 5, 6}:
        yield "dice have the ids d1 to d5 in order and faces 1 to 6"
    spent = set(turn.spent)
    if len(turn.spent) > MOST_SPENDS or len(spent) < len(turn.spent) or not spent <= set(OPTIONS):
        yield "at most three different tracks of 1 to 6 are spent in a turn"
    if not {*turn.targets, *turn.arrived} <= set(state.planets):
        yield "groups went to planets in play"
    yield from _wrong_action(turn)


def _wrong_action(turn: Turn) -> Complaints:
    locked = {die.id for die in turn.dice if die.locked}
    if turn.action is None:
        if locked:
            yield "no die is used before the action"
        return
    number, used = turn.action.number, turn.action.dice
    if locked != set(used) or any(die.face != turn.action.value for die in turn.dice if die.locked):
        yield "the dice used lie on the action and show its value"
    if len(locked) not in ((2, 3) if number == 7 else (1,)) or (turn.action.build is None) == (number == 7):
        yield "actions 1 to 6 use one die, action 7 uses two or three and builds a unit"
