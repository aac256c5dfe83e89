"""Action cards: when they may be played, what is contested, what they do."""

from collections.abc import Callable, Iterable

from domain.core.chance import Chance
from domain.core.fillings import answers
from domain.core.forms import Answer, Option
from domain.core.model import Ask, Fact, Frame, Offer, Outcome, done
from domain.core.rules import rule
from domain.water import frames
from domain.water.activation import activated
from domain.water.announcing import announce, carries_out
from domain.water.card_options import options_of_card, without_energy
from domain.water.components import ACTIONS, RESOURCES
from domain.water.facts import CardPlayed, CardResolved, Effect
from domain.water.forms import pick, seat_of
from domain.water.market import current_card
from domain.water.modes import is_normal
from domain.water.state import Announcement, Phase, State, Stock, water
from domain.water.telling import Telling

PHASE_OF: dict[type[Frame], Phase] = {
    frames.Collect: "p3",
    frames.Supply: "p4",
    frames.Treat: "p6",
    frames.Build: "p7",
}


@water.offers
@rule("water.card.1", "water.card.2")
def offers(state: State, frame: Frame) -> Iterable[Offer]:
    """While communities act, whoever holds a card for the moment may play it."""
    if type(frame) not in PHASE_OF:
        return
    for seat in range(state.n):
        options = playable(state, frame, seat)
        if options:
            form = pick(*options)
            question = Ask(seat=seat, kind="play_card", form=form, default=next(answers(form)), rules=("water.card.2",))
            yield Offer(question, starter(state, seat))


@rule("water.card.2")
def playable(state: State, frame: Frame, seat: int) -> tuple[Option, ...]:
    """One option for each kind in hand that has its moment and a target."""
    kinds = sorted(set(state.hand[seat]))
    return tuple(
        option
        for card in kinds
        if has_moment(state, frame, seat, card)
        for option in options_of_card(state, seat, card)
    )


@rule("water.card.2")
def has_moment(state: State, frame: Frame, seat: int, card: str) -> bool:
    """Cards belong to phases; some only to the seat's own go, some only where there is pollution."""
    printed = ACTIONS[card]
    is_own = not printed.own or getattr(frame, "seat", None) == seat
    return PHASE_OF.get(type(frame)) in printed.when and is_own and (is_normal(state) or not printed.normal_only)


def starter(state: State, seat: int) -> Callable[[Answer], Frame]:
    """The business that playing a card starts."""
    return lambda answer: frames.Card(play=announced(state, seat, answer))


def announced(state: State, seat: int, answer: Answer) -> Announcement:
    """A card with what it is played on."""
    _, card, *rest = answer["do"].split(":")
    cell = answer.get("cell") or answer.get("network") or (rest[0] if card == "A12" else None)
    target = seat_of(answer["seat"]) if "seat" in answer else seat_of(rest[0]) if card == "A04" else None
    if card in ("A14", "A15"):
        target = state.constructions[answer["cell"]].owners[0]
    cubes = answer.get("cubes", {})
    if card == "A07":
        return Announcement(
            cause="build", actor=seat, card=card, tile="junction", cells=(answer["cell"],), owners=(seat,)
        )
    return Announcement(cause="card", actor=seat, card=card, cell=cell, target=target, cubes=cubes)


@water.step(frames.Card)
@rule("water.card.1", "water.card.3")
def card(state: State, frame: frames.Card, chance: Chance) -> Outcome:
    """The card leaves the hand and is shown; unless it is contested it has its effect."""
    play, told = frame.play, Telling(state)
    assert play.card is not None
    told.tell(CardPlayed(seat=play.actor, card=play.card, action=play))
    facts, then = announce(told.state, play)
    return done(*told.facts, *facts, then=then)


@carries_out("card")
@rule("water.card.3")
def carried_out(state: State, action: Announcement) -> tuple[Fact, ...]:
    """What a card does once nobody stops it."""
    card = action.card
    assert card is not None
    resolved = CardResolved(seat=action.actor, card=card, cancelled=False, effect=effect(state, action))
    if card != "A10":
        return (resolved,)
    assert action.cell is not None
    return (resolved, activated(state, action.actor, action.cell, without_energy(state, action.cell)))


@rule("water.card.3", "water.card.13")
def effect(state: State, action: Announcement) -> Effect:
    """The figures of a card."""
    card, seat = action.card, action.actor
    assert card is not None
    amount, cell = ACTIONS[card].amount, action.cell
    match card:
        case "A05":
            return Effect(coins={seat: amount})
        case "A06":
            return Effect(public_works=amount)
        case "A08":
            return Effect(network=cell, stock=Stock(food=amount))
        case "A09":
            return Effect(network=cell, stock=Stock(energy=amount))
        case "A11":
            return Effect(trade_deal=True)
        case "A12":
            return speculated(state, action)
        case "A14" | "A15":
            return Effect(blocked=cell)
        case "A17":
            return Effect(vp={seat: amount})
    return effect_on_water(state, action) if cell or action.cubes else effect_on_seat(state, action)


def effect_on_water(state: State, action: Announcement) -> Effect:
    """Cards that bring or take water, and the one that cleans rivers."""
    cell, amount = action.cell, ACTIONS[action.card or ""].amount
    match action.card, cell:
        case "A01", str():
            return Effect(water={cell: amount})
        case "A03", str():
            return Effect(water={cell: -state.water[cell]})
        case "A02", _:
            return Effect(placed=action.cubes)
        case "A04", _:
            return Effect(placed={place: -number for place, number in action.cubes.items()})
        case "A19", _:
            removed = {place: -number for place, number in action.cubes.items()}
            return Effect(pollution=removed, vp={action.actor: 1})
    return Effect()


def effect_on_seat(state: State, action: Announcement) -> Effect:
    """Cards that harm one community."""
    seat, amount = action.target, ACTIONS[action.card or ""].amount
    assert seat is not None
    match action.card:
        case "A13":
            return Effect(embargo=seat)
        case "A16":
            coins = min(amount, state.thunes[seat])
            return Effect(coins={action.actor: coins, seat: -coins})
    return Effect(vp={seat: -min(amount, state.vp[seat])})


def speculated(state: State, action: Announcement) -> Effect:
    """Cubes sold at the prices printed on the card of the turn."""
    prices, cubes = RESOURCES[current_card(state)], action.cubes
    energy, food = cubes.get("energy", 0), cubes.get("food", 0)
    coins = energy * prices.energy + food * prices.food
    return Effect(coins={action.actor: coins}, network=action.cell, stock=Stock(energy=-energy, food=-food))
