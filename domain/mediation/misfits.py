"""Why an answer to a question of the team, or of one seat, breaks a rule."""

from typing import Any

from domain.core.errors import Reason
from domain.core.forms import Answer, Split, slots_in_play
from domain.core.model import Ask
from domain.mediation.board import ORTH
from domain.mediation.frames import Effect, Flee, PickLost, Return
from domain.mediation.refusals import against_place, bad_choice, bad_payment
from domain.mediation.state import State, mediation

PLAIN = (
    "choose_team",
    "split_teams",
    "draft_character",
    "choose_protector",
    "resume",
    "group_consent",
    "evacuate_again",
    "continue_mediation",
    "bonus_camp",
    "give_power",
    "clairvoyance_pile",
    "arrange_cards",
)


@mediation.why_not(*PLAIN)
def why_not_this(state: State, frame: Any, question: Ask, answer: Answer) -> Reason:
    """Only what is offered can be chosen."""
    return bad_choice(question)


@mediation.why_not("flee")
def why_not_there(state: State, frame: Flee, question: Ask, answer: Answer) -> Reason:
    """Populations flee where there is room, all that can."""
    wished = answer.get("to")
    beside = ORTH.get(answer["cell"], ()) if isinstance(answer.get("cell"), str) else ()
    places = {cell: number for cell, number in _numbers(wished).items() if cell in beside}
    return _misplaced(state, question, places, answer, "pop.2")


@mediation.why_not("return_populations")
def why_not_back_there(state: State, frame: Return, question: Ask, answer: Answer) -> Reason:
    """Populations come back where there is room, neither to Base U nor to a corner pyramid."""
    places = _numbers(answer.get("cells"))
    offered = {target.id for slot in question.form.slots if isinstance(slot, Split) for target in slot.targets}
    if any(cell in state.pop and cell not in offered and number for cell, number in places.items()):
        return Reason("cell_forbidden", ("mediation.med.4",))
    return _misplaced(state, question, places, answer, "med.4")


@mediation.why_not("pick_lost")
def why_not_these(state: State, frame: PickLost, question: Ask, answer: Answer) -> Reason:
    """Exactly so many are lost, of those that are there."""
    return _misplaced(state, question, {}, answer, "pop.2")


@mediation.why_not("pay_cancellation")
def why_not_pay(state: State, frame: Effect, question: Ask, answer: Answer) -> Reason:
    """The exact cost, from characters off Base U."""
    if answer.get("answer") != "pay":
        return bad_choice(question)
    return bad_payment(state, answer.get("energy"), "med.8")


def _numbers(value: Any) -> dict[str, int]:
    if not isinstance(value, dict):
        return {}
    return {key: number for key, number in value.items() if type(number) is int and number > 0}


def _misplaced(state: State, question: Ask, places: dict[str, int], answer: Answer, forbidden: str) -> Reason:
    """The first cell that does not take its number, else a wrong total, else nothing in particular."""
    for cell, number in places.items():
        for reason in against_place(state, cell, forbidden, number):
            return reason
    split = next((slot for slot in slots_in_play(question.form, answer) if isinstance(slot, Split)), None)
    numbers = _numbers(answer.get(split.name)) if split else {}
    if split and set(numbers) <= {target.id for target in split.targets}:
        is_within = all(numbers.get(target.id, 0) <= target.max for target in split.targets)
        if is_within and sum(numbers.values()) != split.max:
            return Reason("wrong_total", question.rules)
    return bad_choice(question)
