"""Hate: a card thrown down at the start of the turn, and what it costs the others."""

from domain.core.chance import Chance
from domain.core.forms import Answer, AnySlot, Option, Pick
from domain.core.model import Ask, Fact, Outcome, ask_each, done
from domain.core.rules import rule
from domain.cosmic import frames
from domain.cosmic.board import bases, clockwise, duel_of, in_priority, on_bases
from domain.cosmic.components import kind_of
from domain.cosmic.facts import CardsDiscarded
from domain.cosmic.forms import card_option, first_given_up, kinds, pick, take_order, token_split, verb
from domain.cosmic.frames import Loss
from domain.cosmic.placing import lifted
from domain.cosmic.powers.registry import used_in
from domain.cosmic.registry import answer, step
from domain.cosmic.state import State

TOKENS = 2


def hate_options(state: State, seat: int) -> tuple[Option, ...]:
    """The offence throws down any card of its hand."""
    hand = state.hands[seat]
    if seat != duel_of(state).offence or not hand:
        return ()
    return (Option("hate", {}, (Pick(name="card", options=tuple(map(card_option, kinds(hand)))),)),)


@used_in("turn", power="hate", options=hate_options)
@rule("cosmic.pw.hate")
def hate(state: State, frame: frames.Reaction, chance: Chance) -> Outcome:
    """The card is discarded face up, and its class is what the others must match."""
    card = frame.answer["card"]
    return done(CardsDiscarded(seat=frame.seat, cards=(card,)), then=(frames.HateAnswers(kind=kind_of(card)),))


@step(frames.HateAnswers)
@rule("cosmic.pw.hate", "cosmic.hidden.2")
def hate_answers(state: State, frame: frames.HateAnswers, chance: Chance) -> Outcome:
    """Every other seat chooses in secret, even one that has no choice."""
    others = clockwise(state, duel_of(state).offence)
    return ask_each([_choice(state, seat, frame.kind) for seat in others], gather=True)


def _choice(state: State, seat: int, kind: str) -> Ask:
    held = [card for card in state.hands[seat] if kind_of(card) == kind]
    total = min(TOKENS, on_bases(state, seat))
    slots: tuple[AnySlot, ...] = (token_split(bases(state, seat), total, total),) if total else ()
    default: Answer = {"do": "lose_tokens", "tokens": take_order(state, seat, total)}
    if not total:
        default = {"do": "lose_tokens"}
    if held and len(state.hands[seat]) > 1:
        default = {"do": f"discard:{first_given_up(held)[0]}"}
    discards = (card_option(card, "discard") for card in kinds(held))
    return Ask(
        seat=seat,
        kind="hate_answer",
        form=pick(*discards, Option("lose_tokens", {}, slots)),
        default=default,
        rules=("cosmic.pw.hate",),
        pace=True,
        actor_hidden=True,
    )


@answer(frames.HateAnswers)
@rule("cosmic.pw.hate")
def suffer_hate(state: State, frame: frames.HateAnswers, given: dict[int, Answer], chance: Chance) -> Outcome:
    """Cards are discarded, then the others' tokens are lost in one batch."""
    facts: list[Fact] = []
    losses: list[Loss] = []
    for seat in in_priority(state, given):
        word, *card = verb(given[seat])
        if word == "discard":
            facts.append(CardsDiscarded(seat=seat, cards=tuple(card)))
        elif given[seat].get("tokens"):
            losses.append(Loss(owner=seat, places=given[seat]["tokens"]))
    batch = tuple(losses)
    return done(*facts, *lifted(batch), then=(frames.Losses(losses=batch, cause="hate"),))
