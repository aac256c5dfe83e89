"""Se déplacer, téléporter. Characters on foot, populations and pyramids by teleportation."""

from functools import cache

from domain.core.forms import Answer, Option
from domain.core.model import Fact
from domain.core.rules import rule
from domain.mediation.board import DIAGONAL, INDEX, ORTH, WRAPPED, can_use, in_order, is_corner_overfull
from domain.mediation.facts import CharacterMoved, CubePlaced, PopulationMoved, PyramidMoved
from domain.mediation.forms import ground, has_room_besides, to_ground, to_room
from domain.mediation.state import State

DIAGONAL_WALKERS = frozenset({"elli", "agapi"})


@rule("mediation.action.4", "mediation.char.agapi", "mediation.var.round.1", "mediation.var.round.2")
def steps_from(state: State, character: str, cell: str) -> tuple[str, ...]:
    """One step goes to an adjacent cell; some walk diagonally; a round Earth has no edges, save for diagonals."""
    cells = set(WRAPPED[cell] if state.options.round_earth else ORTH[cell])
    if character in DIAGONAL_WALKERS:
        cells |= set(DIAGONAL[cell])
    return tuple(sorted(cells - state.pd, key=INDEX.__getitem__))


@rule("mediation.char.elli")
def paths(state: State, character: str) -> tuple[tuple[str, ...], ...]:
    """A move is one step; Elli's may be two, back to her start if she likes."""
    first = steps_from(state, character, state.chars[character].cell)
    single = tuple((cell,) for cell in first)
    if character != "elli":
        return single
    return single + tuple((via, cell) for via in first for cell in steps_from(state, character, via))


@rule("mediation.action.4", "mediation.form.1")
def move_options(state: State, character: str) -> tuple[Option, ...]:
    """The moves of a character."""
    if not can_use(state, character, "move"):
        return ()
    return tuple(move_option(character, path) for path in paths(state, character))


@cache
def move_option(character: str, path: tuple[str, ...]) -> Option:
    """A move along a path."""
    via = {"via": path[0]} if len(path) > 1 else {}
    return Option(":".join(("move", character, *path)), {"character": character, **via, "cell": path[-1]})


def move(character: str, path: tuple[str, ...]) -> tuple[Fact, ...]:
    """The pawn follows its path for one cube."""
    return (CubePlaced(character=character, slot="move"), CharacterMoved(character=character, path=path))


@rule("mediation.char.vera", "mediation.action.6")
def reach(state: State, character: str) -> tuple[str, ...]:
    """Teleportation starts from the character's own cell; Vera also reaches adjacent ones."""
    cell = state.chars[character].cell
    return in_order((cell, *ORTH[cell])) if character == "vera" else (cell,)


@rule("mediation.eff.blackout")
def can_teleport(state: State, character: str) -> bool:
    """A cube, a free place and no jamming."""
    return not state.blackout and can_use(state, character, "teleport")


@rule("mediation.action.6", "mediation.pop.1", "mediation.pop.2")
def population_options(state: State, character: str) -> tuple[Option, ...]:
    """A population within reach goes to any other cell with room."""
    if not can_teleport(state, character):
        return ()
    return tuple(
        teleport_option(character, "population", cell)
        for cell in reach(state, character)
        if state.pop[cell] and has_room_besides(state, cell)
    )


@rule("mediation.var.pyr.4", "mediation.var.pyr.5", "mediation.var.pyr.6")
def pyramid_options(state: State, character: str) -> tuple[Option, ...]:
    """A pyramid within reach goes where no attack, destruction or military base is."""
    if not state.pyramids or not can_teleport(state, character):
        return ()
    grounds = set(ground(state))
    return tuple(
        teleport_option(character, "pyramid", cell)
        for cell in reach(state, character)
        if cell in state.pyramids and grounds - {cell} and not is_corner_overfull(state, cell)
    )


def teleport_option(character: str, what: str, cell: str) -> Option:
    """A teleportation, its destination to be named."""
    to = to_room(cell) if what == "population" else to_ground(cell)
    name = f"teleport:{character}:{what}:{cell}"
    return Option(name, {"character": character, "what": what, "cell": cell}, (to,))


@rule("mediation.action.6", "mediation.var.pyr.5")
def teleported(what: str, origin: str, to: str) -> Fact:
    """A population or a pyramid is elsewhere."""
    return PyramidMoved(origin=origin, to=to) if what == "pyramid" else PopulationMoved(origin=origin, to=to)


def teleport(character: str, what: str, origin: str, answer: Answer) -> tuple[Fact, ...]:
    """One population or pyramid moves for one cube."""
    return (CubePlaced(character=character, slot="teleport"), teleported(what, origin, answer["to"]))
