"""Warming and climate consequences: destruction tokens and what they bring."""

from msgspec.structs import replace

from domain.climate import frames
from domain.climate.board import active_region, destruction, holder, in_list_order, up_from
from domain.climate.calamities import LOCAL, add_peaceful
from domain.climate.climate_track import advance
from domain.climate.components import CONSEQUENCES, SHEETS, ZONE_LIMIT, ZONES
from domain.climate.course import Course
from domain.climate.electricity import only
from domain.climate.facts import DestructionPlaced, PowerUsed
from domain.climate.forms import deeds, named
from domain.climate.losses import change_ghg
from domain.climate.powers import can_use
from domain.climate.printed_events import ConsequenceCard
from domain.climate.state import State, climate
from domain.core.chance import Chance
from domain.core.forms import Answer, Option, Pick
from domain.core.model import Ask, Frame, Outcome, again, ask, done
from domain.core.rules import rule

Deed = tuple[str, str, int]
"""What happens, in which region, how often; an empty region stands for the world."""


@climate.step(frames.Warming, background=True)
@rule("climate.event.warm.1")
def warming(state: State, frame: frames.Warming, chance: Chance) -> Outcome:
    """First the destruction token, then what its zone brings."""
    if frame.stage == "token":
        count = min(ZONE_LIMIT, state.zones[frame.zone] + 1)
        placed = DestructionPlaced(zone=frame.zone, count=count, rule="climate.event.warm.1")
        return again(replace(frame, stage="effect"), placed)
    return poles(state, frame) if frame.zone == "poles" else struck(state, frame, chance)


@rule("climate.event.warm.2", "climate.expert.5")
def struck(state: State, frame: frames.Warming, chance: Chance) -> Outcome:
    """Glaciers and currents starve certain regions, forests push the green marker."""
    course, count = Course(state), state.zones[frame.zone]
    for name in ZONES[frame.zone].shortages:
        add_peaceful(course, name, "shortages", count)
    if frame.zone == "forests":
        advance(course, chance, destruction(state), "climate.event.warm.2")
    return done(*course.facts)


@rule("climate.event.warm.2", "climate.expert.5")
def poles(state: State, frame: frames.Warming) -> Outcome:
    """Each region whose living standard is not above the number of tokens gets a local refugee, from the top."""
    count = state.zones[frame.zone]
    for place in range(frame.place, len(state.region_order)):
        name = state.region_order[place]
        if state.regions[name].ls <= count:
            refugee = frames.AddTokens(region=name, token=LOCAL, count=1)
            return again(replace(frame, place=place + 1), then=(refugee,))
    return done()


@climate.step(frames.ClimateCard, background=True)
@rule("climate.clim.4", "climate.clim.5")
def climate_card(state: State, frame: frames.ClimateCard, chance: Chance) -> Outcome:
    """The target part, then the spread part, one deed after the other; a reserve may be shielded first."""
    match frame.stage:
        case "shield":
            return plan(state, frame)
        case "shielded":
            deeds_left = frame.plan if frame.given is None else shielded(state, frame, frame.given)
            return again(replace(frame, stage="deeds", plan=deeds_left))
        case _ if not frame.plan:
            return done()
        case _:
            return carry_out(state, frame)


def plan(state: State, frame: frames.ClimateCard) -> Outcome:
    """What the card will do, computed first; the holder of the shield may be asked."""
    card = CONSEQUENCES[frame.card]
    listed = (*target_deeds(state, card), *spread_deeds(state, card))
    after = replace(frame, plan=listed)
    seat = holder(state, "trco")
    touched = {name for what, name, count in listed if name and count and SHEETS[name].reserve}
    if seat is None or not can_use(state, seat) or not touched:
        return again(replace(after, stage="deeds"))
    shield = frames.ClimateShield(regions=in_list_order(state, touched))
    return again(replace(after, stage="shielded"), then=(shield,))


def target_of(state: State, card: ConsequenceCard) -> str | None:
    """The region above the active one, or the first nature reserve from there upwards."""
    above = up_from(state, active_region(state))[0]
    if card.where == "reserve":
        return next(name for name in (above, *up_from(state, above)) if SHEETS[name].reserve)
    return above if card.where else None


@rule("climate.clim.5")
def target_deeds(state: State, card: ConsequenceCard) -> tuple[Deed, ...]:
    """What strikes the target, as often as its zone is destroyed."""
    target = target_of(state, card)
    if target is None:
        return ()
    counted = ((deed.what, state.zones[deed.by] if deed.by else 1) for deed in card.target)
    return tuple((what, "" if what == "ghg" else target, count) for what, count in counted if count)


@rule("climate.clim.5")
def spread_deeds(state: State, card: ConsequenceCard) -> tuple[Deed, ...]:
    """A token for each region going up from the target, lap after lap, or for named regions."""
    found: list[Deed] = []
    target = target_of(state, card)
    if card.spread and target:
        others = up_from(state, target)
        laps = destruction(state) // card.spread.divisor
        found += [(card.spread.token, others[number % len(others)], 1) for number in range(laps)]
    if card.listed:
        zone = card.listed.doubled_by
        count = 2 if zone and state.zones[zone] == ZONE_LIMIT else 1
        found += [(card.listed.token, name, count) for name in in_list_order(state, card.listed.regions)]
    return tuple(found)


@rule("climate.emp.trco.p")
def shielded(state: State, frame: frames.ClimateCard, name: str) -> tuple[Deed, ...]:
    """A shielded target cancels the whole target part; a shielded region's tokens are lost."""
    card = CONSEQUENCES[frame.card]
    spared = len(target_deeds(state, card)) if target_of(state, card) == name else 0
    return tuple(deed for deed in frame.plan[spared:] if deed[1] != name)


def carry_out(state: State, frame: frames.ClimateCard) -> Outcome:
    """The next deed of the card."""
    what, name, count = frame.plan[0]
    after = replace(frame, plan=frame.plan[1:])
    if what == "ghg":
        course = Course(state)
        change_ghg(course, count, "climate.event.ghg")
        return again(after, *course.facts)
    business: Frame = frames.AddTokens(region=name, token=what, count=count)
    if what == "generated":
        business = frames.GenRefugees(region=name, count=count)
    return again(after, then=(business,))


@climate.step(frames.ClimateShield)
@rule("climate.emp.trco.p")
def climate_shield(state: State, frame: frames.ClimateShield, chance: Chance) -> Outcome:
    """The holder of the shield may protect one of the reserves that the card would touch."""
    seat = holder(state, "trco")
    if seat is None or not can_use(state, seat):
        return done()
    slot = Pick(name="region", options=named("region", frame.regions))
    form = deeds(Option("shield", {}, (slot,)), Option("decline"))
    rules = ("climate.emp.trco.p",)
    return ask(Ask(seat=seat, kind="climate_shield", form=form, default={"do": "decline"}, rules=rules))


@climate.answer(frames.ClimateShield)
@rule("climate.emp.trco.p")
def shield_raised(state: State, frame: frames.ClimateShield, given: dict[int, Answer], chance: Chance) -> Outcome:
    """The power is spent on a reserve, or kept."""
    answer = only(given)
    if answer["do"] == "decline":
        return done()
    [seat] = given
    return done(PowerUsed(seat=seat, employer="trco", rule="climate.emp.trco.p"), give=answer["region"])
