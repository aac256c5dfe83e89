"""What a seat may guess of the team's cards, and the cheapest set of cards for a purpose."""

from itertools import product

from domain.climate.board import seats_in_play
from domain.climate.components import COLOUR_IDS, colour_of, power_of
from domain.climate.implantation import pool_power
from domain.climate.state import Cards, State

MEAN = 2.5
"""What a card is worth whose face is hidden."""
KEPT = {"industry-3", "industry-4", "military-3", "military-4", "politics-3", "politics-4"}


def guessed_power(state: State, seat: int, colours: tuple[str, ...]) -> float:
    """The power of some colours in all hands, as one seat sees them."""
    total = 0.0
    for other in seats_in_play(state):
        for card in state.hands[other]:
            if colour_of(card) in colours:
                total += power_of(card) if other == seat else MEAN
    return total


def has_all_colours(state: State) -> bool:
    """Whether the hands together hold all six colours."""
    return {colour_of(card) for hand in state.hands for card in hand} == set(COLOUR_IDS)


def fewest(cards: Cards, needed: float) -> Cards:
    """The fewest cards that reach a power, those with a use of their own last."""
    chosen: list[str] = []
    ranked = sorted(cards, key=lambda card: (card in KEPT, -power_of(card)))
    while needed > 0 and ranked:
        enough = [card for card in ranked if power_of(card) >= needed]
        card = min(enough, key=lambda c: (c in KEPT, power_of(c))) if enough else ranked[0]
        ranked.remove(card)
        chosen.append(card)
        needed -= power_of(card)
    return tuple(chosen)


def cheapest_pool(cards: Cards, threshold: int) -> Cards | None:
    """Six colours and enough power at the lowest price, or nothing."""
    by_colour = {colour: sorted({c for c in cards if colour_of(c) == colour}) for colour in COLOUR_IDS}
    if not all(by_colour.values()):
        return None
    best = min(
        product(*by_colour.values()), key=lambda pick: (max(0, threshold - pool_power(pick)), sum(map(power_of, pick)))
    )
    pool, left = list(best), list(cards)
    for card in best:
        left.remove(card)
    left.sort(key=lambda card: pool_power((card,)))
    while pool_power(tuple(pool)) < threshold and left:
        missing = threshold - pool_power(tuple(pool))
        place = next((n for n, card in enumerate(left) if pool_power((card,)) >= missing), len(left) - 1)
        pool.append(left.pop(place))
    return tuple(pool) if pool_power(tuple(pool)) >= threshold else None
