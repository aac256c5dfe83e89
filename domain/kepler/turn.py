"""A turn from its roll to the next seat: dice, the 421 bonus, leftovers."""

from collections.abc import Callable
from functools import reduce

from msgspec.structs import replace

from domain.core.chance import Chance
from domain.core.forms import Answer, Option
from domain.core.model import Ask, Fact, Outcome, again, ask, done
from domain.core.rules import rule
from domain.kepler import actions, building, corporations, frames, influence, military
from domain.kepler.board import active, opponents, raised, turn_of
from domain.kepler.dice import free_dice, opening_roll
from domain.kepler.facts import (
    Bonus421Declined,
    Bonus421Offered,
    Bonus421Used,
    LeftoverGained,
    TurnEnded,
    TurnStarted,
)
from domain.kepler.forms import DECLINE, DONE, pick
from domain.kepler.state import State, Units, kepler

THE_421 = frozenset({4, 2, 1})


@kepler.step(frames.Turn)
@rule("kepler.turn.1")
def turn(state: State, frame: frames.Turn, chance: Chance) -> Outcome:
    """Roll, spend, act, spend, leftover, military track, scoring: always in this order."""
    return STAGES[frame.stage](state, frame, chance)


@rule("kepler.turn.2", "kepler.dice.1", "kepler.dice.2")
def roll(state: State, frame: frames.Turn, chance: Chance) -> Outcome:
    """A seat opens its turn by rolling its dice."""
    seat = state.turn.seat if state.turn else state.first_seat
    started = TurnStarted(seat=seat, round=state.round, turn=state.seats[seat].turns_taken + 1)
    rolled = opening_roll(state, seat, chance)
    return checked_for_421(state, replace(frame, stage="pre_action"), (started, rolled))


@rule("kepler.bonus421.1", "kepler.bonus421.3")
def checked_for_421(state: State, frame: frames.Turn, facts: tuple[Fact, ...]) -> Outcome:
    """The first time in a turn that the dice show 4, 2 and 1 the bonus is offered, before anything else."""
    after = reduce(kepler.apply, facts, state)
    shown = {die.face for die in turn_of(after).dice}
    if turn_of(after).bonus_421_done or not shown >= THE_421:
        return again(frame, *facts)
    lost = not lowerable(after)
    return again(frame, *facts, Bonus421Offered(lost=lost), then=() if lost else (frames.Bonus421(),))


@rule("kepler.bonus421.2")
def lowerable(state: State) -> tuple[Option, ...]:
    """Any opponent's disc that is not at the bottom."""
    return tuple(
        Option(f"lower:s{number}:{track}", {"seat": number, "track": track, "level": level})
        for number, seat in opponents(state)
        for track, level in sorted(seat.level.items())
        if level > 0
    )


@kepler.step(frames.Bonus421)
@rule("kepler.bonus421.2")
def bonus_421(state: State, frame: frames.Bonus421, chance: Chance) -> Outcome:
    """The active seat may lower one disc of an opponent."""
    form = pick(*lowerable(state), DECLINE)
    rules = ("kepler.bonus421.2",)
    return ask(Ask(seat=turn_of(state).seat, kind="bonus_421", form=form, default={"do": DECLINE.id}, rules=rules))


@kepler.answer(frames.Bonus421)
@rule("kepler.bonus421.2")
def use_bonus_421(state: State, frame: frames.Bonus421, given: dict[int, Answer], chance: Chance) -> Outcome:
    """The chosen disc goes down one level."""
    match given[turn_of(state).seat]["do"].split(":"):
        case ["lower", word, number]:
            seat, track = influence.seat_number(word), int(number)
            level = state.seats[seat].level[track] - 1
            return done(Bonus421Used(seat=seat, track=track, level_after=level))
        case _:
            return done(Bonus421Declined())


