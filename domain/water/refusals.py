"""Why an answer about water, pollution, claims or cards is refused: the first rule it breaks."""

from collections.abc import Iterator
from typing import Any

from domain.core.errors import Reason
from domain.core.forms import Answer, Option, Pick, Split, options_of
from domain.core.model import Ask, Frame
from domain.core.rules import rule
from domain.water import frames
from domain.water.apply_works import drawn, received
from domain.water.board import TERRAIN, downstream
from domain.water.cards import has_moment
from domain.water.components import ACTIONS, DAM_LIMIT, STATION_LIMIT, TREATMENT_COST
from domain.water.conflicts import conflict_of
from domain.water.needs import unmet
from domain.water.networks import own_cells, reach_of
from domain.water.state import State, water

Reasons = Iterator[Reason]
MALFORMED = Reason("malformed", ("water.form.1",))


def because(code: str, rule_id: str) -> Reason:
    """A reason with the rule it comes from."""
    return Reason(code, (f"water.{rule_id}",))


@rule("water.form.1")
def first(reasons: Reasons) -> Reason:
    """The first reason there is; what no rule explains is malformed."""
    return next(reasons, MALFORMED)


def words(answer: Answer, slot: str = "do") -> list[str]:
    """The parts of an option's id."""
    value = answer.get(slot)
    return value.split(":") if isinstance(value, str) else []


def numbers(value: Any) -> dict[str, int]:
    """A split, as far as it is one."""
    if not isinstance(value, dict):
        return {}
    return {k: v for k, v in value.items() if isinstance(k, str) and isinstance(v, int) and not isinstance(v, bool)}


@water.why_not("collect_action")
def why_not_collect(state: State, frame: frames.Collect, question: Ask, answer: Answer) -> Reason:
    """Taking, filling and treating."""
    seat, entries = frame.seat, numbers(answer.get("water"))
    match words(answer):
        case ["take"]:
            return first(against_take(state, seat, entries))
        case ["fill", river]:
            return first(against_fill(state, seat, river, entries))
        case ["treat", station]:
            cell, use = answer.get("cell"), answer.get("use")
            return first(against_treatment(state, seat, station, cell if isinstance(cell, str) else "", use))
    return MALFORMED


@rule("water.p3.6", "water.dam.7", "water.p3.2", "water.p3.3", "water.p3.4")
def against_take(state: State, seat: int, entries: dict[str, int]) -> Reasons:
    """Cell by cell: whose it is, whether it is in reach, what is needed, what is there."""
    if state.put_back[seat]:
        yield because("put_back_before", "p3.6")
    pairs = {pair: number for pair, number in entries.items() if pair.count(">") == 1 and number > 0}
    own, given, gone = own_cells(state, seat), received(pairs), drawn(pairs)
    for pair in pairs:
        cell, building = pair.split(">")
        if cell not in TERRAIN:
            return
        if cell in state.dams and seat not in state.dams[cell].owners:
            yield because("dam_of_others", "dam.7")
        if building not in own:
            yield because("no_need", "p3.3")
            return
        if cell not in reach_of(state, seat, building):
            yield because("out_of_reach", "p3.2")
        if unmet(state, building) < given[building]:
            yield because("no_need", "p3.3")
        if state.water[cell] < gone[cell]:
            yield because("water_short", "p3.4")


@rule("water.dam.4", "water.dam.5", "water.dam.6")
def against_fill(state: State, seat: int, river: str, entries: dict[str, int]) -> Reasons:
    """Owner, sources, water and room."""
    if state.put_back[seat]:
        yield because("put_back_before", "p3.6")
    if river not in state.dams or seat not in state.dams[river].owners:
        yield because("not_dam_owner", "dam.5")
        return
    if any(cell not in downstream(river) or cell in state.dams for cell in entries):
        yield because("not_downstream", "dam.6")
    elif any(state.water[cell] < number for cell, number in entries.items()):
        yield because("water_short", "p3.4")
    if state.dams[river].intake + sum(entries.values()) > DAM_LIMIT:
        yield because("dam_full", "dam.4")


