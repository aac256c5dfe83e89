"""Why an action or a power card breaks a rule; asked only after an answer was found not to fit."""

from collections.abc import Callable, Iterator
from itertools import chain
from typing import Any

from msgspec.structs import replace

from domain.core.errors import Reason
from domain.core.forms import Answer
from domain.core.model import Ask
from domain.mediation.board import (
    CELLS_SET,
    can_use,
    free_places,
    has_cards,
    has_free_slot,
    in_play,
    is_corner_overfull,
    is_forbidden,
    is_on_base_u,
    pile_of,
)
from domain.mediation.cancelling import cancel_reach, is_unprotected
from domain.mediation.components import BOARD, POWERS, TELEPORTER
from domain.mediation.forms import ground, sites, targets
from domain.mediation.frames import ActionPhase, Window
from domain.mediation.groups import REMOTE, may_propose
from domain.mediation.mediation_cards import is_at_base
from domain.mediation.movement import reach, steps_from
from domain.mediation.state import Camp, SlotKind, State, mediation
from domain.mediation.windows import timings

Reasons = Iterator[Reason]
"""Reasons in the order of reporting."""
Words = tuple[str, ...]

SLOT_OF: dict[str, SlotKind] = {
    "move": "move",
    "use": "power",
    "teleport": "teleport",
    "cancel": "cancel",
    "mediate": "mediate",
    **REMOTE,
}
FREE = frozenset({"pay_disaster", "teleport_base"})
OF_PYRAMIDS = frozenset({"pyramid", "disaster", "contamination"})
"""What only the variant brings onto the board."""
LEAST_WORDS = {"use": 3, "teleport": 4, "cancel": 4, "mediate": 3, "move": 3, "teleport_base": 2}


def because(code: str, *rules: str) -> Reason:
    """A reason with the rules it cites."""
    return Reason(code, tuple(f"mediation.{rule}" for rule in rules))


def is_cell(value: Any) -> bool:
    """Whether a value names a cell of the board."""
    return isinstance(value, str) and value in CELLS_SET


def bad_choice(question: Ask) -> Reason:
    """What no rule forbids in particular but the decision does not offer."""
    return Reason("bad_choice", question.rules)


@mediation.why_not("action")
def why_not_act(state: State, frame: ActionPhase, question: Ask, answer: Answer) -> Reason | None:
    """An action that variants, owners, cubes, places or the board do not allow."""
    words = tuple(answer["do"].split(":")) if isinstance(answer.get("do"), str) else ("",)
    if len(words) < LEAST_WORDS.get(words[0], 1):
        return bad_choice(question)
    reasons = chain(
        _against_variant(state, words, answer),
        _against_character(state, question.seat, words),
        AGAINST.get(words[0], _nothing)(state, question.seat, words, answer),
    )
    return next(reasons, bad_choice(question))


@mediation.why_not("attack_window", "attack_reveal")
def why_not_use(state: State, frame: Window, question: Ask, answer: Answer) -> Reason | None:
    """A power card that this moment does not allow."""
    words = tuple(answer["do"].split(":")) if isinstance(answer.get("do"), str) else ("",)
    if words[0] != "use" or len(words) != 3:
        return bad_choice(question)
    reasons = chain(
        _against_variant(state, words, answer),
        _against_character(state, question.seat, words),
        _against_power(state, words, timings(frame)),
    )
    return next(reasons, bad_choice(question))


def _nothing(state: State, seat: int, words: Words, answer: Answer) -> Reasons:
    yield from ()


def _against_variant(state: State, words: Words, answer: Answer) -> Reasons:
    if words[0] == "use" and state.options.round_earth:
        yield because("variant_off", "cfg.4", "var.round.3")
    if state.options.pyramids:
        return
    afar = (str(answer.get("what") or answer.get("target")).split(":")[0],) if words[0] in REMOTE else ()
    if words[0] in FREE or {*words[2:3], *afar} & OF_PYRAMIDS:
        yield because("variant_off", "cfg.4")


def _against_character(state: State, seat: int, words: Words) -> Reasons:
    """Own characters only, with a cube and a free place."""
    slot = SLOT_OF.get(words[0])
    if slot is None:
        return
    name = words[1] if len(words) > 1 else ""
    if name not in state.seats[seat].characters:
        yield because("not_your_character", "coop.2")
        return
    if not state.chars[name].cubes:
        yield because("no_cube", "action.1")
    if not has_free_slot(state, name, slot):
        yield because("no_free_slot", "action.1")


def _against_move(state: State, seat: int, words: Words, answer: Answer) -> Reasons:
    name, path = words[1], words[2:]
    if not set(path) <= CELLS_SET or name not in state.chars:
        return
    before = (state.chars[name].cell, *path)
    whole = replace(state, pd=frozenset())
    beside = {cell: steps_from(whole, name, cell) for cell in before}
    if any(cell not in beside[start] for start, cell in zip(before, path, strict=False)):
        yield because("not_adjacent", "action.4")
    if len(path) > (2 if name == TELEPORTER else 1):
        yield because("path_too_long", "action.4")
    if state.pd & set(path):
        yield because("permanent_destruction", "action.4")


def _against_use(state: State, seat: int, words: Words, answer: Answer) -> Reasons:
    yield from _against_power(state, words, frozenset({"any"}))


def _against_power(state: State, words: Words, allowed: frozenset[str]) -> Reasons:
    name, power = words[1], words[2]
    if name not in state.chars or state.chars[name].power != power:
        yield because("no_power", "action.5")
        return
    if POWERS[power].timing not in allowed:
        yield because("wrong_timing", "power.1")
    yield because("bad_target", f"pow.{power}")


