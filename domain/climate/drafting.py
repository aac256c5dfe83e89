"""Choosing people: characters that keep all colours within reach, and free employers."""

from collections.abc import Iterable
from itertools import combinations

from domain.climate.board import is_covering, seats_in_play
from domain.climate.components import CHARACTERS, EMPLOYERS
from domain.climate.forms import first_of, things
from domain.climate.state import State
from domain.core.model import Ask
from domain.core.rules import rule


@rule("climate.setup.7", "climate.seat.join")
def free_characters(state: State, *, still_to_come: int) -> tuple[str, ...]:
    """Characters with which the seats still to come can complete the six colours."""
    taken = tuple(seat.character for seat in state.seats if seat.in_play and seat.character)
    players = len(seats_in_play(state))
    free = [character for character in CHARACTERS if character not in taken]
    return tuple(c for c in free if can_complete((*taken, c), free, still_to_come, players))


def can_complete(chosen: tuple[str, ...], free: Iterable[str], more: int, players: int) -> bool:
    """Whether some free characters, added to the chosen ones, cover all colours."""
    left = [character for character in free if character not in chosen]
    return any(is_covering((*chosen, *added), players) for added in combinations(left, more))


def character_ask(state: State, seat: int, *cited: str) -> Ask:
    """Which character a seat takes."""
    waiting = sum(held.in_play and held.character is None for held in state.seats) - 1
    form = things("character", "character", free_characters(state, still_to_come=waiting))
    rules = cited or ("climate.setup.7",)
    return Ask(seat=seat, kind="pick_character", form=form, default=first_of(form), rules=rules)


@rule("climate.setup.8", "climate.seat.join")
def free_employers(state: State) -> tuple[str, ...]:
    """Employers that nobody in play works for."""
    taken = {seat.employer for seat in state.seats if seat.in_play}
    return tuple(employer for employer in EMPLOYERS if employer not in taken)


def employer_ask(state: State, seat: int, *cited: str) -> Ask:
    """Which employer a seat works for."""
    form = things("employer", "employer", free_employers(state))
    rules = cited or ("climate.setup.8",)
    return Ask(seat=seat, kind="pick_employer", form=form, default=first_of(form), rules=rules)
