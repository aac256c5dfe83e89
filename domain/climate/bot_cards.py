"""How the opponent shares its cards: joint actions, green events and implantations."""

from domain.climate.appraisal import power_price
from domain.climate.board import seats_in_play
from domain.climate.bot_forms import PASS, first_card, options_of, split
from domain.climate.components import GREEN_CARDS, colour_of, power_of
from domain.climate.imagination import event_values
from domain.climate.implantation import pooled
from domain.climate.joint_action import aci_of, final_power, values_of
from domain.climate.projects import LUCK, MARGIN
from domain.climate.reckoning import MEAN, cheapest_pool, fewest, guessed_power
from domain.climate.state import Cards, State
from domain.core.forms import Answer
from domain.core.game import BotMove

STAKE = 2.0
"""What a change of electricity or the work of an institution is worth where it is undertaken, about."""
HINT_POWER = {"silent": MEAN, "little": 1.5, "medium": MEAN, "lots": 3.5}


def event_aci(move: BotMove) -> Answer:
    """A joint action is launched if its best level is worth its price and the hands can carry it."""
    state: State = move.state
    assert state.event is not None
    card, worth = GREEN_CARDS[state.event.card], event_values(state)
    power = guessed_power(state, move.decision.seat, card.asks)
    for level, needed in zip(("t2", "t1"), reversed(card.thresholds), strict=True):
        gain = LUCK * (worth[level] - worth["base"])
        if power >= needed + MARGIN and gain > power_price(state) * (needed + MARGIN):
            return {"do": "launch"}
    return {"do": "ignore"}


def wanted_power(state: State) -> int:
    """The threshold the team aims at in the joint action in progress."""
    aci = aci_of(state)
    if aci.occasion != "event":
        return reachable(state, aci.thresholds)
    worth = event_values(state)
    low, high = aci.thresholds
    return high if worth["t2"] > worth["t1"] and reachable(state, (high,)) == high else low


def reachable(state: State, wanted: tuple[int, ...]) -> int:
    """The highest threshold that the asked colours in all hands could reach on average."""
    aci = aci_of(state)
    held = sum(colour_of(card) in aci.asked for hand in state.hands for card in hand) * MEAN
    return max((needed for needed in wanted if held >= needed + MARGIN), default=wanted[0])


def lobbying(move: BotMove) -> Answer:
    """Where much is at stake, a card that cannot be contributed pays for seeing what the others bring."""
    state, found = move.state, options_of(move)
    aci = aci_of(state)
    if "play" not in found or "ngo" in aci.asked:
        return PASS
    stake = STAKE
    if aci.occasion == "event":
        worth = event_values(state)
        stake = max(worth.values()) - worth["base"]
    card = first_card(found["play"])
    is_worth_it = (1 - LUCK) * stake > power_price(state) * power_of(card)
    return {"do": "play", "card": card} if is_worth_it else PASS


def aci_contribute(move: BotMove) -> Answer:
    """The fewest cards that bring what is on the table to the threshold with a little to spare."""
    state, seat = move.state, move.decision.seat
    option = options_of(move).get("contribute")
    if option is None:
        return {"do": "none"}
    aci = aci_of(state)
    there = sum(guessed(state, other) for other in aci.contributions)
    if aci.open:
        there += sum(power_of(c) * (1 if colour_of(c) in aci.asked else -1) for c in aci.external)
    hand = tuple(card for card in state.hands[seat] if colour_of(card) in aci.asked)
    cards = fewest(hand, wanted_power(state) + (0 if aci.open else MARGIN) - there)
    bounds = option.slots[0]
    least, most = getattr(bounds, "min", 1), getattr(bounds, "max", len(hand))
    cards = cards[:most]
    if len(cards) < least:
        return {"do": "none"}
    mean = sum(map(power_of, cards)) / len(cards)
    hint = "lots" if mean > 3 else "medium" if mean >= 2 else "little"
    return {"do": "contribute", "cards": split(cards), "hint": hint}


def guessed(state: State, seat: int) -> float:
    """What a contribution is worth by its number and its hint, or by its faces in an open action."""
    aci = aci_of(state)
    if seat in aci.shown:
        return sum(map(power_of, aci.shown[seat]))
    return len(aci.contributions[seat]) * HINT_POWER[aci.hints[seat]]


def aci_final(move: BotMove) -> Answer:
    """An end card is played if it lifts the action to a better level."""
    state: State = move.state
    aci, found = aci_of(state), options_of(move)
    power, wanted = final_power(aci), wanted_power(state)
    if power >= wanted:
        return PASS
    if "assembly" in found and power + 2 >= wanted:
        return {"do": "assembly", "card": first_card(found["assembly"]), "by": "+2"}
    worst = min(((v, c) for c, v in values_of(aci).items() if c not in aci.checked), default=(0, ""))
    if "fact_check" in found and worst[0] < 0 and power - worst[0] >= wanted:
        return {"do": "fact_check", "card": first_card(found["fact_check"]), "colour": worst[1]}
    return PASS


def pt_contribute(move: BotMove) -> Answer:
    """First everything is shown, then each gives its part of the cheapest pool."""
    state, seat = move.state, move.decision.seat
    pool, hand = state.pool, state.hands[seat]
    assert pool is not None
    if not hand:
        return {"do": "none"}
    if pool.round == 1 or not pool.earlier:
        return {"do": "contribute", "cards": split(hand)}
    wanted = cheapest_pool(tuple(c for cards in pool.earlier.values() for c in cards), pool.threshold)
    mine = share(state, wanted or (), seat)
    return {"do": "contribute", "cards": split(mine)} if mine else {"do": "none"}


def share(state: State, wanted: Cards, seat: int) -> Cards:
    """The part of a pool that falls to a seat: earlier seats in table order give first."""
    assert state.pool is not None
    left, mine = list(wanted), list[str]()
    for other in seats_in_play(state):
        for card in state.pool.earlier.get(other, ()):
            if card in left:
                left.remove(card)
                mine += [card] if other == seat else []
    return tuple(mine)


def pt_decide(move: BotMove) -> Answer:
    """A wasteful pool is collected again, a sufficient one confirmed, a poor one given up."""
    state, found = move.state, options_of(move)
    assert state.pool is not None
    cards = pooled(state.pool)
    cheapest = cheapest_pool(cards, state.pool.threshold)
    if "confirm" in found and ("reopen" not in found or cheapest is None or len(cheapest) >= len(cards)):
        return {"do": "confirm"}
    if cheapest is not None and "reopen" in found:
        return {"do": "reopen"}
    return {"do": "confirm"} if "confirm" in found else {"do": "give_up"}