def _against_teleport(state: State, seat: int, words: Words, answer: Answer) -> Reasons:
    name, what, cell = words[1:4]
    if state.blackout:
        yield because("blackout", "eff.blackout")
    if cell not in reach(state, name):
        yield because("not_here", "action.6")
    yield from _against_cargo(state, what, cell, answer.get("to"))


def _against_cargo(state: State, what: str, cell: str, to: Any) -> Reasons:
    """What is to be teleported, and where to."""
    if what == "pyramid":
        yield from _against_pyramid(state, cell, to)
        return
    if not state.pop.get(cell):
        yield because("no_population", "action.6")
    yield from against_place(state, to, "pop.2")


def against_place(state: State, cell: Any, forbidden: str, number: int = 1) -> Reasons:
    """A cell that does not take so many populations."""
    if not is_cell(cell):
        return
    if not is_forbidden(state, cell) and free_places(state, cell) < number:
        yield because("cell_full", "pop.1")
    if is_forbidden(state, cell):
        yield because("cell_forbidden", forbidden)


def _against_pyramid(state: State, cell: str, to: Any) -> Reasons:
    if cell not in state.pyramids:
        yield because("no_pyramid", "var.pyr.5")
    if is_cell(to) and to not in ground(state):
        yield because("cell_forbidden", "var.pyr.4")
    if is_cell(cell) and is_corner_overfull(state, cell):
        yield because("corner_overfull", "var.pyr.6")


def _against_ship(state: State, seat: int, words: Words, answer: Answer) -> Reasons:
    is_own = TELEPORTER in state.seats[seat].characters
    if is_own:
        yield from _against_character(state, seat, ("teleport", TELEPORTER))
    if state.blackout:
        yield because("blackout", "eff.blackout")
    if not is_own:
        yield because("only_elli", "ship.1")
    if not is_on_base_u(state, TELEPORTER):
        yield because("not_on_base_u", "ship.1")
    if state.pop[state.base_u] != BOARD.ship_load:
        yield because("needs_four", "ship.2")
    if state.ship + BOARD.ship_load > BOARD.ship_capacity:
        yield because("ship_full", "ship.3")


def _against_cancel(state: State, seat: int, words: Words, answer: Answer) -> Reasons:
    name, what, cell = words[1:4]
    if cell not in cancel_reach(state, name):
        yield because("not_here", "action.7")
    if f"{what}:{cell}" not in targets(state):
        yield because("no_target", "action.7")
    if is_unprotected(state, name):
        yield because("unprotected_mediator", "action.8")


def _against_mediate(state: State, seat: int, words: Words, answer: Answer) -> Reasons:
    name, word = words[1:3]
    camp: Camp | None = "red" if word == "red" else "blue" if word == "blue" else None
    if camp is None:
        return
    if not is_at_base(state, name, camp):
        yield because("not_at_base", "med.1")
    if camp in state.closed:
        yield because("camp_closed", "med.11")
    if not has_cards(state, pile_of(camp)):
        yield because("pile_empty", "med.12")


def _against_remote(state: State, seat: int, words: Words, answer: Answer) -> Reasons:
    slot = REMOTE[words[0]]
    others = answer.get("others", ())
    named = {words[1], *(name for name in others if isinstance(name, str))} if isinstance(others, list) else set()
    if len(named) != 3 or not all(name in in_play(state) and can_use(state, name, slot) for name in named):
        yield because("need_three", f"group.{slot}")
    yield from _against_proposal(state, seat)
    if slot == "td":
        if state.blackout:
            yield because("blackout", "eff.blackout")
        what, _, cell = str(answer.get("what")).partition(":")
        yield from _against_cargo(state, what, cell, answer.get("to"))
    elif answer.get("target") not in targets(state):
        yield because("no_target", "action.7")


def _against_proposal(state: State, seat: int) -> Reasons:
    if not may_propose(state, seat):
        yield because("refused_before", "group.consent")


def _against_payment(state: State, seat: int, words: Words, answer: Answer) -> Reasons:
    if state.active_disaster is None:
        yield because("no_disaster", "var.dis.4")
    if may_propose(state, seat):
        yield bad_payment(state, answer.get("energy"), "var.dis.4")
    yield from _against_proposal(state, seat)


def bad_payment(state: State, energy: Any, rule: str) -> Reason:
    """Energy that cannot be paid in this way."""
    named = [name for name in energy if name in state.chars] if isinstance(energy, dict) else []
    at_home = any(is_on_base_u(state, name) for name in named)
    return because("bad_payment", "energy.3" if at_home else rule)


def _against_base(state: State, seat: int, words: Words, answer: Answer) -> Reasons:
    if any(is_on_base_u(state, name) for name in in_play(state)):
        yield because("someone_on_base_u", "var.pyr.8")
    if any(sheet.energy < BOARD.energy for sheet in state.chars.values()):
        yield because("energy_not_full", "var.pyr.8")
    if is_cell(answer.get("to")) and answer["to"] not in sites(state):
        yield because("cell_forbidden", "var.pyr.8")
    yield from _against_proposal(state, seat)


AGAINST: dict[str, Callable[[State, int, Words, Answer], Reasons]] = {
    "move": _against_move,
    "use": _against_use,
    "teleport": _against_teleport,
    "ship": _against_ship,
    "cancel": _against_cancel,
    "mediate": _against_mediate,
    "remote_teleport": _against_remote,
    "remote_cancel": _against_remote,
    "pay_disaster": _against_payment,
    "teleport_base": _against_base,
}
