"""Cartes à effet. What the effect cards of the two camps do, and how they are cancelled."""

from collections.abc import Callable

from msgspec.structs import replace

from domain.core.chance import Chance
from domain.core.forms import Answer, Form, Option, Pick
from domain.core.model import Ask, Fact, Frame, Outcome, again, done
from domain.core.rules import rule
from domain.mediation.attacks import aftermath, is_base_stuck, lifted
from domain.mediation.board import (
    around,
    by_size,
    cost_of,
    effect_of,
    in_order,
    in_play,
    is_immune,
    orth,
    pile_of,
)
from domain.mediation.components import BOARD, EFFECTS
from domain.mediation.energy import drained, payable, spent
from domain.mediation.facts import (
    BlackoutBegan,
    CampClosed,
    CharacterSentHome,
    Cleaned,
    EffectCancelled,
    ExtraAttacksSet,
    GoodwillSet,
    MediationCardDiscarded,
    PdPlaced,
)
from domain.mediation.forms import DECLINE, energy_split
from domain.mediation.frames import Barrage, Effect, Flee, PickLost, Relocate
from domain.mediation.mediation_cards import INTERRUPTED
from domain.mediation.piles import Story, draw_place, shuffled
from domain.mediation.state import State, mediation
from domain.mediation.team import ask_the_team, decider

Consequence = tuple[tuple[Fact, ...], tuple[Frame, ...]]
Resolving = Callable[[State, Effect, Chance], Consequence]

INTERRUPTING = frozenset({"walkout", "expulsion"})
RESOLVED_BY: dict[str, Resolving] = {}


def resolves(*effects: str) -> Callable[[Resolving], Resolving]:
    """The function that carries out these effects."""

    def keep(function: Resolving) -> Resolving:
        for effect in effects:
            RESOLVED_BY[effect] = rule(EFFECTS[effect].rule)(function)
        return function

    return keep


@mediation.step(Effect)
@rule("mediation.med.7", "mediation.med.8", "mediation.char.diamandis", "mediation.pow.goodwill")
def effect(state: State, frame: Effect, chance: Chance) -> Outcome:
    """Diamandis and goodwill avert an effect; else the team may pay, or it is resolved."""
    discarded = MediationCardDiscarded(camp=frame.camp, card=frame.card)
    if frame.stage == "discard":
        return done(discarded, give=INTERRUPTED if effect_of(frame.card) in INTERRUPTING else None)
    if frame.character == "diamandis" and frame.is_action:
        return done(discarded)
    if state.goodwill:
        return done(GoodwillSet(n=state.goodwill - 1), discarded)
    cost = cost_of(state, EFFECTS[effect_of(frame.card)].cost)
    if cost is None or sum(payable(state).values()) < cost:
        return resolved(state, frame, chance)
    question = Ask(
        seat=decider(state, frame.owner),
        kind="pay_cancellation",
        form=payment_form(state, cost),
        default={"answer": "decline"},
        rules=("mediation.med.8", "mediation.energy.3"),
    )
    return ask_the_team(state, frame, question, pay_or_not, chance)


@rule("mediation.med.8", "mediation.energy.3")
def payment_form(state: State, cost: int) -> Form:
    """The exact cost is shared freely over the characters off Base U."""
    pay = Option("pay", {"cost": cost}, (energy_split(payable(state), cost),))
    return Form((Pick(name="answer", options=(pay, DECLINE)),))


@mediation.answer(Effect)
@rule("mediation.med.8")
def pay_or_not(state: State, frame: Effect, given: dict[int, Answer], chance: Chance) -> Outcome:
    """A card that is paid for is discarded without effect."""
    (answer,) = given.values()
    if answer["answer"] == "decline":
        return resolved(state, frame, chance)
    return done(
        EffectCancelled(card=frame.card, energy=answer["energy"]),
        *spent(state, answer["energy"]),
        MediationCardDiscarded(camp=frame.camp, card=frame.card),
    )


