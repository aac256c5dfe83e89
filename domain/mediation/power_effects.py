"""Effets des cartes « Pouvoir ». What each power card does."""

from collections.abc import Callable

from msgspec.structs import replace

from domain.core.chance import Chance
from domain.core.forms import Answer, Form, Option, Pick, Select
from domain.core.model import Ask, Fact, Frame, Outcome, again, done
from domain.core.rules import rule
from domain.mediation.board import by_size, pile_of
from domain.mediation.cancelling import cancelled
from domain.mediation.components import CELLS, POWERS
from domain.mediation.energy import filled
from domain.mediation.facts import (
    AttackCancelled,
    AttacksSet,
    CardsArranged,
    CharacterMoved,
    GoodwillSet,
    PopulationMoved,
    PowerUsed,
)
from domain.mediation.forms import STOP, lists_of
from domain.mediation.frames import Arrange, EvacuateAgain, Power, Reveal
from domain.mediation.piles import Story, discard
from domain.mediation.powers import evacuable
from domain.mediation.result import watched
from domain.mediation.ship import see_top
from domain.mediation.state import State, mediation
from domain.mediation.team import ask_seat, ask_the_team, decider

Worked = tuple[tuple[Fact, ...], tuple[Frame, ...]]
Working = Callable[[State, Power, Chance], Worked]

FEWER_ATTACKS = (2, 3)
WORKS: dict[str, Working] = {}


@mediation.step(Power)
@watched
@rule("mediation.action.5")
def use_power(state: State, frame: Power, chance: Chance) -> Outcome:
    """The effect comes first, then the card is discarded."""
    if frame.stage == "discard":
        return done(PowerUsed(character=frame.character, power=frame.power))
    facts, then = WORKS[frame.power](state, frame, chance)
    return again(replace(frame, stage="discard"), *facts, then=then)


def works(power: str) -> Callable[[Working], Working]:
    """The function that carries out a power."""

    def keep(function: Working) -> Working:
        WORKS[power] = rule(POWERS[power].rule)(function)
        return function

    return keep


@works("shield")
def shield(state: State, frame: Power, chance: Chance) -> Worked:
    """The revealed attack is discarded; it still counts."""
    assert state.held.attack is not None
    return (discard(state.held.attack, "shielded"),), ()


@works("delay")
def delay(state: State, frame: Power, chance: Chance) -> Worked:
    """Fewer attacks are left in this phase."""
    return (AttacksSet(left=max(0, state.attacks_left - by_size(state, FEWER_ATTACKS))),), ()


@works("rewind")
def rewind(state: State, frame: Power, chance: Chance) -> Worked:
    """An attack, the disaster or a contamination is cancelled anywhere."""
    what, cell = frame.choice["target"].split(":")
    return (cancelled(what, cell, "power"),), ()


@works("leap")
def leap(state: State, frame: Power, chance: Chance) -> Worked:
    """The user is somewhere else at once."""
    return (CharacterMoved(character=frame.character, path=(frame.choice["to"],)),), ()


@works("evacuate")
def evacuate(state: State, frame: Power, chance: Chance) -> Worked:
    """A population leaves, and perhaps another."""
    moved = PopulationMoved(origin=frame.choice["from"], to=frame.choice["to"])
    return (moved,), (EvacuateAgain(character=frame.character, owner=frame.owner),)


@works("listen")
def listen(state: State, frame: Power, chance: Chance) -> Worked:
    """All seats see the top cards of a camp, then the team arranges them."""
    story = Story(state)
    name = pile_of(frame.choice["camp"])
    cards = see_top(story, name, chance)
    return tuple(story.facts), (Arrange(pile=name, cards=cards, owner=frame.owner),)


@works("breath")
def breath(state: State, frame: Power, chance: Chance) -> Worked:
    """Everybody has full energy."""
    return filled(state), ()


@works("goodwill")
def goodwill(state: State, frame: Power, chance: Chance) -> Worked:
    """One more effect card of this turn will have no effect."""
    return (GoodwillSet(n=state.goodwill + 1),), ()


@works("wave")
def wave(state: State, frame: Power, chance: Chance) -> Worked:
    """Up to three attacks nearby are cancelled."""
    return tuple(AttackCancelled(cell=cell) for cell in frame.choice["cells"]), ()


@works("ark")
def ark(state: State, frame: Power, chance: Chance) -> Worked:
    """Up to three populations come to Base U."""
    tokens = frame.choice["tokens"]
    moved = tuple(PopulationMoved(origin=cell, to=state.base_u) for cell in CELLS for _ in range(tokens.get(cell, 0)))
    return moved, ()


@works("gather")
def gather(state: State, frame: Power, chance: Chance) -> Worked:
    """Up to three others come to the user's cell."""
    cell = state.chars[frame.character].cell
    return tuple(CharacterMoved(character=name, path=(cell,)) for name in frame.choice["characters"]), ()


@works("speak")
def speak(state: State, frame: Power, chance: Chance) -> Worked:
    """A camp's top card is revealed; only a need counts."""
    reveal = Reveal(
        character=frame.character, camp=frame.choice["camp"], is_action=False, is_open_floor=True, owner=frame.owner
    )
    return (), (reveal,)


@mediation.step(EvacuateAgain)
@rule("mediation.pow.evacuate")
def evacuate_again(state: State, frame: EvacuateAgain, chance: Chance) -> Outcome:
    """A second population may leave, as the board is now."""
    options = evacuable(state, frame.character)
    if not options:
        return done()
    question = Ask(
        seat=decider(state, frame.owner),
        kind="evacuate_again",
        form=Form((Pick(name="from", options=(*options, STOP)),), lists_of(state, options)),
        default={"from": "stop"},
        rules=("mediation.pow.evacuate",),
    )
    return ask_seat(state, frame, question, evacuate_second, chance)


@mediation.answer(EvacuateAgain)
@watched
@rule("mediation.pow.evacuate")
def evacuate_second(state: State, frame: EvacuateAgain, given: dict[int, Answer], chance: Chance) -> Outcome:
    """The second population leaves, or nobody does."""
    (answer,) = given.values()
    return done() if answer["from"] == "stop" else done(PopulationMoved(origin=answer["from"], to=answer["to"]))


@mediation.step(Arrange)
@rule("mediation.pow.listen")
def arrange(state: State, frame: Arrange, chance: Chance) -> Outcome:
    """The team puts the cards seen back in any order."""
    cards = frame.cards
    items = tuple(Option(card, {"card": card}) for card in sorted(cards))
    select = Select(name="cards", items=items, min=len(cards), max=len(cards), ordered=True)
    question = Ask(
        seat=decider(state, frame.owner),
        kind="arrange_cards",
        form=Form((select,)),
        default={"cards": list(cards)},
        rules=("mediation.pow.listen",),
    )
    return ask_the_team(state, frame, question, put_back, chance)


@mediation.answer(Arrange)
@rule("mediation.pow.listen")
def put_back(state: State, frame: Arrange, given: dict[int, Answer], chance: Chance) -> Outcome:
    """The first named is the new top card."""
    (answer,) = given.values()
    return done(CardsArranged(pile=frame.pile, cards=tuple(answer["cards"])))
