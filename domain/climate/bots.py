"""The sensible opponent: it compares plans by what they save, and plays cards where they decide something."""

from collections.abc import Callable, Iterator

from domain.climate.appraisal import POWER_PRICE, burden, value
from domain.climate.board import hand_limit, is_weak, resilience, seats_in_play
from domain.climate.components import COLOUR_IDS, COLOURS, GREEN_CARDS, INSTITUTIONS, colour_of, power_of
from domain.climate.course import Course
from domain.climate.dice import helmets_change
from domain.climate.imagination import event_values
from domain.climate.implantation import pooled
from domain.climate.institutions import carry_out, default_effect
from domain.climate.joint_action import aci_of, final_power, values_of
from domain.climate.projects import LUCK, MARGIN, projects
from domain.climate.reckoning import MEAN, cheapest_pool, fewest, guessed_power
from domain.climate.state import Cards, State, climate
from domain.core.forms import Answer, Option, Pick
from domain.core.game import BotMove

Strategy = Callable[[BotMove], Answer]
Plan = tuple[float, Answer]
PASS: Answer = {"do": "pass"}
MOVING, FORESIGHT, RELIEF, DRAWING = 0.6, 0.1, 0.5, 0.3
HINT_POWER = {"silent": MEAN, "little": 1.5, "medium": MEAN, "lots": 3.5}


@climate.bot("sensible")
def sensible(move: BotMove) -> Answer:
    """Answers each kind of decision by its own strategy, the others by their default."""
    strategy = STRATEGIES.get(move.decision.ask.kind)
    default: Answer = move.decision.ask.default
    return strategy(move) if strategy else default


def options_of(move: BotMove) -> dict[str, Option]:
    """The options of the first slot by id."""
    slot = move.decision.ask.form.slots[0]
    assert isinstance(slot, Pick)
    return {option.id: option for option in slot.options}


def split(cards: Cards) -> dict[str, int]:
    """Cards as numbers by kind."""
    return {card: cards.count(card) for card in sorted(set(cards))}


def draw_plan(move: BotMove) -> Answer:
    """The secondary the team holds least of; weak cards make room for new ones."""
    state, seat = move.state, move.decision.seat
    answer: Answer = dict(move.decision.ask.default)
    if "secondary" in answer:
        slot = move.decision.ask.form.slots[0]
        assert isinstance(slot, Pick)
        held = [colour_of(card) for hand in state.hands for card in hand]
        answer["secondary"] = min((option.id for option in slot.options), key=held.count)
    if "discard" in answer:
        weak = [card for card in state.hands[seat] if power_of(card) == 1 and colour_of(card) != "industry"]
        spare = len(state.hands[seat]) - (hand_limit(state, seat) - 3)
        answer["discard"] = split(tuple(weak[: max(0, spare)]))
    return answer


def redraw(move: BotMove) -> Answer:
    """The weakest card just drawn is exchanged if it is a one."""
    weak = [card for card in move.state.cards_drawn if power_of(card) == 1]
    return {"do": "redraw", "card": weak[0]} if weak else {"do": "keep"}


def event_aci(move: BotMove) -> Answer:
    """A joint action is launched if its best level is worth its price and the hands can carry it."""
    state: State = move.state
    assert state.event is not None
    card, worth = GREEN_CARDS[state.event.card], event_values(state)
    power = guessed_power(state, move.decision.seat, card.asks)
    for level, needed in zip(("t2", "t1"), reversed(card.thresholds), strict=True):
        gain = LUCK * (worth[level] - worth["base"])
        if power >= needed + MARGIN and gain > POWER_PRICE * (needed + MARGIN):
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


def first_card(option: Option) -> str:
    """The first card that an option can be played with."""
    slot = option.slots[0]
    assert isinstance(slot, Pick)
    return slot.options[0].id


def action(move: BotMove) -> Answer:
    """The plan, the card or the draw that is worth most for the actions it takes."""
    found = options_of(move)
    plans = [*begun_projects(move, found), *small_actions(move, found)]
    return max(plans, key=lambda plan: plan[0], default=(0.0, PASS))[1]


def begun_projects(move: BotMove, found: dict[str, Option]) -> Iterator[Plan]:
    """Projects that can be done on the spot, or after a move if two actions are left."""
    state, seat = move.state, move.decision.seat
    may_move = "move" in found and not is_tied(state, seat)
    has_two = move.decision.ask.kind == "action" and state.actions_left == 2
    for project in projects(state, seat):
        verb = project.answer["do"]
        if project.place in (None, state.seats[seat].location):
            if verb in found and is_offered(found[verb], project.answer):
                yield project.worth, project.answer
        elif may_move and has_two and verb not in state.kinds_used:
            yield project.worth - MOVING, {"do": "move", "to": project.place}
        elif may_move:
            yield project.worth * FORESIGHT, {"do": "move", "to": project.place}


