"""The mediator: the server, or a person who chooses and reveals the resource cards."""

from domain.core.chance import Chance
from domain.core.forms import Answer, Form, Option, Pick, Select
from domain.core.model import Ask, Outcome, ask, done
from domain.core.rules import rule
from domain.water import frames
from domain.water.components import RESOURCES, SCENARIOS, pool
from domain.water.facts import ResourceRevealed, ResourceRowFixed
from domain.water.forms import deed, pick
from domain.water.state import Options, State, water


@rule("water.med.1")
def is_human(state: State) -> bool:
    """Whether a person, behind the last community, is the mediator."""
    return state.options.mediator == "human"


@water.officials
@rule("water.med.1")
def officials(options: Options) -> tuple[str, ...]:
    """A person who mediates sits behind the communities."""
    return ("mediator",) if options.mediator == "human" else ()


def is_asked_for_cards(state: State) -> bool:
    """Whether the mediator has a say in the cards; those of some scenarios are fixed."""
    return is_human(state) and not SCENARIOS[state.options.scenario].cards


def turns_of(state: State) -> int:
    """The number of turns of the game."""
    assert state.options.turns is not None
    return state.options.turns


@rule("water.med.2")
def question_of_cards(state: State) -> Ask:
    """As many cards as turns, in order, or a draw."""
    items = tuple(Option(card, {"resource": card}) for card in pool(state.options.resource_pool))
    turns = turns_of(state)
    form = Form(
        (
            Pick(
                name="do",
                options=(
                    deed("choose", Select(name="cards", min=turns, max=turns, items=items, ordered=True)),
                    Option("random"),
                ),
            ),
        )
    )
    default = {"do": "random"}
    return Ask(seat=state.n, kind="mediator_choose_cards", form=form, default=default, rules=("water.med.2",))


@rule("water.med.2", "water.setup.5")
def row_fixed(state: State, chance: Chance, chosen: tuple[str, ...] = ()) -> ResourceRowFixed:
    """The scenario's cards, open to all; else those chosen or drawn, one for each turn."""
    fixed = SCENARIOS[state.options.scenario].cards
    if fixed:
        return ResourceRowFixed(cards=fixed, row_is_public=True)
    cards = chosen or tuple(chance.shuffle("resource_row", pool(state.options.resource_pool)))[: turns_of(state)]
    return ResourceRowFixed(cards=cards, row_is_public=False)


@water.step(frames.Reveal)
@rule("water.med.3")
def reveal(state: State, frame: frames.Reveal, chance: Chance) -> Outcome:
    """A person turns the card when the table is ready for it; the server does so at once."""
    if not is_human(state):
        return done(revealed(state))
    form = pick(Option("reveal"))
    default = {"do": "reveal"}
    question = Ask(seat=state.n, kind="mediator_reveal", form=form, default=default, rules=("water.med.3",), pace=True)
    return ask(question)


@water.answer(frames.Reveal)
def turned(state: State, frame: frames.Reveal, given: dict[int, Answer], chance: Chance) -> Outcome:
    """The card of the turn is shown."""
    return done(revealed(state))


@rule("water.p2.1", "water.p2.2")
def revealed(state: State) -> ResourceRevealed:
    """The card gives every river cell its water, and sets the prices."""
    card = RESOURCES[state.resource_row[state.turn - 1]]
    return ResourceRevealed(resource=card.id, water=card.water, energy=card.energy, food=card.food)
