"""Anti-Matter, Virus, Macron, Warpish and Warrior: powers over the totals."""

from domain.core.rules import rule
from domain.cosmic.board import DEFENCE, OFFENCE, allies_on, black_hole, duel_of, in_duel, main_of, mains, use_key
from domain.cosmic.components import value_of
from domain.cosmic.facts import Totals
from domain.cosmic.state import Side, State

POWERS_OF_MAINS = ("antimatter", "virus", "macron", "warpish", "warrior")
POWERS_OF_ALLIES = ("macron", "warpish")
MACRON_WEIGHT = 4

Applied = tuple[str, ...]


def compared(state: State, applied: Applied) -> Totals:
    """Both totals and which of them wins, with the powers applied."""
    return Totals(
        offence=total(state, OFFENCE, applied),
        defence=total(state, DEFENCE, applied),
        lower_wins=is_lower_better(state, applied),
    )


@rule("cosmic.pw.antimatter")
def is_lower_better(state: State, applied: Applied) -> bool:
    """With Anti-Matter the lower total wins."""
    return any(use_key(seat, "antimatter") in applied for seat in mains(state))


@rule("cosmic.resolve.1", "cosmic.defend.1", "cosmic.pw.antimatter")
def total(state: State, side: Side, applied: Applied) -> int:
    """Card plus tokens; Anti-Matter subtracts the tokens; Warpish and Warrior add to it in any case."""
    main = main_of(state, side)
    tokens = main_tokens(state, main, applied)
    tokens += sum(in_duel(state, ally) * weight(ally, applied) for ally in allies_on(state, side))
    sign = -1 if use_key(main, "antimatter") in applied else 1
    return card_part(state, main, applied) + sign * tokens + extras(state, side, applied)


@rule("cosmic.pw.virus")
def card_part(state: State, main: int, applied: Applied) -> int:
    """A Virus multiplies its card by its own tokens."""
    value = value_of(duel_of(state).counts_as[main])
    return value * in_duel(state, main) if use_key(main, "virus") in applied else value


def main_tokens(state: State, main: int, applied: Applied) -> int:
    """A main player's own tokens, unless they multiply already."""
    return 0 if use_key(main, "virus") in applied else in_duel(state, main) * weight(main, applied)


@rule("cosmic.pw.macron")
def weight(seat: int, applied: Applied) -> int:
    """Each token of a Macron counts four."""
    return MACRON_WEIGHT if use_key(seat, "macron") in applied else 1


@rule("cosmic.pw.warpish", "cosmic.pw.warrior")
def extras(state: State, side: Side, applied: Applied) -> int:
    """The Black Hole's tokens for each Warpish of the side, and its Warrior's experience."""
    main = main_of(state, side)
    warpish = sum(use_key(seat, "warpish") in applied for seat in (main, *allies_on(state, side)))
    experience = state.warrior_count if use_key(main, "warrior") in applied else 0
    return warpish * black_hole(state) + experience
