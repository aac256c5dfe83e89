"""L'énergie. Paying, losing and getting energy back."""

from domain.core.model import Fact
from domain.core.rules import rule
from domain.mediation.board import in_play, is_on_base_u
from domain.mediation.components import BOARD
from domain.mediation.facts import CharacterSentHome, EnergySet
from domain.mediation.state import State


@rule("mediation.energy.3")
def payable(state: State) -> dict[str, int]:
    """Energy can be used by characters off Base U only."""
    return {name: state.chars[name].energy for name in in_play(state) if not is_on_base_u(state, name)}


@rule("mediation.energy.1", "mediation.energy.2")
def spent(state: State, amounts: dict[str, int]) -> tuple[Fact, ...]:
    """All amounts are taken at once; who has none left goes to Base U and is full again."""
    left = {name: state.chars[name].energy - amounts[name] for name in in_play(state) if amounts.get(name)}
    kept = tuple(EnergySet(character=name, energy=energy) for name, energy in left.items() if energy > 0)
    home = tuple(CharacterSentHome(character=name, why="exhausted") for name, energy in left.items() if energy <= 0)
    return kept + home


@rule("mediation.energy.3")
def drained(state: State, names: tuple[str, ...]) -> tuple[Fact, ...]:
    """Characters off Base U lose one energy each."""
    return spent(state, {name: 1 for name in names if not is_on_base_u(state, name)})


@rule("mediation.med.4", "mediation.pow.breath")
def filled(state: State) -> tuple[Fact, ...]:
    """Every character has full energy again."""
    return tuple(
        EnergySet(character=name, energy=BOARD.energy)
        for name in in_play(state)
        if state.chars[name].energy < BOARD.energy
    )
