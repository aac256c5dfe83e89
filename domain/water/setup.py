"""Setting up the table: options, starts of the scenarios, cards."""

from msgspec.structs import replace

from domain.core.chance import Chance
from domain.core.errors import BadOptions
from domain.core.forms import Answer
from domain.core.game import Start
from domain.core.model import Fact, Outcome, again, ask, done
from domain.core.rules import rule
from domain.water import frames, mediator
from domain.water.board import RIVER, cells_of
from domain.water.changes import full_supply
from domain.water.components import COMMUNITIES, MARKERS, SCENARIOS, ScenarioCard, deck, objectives
from domain.water.facts import (
    ActionDealt,
    ActionDeckShuffled,
    GameSetUp,
    ObjectiveDealt,
    PhaseStarted,
    Placement,
)
from domain.water.modes import mode_of
from domain.water.state import Counts, Modifiers, Options, State, water

FIRST_CARDS = 2
DEFAULT_TURNS = 6


@water.starts
@rule("water.setup.1")
def start(options: Options, seats: int) -> Start:
    """Communities, mode, scenario and turns must fit together; nothing has happened yet."""
    chosen = settled(options, seats)
    state = State(
        options=chosen,
        n=seats,
        thunes=(0,) * seats,
        vp=(0,) * seats,
        markers=(MARKERS,) * seats,
        supply=full_supply(),
        stock=({},) * seats,
        water=dict.fromkeys(RIVER, 0),
        pollution=dict.fromkeys(RIVER, 0),
        treated_total=(0,) * seats,
        riots=(0,) * seats,
        collect_done=(False,) * seats,
        put_back=(False,) * seats,
        ready=(False,) * seats,
        counts=(Counts(),) * seats,
        modifiers=(Modifiers(),) * seats,
        claims_made=(frozenset(),) * seats,
        objective=(None,) * seats,
        hand=((),) * seats,
    )
    return Start(state=state, agenda=(frames.Setup(),))


@rule("water.setup.1", "water.mode.2", "water.mode.3")
def settled(options: Options, seats: int) -> Options:
    """What is left out follows from the scenario; what contradicts it is refused."""
    scenario = SCENARIOS[options.scenario]
    fewest, most = scenario.seats
    turns = len(scenario.cards) or None
    action_draw = None if scenario.cards_in_hand else 0
    _refuse(not fewest <= seats <= most, f"This scenario is for {fewest} to {most} communities.")
    _refuse(options.mode not in (None, scenario.mode or options.mode), "This scenario fixes the mode.")
    _refuse(options.turns not in (None, turns or options.turns), "This scenario fixes the number of turns.")
    _refuse(bool(options.action_draw) and action_draw == 0, "This scenario has no action cards.")
    _refuse(options.first != "random" and options.first >= seats, "The first seat is one of the communities.")
    return replace(
        options,
        mode=scenario.mode or options.mode or "normal",
        turns=turns or options.turns or DEFAULT_TURNS,
        action_draw=options.action_draw or 0,
    )


def _refuse(is_wrong: bool, why: str) -> None:  # noqa: FBT001
    if is_wrong:
        refused = BadOptions(why, rules=("water.setup.1",))
        refused.reason = "options_conflict"
        raise refused


@water.step(frames.Setup)
def setup(state: State, frame: frames.Setup, chance: Chance) -> Outcome:
    """The table is laid, then the resource cards are settled, then cards are dealt."""
    if frame.stage == "deal":
        return again(frames.Setup(stage="row"), laid_out(state, chance))
    if mediator.is_asked_for_cards(state):
        return ask(mediator.question_of_cards(state))
    return begun(state, chance)


@water.answer(frames.Setup)
@rule("water.med.2")
def cards_chosen(state: State, frame: frames.Setup, given: dict[int, Answer], chance: Chance) -> Outcome:
    """The mediator's cards, in the mediator's order, or drawn."""
    answer = given[state.n]
    cards = tuple(answer["cards"]) if answer["do"] == "choose" else ()
    return begun(state, chance, cards)


def begun(state: State, chance: Chance, cards: tuple[str, ...] = ()) -> Outcome:
    """The row is fixed and cards are dealt; communities that are not settled yet found themselves first."""
    # Tables of the first version of the rules were dealt their cards before the mediator was asked.
    deals = () if any(state.hand) else (*dealt_objectives(state, chance), *dealt_actions(state, chance))
    facts, turns = (mediator.row_fixed(state, chance, cards), *deals), (frames.Turn(),)
    if SCENARIOS[state.options.scenario].layout:
        return done(*facts, then=turns)
    homes = tuple(frames.Home(seat=seat) for seat in state.order)
    return done(*facts, PhaseStarted(phase="opening_home"), then=(*homes, frames.Opening(), *turns))


@rule("water.setup.2", "water.setup.3", "water.setup.5")
def laid_out(state: State, chance: Chance) -> GameSetUp:
    """Coins for each, the first seat by choice or by lot, and the constructions of the scenario."""
    scenario, first = SCENARIOS[state.options.scenario], state.options.first
    first_seat = chance.below("first_seat", state.n) if first == "random" else first
    return GameSetUp(first_seat=first_seat, coins=scenario.coins, layout=layout(scenario, state.n))


@rule("water.setup.5")
def layout(scenario: ScenarioCard, seats: int) -> tuple[Placement, ...]:
    """The tiles of the communities at the table; the last ones are left out."""
    seat_of = {name: seat for seat, name in enumerate(COMMUNITIES) if seat < seats}
    found = tuple(
        Placement(type=tile, owners=(seat_of[name],), cells=(cell,))
        for name, tiles in scenario.layout.items()
        if name in seat_of
        for tile, cells in tiles.items()
        for cell in cells
    )
    if scenario.dam is None:
        return found
    owners = tuple(seat_of[name] for name in scenario.dam.owners)
    return (Placement(type="dam", owners=owners, cells=cells_of(scenario.dam.site)), *found)


@rule("water.setup.2", "water.mode.2")
def dealt_objectives(state: State, chance: Chance) -> tuple[Fact, ...]:
    """One secret objective each; the others stay in the box."""
    if not SCENARIOS[state.options.scenario].cards_in_hand:
        return ()
    cards = chance.shuffle("objectives", objectives(mode_of(state)))
    return tuple(ObjectiveDealt(seat=seat, objective=cards[seat]) for seat in range(state.n))


@rule("water.setup.2", "water.mode.2")
def dealt_actions(state: State, chance: Chance) -> tuple[Fact, ...]:
    """Two action cards each, both of one seat before those of the next."""
    if not SCENARIOS[state.options.scenario].cards_in_hand:
        return ()
    cards = chance.shuffle("action_deck", deck(mode_of(state)))
    hands = tuple(ActionDealt(seat=place // FIRST_CARDS, card=cards[place]) for place in range(FIRST_CARDS * state.n))
    return (ActionDeckShuffled(deck=tuple(cards)), *hands)
