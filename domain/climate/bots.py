"""The sensible opponent: it compares plans by what they save, and plays cards where they decide something."""

from collections.abc import Callable, Iterator

from domain.climate.appraisal import burden, power_price, value
from domain.climate.board import hand_limit, is_weak, resilience
from domain.climate.bot_cards import aci_contribute, aci_final, event_aci, pt_contribute, pt_decide
from domain.climate.bot_forms import PASS, best_filling, first_card, options_of, split
from domain.climate.bot_powers import last_power, reorder_events, use_power
from domain.climate.components import COLOUR_IDS, COLOURS, INSTITUTIONS, colour_of, power_of
from domain.climate.course import Course
from domain.climate.dice import helmets_change
from domain.climate.institutions import carry_out
from domain.climate.projects import projects
from domain.climate.state import State, climate
from domain.core.forms import Answer, Option, Pick
from domain.core.game import BotMove

Strategy = Callable[[BotMove], Answer | None]
Plan = tuple[float, Answer]
MOVING, FORESIGHT, RELIEF, DRAWING = 0.6, 0.1, 0.5, 0.3


@climate.bot("sensible", offers=True)
def sensible(move: BotMove) -> Answer | None:
    """Answers each kind of decision by its own strategy, the others by their default; keeps powers for a good use."""
    strategy = STRATEGIES.get(move.decision.ask.kind)
    default: Answer = move.decision.ask.default
    return strategy(move) if strategy else default


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
            yield 1 - power_price(state) * power_of(card), {"do": name}
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


def institution_effect(move: BotMove) -> Answer:
    """The option that helps the world most, filled as is best."""
    state: State = move.state
    before = value(state)

    def worth(answer: Answer) -> float:
        course = Course(state)
        carry_out(course, answer, "climate.inst.1")
        return value(course.state) - before

    return max((best_filling(option, worth) for option in options_of(move).values()), key=worth)


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
    "use_power": use_power,
    "reorder_events": reorder_events,
    "last_power": last_power,
}
