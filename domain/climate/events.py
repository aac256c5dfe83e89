"""Events: drawing one, oil constraints, and green events with their joint action."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from domain.climate import frames
from domain.climate.board import holder, is_sharing, production, searched
from domain.climate.components import CONSEQUENCES, GREEN_CARDS, OIL_CARDS, SHEETS, WARMING_CARDS
from domain.climate.course import Course
from domain.climate.facts import EventDiscarded, EventRevealed, EventTarget, PileRefilled
from domain.climate.forms import ask_all, deeds
from domain.climate.losses import change_oil
from domain.climate.powers import can_use
from domain.climate.state import Region, State, climate
from domain.climate.transformations import can_implant
from domain.core.chance import Chance
from domain.core.forms import Answer, Option
from domain.core.model import Ask, Frame, Outcome, again, ask, done
from domain.core.rules import rule


@climate.step(frames.DrawEvent)
@rule("climate.turn.3", "climate.clim.4")
def draw_event(state: State, frame: frames.DrawEvent, chance: Chance) -> Outcome:
    """The top card of the event pile is revealed, resolved and discarded."""
    match frame.stage:
        case "foresee":
            seat = foreseer(state)
            return again(replace(frame, stage="draw")) if seat is None else ask(foresee_ask(seat))
        case "draw":
            return reveal(state, frame, chance)
        case _:
            assert state.event is not None
            return done(EventDiscarded(event=state.event.card, rule="climate.turn.3"))


@rule("climate.emp.journalists.p")
def foreseer(state: State) -> int | None:
    """The seat that may look ahead before a climate consequence is drawn."""
    seat = holder(state, "journalists")
    has_consequence = state.decks.events[:1] and state.decks.events[0] in CONSEQUENCES
    return seat if seat is not None and has_consequence and can_use(state, seat) else None


def foresee_ask(seat: int) -> Ask:
    """Whether the journalists look at the next events now."""
    form = deeds(Option("use"), Option("pass"))
    return Ask(seat=seat, kind="foresee", form=form, default={"do": "pass"}, rules=("climate.emp.journalists.p",))


@climate.answer(frames.DrawEvent)
@rule("climate.emp.journalists.p")
def foresee(state: State, frame: frames.DrawEvent, given: dict[int, Answer], chance: Chance) -> Outcome:
    """The journalists use their power, or let the card come."""
    [(seat, answer)] = given.items()
    then: tuple[Frame, ...] = (frames.UsePower(seat=seat, answer=answer),) if answer["do"] == "use" else ()
    return again(replace(frame, stage="draw"), then=then)


def reveal(state: State, frame: frames.DrawEvent, chance: Chance) -> Outcome:
    """The card is turned; each kind has its own procedure."""
    course = Course(state)
    if not state.decks.events:
        cards = chance.shuffle("events.reshuffle", state.decks.events_discard)
        course.note(PileRefilled(pile="events", cards=cards, rule="climate.turn.3"))
    card = course.state.decks.events[0]
    course.note(EventRevealed(event=card, rule="climate.turn.3"))
    if card in OIL_CARDS:
        oil_constraint(course, OIL_CARDS[card].arrow)
    return again(replace(frame, stage="discard"), *course.facts, then=procedure(card))


def procedure(card: str) -> tuple[Frame, ...]:
    """The business that a card brings, if it takes more than a moment."""
    if card in GREEN_CARDS:
        return (frames.GreenEvent(),)
    if card in WARMING_CARDS:
        return (frames.Warming(zone=WARMING_CARDS[card].zone),)
    return (frames.ClimateCard(card=card),) if card in CONSEQUENCES else ()


@rule("climate.event.oil.1", "climate.event.oil.2", "climate.region.10")
def oil_constraint(course: Course, arrow: str) -> None:
    """The first region that produces two units or more loses an export, or must import what it produced."""
    names = searched(course.state, arrow)
    name = next((name for name in names if production(course.region(name)) >= 2), None)
    if name is None:
        return
    course.note(EventTarget(region=name, rule="climate.event.oil.1"))
    region = course.region(name)
    if region.orange:
        oil = (region.brown, region.red_oil, region.orange - 1)
    else:
        oil = (region.brown - 1, region.red_oil + 1, region.orange)
    change_oil(course, name, *oil, "climate.event.oil.2")


@rule("climate.event.1", "climate.event.2", "climate.event.3", "climate.event.aci.1")
def green_target(state: State, card: str) -> str | None:
    """The active region if it fits, otherwise the first one that does in the arrow's direction."""
    printed = GREEN_CARDS[card]
    return next((name for name in searched(state, printed.arrow) if fits(state, name, printed.when)), None)


