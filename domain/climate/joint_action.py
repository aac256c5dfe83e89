"""Joint actions of influence: external cards, contributions, the reveal and what may change it."""

from collections import Counter
from collections.abc import Callable

from msgspec.structs import replace

from domain.climate import frames
from domain.climate.board import is_weak, seats_from, seats_in_play
from domain.climate.components import COLOUR_IDS, colour_of, power_of
from domain.climate.course import Course
from domain.climate.facts import (
    AciAltered,
    AciContributed,
    AciOpened,
    AciResult,
    AciRevealed,
    AciShown,
    AciUncovered,
    CardPlayed,
    ExternalDrawn,
    PileRefilled,
)
from domain.climate.forms import PASS, card_slot, cards_of, deeds, hand_split, kinds_in, named
from domain.climate.state import Aci, Cards, State, climate
from domain.core.chance import Chance
from domain.core.forms import Answer, Option, Pick
from domain.core.model import WINDOW, Ask, Outcome, again, ask, ask_each, done
from domain.core.rules import rule

EXTERNAL_CARDS = 2
HINTS = ("silent", "little", "medium", "lots")


def aci_of(state: State) -> Aci:
    """The joint action in progress."""
    assert state.aci is not None
    return state.aci


@climate.step(frames.JointAction)
@rule("climate.aci.1", "climate.aci.2", "climate.aci.3")
def joint_action(state: State, frame: frames.JointAction, chance: Chance) -> Outcome:
    """Lobbying, external cards, contributions in turn, the reveal, last changes, the result."""
    return STAGES[frame.stage](state, frame, chance)


def open_action(state: State, frame: frames.JointAction, chance: Chance) -> Outcome:
    """The occasion and what it asks are announced."""
    opened = AciOpened(
        occasion=frame.occasion,
        initiator=frame.initiator,
        region=frame.region,
        colours=frame.asked,
        thresholds=frame.thresholds,
        rule="climate.aci.1",
    )
    return again(replace(frame, stage="lobbying", waiting=seats_from(state, frame.initiator)), opened)


def holders(state: State, colour: str) -> tuple[int, ...]:
    """The seats that hold a card of a colour, as everybody can see."""
    return tuple(seat for seat in seats_in_play(state) if any(colour_of(c) == colour for c in state.hands[seat]))


@rule("climate.card.lobbying")
def lobbying(state: State, frame: frames.JointAction, chance: Chance) -> Outcome:
    """Before external cards are drawn somebody may have the whole action played face up."""
    asked = [seat for seat in holders(state, "ngo") if seat not in frame.passed]
    if not asked or aci_of(state).open:
        return again(replace(frame, stage="external", passed=()))
    return ask_each([lobbying_ask(state, seat) for seat in asked])


def lobbying_ask(state: State, seat: int) -> Ask:
    """Whether a seat lobbies."""
    cards = kinds_in(state.hands[seat], "ngo-3", "ngo-4")
    play = (Option("play", {}, (card_slot(cards),)),) if cards else ()
    form = deeds(*play, Option("pass"))
    rules = ("climate.card.lobbying",)
    return Ask(seat=seat, kind="lobbying", form=form, default=PASS, rules=rules, hidden=True, limit=WINDOW)


@rule("climate.aci.2", "climate.infl.6")
def draw_external(state: State, frame: frames.JointAction, chance: Chance) -> Outcome:
    """Two external cards are drawn one by one; their discard is shuffled when they run out."""
    course = Course(state)
    for _ in range(EXTERNAL_CARDS):
        decks = course.state.decks
        if not decks.external:
            cards = chance.shuffle("external.reshuffle", decks.external_discard)
            course.note(PileRefilled(pile="external", cards=cards, rule="climate.infl.6"))
        course.note(ExternalDrawn(cards=course.state.decks.external[:1], rule="climate.aci.2"))
    if aci_of(course.state).open:
        course.note(AciShown(seat=None, cards=aci_of(course.state).external, rule="climate.card.lobbying"))
    return again(replace(frame, stage="contribute"), *course.facts)


