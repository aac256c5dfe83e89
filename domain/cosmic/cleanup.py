"""V.13. The end of a duel: cards, experience, and whether another duel follows."""

from domain.core.chance import Chance
from domain.core.forms import Answer, Option
from domain.core.model import Ask, Fact, Outcome, again, ask, done
from domain.core.rules import rule
from domain.cosmic import frames
from domain.cosmic.board import DEFENCE, OFFENCE, duel_cards, duel_of, is_active, is_usable, main_of, mains
from domain.cosmic.components import VIRTUAL
from domain.cosmic.facts import CardBuried, CardsDiscarded, CardsReturned, ExperienceGained, HandChecked
from domain.cosmic.forms import pick
from domain.cosmic.frames import DuelCourse
from domain.cosmic.registry import STANDS
from domain.cosmic.stages import at
from domain.cosmic.state import State
from domain.cosmic.turn import duel_started

MOST_DUELS = 20


@rule("cosmic.card.2", "cosmic.pw.gambler", "cosmic.pw.chronos")
def cleanup(state: State, frame: DuelCourse, chance: Chance) -> Outcome:
    """Duel cards are discarded, an unseen one goes under the deck, those set aside go back."""
    return at(250, frame, *buried(state), *thrown(state), *returned(state), *experience(state))


def buried(state: State) -> tuple[Fact, ...]:
    """An accepted bluff is never shown."""
    return tuple(
        CardBuried(seat=main_of(state, side), sealed_by=card.sealed_by, card=card.kind)
        for side in (OFFENCE, DEFENCE)
        if (card := duel_of(state).cards.get(side)) and not card.shown and card.kind != VIRTUAL
    )


def thrown(state: State) -> tuple[Fact, ...]:
    """The offence's card is discarded first."""
    cards = (duel_of(state).cards.get(side) for side in (OFFENCE, DEFENCE))
    kinds = tuple(card.kind for card in cards if card and card.shown and card.kind != VIRTUAL)
    return (CardsDiscarded(cards=kinds),) if kinds else ()


def returned(state: State) -> tuple[Fact, ...]:
    """Cards set aside go back to the seats that sealed them."""
    aside = duel_of(state).set_aside
    return tuple(
        CardsReturned(seat=seat, cards=tuple(card.kind for card in aside if card.sealed_by == seat))
        for seat in mains(state)
        if any(card.sealed_by == seat for card in aside)
    )


@rule("cosmic.pw.warrior")
def experience(state: State) -> tuple[Fact, ...]:
    """A Warrior learns one from success and two from failure, unless its power rests."""
    duel = duel_of(state)
    return tuple(
        ExperienceGained(seat=seat, gained=1 if duel.winner == seat or duel.deal_result == "made" else 2)
        for seat in mains(state)
        if is_usable(state, seat, "warrior")
    )


@rule("cosmic.second.1", "cosmic.second.2", "cosmic.second.3", "cosmic.second.4", "cosmic.turn.6", "cosmic.pw.machine")
def continuing(state: State, frame: DuelCourse, chance: Chance) -> Outcome:
    """After a first success a second duel, if wished; a Machine goes on as long as it has duel cards."""
    duel = duel_of(state)
    if frame.given is not None:
        return next_duel(state) if frame.given == STANDS else done(then=(frames.TurnEnd(),))
    has_second = state.turn.duel_no == 1 and duel.success
    if state.turn.duel_no >= MOST_DUELS or not (has_second or is_active(state, duel.offence, "machine")):
        return done(then=(frames.TurnEnd(),))
    if not duel_cards(state, duel.offence):
        return done(HandChecked(seat=duel.offence), then=(frames.TurnEnd(),))
    if has_second:
        return ask(_go_on(duel.offence, "second_duel", "cosmic.second.1"))
    return ask(_go_on(duel.offence, "continue_turn", "cosmic.pw.machine"))


def _go_on(seat: int, kind: str, rule_id: str) -> Ask:
    form = pick(Option("continue"), Option("end"))
    return Ask(seat=seat, kind=kind, form=form, default={"do": "end"}, rules=(rule_id,))


def next_duel(state: State) -> Outcome:
    """One more duel of the same turn."""
    return done(duel_started(state, state.turn.duel_no + 1), then=(DuelCourse(),))


@rule("cosmic.second.1", "cosmic.second.4", "cosmic.pw.machine")
def go_on(state: State, frame: DuelCourse, given: dict[int, Answer], chance: Chance) -> Outcome:
    """Going on with the Machine is a use of the power."""
    duel = duel_of(state)
    if given[duel.offence]["do"] == "end":
        return done(then=(frames.TurnEnd(),))
    if state.turn.duel_no == 1 and duel.success:
        return next_duel(state)
    return again(frame, then=(frames.Declaration(seat=duel.offence, power="machine"),))
