"""Actions: two different ones each turn, and the free extras of some employers."""

from collections.abc import Callable

from domain.climate import frames
from domain.climate.action_forms import action_form, default_action, free_extras
from domain.climate.board import serves
from domain.climate.calamities import removed
from domain.climate.components import COLOURS, WORLD_LETTERS, colour_of
from domain.climate.course import Course
from domain.climate.facts import ActionTaken, CardPlayed, PawnPlaced
from domain.climate.influence import discard, draw_cards
from domain.climate.losses import change_ghg
from domain.climate.state import State, climate
from domain.core.chance import Chance
from domain.core.forms import Answer
from domain.core.model import Ask, Frame, Outcome, again, ask, done
from domain.core.rules import rule

Then = tuple[Frame, ...]


@climate.step(frames.Actions)
@rule("climate.turn.4", "climate.action.1")
def actions(state: State, frame: frames.Actions, chance: Chance) -> Outcome:
    """The active seat acts while it has actions or free extras left."""
    seat = state.active_seat
    if state.actions_left == 0 and not free_extras(state, seat):
        return done()
    form = action_form(state, seat, in_turn=True)
    default = default_action(state, seat, form)
    return ask(Ask(seat=seat, kind="action", form=form, default=default, rules=("climate.action.1",)))


@climate.answer(frames.Actions)
@rule("climate.turn.4")
def act(state: State, frame: frames.Actions, given: dict[int, Answer], chance: Chance) -> Outcome:
    """An action is carried out, or the phase ends."""
    [(seat, answer)] = given.items()
    if answer["do"] == "pass":
        return done()
    course = Course(state)
    then = perform(course, seat, answer, chance, is_free=False)
    return again(frame, *course.facts, then=then)


@climate.step(frames.Communication)
@rule("climate.card.communication")
def communication(state: State, frame: frames.Communication, chance: Chance) -> Outcome:
    """The seat that was called performs one action, which costs it nothing."""
    form = action_form(state, frame.seat, in_turn=False)
    rules = ("climate.card.communication",)
    return ask(Ask(seat=frame.seat, kind="communication_action", form=form, default={"do": "pass"}, rules=rules))


@climate.answer(frames.Communication)
@rule("climate.card.communication")
def communicated(state: State, frame: frames.Communication, given: dict[int, Answer], chance: Chance) -> Outcome:
    """The action is carried out, if the seat has found one."""
    answer = given[frame.seat]
    course = Course(state)
    then: Then = ()
    if answer["do"] != "pass":
        then = perform(course, frame.seat, answer, chance, is_free=True)
    return done(*course.facts, then=then)


@rule("climate.action.1", "climate.action.2")
def perform(course: Course, seat: int, answer: Answer, chance: Chance, *, is_free: bool) -> Then:
    """The kind of the action is noted, then it is done."""
    verb, _, card = answer["do"].partition(":")
    course.note(ActionTaken(seat=seat, action=kind_of(verb, card), free=is_free, rule="climate.action.1"))
    if card:
        return play_card(course, seat, card, answer)
    return DEEDS[verb](course, seat, answer, chance)


def kind_of(verb: str, card: str) -> str:
    """The kind that counts as used: both ways to draw are one, ACTION cards differ by colour."""
    if verb == "card":
        return f"card:{colour_of(card)}"
    return "draw" if verb == "draw_forbidden" else verb


@rule("climate.action.3", "climate.inst.2", "climate.char.3", "climate.emp.doctors.c", "climate.emp.hrg.c")
def move(course: Course, seat: int, answer: Answer, chance: Chance) -> Then:
    """A pawn goes anywhere; with the doctors' competence it heals where it arrives."""
    place = answer["to"]
    course.note(PawnPlaced(seat=seat, location=place, rule="climate.action.3"))
    if serves(course.state, "doctors") and place in course.state.regions:
        held = course.region(place).epizootics
        removed(course, place, "epizootics", "climate.emp.doctors.c", left=max(0, held - 1))
    return ()


@rule("climate.pt.implant.1")
def implant(course: Course, seat: int, answer: Answer, chance: Chance) -> Then:
    """An implantation begins where the pawn stands, or for the whole world."""
    letter = answer["letter"]
    region = None if letter in WORLD_LETTERS else course.state.seats[seat].location
    return (frames.Implant(seat=seat, region=region, letter=letter),)


@rule("climate.elec.1", "climate.elec.2")
def electricity(course: Course, seat: int, answer: Answer, chance: Chance) -> Then:
    """A change of electricity where the pawn stands."""
    place = course.state.seats[seat].location
    assert place is not None
    words = answer["change"].split(":")
    old = words[1] if words[0] == "replace" else None
    return (frames.Electricity(seat=seat, region=place, old=old, new=words[-1]),)


@rule("climate.inst.1")
def institution(course: Course, seat: int, answer: Answer, chance: Chance) -> Then:
    """The action of the institution where the pawn stands."""
    place = course.state.seats[seat].location
    assert place is not None
    return (frames.Institution(seat=seat, place=place),)


@rule("climate.action.5")
def draw(course: Course, seat: int, answer: Answer, chance: Chance) -> Then:
    """Two cards of authorised colours, or one of another."""
    discard(course, seat, answer.get("discard", {}))
    colours = tuple(answer["colours"].split("+")) if "colours" in answer else (answer["colour"],)
    draw_cards(course, chance, seat, colours)
    return ()


DEEDS: dict[str, Callable[[Course, int, Answer, Chance], Then]] = {
    "move": move,
    "free_move": move,
    "implant": implant,
    "electricity": electricity,
    "institution": institution,
    "draw": draw,
    "draw_forbidden": draw,
}


@rule(
    "climate.card.un_action",
    "climate.card.communication",
    "climate.card.decarbonisation",
    "climate.card.humanitarian",
    "climate.card.negotiation",
    "climate.card.health_standards",
    "climate.infl.2",
    "climate.infl.7",
    "climate.emp.trco.c",
)
def play_card(course: Course, seat: int, card: str, answer: Answer) -> Then:
    """An ACTION card removes a token anywhere, lowers the counter, or lets another seat act."""
    effect = COLOURS[colour_of(card)].action
    cited = f"climate.card.{effect.id}"
    course.note(CardPlayed(seat=seat, card=card, effect=effect.id, rule=cited))
    if effect.removes is not None:
        name = answer["region"]
        left = getattr(course.region(name), effect.removes) - 1
        removed(course, name, effect.removes, cited, left=left)
        return ()
    if effect.id == "decarbonisation":
        change_ghg(course, -1, cited)
        return ()
    return (frames.Communication(seat=int(answer["seat"].removeprefix("s"))),)
