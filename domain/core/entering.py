"""Draws of a real table, typed in by the host: what is asked, and what an answer says."""

from typing import Any

from domain.core.chance import DrawMissing
from domain.core.flow import decision_id
from domain.core.forms import Answer, Form, Option, Pick, Select
from domain.core.model import HOST, AnyPlay, Ask, Decision, House

KIND = "core.enter_draw"


def decision(missing: DrawMissing, play: AnyPlay, house: House) -> Decision:
    """The host is asked to type in what the dice or cards on the real table show."""
    options = tuple(Option(name, {"value": value}) for name, value in choices(missing).items())
    slot: Pick | Select
    if missing.ordered:
        least, most = (1, len(missing.card.places)) if missing.card else (len(options), len(options))
        slot = Select(name="order", items=options, min=least, max=most, ordered=True)
        default: Answer = {"order": [option.id for option in options[:least]]}
    else:
        slot = Pick(name="value", options=options)
        default = {"value": options[0].id}
    entry = Ask(seat=HOST, kind=KIND, form=Form((slot,)), default=default, pace=True, about=missing.label)
    return Decision(id=decision_id(house, play.agenda[-1], HOST), ask=entry, mode="draw")


def choices(missing: DrawMissing) -> dict[str, int | str]:
    """What may be typed in, by option id; where several are put in order, things that look alike are numbered."""
    found: dict[str, int | str] = {}
    for choice in missing.choices:
        name, copies = str(choice), 1
        while missing.ordered and name in found:
            copies += 1
            name = f"{choice}:{copies}"
        found[name] = choice if isinstance(choice, int | str) else str(choice)
    return found


def said(missing: DrawMissing, answer: Answer) -> Any:
    """What an answer says was drawn."""
    values = choices(missing)
    return [values[name] for name in answer["order"]] if missing.ordered else values[answer["value"]]
