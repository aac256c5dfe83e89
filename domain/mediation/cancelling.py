"""Annuler une attaque. Attacks, disasters and contaminations that are taken off the board."""

from domain.core.forms import Option
from domain.core.model import Fact
from domain.core.rules import rule
from domain.mediation.board import ORTH, can_use, in_order, protectors_around
from domain.mediation.components import MEDIATORS
from domain.mediation.facts import AttackCancelled, CancelCause, Cleaned, CubePlaced, DisasterCancelled
from domain.mediation.forms import targets
from domain.mediation.state import State


@rule("mediation.char.ilias", "mediation.action.7")
def cancel_reach(state: State, character: str) -> tuple[str, ...]:
    """A character cancels on its own cell; Ilias also on adjacent ones."""
    cell = state.chars[character].cell
    return in_order((cell, *ORTH[cell])) if character == "ilias" else (cell,)


@rule("mediation.action.8", "mediation.char.protector")
def is_unprotected(state: State, character: str) -> bool:
    """A mediator cancels only on a cell around a protector."""
    return character in MEDIATORS and not protectors_around(state, state.chars[character].cell)


@rule("mediation.action.7", "mediation.action.8", "mediation.var.dis.4")
def cancel_options(state: State, character: str) -> tuple[Option, ...]:
    """What a character can cancel from where it stands."""
    if not can_use(state, character, "cancel") or is_unprotected(state, character):
        return ()
    reach = cancel_reach(state, character)
    found = [target.split(":") for target in targets(state)]
    return tuple(
        Option(f"cancel:{character}:{what}:{cell}", {"character": character, "what": what, "cell": cell})
        for what, cell in found
        if cell in reach
    )


@rule("mediation.action.7", "mediation.var.dis.3", "mediation.var.dis.4")
def cancelled(what: str, cell: str, how: CancelCause) -> Fact:
    """An attack or a contamination is off the board, or the disaster does not happen."""
    match what:
        case "attack":
            return AttackCancelled(cell=cell)
        case "contamination":
            return Cleaned(cell=cell)
    return DisasterCancelled(how=how)


def cancel(character: str, what: str, cell: str) -> tuple[Fact, ...]:
    """One thing is cancelled for one cube."""
    return (CubePlaced(character=character, slot="cancel"), cancelled(what, cell, "action"))
