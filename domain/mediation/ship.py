"""Le vaisseau spatial. Populations aboard, the token's track, power cards and clairvoyance."""

from domain.core.chance import Chance
from domain.core.forms import Answer, Option, pick_form
from domain.core.model import Ask, Frame, Outcome, done
from domain.core.rules import rule
from domain.mediation.board import has_cards, in_play, pile_of
from domain.mediation.components import BOARD, CAMPS, LAST_SHIP_SPACE, SHIP_TRACK, TELEPORTER
from domain.mediation.facts import CardsSeen, PowerGiven, PowersUnlocked, ShipLoaded, ShipTokenMoved
from domain.mediation.forms import character_option
from domain.mediation.frames import Clairvoyance, GivePower, Pyramid, Ship
from domain.mediation.movement import can_teleport
from domain.mediation.piles import Story, draw_power, refill
from domain.mediation.state import Camp, PileName, State, mediation
from domain.mediation.team import ask_the_team, decider

PILES: tuple[PileName, ...] = ("med_red", "med_blue", "attack", "power", "disaster")
CARDS_SEEN = 3


@rule("mediation.ship.1", "mediation.ship.2", "mediation.ship.3")
def ship_options(state: State, character: str) -> tuple[Option, ...]:
    """Elli on Base U sends exactly four populations, if the ship has room for them."""
    is_ready = (
        character == TELEPORTER
        and can_teleport(state, character)
        and state.chars[character].cell == state.base_u
        and state.pop[state.base_u] == BOARD.ship_load
        and state.ship + BOARD.ship_load <= BOARD.ship_capacity
    )
    return (Option("ship"),) if is_ready else ()


@mediation.step(Ship)
@rule("mediation.ship.2", "mediation.ship.4", "mediation.ship.5", "mediation.ship.7", "mediation.var.pyr.3")
def board_ship(state: State, frame: Ship, chance: Chance) -> Outcome:
    """Four populations go aboard; the token advances and brings cards, sight and pyramids."""
    story = Story(state)
    story.tell(ShipLoaded())
    if state.ship_token == LAST_SHIP_SPACE:
        return done(*story.facts)
    space = state.ship_token + 1
    story.tell(ShipTokenMoved(space=space))
    then: list[Frame] = []
    if state.powers_unlocked:
        then.append(GivePower(owner=frame.owner))
    elif SHIP_TRACK[space].event == "first_powers" and "power" in state.piles:
        first_powers(story, chance)
    if SHIP_TRACK[space].event == "clairvoyance":
        then.append(Clairvoyance(owner=frame.owner))
    then += [Pyramid() for _ in range(story.state.pyramids_aside)]
    return done(*story.facts, then=tuple(then))


@rule("mediation.ship.5", "mediation.ship.6")
def first_powers(story: Story, chance: Chance) -> None:
    """Each character draws a power card."""
    story.tell(PowersUnlocked())
    for name in in_play(story.state):
        power = draw_power(story, chance)
        if power is not None:
            story.tell(PowerGiven(character=name, power=power))


def without_power(state: State) -> tuple[str, ...]:
    """Characters that hold no power card."""
    return tuple(name for name in in_play(state) if state.chars[name].power is None)


@mediation.step(GivePower)
@rule("mediation.ship.7")
def give_power(state: State, frame: GivePower, chance: Chance) -> Outcome:
    """A card is drawn and seen by all, then given to a character without one."""
    names = without_power(state)
    if state.held.power is None:
        story = Story(state)
        if not names or draw_power(story, chance) is None:
            return done()
        return done(*story.facts, then=(frame,))
    question = Ask(
        seat=decider(state, frame.owner),
        kind="give_power",
        form=pick_form("character", *(character_option(name) for name in names)),
        default={"character": names[0]},
        rules=("mediation.ship.7",),
    )
    return ask_the_team(state, frame, question, take_power, chance)


@mediation.answer(GivePower)
@rule("mediation.ship.7")
def take_power(state: State, frame: GivePower, given: dict[int, Answer], chance: Chance) -> Outcome:
    """The chosen character gets the card."""
    (answer,) = given.values()
    assert state.held.power is not None
    return done(PowerGiven(character=answer["character"], power=state.held.power))


@mediation.step(Clairvoyance)
@rule("mediation.ship.8")
def clairvoyance(state: State, frame: Clairvoyance, chance: Chance) -> Outcome:
    """The team chooses a pile to look into."""
    piles = tuple(name for name in PILES if has_cards(state, name))
    if not piles:
        return done()
    wished = pile_of(camp_behind(state))
    question = Ask(
        seat=decider(state, frame.owner),
        kind="clairvoyance_pile",
        form=pick_form("pile", *(Option(name, {"pile": name}) for name in piles)),
        default={"pile": wished if wished in piles else piles[0]},
        rules=("mediation.ship.8",),
    )
    return ask_the_team(state, frame, question, look, chance)


def camp_behind(state: State) -> Camp:
    """The camp with fewer needs found, red if equal."""
    return min(CAMPS, key=lambda camp: len(state.needs_found[camp]))


@mediation.answer(Clairvoyance)
@rule("mediation.ship.8")
def look(state: State, frame: Clairvoyance, given: dict[int, Answer], chance: Chance) -> Outcome:
    """The top cards are shown to all seats and stay in place."""
    (answer,) = given.values()
    story = Story(state)
    see_top(story, answer["pile"], chance)
    return done(*story.facts)


@rule("mediation.ship.8", "mediation.pow.listen")
def see_top(story: Story, name: PileName, chance: Chance) -> tuple[str, ...]:
    """All seats see up to three cards from the top."""
    refill(story, name, chance)
    cards = story.state.piles[name].cards[:CARDS_SEEN]
    story.tell(CardsSeen(pile=name, cards=cards))
    return cards
