"""V.11. Carrying out a deal: cards first, then bases."""

from collections import Counter

from msgspec.structs import replace

from domain.core.chance import Chance
from domain.core.forms import Answer, Form, Split, Target
from domain.core.model import Ask, Fact, Outcome, again, ask, ask_each, done
from domain.core.rules import rule
from domain.cosmic.apply.changes import without
from domain.cosmic.board import bases, duel_of, mains
from domain.cosmic.components import PLANET_ORDER, in_order
from domain.cosmic.deals import oval_goes_home
from domain.cosmic.facts import CardsMoved, TokensLanded
from domain.cosmic.forms import first_given_up, oval_first, pick, planet_option, token_split, verb
from domain.cosmic.frames import Settlement
from domain.cosmic.hands import at_random, random_label
from domain.cosmic.offers import CHOICES, eligible
from domain.cosmic.registry import answer, step
from domain.cosmic.state import Bundle, State


def parts(state: State, frame: Settlement) -> tuple[Bundle, ...]:
    """Both directions of the deal, what the offence gives first."""
    both = {part.giver: part for part in (frame.offer.give, frame.offer.take)}
    return tuple(both[seat] for seat in mains(state))


def named_cards(part: Bundle) -> tuple[str, ...]:
    """The cards named by face."""
    return tuple(Counter(part.faces).elements())


@step(Settlement)
@rule("cosmic.deal.4", "cosmic.deal.6", "cosmic.deal.7")
def settlement(state: State, frame: Settlement, chance: Chance) -> Outcome:
    """Cards, then open planets, then the tokens that found the bases, then the way home."""
    match frame.stage:
        case "cards":
            asked = [part for part in parts(state, frame) if part.chosen]
            if not asked:
                return cards_change_hands(state, frame, {}, chance)
            return ask_each([_which_cards(state, part) for part in asked], gather=True)
        case "planets":
            part = next(iter(open_planets(state, frame)), None)
            return again(replace(frame, stage="tokens")) if part is None else ask(_which_planet(state, part))
        case "tokens":
            if not frame.planets:
                return again(replace(frame, stage="home"))
            return ask_each([_which_tokens(state, part) for part in with_base(state, frame)], gather=True)
        case _:
            return done(then=oval_goes_home(state))


@answer(Settlement)
@rule("cosmic.deal.4", "cosmic.deal.6", "cosmic.deal.7")
def settle(state: State, frame: Settlement, given: dict[int, Answer], chance: Chance) -> Outcome:
    """What the parties choose is carried out."""
    if frame.stage == "cards":
        return cards_change_hands(state, frame, given, chance)
    if frame.stage == "planets":
        part = open_planets(state, frame)[0]
        planet = verb(next(iter(given.values())))[1]
        return again(replace(frame, planets={**frame.planets, part.receiver: planet}))
    landed = tuple(
        TokensLanded(seat=seat, planet=frame.planets[seat], places=given[seat]["tokens"])
        for seat in mains(state)
        if seat in given
    )
    return again(replace(frame, stage="home"), *landed)


@rule("cosmic.deal.6", "cosmic.hidden.2")
def _which_cards(state: State, part: Bundle) -> Ask:
    """The giver chooses the cards left to its choice, from what is not named by face."""
    left = without(state.hands[part.giver], named_cards(part))
    targets = tuple(Target(kind, 0, number, {"card": kind}) for kind, number in Counter(left).items())
    default = dict(Counter(first_given_up(left)[: part.chosen]))
    return Ask(
        seat=part.giver,
        kind="deal_cards",
        form=Form((Split(name="cards", targets=targets, min=part.chosen, max=part.chosen),)),
        default={"cards": default},
        rules=("cosmic.deal.6",),
        pace=True,
        actor_hidden=True,
    )


@rule("cosmic.deal.6")
def cards_change_hands(state: State, frame: Settlement, given: dict[int, Answer], chance: Chance) -> Outcome:
    """Named and chosen cards leave the hands first, random ones are drawn from the rest."""
    moves: list[Fact] = []
    for part in parts(state, frame):
        chosen = Counter(given[part.giver]["cards"]) if part.giver in given else Counter[str]()
        cards = (*named_cards(part), *chosen.elements())
        left = without(state.hands[part.giver], cards)
        label = random_label("deal.random_cards", state, part.giver)
        cards = (*cards, *at_random(left, part.random, label, chance))
        if cards:
            moves.append(CardsMoved(giver=part.giver, receiver=part.receiver, cards=in_order(cards), why="deal"))
    planets = {
        part.receiver: part.base for part in parts(state, frame) if part.base is not None and part.base not in CHOICES
    }
    return again(replace(frame, stage="planets", planets=planets), *moves)


@rule("cosmic.deal.4")
def open_planets(state: State, frame: Settlement) -> tuple[Bundle, ...]:
    """Bases whose planet is still open: givers' choices first, the offence before the defence."""
    left = [part for part in parts(state, frame) if part.base in CHOICES and part.receiver not in frame.planets]
    order = {seat: place for place, seat in enumerate(mains(state))}
    return tuple(sorted(left, key=lambda part: (CHOICES.index(str(part.base)), order[chooser(part)])))


def chooser(part: Bundle) -> int:
    """Who names the planet."""
    return part.giver if part.base == "giver_choice" else part.receiver


def _which_planet(state: State, part: Bundle) -> Ask:
    planets = eligible(state, part.giver, part.receiver)
    held = bases(state, part.giver)
    default = planets[0]
    if part.base == "giver_choice":
        default = min(planets, key=lambda planet: (-held[planet], PLANET_ORDER[planet]))
    return Ask(
        seat=chooser(part),
        kind="deal_planet",
        form=pick(*(planet_option("base", planet) for planet in planets)),
        default={"do": f"base:{default}"},
        rules=("cosmic.deal.4",),
    )


def with_base(state: State, frame: Settlement) -> tuple[Bundle, ...]:
    """The directions in which a base is given."""
    return tuple(part for part in parts(state, frame) if part.receiver in frame.planets)


@rule("cosmic.deal.7")
def _which_tokens(state: State, part: Bundle) -> Ask:
    """Any own tokens that are not in the Black Hole, as many as agreed."""
    seat = part.receiver
    oval = state.tokens[seat].oval if seat == duel_of(state).offence else 0
    places = {"oval": oval, **bases(state, seat)} if oval else bases(state, seat)
    low, high = (part.tokens, part.tokens) if part.tokens else (1, sum(places.values()))
    return Ask(
        seat=seat,
        kind="deal_tokens",
        form=Form((token_split(places, low, high),)),
        default={"tokens": oval_first(state, seat, low, oval)},
        rules=("cosmic.deal.7",),
    )
