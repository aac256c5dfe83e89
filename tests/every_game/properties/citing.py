"""Rules that are cited exist, and whatever a player reads has words in every language."""

from collections.abc import Iterable

from domain.core.codec import tag_of
from domain.core.forms import AnySlot, Form, Option, Pick, Select, Split, options_of
from domain.core.model import Ask, Decision, Fact
from domain.core.naming import Namer
from domain.core.text import LANGUAGES
from domain.core.visibility import redact_fact
from server.selfplay.checks import require
from server.selfplay.match import Append
from tests.every_game.properties.secrets import viewers
from tests.every_game.properties.subjects import Subject


def citations_exist(subject: Subject, played: list[Append]) -> None:
    """Facts and decisions of a match cite rules of the game's rulebook."""
    known = set(subject.game.rulebook)
    for append in played:
        cited = {rule for fact in append.facts for rule in subject.game.rules_of(fact)}
        if append.decision is not None and append.decision.mode != "draw":
            cited |= set(append.decision.ask.rules)
        require(cited <= known, f"no such rules: {sorted(cited - known)}")


def texts_are_there(subject: Subject, played: list[Append], most: int) -> None:
    """All facts as each viewer sees them, and a sample of the forms, can be read in every language."""
    umpire = subject.umpire(0)
    step = max(1, len(played) // most)
    for language in LANGUAGES:
        namer = Namer(subject.game, language)
        for append in played[::step]:
            _require_lines(subject, append.facts, namer)
            for decision in umpire.decisions(append.after):
                _require_words(decision, namer, subject)


def _require_lines(subject: Subject, facts: Iterable[Fact], namer: Namer) -> None:
    for fact in facts:
        if type(fact) not in subject.game.appliers:
            continue
        for viewer in viewers(subject):
            fields = redact_fact(fact, viewer)
            if fields is not None:
                line = namer.fact(tag_of(type(fact)), fields)
                require(line, f"{tag_of(type(fact))} has no line for {viewer}: {fields}")


def _require_words(decision: Decision, namer: Namer, subject: Subject) -> None:
    ask: Ask = decision.ask
    if decision.mode == "draw":
        return
    require(namer.decision(ask.kind) != ask.kind, f"decision {ask.kind} has no message")
    for slot in ask.form.slots:
        _require_slot(slot, ask.form, namer)


def _require_slot(slot: AnySlot, form: Form, namer: Namer) -> None:
    require(namer.slot(slot.name) != slot.name, f"slot {slot.name} has no message")
    named: Iterable[Option] = ()
    if isinstance(slot, Pick | Select):
        named = options_of(slot, form)
    elif isinstance(slot, Split):
        named = [Option(target.id, target.args) for target in slot.targets]
    for option in named:
        is_named = len(option.args) == 1 or namer.option(option.id, option.args) != option.id
        require(is_named, f"{slot.name}: {option.id} has no label")
        for inner in option.slots:
            _require_slot(inner, form, namer)