@rule("kepler.infl.4", "kepler.action.0")
def pre_action(state: State, frame: frames.Turn, chance: Chance) -> Outcome:
    """Before its action a seat may spend influence; then it must choose one action."""
    acts = actions.action_options(state)
    form = pick(
        *acts,
        *building.conversion_options(state),
        *influence.spend_options(state),
        *corporations.free_reroll_options(state),
    )
    default = {"do": acts[0].id}
    return ask(Ask(seat=turn_of(state).seat, kind="pre_action", form=form, default=default, rules=("kepler.turn.1",)))


@rule("kepler.infl.4")
def post_action(state: State, frame: frames.Turn, chance: Chance) -> Outcome:
    """After its action a seat may spend influence again, until it is done."""
    form = pick(*influence.spend_options(state), DONE)
    default = {"do": DONE.id}
    return ask(Ask(seat=turn_of(state).seat, kind="post_action", form=form, default=default, rules=("kepler.infl.4",)))


@kepler.answer(frames.Turn)
@rule("kepler.turn.1", "kepler.infl.4")
def play_turn(state: State, frame: frames.Turn, given: dict[int, Answer], chance: Chance) -> Outcome:
    """A seat spends influence, plays its action, or says that it is done."""
    answer = given[turn_of(state).seat]
    match answer["do"].split(":"):
        case ["act", "7", value, build, planet]:
            facts, then = building.convert(state, int(value), build, planet, Units(**answer["units"]))
            return again(replace(frame, stage="post_action"), *facts, then=then)
        case ["act", number]:
            facts, then = actions.choose_action(state, int(number))
            return again(replace(frame, stage="post_action"), *facts, then=then)
        case ["spend", *words]:
            spent = influence.spend(state, words, chance)
            changes_dice = int(words[0]) in influence.DICE_TRACKS
            return checked_for_421(state, frame, spent) if changes_dice else again(frame, *spent)
        case ["free_reroll", die]:
            return checked_for_421(state, frame, corporations.free_reroll(state, die, chance))
        case _:
            return again(replace(frame, stage="leftover"))


@rule("kepler.leftover.1", "kepler.leftover.2", "kepler.leftover.3")
def leftover(state: State, frame: frames.Turn, chance: Chance) -> Outcome:
    """Each free die equal to the ones used raises the disc of the action's track by itself."""
    current, after = turn_of(state), replace(frame, stage="military")
    action = current.action
    assert action is not None
    dice = tuple(die.id for die in free_dice(current) if die.face == action.value)
    if not dice:
        return again(after)
    level = raised(active(state).level[action.number], len(dice))
    gained = LeftoverGained(track=action.number, dice=dice, level_after=level)
    return again(after, gained, then=corporations.salvage(state))


@rule("kepler.military.1")
def military_track(state: State, frame: frames.Turn, chance: Chance) -> Outcome:
    """The markers of all seats are refreshed."""
    return again(replace(frame, stage="scoring"), *military.refreshed_markers(state))


@rule("kepler.scoring.1", "kepler.scoring.2")
def scorings(state: State, frame: frames.Turn, chance: Chance) -> Outcome:
    """At the end of the turn each threshold newly reached gives one scoring."""
    if military.is_scoring_due(state):
        return again(frame, then=(frames.Scoring(),))
    return again(replace(frame, stage="next"))


@rule("kepler.turn.2", "kepler.option.round_limit")
def next_seat(state: State, frame: frames.Turn, chance: Chance) -> Outcome:
    """The next seat clockwise plays, unless the last round allowed is over."""
    if military.is_last_turn(state):
        return done(then=(frames.Scoring(forced=True),))
    return done(TurnEnded(), then=(frames.Turn(),))


@kepler.marks
def marks(state: State) -> dict[str, int]:
    """A standing instruction may run until the end of a turn or of a round."""
    return {"turn": sum(seat.turns_taken for seat in state.seats), "round": state.round}


STAGES: dict[frames.TurnStage, Callable[[State, frames.Turn, Chance], Outcome]] = {
    "roll": roll,
    "pre_action": pre_action,
    "post_action": post_action,
    "leftover": leftover,
    "military": military_track,
    "scoring": scorings,
    "next": next_seat,
}
