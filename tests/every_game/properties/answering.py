"""Whatever fits a form is accepted, and anything else is refused with a code, a pointer and rules."""

from collections.abc import Iterator
from random import Random
from typing import Any

from domain.core.errors import NotAnOption
from domain.core.fillings import answers, random_answer
from domain.core.forms import Amount, Answer, AnySlot, Form, Pick, Select, Split, misfit, normal, slots_in_play
from domain.core.happenings import Answered
from domain.core.model import AnyPlay, Decision
from domain.core.umpire import Umpire
from server.selfplay.checks import require


def fitting_answers_are_accepted(umpire: Umpire, play: AnyPlay, decision: Decision, random: Random) -> None:
    """Random answers, each option once, and the default are carried out, twice alike."""
    form = decision.ask.form
    tries = [random_answer(form, random.randrange) for _ in range(2)]
    tries += [decision.ask.default, *_one_per_option(form, random, most=6)]
    for answer in tries:
        wrong = misfit(form, answer)
        require(wrong is None, f"{decision.ask.kind}: made-up answer {answer} does not fit: {wrong}")
        after, facts = umpire.decide(play, decision.id, decision.seat, answer)
        noted = Answered(decision=decision.id, seat=decision.seat, answer=normal(form, answer))
        require(facts[0] == noted, f"{decision.ask.kind}: {noted} expected, not {facts[0]}")
        require((after, facts) == umpire.decide(play, decision.id, decision.seat, answer), "deciding twice differs")


def _one_per_option(form: Form, random: Random, most: int) -> Iterator[Answer]:
    first = form.slots[0]
    if isinstance(first, Pick) and first.of is None:
        for option in random.sample(first.options, min(most, len(first.options))):
            single = Form((Pick(name=first.name, options=(option,)), *form.slots[1:]), form.lists)
            yield random_answer(single, random.randrange)


def misfits_are_refused(umpire: Umpire, play: AnyPlay, decision: Decision, random: Random) -> None:
    """Answers that were bent out of shape meet `not-an-option`, with a pointer into the answer."""
    form = decision.ask.form
    fitting = random_answer(form, random.randrange)
    for bent in bent_answers(form, fitting):
        require(misfit(form, bent) is not None, f"{decision.ask.kind}: {bent!r} passes for fitting")
        try:
            umpire.decide(play, decision.id, decision.seat, bent)
        except NotAnOption as refused:
            pointer = refused.misfits[0].pointer
            require(pointer.startswith("/") or not isinstance(bent, dict), f"no pointer for {bent!r}")
            require(refused.rules == decision.ask.rules or refused.reason, f"rules lost for {bent!r}")
        else:
            require(holds=False, what=f"{decision.ask.kind}: {bent!r} was accepted")


def bent_answers(form: Form, fitting: Answer) -> Iterator[Any]:
    """Answers that cannot fit, slot by slot."""
    yield from (None, [], "pass", {**fitting, "no_such_slot": 1})
    for slot in slots_in_play(form, fitting):
        for value in (None, True, 1.5, "no:such:option", ["no:such:item"], {"nothing": 1}, -(10**9), 10**9):
            if not _means_nothing(slot, value):
                yield {**fitting, slot.name: value}
        if not isinstance(slot, Split):
            yield {name: value for name, value in fitting.items() if name != slot.name}
        yield from ({**fitting, slot.name: value} for value in _just_outside(slot, fitting.get(slot.name)))


def _means_nothing(slot: AnySlot, value: Any) -> bool:
    """Whether an odd value happens to be in range."""
    return isinstance(slot, Amount) and type(value) is int and slot.min <= value <= slot.max


def _just_outside(slot: AnySlot, value: Any) -> Iterator[Any]:
    match slot:
        case Amount():
            yield from (slot.min - 1, slot.max + 1)
        case Select():
            if value:
                yield [*value, *[value[0]] * (slot.max + 1 - len(value))]
            if slot.min > 0:
                yield value[: slot.min - 1]
        case Split():
            for target in slot.targets:
                yield {**value, target.id: target.max + 1}
                yield {**value, target.id: target.min - 1}
        case Pick():
            yield [value]


def only_answers_resolve_themselves(umpire: Umpire, decision: Decision) -> None:
    """A decision with one possible answer is only put where asking belongs to the game or hides something."""
    ask = decision.ask
    if ask.pace or ask.hidden or decision.mode in ("offer", "draw"):
        return
    found = answers(ask.form)
    next(found)
    require(next(found, None) is not None, f"{ask.kind}: seat {ask.seat} is asked although only one answer is possible")