def fits(state: State, name: str, when: dict[str, Any]) -> bool:
    """Whether a sharing region meets every condition of a card."""
    region = state.regions[name]
    return is_sharing(region) and all(CONDITIONS[key](state, name, value) for key, value in when.items())


def on_region(check: Callable[[Region, Any], bool]) -> Callable[[State, str, Any], bool]:
    """A condition that looks at the region alone."""
    return lambda state, name, value: check(state.regions[name], value)


CONDITIONS: dict[str, Callable[[State, str, Any], bool]] = {
    "ls_in": on_region(lambda region, value: region.ls in value),
    "discipline_max": on_region(lambda region, value: region.discipline <= value),
    "discipline_min": on_region(lambda region, value: region.discipline >= value),
    "refugees_min": on_region(lambda region, value: region.refugees >= value),
    "has_elec": on_region(lambda region, value: value in region.elec),
    "export_min": on_region(lambda region, value: region.orange >= value),
    "demography_min": on_region(lambda region, value: region.demography >= value),
    "riots_plus_conflicts_min": on_region(lambda region, value: region.riots + region.conflicts >= value),
    "shortages_plus_scarcities_min": on_region(lambda region, value: region.shortages + region.scarcities >= value),
    "epizootics_or_epidemic": on_region(lambda region, value: (region.epizootics > 0 or region.epidemic) == value),
    "nuclear_weapon": lambda state, name, value: SHEETS[name].nuclear_weapon == value,
    "nature_reserve": lambda state, name, value: SHEETS[name].reserve == value,
    "can_implant_by_hand": lambda state, name, value: can_implant(state, name, value, by_hand=True),
}


@climate.step(frames.GreenEvent)
@rule("climate.event.aci.1", "climate.event.aci.2", "climate.event.aci.3", "climate.aci.4")
def green_event(state: State, frame: frames.GreenEvent, chance: Chance) -> Outcome:
    """First the region, then whether to act together, then the effects that the power reached, and no other."""
    event = state.event
    assert event is not None
    card = GREEN_CARDS[event.card]
    if frame.stage == "target":
        return find_target(state, frame, event.card)
    if event.settled:
        return done(then=(effects(event.card, "t2", event.region),))
    if frame.stage == "result":
        low, high = card.thresholds
        level = "t2" if frame.given >= high else "t1" if frame.given >= low else "base"
        return done(then=(effects(event.card, level, event.region),))
    form = deeds(Option("launch", {"event": event.card}), Option("ignore", {"event": event.card}))
    return ask_all(state, "event_aci", form, "climate.event.aci.2", default={"do": "ignore"})


def find_target(state: State, frame: frames.GreenEvent, card: str) -> Outcome:
    """World events need no region; a card that fits nowhere is ignored."""
    if "world" in GREEN_CARDS[card].when:
        return again(replace(frame, stage="decide"))
    target = green_target(state, card)
    told = EventTarget(region=target, rule="climate.event.1" if target else "climate.event.2")
    return done(told) if target is None else again(replace(frame, stage="decide"), told)


def effects(card: str, level: str, region: str | None) -> frames.Effects:
    """The effects of a card at a level."""
    return frames.Effects(card=card, level=level, region=region)


@climate.answer(frames.GreenEvent)
@rule("climate.event.aci.2", "climate.aci.1")
def event_aci(state: State, frame: frames.GreenEvent, given: dict[int, Answer], chance: Chance) -> Outcome:
    """The team launches a joint action, or takes the first result."""
    event = state.event
    assert event is not None
    [answer] = given.values()
    if answer["do"] == "ignore":
        return done(then=(effects(event.card, "base", event.region),))
    card = GREEN_CARDS[event.card]
    joint = frames.JointAction(
        occasion="event",
        initiator=state.active_seat,
        region=event.region,
        asked=card.asks,
        thresholds=card.thresholds,
    )
    return again(replace(frame, stage="result"), then=(joint,))