@rule("water.treat.1", "water.treat.2", "water.treat.3", "water.treat.4")
def against_treatment(state: State, seat: int, station: str, cell: str, use: Any = "put_back") -> Reasons:
    """Station, uses, coins, pollution, and the building that would get the cube."""
    built = state.constructions.get(station)
    if built is None or built.type != "treatment_station" or seat not in built.owners:
        yield because("no_station", "treat.1")
        return
    if state.station_uses.get(station, 0) >= STATION_LIMIT:
        yield because("station_exhausted", "treat.3")
    if state.thunes[seat] < TREATMENT_COST:
        yield because("coins_short", "treat.2")
    if cell in TERRAIN and (cell not in reach_of(state, seat, station) or not state.pollution[cell]):
        yield because("no_pollution_in_reach", "treat.4")
    if isinstance(use, str) and use in TERRAIN:
        yield because("no_need", "p3.3")


@water.why_not("treat_action")
def why_not_treat(state: State, frame: frames.Treat, question: Ask, answer: Answer) -> Reason:
    """Treating in phase 6."""
    match words(answer):
        case ["treat", station, cell]:
            return first(against_treatment(state, frame.seat, station, cell))
    return MALFORMED


@water.why_not("claim_window")
@rule("water.conflict.2")
def why_not_claim(state: State, frame: Frame, question: Ask, answer: Answer) -> Reason:
    """A claim of too much, or of what is not contested."""
    is_of_water = conflict_of(state).action.cause in ("take", "fill")
    is_claim = words(answer) == ["claim"] and isinstance(answer.get("water"), dict)
    return because("bad_claim", "conflict.2") if is_claim and is_of_water else MALFORMED


@water.why_not("conflict_stake")
@rule("water.conflict.5")
def why_not_stake(state: State, frame: Frame, question: Ask, answer: Answer) -> Reason:
    """A stake that the seat cannot or may not make, or a card it does not hold."""
    stake, card = answer.get("stake"), answer.get("card")
    if isinstance(card, str) and card in ACTIONS and card not in state.hand[question.seat]:
        return because("not_in_hand", "card.1")
    is_number = isinstance(stake, int) and not isinstance(stake, bool)
    is_stake = is_number and set(answer) <= {"stake", "card"} and isinstance(card, str)
    return because("bad_stake", "conflict.5") if is_stake else MALFORMED


@water.why_not("play_card", "riot_reaction")
@rule("water.card.1", "water.card.2", "water.card.3")
def why_not_card(state: State, frame: Frame, question: Ask, answer: Answer) -> Reason:
    """A card that is not in hand, that has no moment now, or no target."""
    match words(answer):
        case ["play", card, *_] if card in ACTIONS:
            if card not in state.hand[question.seat]:
                return because("not_in_hand", "card.1")
            if answer["do"] in _listed(question) and not _fills_slots(question, answer):
                return MALFORMED
            if not has_moment(state, frame, question.seat, card):
                return because("wrong_moment", "card.2")
            return because("no_target", "card.3")
    return MALFORMED


def _listed(question: Ask) -> dict[str, Option]:
    slot = question.form.slots[0]
    return {option.id: option for option in options_of(slot, question.form)} if isinstance(slot, Pick) else {}


def _fills_slots(question: Ask, answer: Answer) -> bool:
    """Whether the slots of the chosen card, and no others, are filled with something of their kind."""
    slots = {slot.name: dict if isinstance(slot, Split) else str for slot in _listed(question)[answer["do"]].slots}
    is_filled = all(isinstance(answer.get(name), kind) for name, kind in slots.items())
    return bool(slots) and is_filled and set(answer) == {"do", *slots}


@water.why_not(
    "mediator_choose_cards",
    "mediator_reveal",
    "conflict_response",
    "dam_consent",
    "demolition_consent",
)
def why_not_other(state: State, frame: Frame, question: Ask, answer: Answer) -> Reason:
    """Questions that no rule narrows."""
    return MALFORMED


@water.why_not("place_home")
@rule("water.opening.1")
def why_not_home(state: State, frame: frames.Home, question: Ask, answer: Answer) -> Reason:
    """A cell that is not free or no meadow."""
    match words(answer):
        case ["home", cell] if cell in TERRAIN:
            if cell in state.constructions or TERRAIN[cell] == "sea":
                return because("cell_not_free", "build.3")
            return because("wrong_terrain", "build.4")
    return MALFORMED
