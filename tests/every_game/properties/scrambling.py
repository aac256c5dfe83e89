"""Tables that differ only in what one viewer may not see: hidden cards change places, sealed answers change."""

from collections import defaultdict
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from domain.core.fillings import random_answer
from domain.core.forms import normal
from domain.core.model import AnyPlay
from domain.core.openings import question
from domain.core.umpire import Umpire
from domain.core.visibility import Viewer, field_marks, redact
from domain.core.words import Mark
from tests.every_game.properties.subjects import Subject

Cards = tuple[Any, ...]
Visit = Callable[[str, Cards, tuple[Mark, ...]], Cards]


def scrambled(subject: Subject, umpire: Umpire, play: AnyPlay, viewer: Viewer, random: Random) -> AnyPlay | None:
    """Another table that looks the same to the viewer, if the game finds nothing wrong with it."""
    state = _with_hidden_cards_mixed(play.state, viewer, subject.pools, random)
    if list(umpire.game.checker(state)) or redact(state, viewer) != redact(play.state, viewer):
        return None
    other = replace(play, state=state)
    if subject.agree is not None and not subject.agree(play, other):
        return None
    return _with_other_sealed_answers(umpire, other, viewer, random) if _rests(umpire, other) else None


def _rests(umpire: Umpire, play: AnyPlay) -> bool:
    """Whether the table still waits for somebody: other cards may have made something happen by itself."""
    try:
        umpire.decisions(play)
    except AssertionError:
        return False
    return True


def _with_hidden_cards_mixed(state: Struct, viewer: Viewer, pools: dict[str, str], random: Random) -> Struct:
    """Cards of one pool (and of one public kind, where kinds are told) swap places, each pile keeping its size."""
    found: dict[tuple[str, str], list[str]] = defaultdict(list)
    told = {mark.kind_of for marks in field_marks(type(state)).values() for mark in marks if mark.kind_of}
    kind_of: Callable[[str], str] = next(iter(told), None) or (lambda _: "")

    def collect(path: str, cards: Cards, marks: tuple[Mark, ...]) -> Cards:
        for card in cards:
            if card is not None:
                found[pools.get(path, path), kind_of(card)].append(card)
        return cards

    _walk(state, viewer, "", collect)
    for cards in found.values():
        random.shuffle(cards)

    def deal(path: str, cards: Cards, marks: tuple[Mark, ...]) -> Cards:
        pool = pools.get(path, path)
        dealt = tuple(None if card is None else found[pool, kind_of(card)].pop() for card in cards)
        return tuple(sorted(dealt)) if None not in cards and list(cards) == sorted(cards) else dealt

    return _walk(state, viewer, "", deal)


def _walk(record: Struct, viewer: Viewer, path: str, visit: Visit) -> Struct:
    """The record with every hidden pile of words replaced by what `visit` makes of it."""
    shown = redact(record, viewer)
    names = dict(zip(record.__struct_fields__, record.__struct_encode_fields__, strict=True))
    changes = {}
    for name, marks in field_marks(type(record)).items():
        value, seen = getattr(record, name), shown.get(names[name])
        here = f"{path}.{name}".strip(".")
        if any(mark.word == "by_seat" for mark in marks) and isinstance(value, tuple):
            changes[name] = tuple(_by_seat(value, seen, here, marks, visit))
        elif isinstance(value, tuple) and value and all(isinstance(entry, Struct) for entry in value):
            changes[name] = tuple(_walk(entry, viewer, here, visit) for entry in value)
        elif _is_pile(value) and not isinstance(seen, list):
            changes[name] = visit(here, value, marks)
    return replace(record, **changes) if changes else record


def _by_seat(value: Cards, seen: Any, path: str, marks: tuple[Mark, ...], visit: Visit) -> Iterator[Any]:
    for held, shown in zip(value, seen, strict=True):
        if _is_pile(held) and not isinstance(shown, list):
            yield visit(path, held, marks)
        elif isinstance(held, str) and not isinstance(shown, str):
            yield visit(path, (held,), marks)[0]
        else:
            yield held


def _is_pile(value: Any) -> bool:
    return isinstance(value, tuple) and bool(value) and all(isinstance(entry, str) for entry in value)


def _with_other_sealed_answers(umpire: Umpire, play: AnyPlay, viewer: Viewer, random: Random) -> AnyPlay:
    """Other seats sealed something else; who has answered stays the same."""
    asks = question(umpire.game, play, umpire.house)
    if asks is None or asks.mode != "gather":
        return play
    top = play.agenda[-1]
    others = {ask.seat: ask for ask in asks.asks if ask.seat in top.answers and ask.seat != viewer.seat}
    sealed = {seat: normal(ask.form, random_answer(ask.form, random.randrange)) for seat, ask in others.items()}
    return replace(play, agenda=(*play.agenda[:-1], replace(top, answers={**top.answers, **sealed})))