@rule("climate.aci.2", "climate.aci.5", "climate.infl.4")
def contribute(state: State, frame: frames.JointAction, chance: Chance) -> Outcome:
    """Each seat in turn adds cards of the asked colours, face down, with a vague word at most."""
    if not frame.waiting:
        return reveal(state, frame)
    seat = frame.waiting[0]
    cards = asked_cards(state, seat)
    least, most = bounds(state, seat, len(cards))
    options = [Option("none")]
    if most >= least:
        hint = Pick(name="hint", options=named("hint", HINTS))
        options.insert(0, Option("contribute", {}, (hand_split("cards", cards, least, most), hint)))
    rules = ("climate.aci.2", "climate.aci.5")
    return ask(Ask(seat=seat, kind="aci_contribute", form=deeds(*options), default={"do": "none"}, rules=rules))


def asked_cards(state: State, seat: int) -> Cards:
    """The cards of a hand whose colours are asked."""
    asked = aci_of(state).asked
    return tuple(card for card in state.hands[seat] if colour_of(card) in asked)


@rule("climate.emp.amnesty.w", "climate.emp.doctors.w", "climate.aci.7")
def bounds(state: State, seat: int, held: int) -> tuple[int, int]:
    """How many cards a seat may contribute; one colour and one card are enough unless a weakness says otherwise."""
    aci = aci_of(state)
    least = 2 if is_weak(state, seat, "amnesty") and aci.occasion == "institution" else 1
    region = state.regions.get(aci.region or "")
    is_held_back = is_weak(state, seat, "doctors") and region is not None and region.conflicts >= 1
    return least, min(held, 1) if is_held_back else held


@rule("climate.aci.3")
def values(asked: tuple[str, ...], external: Cards, contributed: Cards) -> dict[str, int]:
    """What each colour counts: asked ones add, other external ones subtract."""
    found: Counter[str] = Counter()
    for card in (*external, *contributed):
        found[colour_of(card)] += power_of(card) if colour_of(card) in asked else -power_of(card)
    return {colour: found[colour] for colour in COLOUR_IDS if found[colour]}


def reveal(state: State, frame: frames.JointAction) -> Outcome:
    """All cards are turned."""
    aci = aci_of(state)
    shown = AciRevealed(
        external=aci.external, contributions=aci.contributions, values=values_of(aci), rule="climate.aci.3"
    )
    return again(replace(frame, stage="final"), shown)


def values_of(aci: Aci) -> dict[str, int]:
    """What each colour of the cards on the table counts."""
    contributed = tuple(card for cards in aci.contributions.values() for card in cards)
    return values(aci.asked, aci.external, contributed)


def unchecked(aci: Aci) -> tuple[str, ...]:
    """The colours that count and have not been checked."""
    return tuple(colour for colour in values_of(aci) if colour not in aci.checked)


@rule("climate.aci.3")
def final(state: State, frame: frames.JointAction, chance: Chance) -> Outcome:
    """At the end a colour may be checked away, and an assembly may change the power by two."""
    aci = aci_of(state)
    seats = set(holders(state, "media") if unchecked(aci) else ())
    seats |= set(() if aci.assembly_played else holders(state, "education"))
    asked = [seat for seat in sorted(seats) if seat not in frame.passed]
    if asked:
        return ask_each([final_ask(state, seat) for seat in asked])
    power = final_power(aci)
    return done(AciResult(power=power, rule="climate.aci.6"), give=power)


@rule("climate.aci.3", "climate.aci.6")
def final_power(aci: Aci) -> int:
    """The sum over the colours that were not checked, and the assembly's change."""
    return sum(value for colour, value in values_of(aci).items() if colour not in aci.checked) + aci.modifier


