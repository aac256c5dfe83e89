"""Scenarios: prepared event piles, other starts, tutorials."""

from domain.climate.board import scenario
from domain.climate.components import GREEN_CARDS, OIL_CARDS, SCENARIOS, WARMING_CARDS
from domain.climate.state import Cards, Options, State
from domain.core.chance import Chance
from domain.core.errors import BadOptions
from domain.core.rules import rule

OIL_LEFT = 8
Pile = tuple[Cards, Cards]
"""The event pile from the top, and the cards removed from the game."""


def check_options(options: Options) -> None:
    """Tutorials are played in normal mode, the first one with its own order and sets."""
    if not SCENARIOS[options.scenario].tutorial:
        return
    if options.mode != "normal":
        raise BadOptions("A tutorial is played in normal mode.", rules=("climate.setup.1",))


def settled_options(options: Options) -> Options:
    """The options with what a scenario fixes."""
    if options.scenario != "first_steps":
        return options
    return Options(
        scenario="first_steps",
        propagation=options.propagation,
        region_order="default",
        assignment="suggested",
        weaknesses=options.weaknesses,
        runaway=options.runaway,
        no_powers=options.no_powers,
        no_employers=options.no_employers,
        first_seat=options.first_seat,
    )


@rule("climate.setup.12")
def event_pile(options: Options, shuffled: Cards, chance: Chance) -> Pile:
    """The shuffled events as the scenario prepares them."""
    match options.scenario:
        case "first_steps":
            return only_green(shuffled)
        case "oil_collapse":
            return oil_collapse(shuffled, chance)
        case "global_warming":
            return global_warming(shuffled, chance)
        case "ragnarok":
            return ragnarok(shuffled, chance)
    return shuffled, ()


def only_green(shuffled: Cards) -> Pile:
    """The first tutorial uses green events only."""
    green = tuple(card for card in shuffled if card in GREEN_CARDS)
    return green, tuple(card for card in shuffled if card not in GREEN_CARDS)


def oil_cards(shuffled: Cards) -> tuple[Cards, Cards]:
    """The first eight oil cards met stay, the last four are removed."""
    oil = tuple(card for card in shuffled if card in OIL_CARDS)
    return oil[:OIL_LEFT], oil[OIL_LEFT:]


@rule("climate.scenario.oil_collapse")
def oil_collapse(shuffled: Cards, chance: Chance) -> Pile:
    """Eight oil cards among the top thirty."""
    staying, gone = oil_cards(shuffled)
    others = tuple(card for card in shuffled if card not in OIL_CARDS)
    top = chance.shuffle("scenario_top.shuffle", (*others[:22], *staying))
    return (*top, *others[22:]), gone


@rule("climate.scenario.global_warming")
def global_warming(shuffled: Cards, chance: Chance) -> Pile:
    """The eight warming cards among the top thirty."""
    warming = tuple(card for card in shuffled if card in WARMING_CARDS)
    others = tuple(card for card in shuffled if card not in WARMING_CARDS)
    top = chance.shuffle("scenario_top.shuffle", (*others[:22], *warming))
    return (*top, *others[22:]), ()


@rule("climate.scenario.ragnarok")
def ragnarok(shuffled: Cards, chance: Chance) -> Pile:
    """Eight warming and eight oil cards among the top thirty-two."""
    staying, gone = oil_cards(shuffled)
    warming = tuple(card for card in shuffled if card in WARMING_CARDS)
    green = tuple(card for card in shuffled if card in GREEN_CARDS)
    top = chance.shuffle("scenario_top.shuffle", (*warming, *staying, *green[:16]))
    return (*top, *green[16:]), gone


def last_turn(state: State) -> int:
    """The last turn of the scenario."""
    return scenario(state).turns


def is_tutorial_passed(state: State) -> bool:
    """Whether a tutorial's own goal is met at its last turn."""
    goal = scenario(state).goal
    if goal is None or state.ghg > goal:
        return False
    has_fallen = any(region.dictatorship or region.chaos for region in state.regions.values())
    return scenario(state).id == "first_steps" or not has_fallen
