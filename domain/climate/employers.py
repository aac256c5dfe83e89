"""Employers' powers: when they may be used and what they do."""

from collections.abc import Callable, Iterable
from itertools import permutations

from msgspec.structs import replace

from domain.climate import frames
from domain.climate.board import destruction, is_sharing, round_of, seats_in_play
from domain.climate.calamities import removed
from domain.climate.components import CONSEQUENCES, INSTITUTIONS
from domain.climate.course import Course
from domain.climate.facts import EventSettled, EventsReordered, EventsShown, PowerUsed
from domain.climate.forms import PASS, deeds
from domain.climate.institutions import carry_out, option_for
from domain.climate.powers import can_use
from domain.climate.state import State, climate
from domain.climate.transformations import OTHER_LETTER, can_implant, implant_pt
from domain.core.chance import Chance
from domain.core.fillings import answers
from domain.core.forms import Answer, Option, Split, Target
from domain.core.model import WINDOW, Ask, Frame, Offer, Outcome, again, ask, ask_each, done
from domain.core.rules import rule

CARDS_SHOWN = 3
LAST_POWERS = ("shift", "amnesty", "hrg", "malmo")


@climate.offers
@rule("climate.emp.2")
def power_offers(state: State, frame: Frame) -> Iterable[Offer]:
    """Wherever somebody is asked, from the first turn on, a seat may use its power instead of waiting."""
    if state.phase in ("setup", "over") or isinstance(frame, frames.LastPower):
        return
    for seat in seats_in_play(state):
        options = power_options(state, seat, frame)
        if options:
            form = deeds(*options)
            cited = f"climate.emp.{state.seats[seat].employer}.p"
            question = Ask(seat=seat, kind="use_power", form=form, default=next(answers(form)), rules=(cited,))
            yield Offer(question, lambda answer, seat=seat: frames.UsePower(seat=seat, answer=answer))  # type: ignore[misc]


def power_options(state: State, seat: int, frame: Frame) -> tuple[Option, ...]:
    """The uses of a seat's power that are legal now."""
    employer = state.seats[seat].employer
    if employer not in OPTIONS or not can_use(state, seat):
        return ()
    return OPTIONS[employer](state, frame)


@rule("climate.emp.shift.p")
def shift_options(state: State, frame: Frame) -> tuple[Option, ...]:
    """Started pairs of sharing regions whose other letter is accessible, in China too."""
    found = []
    for name in state.region_order:
        for letter, other in OTHER_LETTER.items():
            is_started = other in state.regions[name].pts and letter not in state.regions[name].pts
            if is_started and is_sharing(state.regions[name]) and can_implant(state, name, letter, by_hand=False):
                found.append(Option(f"complete:{name}:{letter}", {"region": name, "letter": letter}))
    return tuple(found)


@rule("climate.emp.amnesty.p")
def amnesty_options(state: State, frame: Frame) -> tuple[Option, ...]:
    """Any option of the middle column of any institution that finds a target."""
    names = (name for institution in INSTITUTIONS.values() for name in institution.options[1])
    found = (option_for(state, name, 0) for name in names)
    return tuple(option for option in found if option is not None)


@rule("climate.emp.famox.p")
def famox_options(state: State, frame: Frame) -> tuple[Option, ...]:
    """While the team wonders whether to act on an event, it can be settled at its best."""
    is_open = isinstance(frame, frames.GreenEvent) and frame.stage == "decide"
    return (Option("settle"),) if is_open else ()


@rule("climate.emp.hrg.p")
def hrg_options(state: State, frame: Frame) -> tuple[Option, ...]:
    """As many refugees as there are destruction tokens, anywhere."""
    held = {name: state.regions[name].refugees for name in state.region_order if state.regions[name].refugees}
    most = min(destruction(state), sum(held.values()))
    if not most:
        return ()
    targets = tuple(Target(name, 0, count, {"region": name}) for name, count in held.items())
    return (Option("integrate", {}, (Split(name="tokens", targets=targets, min=1, max=most),)),)


@rule("climate.emp.malmo.p")
def malmo_options(state: State, frame: Frame) -> tuple[Option, ...]:
    """Conflicts and scarcities, in any mix, as many as the number of the round."""
    targets = []
    for name in state.region_order:
        for word, token in (("conflict", "conflicts"), ("scarcity", "scarcities")):
            held = getattr(state.regions[name], token)
            if held:
                targets.append(Target(f"{name}:{word}", 0, held, {"region": name, "token": token}))
    if not targets:
        return ()
    most = min(round_of(state), sum(target.max for target in targets))
    return (Option("relieve", {}, (Split(name="tokens", targets=tuple(targets), min=1, max=most),)),)


@rule("climate.emp.journalists.p")
def journalists_options(state: State, frame: Frame) -> tuple[Option, ...]:
    """The next events can be looked at while there are any."""
    return (Option("use"),) if state.decks.events else ()


OPTIONS: dict[str, Callable[[State, Frame], tuple[Option, ...]]] = {
    "shift": shift_options,
    "amnesty": amnesty_options,
    "famox": famox_options,
    "hrg": hrg_options,
    "malmo": malmo_options,
    "journalists": journalists_options,
}


@climate.step(frames.UsePower)
@rule("climate.emp.2")
def use_power(state: State, frame: frames.UsePower, chance: Chance) -> Outcome:
    """The power is spent and does its work at once."""
    employer = state.seats[frame.seat].employer
    assert employer is not None
    course = Course(state)
    course.note(PowerUsed(seat=frame.seat, employer=employer, rule=f"climate.emp.{employer}.p"))
    then = POWERS[employer](course, frame.seat, frame.answer)
    return done(*course.facts, then=then)


