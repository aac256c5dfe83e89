"""What the opponent's strategies share in reading and filling forms."""

from domain.climate.state import Cards
from domain.core.forms import Answer, Option, Pick
from domain.core.game import BotMove

PASS: Answer = {"do": "pass"}


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
