"""What the opponent's strategies share in reading and filling forms."""

from collections.abc import Callable
from functools import partial
from typing import Any

from domain.climate.state import Cards
from domain.core.forms import Answer, AnySlot, Option, Pick, Select, Split
from domain.core.game import BotMove

PASS: Answer = {"do": "pass"}
Worth = Callable[[Answer], float]
"""What an answer is worth, or a part of one."""


def options_of(move: BotMove) -> dict[str, Option]:
    """The options of the first slot by id."""
    slot = move.decision.ask.form.slots[0]
    assert isinstance(slot, Pick)
    return {option.id: option for option in slot.options}


def split(cards: Cards) -> dict[str, int]:
    """Cards as numbers by kind."""
    return {card: cards.count(card) for card in sorted(set(cards))}


def first_card(option: Option) -> str:
    """The first card that an option can be played with."""
    slot = option.slots[0]
    assert isinstance(slot, Pick)
    return slot.options[0].id


def best_filling(option: Option, worth: Worth) -> Answer:
    """An option with each of its slots filled as is best, for options whose slots do not depend on each other."""
    answer: Answer = {"do": option.id}
    for slot in option.slots:
        answer[slot.name] = best_value(slot, partial(worth_in, worth, option.id, slot.name))
    return answer


def worth_in(worth: Worth, deed: str, slot: str, chosen: Any) -> float:
    """What a value is worth in one slot of an option."""
    return worth({"do": deed, slot: chosen})


def best_value(slot: AnySlot, worth: Callable[[Any], float]) -> Any:
    """What to put in a slot: the best option, the best items as far as they help, or the best split."""
    match slot:
        case Pick():
            return max((option.id for option in slot.options), key=worth)
        case Select():
            ids = [item.id for item in slot.items]
            ranked = sorted(ids, key=lambda item: -worth([item]))
            chosen = [item for n, item in enumerate(ranked[: slot.max]) if n < slot.min or worth([item]) > 0]
            return sorted(chosen, key=ids.index)
        case Split():
            return best_split(slot, worth)
    raise AssertionError(f"{slot.name} is not for powers or institutions")


def best_split(slot: Split, worth: Callable[[Any], float]) -> dict[str, int]:
    """The split worth most, for tokens that count for their own target alone."""
    best: dict[int, tuple[float, dict[str, int]]] = {0: (0.0, {})}
    for target in slot.targets:
        gains = [worth({target.id: number}) for number in range(1, min(target.max, slot.max) + 1)]
        for total, (sum_before, given) in sorted(best.items(), reverse=True):
            for number, gain in enumerate(gains, 1):
                after = sum_before + gain, {**given, target.id: number}
                if total + number <= slot.max and after[0] > best.get(total + number, (float("-inf"),))[0]:
                    best[total + number] = after
    return max((found for total, found in best.items() if total >= slot.min), key=lambda found: found[0])[1]
