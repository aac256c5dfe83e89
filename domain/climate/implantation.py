"""Implantation by hand: everybody may contribute, six colours and enough power are needed."""

from msgspec.structs import replace

from domain.climate import frames
from domain.climate.board import is_sharing, seats_in_play
from domain.climate.china import remove_overconsumption
from domain.climate.components import COLOUR_IDS, WORLD_LETTERS, colour_of, power_of
from domain.climate.course import Course
from domain.climate.facts import PoolClosed, PoolOpened, PoolReopened, PoolShown
from domain.climate.forms import cards_of, deeds, hand_split
from domain.climate.state import Cards, Pool, State, climate
from domain.climate.transformations import implant_pt, implant_threshold, implant_world, refusal
from domain.core.chance import Chance
from domain.core.forms import Answer, Option
from domain.core.model import Ask, Outcome, again, ask, ask_each, done
from domain.core.rules import rule

ROUNDS = 3
CABINET = 2


@climate.step(frames.Implant)
@rule("climate.pt.implant.2", "climate.pt.implant.3", "climate.pt.implant.4")
def implantation(state: State, frame: frames.Implant, chance: Chance) -> Outcome:
    """All seats contribute in secret, then the initiator decides: confirm, try again or give up."""
    match frame.stage:
        case "open":
            opened = PoolOpened(
                initiator=frame.seat,
                region=frame.region,
                letter=frame.letter,
                threshold=implant_threshold(state, frame.letter),
                rule="climate.pt.implant.2",
            )
            return again(replace(frame, stage="gather"), opened)
        case "gather":
            return ask_each([contribution_ask(state, seat) for seat in seats_in_play(state)], gather=True)
        case _:
            return ask(decision_ask(state, frame))


@rule("climate.pt.implant.3")
def contribution_ask(state: State, seat: int) -> Ask:
    """Any cards of the hand, or none."""
    hand = state.hands[seat]
    give = (Option("contribute", {}, (hand_split("cards", hand, 1, len(hand)),)),) if hand else ()
    form = deeds(*give, Option("none"))
    rules = ("climate.pt.implant.3",)
    return Ask(seat=seat, kind="pt_contribute", form=form, default={"do": "none"}, rules=rules)


@rule("climate.pt.implant.4")
def decision_ask(state: State, frame: frames.Implant) -> Ask:
    """The initiator may confirm a sufficient pool, reopen it twice, or give up."""
    pool = pool_of(state)
    options = [Option("give_up")]
    if pool.round < ROUNDS:
        options.insert(0, Option("reopen"))
    if confirm_refusal(state, frame) is None:
        options.insert(0, Option("confirm"))
    default = {"do": "confirm" if options[0].id == "confirm" else "give_up"}
    rules = ("climate.pt.implant.2", "climate.pt.implant.4")
    return Ask(seat=frame.seat, kind="pt_decide", form=deeds(*options), default=default, rules=rules)


def pool_of(state: State) -> Pool:
    """The implantation in progress."""
    assert state.pool is not None
    return state.pool


def pooled(pool: Pool) -> Cards:
    """All cards that were shown."""
    return tuple(card for cards in pool.cards.values() for card in cards)


@rule("climate.card.crisis_cabinet")
def pool_power(cards: Cards) -> int:
    """The sum of powers; industry cards of three and four count two more."""
    cabinets = sum(colour_of(card) == "industry" and power_of(card) >= 3 for card in cards)
    return sum(power_of(card) for card in cards) + CABINET * cabinets


@rule("climate.pt.implant.2")
def confirm_refusal(state: State, frame: frames.Implant) -> str | None:
    """The reason why a pool cannot be confirmed, if there is one."""
    cards = pooled(pool_of(state))
    if {colour_of(card) for card in cards} != set(COLOUR_IDS):
        return "missing_colour"
    if pool_power(cards) < implant_threshold(state, frame.letter):
        return "power_too_low"
    return overtaken(state, frame)


def overtaken(state: State, frame: frames.Implant) -> str | None:
    """The reason why what is to be implanted may not be implanted any more, if there is one."""
    if frame.letter == "overconsumption":
        north = state.regions["NAM"]
        return None if north.overconsumption and is_sharing(north) else "not_sharing"
    if frame.letter in WORLD_LETTERS:
        return "global_done" if frame.letter in state.global_pts else None
    assert frame.region is not None
    return refusal(state, frame.region, frame.letter, by_hand=True)


@climate.answer(frames.Implant)
@rule("climate.pt.implant.3", "climate.pt.implant.4")
def answer_implantation(state: State, frame: frames.Implant, given: dict[int, Answer], chance: Chance) -> Outcome:
    """Contributions are shown all at once; after that the initiator's word counts."""
    if frame.stage == "gather":
        shown = {seat: cards_of(answer["cards"]) for seat, answer in given.items() if answer["do"] == "contribute"}
        power = pool_power(tuple(card for cards in shown.values() for card in cards))
        fact = PoolShown(round=pool_of(state).round, cards=shown, power=power, rule="climate.pt.implant.3")
        return again(replace(frame, stage="decide"), fact)
    match given[frame.seat]["do"]:
        case "confirm":
            return confirm(state, frame)
        case "reopen":
            reopened = PoolReopened(round=pool_of(state).round + 1, rule="climate.pt.implant.3")
            return again(replace(frame, stage="gather"), reopened, fresh=True)
        case _:
            return done(PoolClosed(confirmed=False, rule="climate.pt.implant.4"))


@rule("climate.pt.implant.2", "climate.nam.2")
def confirm(state: State, frame: frames.Implant) -> Outcome:
    """The pooled cards are spent and the transformation is there."""
    course = Course(state)
    course.note(PoolClosed(confirmed=True, rule="climate.pt.implant.2"))
    if frame.letter == "overconsumption":
        remove_overconsumption(course, "climate.nam.2")
    elif frame.letter in WORLD_LETTERS:
        implant_world(course, frame.letter)
    else:
        assert frame.region is not None
        implant_pt(course, frame.region, frame.letter)
    return done(*course.facts)
