"""The D8: a roll, the cards and powers that may be played on it, and whether it succeeds."""

from collections.abc import Callable

from msgspec.structs import replace

from domain.climate import frames
from domain.climate.board import seats_in_play, serves
from domain.climate.components import colour_of
from domain.climate.facts import CardPlayed, DieModified, DieRolled, DieSettled, PowerUsed
from domain.climate.forms import PASS, card_slot, deeds, kinds_in
from domain.climate.powers import can_use
from domain.climate.state import Die, State, climate
from domain.core.chance import Chance
from domain.core.forms import Answer, Option, Pick
from domain.core.model import WINDOW, Ask, Outcome, again, ask_each, done
from domain.core.rules import rule

DOCTORS_TARGET = 4


@climate.step(frames.RollD8)
@rule("climate.die.1")
def roll_d8(state: State, frame: frames.RollD8, chance: Chance) -> Outcome:
    """A result not above the target succeeds; a target of none or of eight needs no die."""
    if frame.stage == "roll":
        if not 0 < frame.target < 8:
            return done(give=frame.target >= 8)
        return again(replace(frame, stage="window"), rolled(state, frame, chance, is_again=False))
    die = state.die
    assert die is not None
    asked = [seat for seat in eligible(state, die) if seat not in frame.passed]
    if asked and not die.forced:
        return ask_each([window_ask(state, die, seat) for seat in asked])
    success = die.forced or die.number <= die.target
    return done(DieSettled(success=success, rule="climate.die.1"), give=success)


def rolled(state: State, frame: frames.RollD8, chance: Chance, *, is_again: bool) -> DieRolled:
    """The die is cast."""
    number = chance.die(f"d8.{frame.purpose}/{state.turn}", 8)
    cited = "climate.die.2" if is_again else "climate.die.1"
    target = state.die.target if state.die else frame.target
    return DieRolled(
        purpose=frame.purpose, region=frame.region, target=target, number=number, again=is_again, rule=cited
    )


@rule("climate.die.2", "climate.infl.3")
def eligible(state: State, die: Die) -> tuple[int, ...]:
    """Seats that may still play something on the die, as far as everybody can see."""
    colours = set()
    if not die.helmets_used:
        colours.add("military")
        if not die.reroll_used:
            colours.add("politics")
    held = {seat: {colour_of(card) for card in state.hands[seat]} for seat in seats_in_play(state)}
    return tuple(seat for seat in seats_in_play(state) if held[seat] & colours or power_on(state, die, seat))


@rule("climate.emp.volunteers.p", "climate.emp.doctors.p")
def power_on(state: State, die: Die, seat: int) -> bool:
    """Whether a seat's power applies to this roll."""
    employer = state.seats[seat].employer
    if not can_use(state, seat) or die.forced:
        return False
    if employer == "volunteers":
        return die.purpose == "propagation" and die.number > die.target
    return employer == "doctors" and die.purpose in ("epidemic", "pandemic") and die.target < DOCTORS_TARGET


def window_ask(state: State, die: Die, seat: int) -> Ask:
    """What a seat may play on the die."""
    options = (*card_options(state, die, seat), *power_options(state, die, seat), Option("pass"))
    return Ask(
        seat=seat,
        kind="d8_window",
        form=deeds(*options),
        default=PASS,
        rules=("climate.die.2",),
        hidden=True,
        limit=WINDOW,
    )


@rule("climate.card.referendum", "climate.card.blue_helmets", "climate.emp.amnesty.c")
def card_options(state: State, die: Die, seat: int) -> tuple[Option, ...]:
    """A referendum rolls again, once and not after blue helmets; these change the number, once."""
    hand, found = state.hands[seat], list[Option]()
    again_cards = kinds_in(hand, "politics-3", "politics-4")
    if again_cards and not die.reroll_used and not die.helmets_used:
        found.append(Option("referendum", {}, (card_slot(again_cards),)))
    helmets = kinds_in(hand, "military-3", "military-4")
    if helmets and not die.helmets_used:
        by = helmets_change(state)
        changes = (Option(f"-{by}", {"by": -by}), Option(f"+{by}", {"by": by}))
        found.append(Option("blue_helmets", {}, (card_slot(helmets), Pick(name="by", options=changes))))
    return tuple(found)


def helmets_change(state: State) -> int:
    """By how much blue helmets change a die."""
    return 3 if serves(state, "amnesty") else 2


def power_options(state: State, die: Die, seat: int) -> tuple[Option, ...]:
    """The power of a seat's employer, where it applies."""
    return (Option("power"),) if power_on(state, die, seat) else ()


@climate.answer(frames.RollD8)
@rule("climate.die.2")
def play_on_die(state: State, frame: frames.RollD8, given: dict[int, Answer], chance: Chance) -> Outcome:
    """A play is carried out at once and opens the window again for all."""
    [(seat, answer)] = given.items()
    if answer["do"] == "pass":
        return again(replace(frame, passed=(*frame.passed, seat)))
    return PLAYS[answer["do"]](state, replace(frame, passed=()), seat, answer, chance)


@rule("climate.card.referendum")
def referendum(state: State, frame: frames.RollD8, seat: int, answer: Answer, chance: Chance) -> Outcome:
    """The die is rolled again."""
    played = CardPlayed(seat=seat, card=answer["card"], effect="referendum", rule="climate.card.referendum")
    return again(frame, played, rolled(state, frame, chance, is_again=True), fresh=True)


@rule("climate.card.blue_helmets")
def blue_helmets(state: State, frame: frames.RollD8, seat: int, answer: Answer, chance: Chance) -> Outcome:
    """The number shown changes; it may leave the faces of the die."""
    die = state.die
    assert die is not None
    cited = "climate.card.blue_helmets"
    played = CardPlayed(seat=seat, card=answer["card"], effect="blue_helmets", rule=cited)
    number = die.number + int(answer["by"])
    changed = DieModified(seat=seat, number=number, target=die.target, helmets=True, rule=cited)
    return again(frame, played, changed, fresh=True)


@rule("climate.emp.volunteers.p", "climate.emp.doctors.p")
def use_power_on_die(state: State, frame: frames.RollD8, seat: int, answer: Answer, chance: Chance) -> Outcome:
    """The volunteers make the roll a success, the doctors let it succeed up to four."""
    die, employer = state.die, state.seats[seat].employer
    assert die is not None and employer is not None
    cited = f"climate.emp.{employer}.p"
    is_forced = employer == "volunteers"
    target = die.target if is_forced else DOCTORS_TARGET
    changed = DieModified(seat=seat, number=die.number, target=target, forced=is_forced, rule=cited)
    return again(frame, PowerUsed(seat=seat, employer=employer, rule=cited), changed, fresh=True)


Play = Callable[[State, frames.RollD8, int, Answer, Chance], Outcome]
PLAYS: dict[str, Play] = {"referendum": referendum, "blue_helmets": blue_helmets, "power": use_power_on_die}