def is_offered(option: Option, answer: Answer) -> bool:
    """Whether the slots of an option list what an answer names."""
    for slot in option.slots:
        if isinstance(slot, Pick) and answer.get(slot.name) not in {entry.id for entry in slot.options}:
            return False
    return True


def is_tied(state: State, seat: int) -> bool:
    """Whether a pawn in an institution is held there by the guards' weakness."""
    return is_weak(state, seat, "hrg") and state.seats[seat].location in INSTITUTIONS


def small_actions(move: BotMove, found: dict[str, Option]) -> Iterator[Plan]:
    """A card that lowers the counter or relieves a region at its limit, a draw, or nothing."""
    state, seat = move.state, move.decision.seat
    for name, option in found.items():
        verb, _, card = name.partition(":")
        if verb == "card" and colour_of(card) == "industry":
            yield 1 - POWER_PRICE * power_of(card), {"do": name}
        elif verb in ("card", "free_card") and (relief := worst_region(state, option, card)):
            yield RELIEF + (0.5 if verb == "free_card" else 0.0), {"do": name, "region": relief}
    if "draw" in found and len(state.hands[seat]) + 2 <= hand_limit(state, seat):
        yield DRAWING, draw_two(state, found["draw"])


def worst_region(state: State, option: Option, card: str) -> str | None:
    """A region at the limit of its Resilience that a card could relieve."""
    token = COLOURS[colour_of(card)].action.removes
    if token is None:
        return None
    slot = option.slots[0]
    assert isinstance(slot, Pick)
    names = [entry.id for entry in slot.options]
    full = [n for n in names if getattr(state.regions[n], token) >= resilience(state.regions[n])]
    return max(full, key=lambda name: burden(state.regions[name]), default=None)


def draw_two(state: State, option: Option) -> Answer:
    """Two cards of the colours the team holds least of."""
    slot = option.slots[0]
    assert isinstance(slot, Pick)
    held = [colour_of(card) for hand in state.hands for card in hand]
    scarce = {colour: held.count(colour) for colour in COLOUR_IDS}
    best = min(slot.options, key=lambda entry: scarcity(entry.id, scarce))
    return {"do": "draw", "colours": best.id}


def scarcity(pair: str, held: dict[str, int]) -> int:
    """How many cards the team would hold of two colours."""
    first, second = pair.split("+")
    return held[first] + held[second] + (1 if first == second else 0)


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


def institution_effect(move: BotMove) -> Answer:
    """The option that helps the world most, filled as far as it goes."""
    state: State = move.state

    def worth(answer: Answer) -> float:
        course = Course(state)
        carry_out(course, answer, "climate.inst.1")
        return value(course.state)

    return max((default_effect(state, option) for option in options_of(move).values()), key=worth)


def d8_window(move: BotMove) -> Answer:
    """Every die of this game is one the team wants to succeed; help comes where it may decide."""
    state, found = move.state, options_of(move)
    die = state.die
    assert die is not None
    if die.number <= die.target:
        return PASS
    by = helmets_change(state)
    if "blue_helmets" in found and die.number - by <= die.target:
        return {"do": "blue_helmets", "card": first_card(found["blue_helmets"]), "by": f"-{by}"}
    if "power" in found and (die.purpose == "propagation" or die.number <= 4):
        return {"do": "power"}
    if "referendum" in found and die.target >= 3:
        return {"do": "referendum", "card": first_card(found["referendum"])}
    return PASS


def climate_shield(move: BotMove) -> Answer:
    """The first reserve that is touched is protected."""
    slot = options_of(move)["shield"].slots[0]
    assert isinstance(slot, Pick)
    return {"do": "shield", "region": slot.options[0].id}


def last_power(move: BotMove) -> Answer:
    """Before the end a power is better used than kept."""
    option = next(iter(options_of(move).values()))
    return (
        default_effect(move.state, option)
        if option.slots and option.id not in NOT_PLACES
        else move.decision.ask.default
    )


NOT_PLACES = ("relieve",)

STRATEGIES: dict[str, Strategy] = {
    "draw_plan": draw_plan,
    "redraw": redraw,
    "event_aci": event_aci,
    "aci_contribute": aci_contribute,
    "aci_final": aci_final,
    "action": action,
    "communication_action": action,
    "pt_contribute": pt_contribute,
    "pt_decide": pt_decide,
    "institution_effect": institution_effect,
    "d8_window": d8_window,
    "climate_shield": climate_shield,
    "last_power": last_power,
}
