"""How the sensible bot makes deals: base for base, never a lost race."""

from collections.abc import Mapping

from domain.core.forms import Answer, Pick, Split
from domain.core.game import BotMove
from domain.cosmic.board import foreign_bases, home, opponent
from domain.cosmic.bots.sight import Choosing, me, options
from domain.cosmic.offers import cards_in, eligible, founders
from domain.cosmic.state import Bundle, Deal, DealOffer, State

BASES_TO_WIN = 5
PATIENCE = 3
FOUNDING_TOKENS = 2


def new_base(state: State, part: Bundle) -> int:
    """Whether a bundle brings its receiver a new foreign base."""
    if part.base is None:
        return 0
    planets = (part.base,) if part.base.endswith(tuple("12345")) else eligible(state, part.giver, part.receiver)
    return int(any(planet not in home(state, part.receiver) for planet in planets))


def loses_race(state: State, seat: int, gain: Bundle, price: Bundle) -> bool:
    """Whether the other would have five foreign bases and the bot not."""
    other = opponent(state, seat)
    theirs = foreign_bases(state, other) + new_base(state, price)
    ours = foreign_bases(state, seat) + new_base(state, gain)
    return theirs >= BASES_TO_WIN > ours


def is_good(state: State, seat: int, offer: DealOffer, patience: int) -> bool:
    """A base without losing the race; after some offers, anything that is not a bare loss."""
    gain, price = offer.give, offer.take
    if loses_race(state, seat, gain, price):
        return False
    if new_base(state, gain):
        return True
    is_free = price.base is None and cards_in(gain) >= cards_in(price)
    return is_free or patience <= 0


def would_wait(move: BotMove) -> bool:
    """A bot that has walked away waits for a better offer."""
    if move.decision.ask.kind != "deal" or me(move) not in move.state.deal.away:
        return False
    return negotiate(move) is None


def negotiate(move: BotMove) -> Answer | None:
    """Accept what is good, propose three times, then walk away."""
    state, seat = move.state, me(move)
    deal: Deal = state.deal
    made = deal.made.get(seat, 0)
    offer = deal.offers.get(opponent(state, seat))
    if offer is not None and f"accept:{offer.id}" in options(move) and is_good(state, seat, offer, PATIENCE - made):
        return {"do": f"accept:{offer.id}"}
    if made >= PATIENCE or "propose" not in options(move):
        return None
    return proposal(move)


def proposal(move: BotMove) -> Answer | None:
    """A base for a base; cards for nothing from a seat that would win by a base."""
    state, seat = move.state, me(move)
    slots = {slot.name: slot for slot in options(move)["propose"].slots}
    answer: Answer = {"do": "propose"}
    for name, slot in slots.items():
        answer[name] = {} if isinstance(slot, Split) else "none"
    other = opponent(state, seat)
    is_race = foreign_bases(state, other) >= BASES_TO_WIN - 1 > foreign_bases(state, seat)
    if not is_race and _has_bases(slots):
        for word, receiver in (("give", other), ("take", seat)):
            answer[f"{word}_base"] = "giver_choice"
            answer[f"{word}_tokens"] = min(FOUNDING_TOKENS, founders(state, receiver))
        return answer
    cards = slots.get("take_cards")
    if isinstance(cards, Split):
        answer["take_cards"] = {"random": min(2, cards.max)}
        return answer
    return None


def _has_bases(slots: Mapping[str, object]) -> bool:
    return all(isinstance(slots.get(f"{word}_base"), Pick) for word in ("give", "take"))


CHOICES: dict[str, Choosing] = {"deal": negotiate}