@rule("mediation.med.7")
def resolved(state: State, frame: Effect, chance: Chance) -> Outcome:
    """The effect happens, then the card is discarded."""
    facts, then = RESOLVED_BY[effect_of(frame.card)](state, frame, chance)
    return again(replace(frame, stage="discard"), *facts, then=then)


@rule("mediation.med.9")
def amount_of(state: State, frame: Effect) -> int:
    """The figure of a card for the number of characters in play."""
    return by_size(state, EFFECTS[effect_of(frame.card)].amount)


@resolves("retaliation", "salvo")
def attacks_follow(state: State, frame: Effect, chance: Chance) -> Consequence:
    """Attacks are resolved at once."""
    return (), (Barrage(left=amount_of(state, frame), owner=frame.owner),)


@resolves("anger")
def anger(state: State, frame: Effect, chance: Chance) -> Consequence:
    """The acting character loses energy."""
    return drained(state, (frame.character,)), ()


@resolves("exhaustion")
def exhaustion(state: State, frame: Effect, chance: Chance) -> Consequence:
    """Everybody off Base U loses energy."""
    return drained(state, in_play(state)), ()


@resolves("walkout")
@rule("mediation.med.11")
def walkout(state: State, frame: Effect, chance: Chance) -> Consequence:
    """The camp does not talk any more this turn."""
    return (CampClosed(camp=frame.camp),), ()


@resolves("expulsion")
@rule("mediation.med.11")
def expulsion(state: State, frame: Effect, chance: Chance) -> Consequence:
    """The acting character is sent to Base U."""
    return (CharacterSentHome(character=frame.character, why="expelled"),), ()


@resolves("relocation")
def relocation(state: State, frame: Effect, chance: Chance) -> Consequence:
    """The camp's base moves."""
    return (), (Relocate(camp=frame.camp, owner=frame.owner, why="relocation"),)


@resolves("distrust")
def distrust(state: State, frame: Effect, chance: Chance) -> Consequence:
    """The camp's discard, without this card, goes back into its pile."""
    return (shuffled(state, pile_of(frame.camp), chance),), ()


@resolves("exodus")
def exodus(state: State, frame: Effect, chance: Chance) -> Consequence:
    """Populations beside the base must flee; characters stay."""
    cells = exposed(state, orth(state.bases[frame.camp]))
    return (), (Flee(cells=cells, owner=frame.owner),)


def exposed(state: State, cells: tuple[str, ...]) -> tuple[str, ...]:
    """Cells that are not immune."""
    return tuple(cell for cell in in_order(cells) if not is_immune(state, cell))


@resolves("hostages")
def hostages(state: State, frame: Effect, chance: Chance) -> Consequence:
    """Populations around the base are lost."""
    cells = exposed(state, around(state.bases[frame.camp]))
    lost = PickLost(cells=cells, number=amount_of(state, frame), rule="mediation.eff.hostages", owner=frame.owner)
    return (), (lost,)


@resolves("escalation")
def escalation(state: State, frame: Effect, chance: Chance) -> Consequence:
    """The next attack phase is worse."""
    return (ExtraAttacksSet(n=state.extra_attacks + amount_of(state, frame)),), ()


@resolves("blackout")
def blackout(state: State, frame: Effect, chance: Chance) -> Consequence:
    """No teleport action any more this turn."""
    return (BlackoutBegan(),), ()


@resolves("permanent_destruction")
@rule("mediation.var.pyr.9")
def permanent_destruction(state: State, frame: Effect, chance: Chance) -> Consequence:
    """A cell drawn at random is lost for ever, as if an attack that stays had hit it."""
    if len(state.pd) == BOARD.permanent_destructions:
        return (), ()
    story = Story(state)
    cell = draw_place(story, chance)
    if cell is None or is_immune(state, cell) or is_base_stuck(story.state, cell):
        return tuple(story.facts), ()
    then = aftermath(state, cell, frame.owner)
    cleaned = (Cleaned(cell=cell),) if cell in state.contaminated else ()
    story.tell(*lifted(state, (cell,)), PdPlaced(cell=cell), *cleaned)
    return tuple(story.facts), then
