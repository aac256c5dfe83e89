"""The world market: prices and the number of moves."""

from domain.core.rules import rule
from domain.water.components import ACTIONS, RESOURCES
from domain.water.state import Good, State

MARKET_LIMIT = 20


@rule("water.p2.2", "water.market.1")
def price(state: State, seat: int, kind: Good) -> int:
    """What a cube costs a seat: the card's price, less one under a trade deal, at least one."""
    printed: int = getattr(RESOURCES[current_card(state)], kind)
    return max(1, printed - ACTIONS["A11"].amount) if state.modifiers[seat].trade_deal else printed


def current_card(state: State) -> str:
    """The resource card of the turn."""
    assert state.current_card is not None
    return state.current_card


@rule("water.market.3")
def market_moves_left(state: State, seat: int) -> int:
    """How often a seat may still buy or sell in this phase."""
    return MARKET_LIMIT - state.counts[seat].market_moves