@rule("climate.card.fact_check", "climate.card.citizens_assembly")
def final_ask(state: State, seat: int) -> Ask:
    """What a seat may play at the end of a joint action."""
    aci, hand, options = aci_of(state), state.hands[seat], list[Option]()
    checks, colours = kinds_in(hand, "media-3", "media-4"), unchecked(aci)
    if checks and colours:
        colour = Pick(name="colour", options=named("colour", colours))
        options.append(Option("fact_check", {}, (card_slot(checks), colour)))
    assemblies = kinds_in(hand, "education-3", "education-4")
    if assemblies and not aci.assembly_played:
        by = Pick(name="by", options=(Option("-2", {"by": -2}), Option("+2", {"by": 2})))
        options.append(Option("assembly", {}, (card_slot(assemblies), by)))
    form = deeds(*options, Option("pass"))
    return Ask(
        seat=seat, kind="aci_final", form=form, default=PASS, rules=("climate.aci.3",), hidden=True, limit=WINDOW
    )


@climate.answer(frames.JointAction)
@rule("climate.aci.2", "climate.aci.3")
def answer_joint_action(state: State, frame: frames.JointAction, given: dict[int, Answer], chance: Chance) -> Outcome:
    """A pass is noted; a card is played at once; a contribution lies on the table."""
    [(seat, answer)] = given.items()
    if answer["do"] == "pass":
        return again(replace(frame, passed=(*frame.passed, seat)))
    return PLAYS[answer["do"]](state, replace(frame, passed=()), seat, answer)


@rule("climate.card.lobbying")
def lobby(state: State, frame: frames.JointAction, seat: int, answer: Answer) -> Outcome:
    """The whole action is played face up; the card itself does not count."""
    cited = "climate.card.lobbying"
    played = CardPlayed(seat=seat, card=answer["card"], effect="lobbying", rule=cited)
    return again(frame, played, AciUncovered(seat=seat, rule=cited), fresh=True)


def add_cards(state: State, frame: frames.JointAction, seat: int, answer: Answer) -> Outcome:
    """The cards stay in the hand until the reveal, face up if the action is an open one."""
    cards = cards_of(answer["cards"])
    course = Course(state)
    course.note(AciContributed(seat=seat, count=len(cards), hint=answer["hint"], cards=cards, rule="climate.aci.2"))
    if aci_of(state).open:
        course.note(AciShown(seat=seat, cards=cards, rule="climate.card.lobbying"))
    return again(replace(frame, waiting=frame.waiting[1:]), *course.facts)


def add_nothing(state: State, frame: frames.JointAction, seat: int, answer: Answer) -> Outcome:
    """A seat adds no card."""
    nothing = AciContributed(seat=seat, count=0, hint="silent", cards=(), rule="climate.aci.2")
    return again(replace(frame, waiting=frame.waiting[1:]), nothing)


@rule("climate.card.fact_check")
def fact_check(state: State, frame: frames.JointAction, seat: int, answer: Answer) -> Outcome:
    """One colour counts nothing."""
    cited = "climate.card.fact_check"
    played = CardPlayed(seat=seat, card=answer["card"], effect="fact_check", rule=cited)
    return again(frame, played, AciAltered(colour=answer["colour"], rule=cited), fresh=True)


@rule("climate.card.citizens_assembly")
def assembly(state: State, frame: frames.JointAction, seat: int, answer: Answer) -> Outcome:
    """The final power changes by exactly two, once."""
    cited = "climate.card.citizens_assembly"
    played = CardPlayed(seat=seat, card=answer["card"], effect="citizens_assembly", rule=cited)
    return again(frame, played, AciAltered(by=int(answer["by"]), rule=cited), fresh=True)


STAGES: dict[str, Callable[[State, frames.JointAction, Chance], Outcome]] = {
    "open": open_action,
    "lobbying": lobbying,
    "external": draw_external,
    "contribute": contribute,
    "final": final,
}
PLAYS: dict[str, Callable[[State, frames.JointAction, int, Answer], Outcome]] = {
    "play": lobby,
    "contribute": add_cards,
    "none": add_nothing,
    "fact_check": fact_check,
    "assembly": assembly,
}
