"""Influence cards: what a seat draws, discards and may hold."""

from msgspec.structs import replace

from domain.climate import frames
from domain.climate.board import authorised, hand_limit, seats_in_play, secondaries, serves
from domain.climate.components import CHARACTERS, colour_of
from domain.climate.course import Course
from domain.climate.facts import CardsDiscarded, CardsDrawn, PileRefilled
from domain.climate.forms import card_slot, cards_of, deeds, hand_split, named
from domain.climate.state import State, climate
from domain.core.chance import Chance
from domain.core.forms import Answer, AnySlot, Form, Option, Pick
from domain.core.model import Ask, Outcome, again, ask, done
from domain.core.rules import rule


@rule("climate.char.1")
def entitlement(state: State, seat: int, secondary: str | None = None) -> tuple[str, ...]:
    """Two of each primary, then both secondaries, the chosen one or the single one."""
    character = state.seats[seat].character
    assert character is not None
    players = len(seats_in_play(state))
    first, second = CHARACTERS[character].primaries
    own = secondaries(character, players)
    last = own if players != 4 else (secondary or own[0],)
    return (first, first, second, second, *last)


@rule("climate.infl.1", "climate.infl.5", "climate.infl.6")
def draw_cards(
    course: Course, chance: Chance, seat: int, colours: tuple[str, ...], *, in_turn_draw: bool = False
) -> None:
    """Cards come one by one until the hand is full; an empty pile takes back its discard, if it has one."""
    for colour in colours:
        if len(course.state.hands[seat]) >= hand_limit(course.state, seat):
            return
        refill(course, chance, colour)
        pile = getattr(course.state.decks.influence, colour)
        if pile:
            course.note(
                CardsDrawn(
                    seat=seat, colours=(colour,), cards=pile[:1], in_turn_draw=in_turn_draw, rule="climate.infl.6"
                )
            )


def refill(course: Course, chance: Chance, colour: str) -> None:
    """The discard of a colour is shuffled when its pile has run out."""
    decks = course.state.decks
    discard = decks.discard.get(colour, ())
    if not getattr(decks.influence, colour) and discard:
        cards = chance.shuffle(f"influence.reshuffle/{colour}", discard)
        course.note(PileRefilled(pile=colour, cards=cards, rule="climate.infl.6"))


def discard(course: Course, seat: int, cards: dict[str, int]) -> None:
    """Cards of a hand are discarded face up."""
    named_cards = cards_of(cards)
    if named_cards:
        course.note(CardsDiscarded(seat=seat, cards=named_cards, rule="climate.infl.5"))


@climate.step(frames.Draw)
@rule("climate.turn.2")
def draw(state: State, frame: frames.Draw, chance: Chance) -> Outcome:
    """The active seat draws; a plan is needed to choose a secondary or to make room first."""
    seat = state.active_seat
    if frame.stage == "redraw":
        return redraw_question(state, seat)
    form = plan_form(state, seat)
    if form.slots:
        secondary = {"secondary": entitlement(state, seat)[-1]} if len(seats_in_play(state)) == 4 else {}
        rules = ("climate.turn.2", "climate.infl.5")
        default: Answer = {**secondary, **({"discard": {}} if needs_room(state, seat) else {})}
        return ask(Ask(seat=seat, kind="draw_plan", form=form, default=default, rules=rules))
    course = Course(state)
    draw_cards(course, chance, seat, entitlement(state, seat), in_turn_draw=True)
    return again(replace(frame, stage="redraw"), *course.facts)


def needs_room(state: State, seat: int) -> bool:
    """Whether the cards of the turn do not all fit in the hand."""
    return len(state.hands[seat]) + len(entitlement(state, seat)) > hand_limit(state, seat)


@rule("climate.turn.2", "climate.infl.5")
def plan_form(state: State, seat: int) -> Form:
    """The secondary of four seats, and cards to discard where room is short."""
    slots: list[AnySlot] = []
    character = state.seats[seat].character
    assert character is not None
    if len(seats_in_play(state)) == 4:
        slots.append(Pick(name="secondary", options=named("colour", secondaries(character, 4))))
    if needs_room(state, seat):
        hand = state.hands[seat]
        slots.append(hand_split("discard", hand, 0, len(hand)))
    return Form(tuple(slots))


@rule("climate.emp.journalists.c")
def redraw_question(state: State, seat: int) -> Outcome:
    """With the journalists' competence one of the cards just drawn may be exchanged."""
    drawn = tuple(dict.fromkeys(sorted(state.cards_drawn)))
    if not serves(state, "journalists") or not drawn:
        return done()
    form = deeds(Option("redraw", {}, (card_slot(drawn),)), Option("keep"))
    rules = ("climate.emp.journalists.c",)
    return ask(Ask(seat=seat, kind="redraw", form=form, default={"do": "keep"}, rules=rules))


@climate.answer(frames.Draw)
@rule("climate.turn.2", "climate.emp.journalists.c")
def drawn(state: State, frame: frames.Draw, given: dict[int, Answer], chance: Chance) -> Outcome:
    """The plan is carried out, or a card is exchanged for another of its colour."""
    [(seat, answer)] = given.items()
    course = Course(state)
    if frame.stage == "redraw":
        if answer["do"] == "redraw":
            discard(course, seat, {answer["card"]: 1})
            draw_cards(course, chance, seat, (colour_of(answer["card"]),))
        return done(*course.facts)
    discard(course, seat, answer.get("discard", {}))
    colours = entitlement(state, seat, answer.get("secondary"))
    draw_cards(course, chance, seat, colours, in_turn_draw=True)
    return again(replace(frame, stage="redraw"), *course.facts)


@rule("climate.action.5", "climate.emp.journalists.w")
def draw_pairs(state: State, seat: int, *, is_bound: bool) -> tuple[tuple[str, str], ...]:
    """Two authorised colours, equal or not; the journalists' weakness wants them equal."""
    colours = authorised(state, seat)
    found = [(a, b) for place, a in enumerate(colours) for b in colours[place:]]
    return tuple((a, b) for a, b in found if a == b or not is_bound)