@rule("climate.emp.shift.p")
def complete(course: Course, seat: int, answer: Answer) -> tuple[Frame, ...]:
    """The missing letter of a pair is implanted."""
    _, name, letter = answer["do"].split(":")
    implant_pt(course, name, letter)
    return ()


@rule("climate.emp.amnesty.p")
def amnesty(course: Course, seat: int, answer: Answer) -> tuple[Frame, ...]:
    """An option of an institution is carried out without any joint action."""
    return carry_out(course, answer, "climate.emp.amnesty.p")


@rule("climate.emp.famox.p")
def settle(course: Course, seat: int, answer: Answer) -> tuple[Frame, ...]:
    """The event has its best result."""
    event = course.state.event
    assert event is not None
    course.note(EventSettled(event=event.card, rule="climate.emp.famox.p"))
    return ()


@rule("climate.emp.hrg.p")
def integrate(course: Course, seat: int, answer: Answer) -> tuple[Frame, ...]:
    """Refugees find a home."""
    for name, number in answer["tokens"].items():
        left = course.region(name).refugees - number
        removed(course, name, "refugees", "climate.emp.hrg.p", left=left)
    return ()


@rule("climate.emp.malmo.p")
def relieve(course: Course, seat: int, answer: Answer) -> tuple[Frame, ...]:
    """Conflicts and scarcities go."""
    for target, number in answer["tokens"].items():
        name, word = target.split(":")
        token = "conflicts" if word == "conflict" else "scarcities"
        removed(course, name, token, "climate.emp.malmo.p", left=getattr(course.region(name), token) - number)
    return ()


@rule("climate.emp.journalists.p")
def look_ahead(course: Course, seat: int, answer: Answer) -> tuple[Frame, ...]:
    """The next three events are shown to everybody."""
    cards = course.state.decks.events[:CARDS_SHOWN]
    course.note(EventsShown(events=cards, rule="climate.emp.journalists.p"))
    return (frames.ReorderEvents(seat=seat, count=len(cards)),)


POWERS: dict[str, Callable[[Course, int, Answer], tuple[Frame, ...]]] = {
    "shift": complete,
    "amnesty": amnesty,
    "famox": settle,
    "hrg": integrate,
    "malmo": relieve,
    "journalists": look_ahead,
}


@climate.step(frames.ReorderEvents)
@rule("climate.emp.journalists.p")
def reorder_events(state: State, frame: frames.ReorderEvents, chance: Chance) -> Outcome:
    """Each card goes back on top or at the bottom, in any order; consequences stay on top."""
    form = deeds(*arrangements(state.decks.events[: frame.count]))
    rules = ("climate.emp.journalists.p",)
    default = {"do": f"put:{'+'.join(state.decks.events[: frame.count])}:-"}
    return ask(Ask(seat=frame.seat, kind="reorder_events", form=form, default=default, rules=rules))


def arrangements(cards: tuple[str, ...]) -> tuple[Option, ...]:
    """Every way to put the cards back, all on top first."""
    found: dict[str, Option] = {}
    for on_top in range(len(cards), -1, -1):
        for order in permutations(cards):
            top, bottom = order[:on_top], order[on_top:]
            if not any(card in CONSEQUENCES for card in bottom):
                name = f"put:{'+'.join(top) or '-'}:{'+'.join(bottom) or '-'}"
                places = dict(zip(("event_1", "event_2", "event_3"), order, strict=False))
                found[name] = Option(name, {**places, "on_top": on_top})
    return tuple(found.values())


@climate.answer(frames.ReorderEvents)
@rule("climate.emp.journalists.p")
def reordered(state: State, frame: frames.ReorderEvents, given: dict[int, Answer], chance: Chance) -> Outcome:
    """The cards go back as the journalists wish."""
    _, top, bottom = given[frame.seat]["do"].split(":")
    cards = [() if part == "-" else tuple(part.split("+")) for part in (top, bottom)]
    return done(EventsReordered(top=cards[0], bottom=cards[1], rule="climate.emp.journalists.p"))


@climate.step(frames.LastPower)
@rule("climate.emp.2")
def last_power(state: State, frame: frames.LastPower, chance: Chance) -> Outcome:
    """Before the last losses, powers that can still help may be used."""
    asks = []
    for seat in seats_in_play(state):
        is_useful = state.seats[seat].employer in LAST_POWERS and seat not in frame.passed
        options = power_options(state, seat, frame) if is_useful else ()
        if options:
            form = deeds(*options, Option("pass"))
            rules = ("climate.emp.2",)
            asks.append(Ask(seat=seat, kind="last_power", form=form, default=PASS, rules=rules, limit=WINDOW))
    return ask_each(asks) if asks else done()


@climate.answer(frames.LastPower)
@rule("climate.emp.2")
def last_power_used(state: State, frame: frames.LastPower, given: dict[int, Answer], chance: Chance) -> Outcome:
    """A power is used and the window opens again, or the seat passes."""
    [(seat, answer)] = given.items()
    if answer["do"] == "pass":
        return again(replace(frame, passed=(*frame.passed, seat)))
    return again(replace(frame, passed=()), then=(frames.UsePower(seat=seat, answer=answer),), fresh=True)
