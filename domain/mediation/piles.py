"""Cards face down: shuffling, drawing, and the attack card that names a cell."""

from collections.abc import Callable

from domain.core.chance import Chance
from domain.core.model import Fact
from domain.core.rules import rule
from domain.mediation.facts import AttackDiscarded, AttackDrawn, DeckShuffled, DiscardCause, PowerDrawn
from domain.mediation.state import Pile, PileName, State, mediation


class Story:
    """Facts told one after the other, and the state as it is after them."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.facts: list[Fact] = []

    def tell(self, *facts: Fact) -> None:
        """Let facts happen."""
        for fact in facts:
            self.state = mediation.apply(self.state, fact)
            self.facts.append(fact)


@rule("mediation.rand.1")
def shuffled(state: State, name: PileName, chance: Chance) -> DeckShuffled:
    """A pile and its discard in one new order, drawn under the pile's own label."""
    pile = state.piles.get(name, Pile())
    order = chance.shuffle(f"{name}.shuffle", (*pile.cards, *pile.discard))
    return DeckShuffled(pile=name, count=len(order), order=order)


@rule("mediation.attack.3", "mediation.med.12")
def refill(story: Story, name: PileName, chance: Chance) -> bool:
    """An empty pile is made anew of its discard when a card is needed; false if there is none."""
    pile = story.state.piles.get(name, Pile())
    if not pile.cards and pile.discard:
        story.tell(shuffled(story.state, name, chance))
    return bool(story.state.piles.get(name, Pile()).cards)


@rule("mediation.attack.2", "mediation.attack.3")
def draw_attack(story: Story, chance: Chance) -> str | None:
    """The top attack card is taken in hand."""
    if not refill(story, "attack", chance):
        return None
    cell = story.state.piles["attack"].cards[0]
    story.tell(AttackDrawn(cell=cell))
    return cell


def draw_place(story: Story, chance: Chance, is_legal: Callable[[str], bool] = lambda cell: True) -> str | None:
    """Attack cards are drawn and discarded until one names a legal cell."""
    pile = story.state.piles["attack"]
    if not any(is_legal(cell) for cell in (*pile.cards, *pile.discard)):
        return None
    while True:
        cell = draw_attack(story, chance)
        assert cell is not None
        story.tell(discard(cell, "drawn_for"))
        if is_legal(cell):
            return cell


def discard(cell: str, why: DiscardCause) -> AttackDiscarded:
    """The attack card in hand is discarded."""
    return AttackDiscarded(cell=cell, why=why)


def draw_power(story: Story, chance: Chance) -> str | None:
    """The top power card is turned over."""
    if not refill(story, "power", chance):
        return None
    power = story.state.piles["power"].cards[0]
    story.tell(PowerDrawn(power=power))
    return power
