"""The five dice: rolling, rerolling, and which of them are free."""

from domain.core.chance import Chance
from domain.core.rules import rule
from domain.kepler.board import active, turn_of
from domain.kepler.facts import DiceRolled, RollCause
from domain.kepler.state import Die, State, Turn

DICE = ("d1", "d2", "d3", "d4", "d5")
USUAL_ROLL = 3


@rule("kepler.dice.1", "kepler.dice.2")
def number_of_dice(state: State, seat: int) -> int:
    """Three dice, but on its first turn a seat rolls as many as its place in the turn order."""
    place = (seat - state.first_seat) % state.players + 1
    return USUAL_ROLL if state.seats[seat].turns_taken else place


@rule("kepler.dice.1", "kepler.dice.2")
def opening_roll(state: State, seat: int, chance: Chance) -> DiceRolled:
    """The roll that opens a turn."""
    taken = state.seats[seat].turns_taken
    dice = DICE[: number_of_dice(state, seat)]
    faces = {die: chance.die(f"dice/{seat}/{taken + 1}") for die in dice}
    return DiceRolled(dice=faces, cause="roll", first_turn=not taken)


def reroll(state: State, dice: tuple[str, ...], cause: RollCause, chance: Chance) -> DiceRolled:
    """Dice rolled in the course of a turn, together."""
    label = f"dice/{turn_of(state).seat}/{active(state).turns_taken}"
    return DiceRolled(dice={die: chance.die(label) for die in dice}, cause=cause)


@rule("kepler.dice.4")
def free_dice(turn: Turn) -> tuple[Die, ...]:
    """Dice that do not lie on the action."""
    return tuple(die for die in turn.dice if not die.locked)


@rule("kepler.dice.3")
def dice_left(turn: Turn) -> tuple[str, ...]:
    """Dice of the five that are not in the pool yet."""
    return DICE[len(turn.dice) :]
