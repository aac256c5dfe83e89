"""Cartes « Pouvoir » en phase d'attaque. The windows before and after an attack is drawn."""

from msgspec.structs import replace

from domain.core.chance import Chance
from domain.core.forms import Answer, Form, Option, Pick
from domain.core.model import WINDOW, Ask, Outcome, again, ask_each, done
from domain.core.rules import rule
from domain.mediation.facts import CubePlaced
from domain.mediation.forms import PASS, PASS_PHASE, lists_of
from domain.mediation.frames import Power, Window
from domain.mediation.powers import usable_options
from domain.mediation.state import State, mediation
from domain.mediation.team import handed_over


@rule("mediation.power.1")
def timings(frame: Window) -> frozenset[str]:
    """Setbacks belong to the first window, shields to a revealed attack, other cards to any window before one."""
    if frame.kind == "attack_reveal":
        return frozenset({"reveal"})
    return frozenset({"start", "any"}) if frame.is_first else frozenset({"any"})


@mediation.step(Window)
@rule("mediation.power.1", "mediation.pow.shield", "mediation.pow.delay")
def window(state: State, frame: Window, chance: Chance) -> Outcome:
    """Seats with a usable card are asked in the open until all have passed; a shield closes its window."""
    handed = handed_over(state)
    if handed:
        return again(frame, *handed)
    is_shielded = frame.kind == "attack_reveal" and state.held.attack is None
    silent = {*frame.passed, *frame.silent}
    questions = []
    for seat in range(state.players):
        options = usable_options(state, seat, timings(frame)) if seat not in silent else ()
        if options and not is_shielded:
            questions.append(window_question(state, frame, seat, options))
    return ask_each(questions) if questions else done(give=" ".join(map(str, frame.silent)))


def window_question(state: State, frame: Window, seat: int, options: tuple[Option, ...]) -> Ask:
    """Use a card, pass, or pass for the whole phase."""
    do = Pick(name="do", options=(*options, PASS, PASS_PHASE))
    form = Form((do,), lists_of(state, options))
    return Ask(
        seat=seat, kind=frame.kind, form=form, default={"do": "pass"}, rules=("mediation.power.1",), limit=WINDOW
    )


@mediation.answer(Window)
@rule("mediation.power.1", "mediation.action.5")
def answer_window(state: State, frame: Window, given: dict[int, Answer], chance: Chance) -> Outcome:
    """A card costs a cube, is carried out at once and opens the window anew."""
    ((seat, answer),) = given.items()
    match answer["do"].split(":"):
        case ["use", character, power]:
            choice = {name: value for name, value in answer.items() if name != "do"}
            use = Power(character=character, power=power, choice=choice, owner=seat)
            placed = CubePlaced(character=character, slot="power")
            return again(replace(frame, passed=()), placed, then=(use,), fresh=True)
        case ["pass_phase"]:
            return again(replace(frame, silent=(*frame.silent, seat)))
    return again(replace(frame, passed=(*frame.passed, seat)))
