"""How the opponent spends its two actions: projects near and far, small cards, draws."""

from collections.abc import Iterator

from domain.climate.appraisal import burden, power_price
from domain.climate.board import hand_limit, is_weak, resilience, seats_in_play
from domain.climate.bot_forms import PASS, options_of
from domain.climate.components import COLOUR_IDS, COLOURS, INSTITUTIONS, colour_of, power_of
from domain.climate.projects import Project, projects
from domain.climate.state import State
from domain.core.forms import Answer, Option, Pick
from domain.core.game import BotMove

Plan = tuple[float, Answer]
MOVING, FREE_MOVING, FORESIGHT, RELIEF, DRAWING = 0.6, 0.1, 0.1, 0.5, 0.3
CALLED = 0.9
"""What is left of a plan when another seat carries it out."""


def action(move: BotMove) -> Answer:
    """The plan, the card or the draw that is worth most for the actions it takes."""
    found = options_of(move)
    plans = [*begun_projects(move, found), *small_actions(move, found)]
    return max(plans, key=lambda plan: plan[0], default=(0.0, PASS))[1]


def begun_projects(move: BotMove, found: dict[str, Option]) -> Iterator[Plan]:
    """Projects that can be done on the spot, after a free move, or after a move if two actions are left."""
    state, seat = move.state, move.decision.seat
    may_move = "move" in found and not is_tied(state, seat)
    has_two = move.decision.ask.kind == "action" and state.actions_left == 2
    for project in projects(state, seat):
        verb = project.answer["do"]
        if project.place in (None, state.seats[seat].location):
            if verb in found and is_offered(found[verb], project.answer):
                yield project.worth, project.answer
        elif is_one_step_away(state, found, project):
            yield project.worth - FREE_MOVING, {"do": "free_move", "to": project.place}
        elif may_move and has_two and verb not in state.kinds_used:
            yield project.worth - MOVING, {"do": "move", "to": project.place}
        elif may_move:
            yield project.worth * FORESIGHT, {"do": "move", "to": project.place}


def is_one_step_away(state: State, found: dict[str, Option], project: Project) -> bool:
    """Whether a free move leads to a project that an action is left for."""
    is_open = state.actions_left > 0 and project.answer["do"] not in state.kinds_used
    return is_open and "free_move" in found and is_offered(found["free_move"], {"to": project.place})


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
    yield from calls(state, seat, found)
    if "draw" in found and len(state.hands[seat]) + 2 <= hand_limit(state, seat):
        yield DRAWING, draw_two(state, found["draw"])


def calls(state: State, seat: int, found: dict[str, Option]) -> Iterator[Plan]:
    """Other seats that stand where there is something to do, for the price of the weakest card that calls them."""
    card = next((name for name in found if name.startswith("card:media")), None)
    if card is None:
        return
    for other in seats_in_play(state):
        worth = best_on_the_spot(state, other, seat) if other != seat else 0.0
        if worth > 0:
            yield CALLED * worth - power_price(state) * power_of(card), {"do": card, "seat": f"s{other}"}


def best_on_the_spot(state: State, seat: int, eyes: int) -> float:
    """What the best thing to do where a pawn stands is worth, as another seat sees it."""
    here = state.seats[seat].location
    return next((project.worth for project in projects(state, seat, eyes) if project.place in (None, here)), 0.0)


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
