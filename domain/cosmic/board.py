"""Questions about the table that many chapters ask."""

from collections.abc import Iterable

from domain.core.rules import rule
from domain.cosmic.components import CARDS, PLANETS, POWERS, is_duel_card, planets_of
from domain.cosmic.state import Duel, Side, State, TableCard

OFFENCE: Side = "offence"
DEFENCE: Side = "defence"


def duel_of(state: State) -> Duel:
    """The duel in play."""
    assert state.duel is not None
    return state.duel


def defence_of(state: State) -> int:
    """The seat attacked, once it is known."""
    defence = duel_of(state).defence
    assert defence is not None
    return defence


def planet_of(state: State) -> str:
    """The planet attacked, once it is known."""
    planet = duel_of(state).planet
    assert planet is not None
    return planet


def clockwise(state: State, seat: int) -> tuple[int, ...]:
    """The other seats, from the left of a seat."""
    return tuple((seat + step) % state.seats for step in range(1, state.seats))


@rule("cosmic.power.3")
def priority(state: State) -> tuple[int, ...]:
    """Offence, defence once known, then the others clockwise from the offence's left."""
    duel = duel_of(state)
    first = (duel.offence,) if duel.defence is None else (duel.offence, duel.defence)
    return (*first, *(seat for seat in clockwise(state, duel.offence) if seat not in first))


def in_priority(state: State, seats: Iterable[int]) -> tuple[int, ...]:
    """Some seats, in the order in which they act."""
    wanted = set(seats)
    return tuple(seat for seat in priority(state) if seat in wanted)


def mains(state: State) -> tuple[int, ...]:
    """Offence and defence, as far as they are known."""
    duel = duel_of(state)
    return (duel.offence,) if duel.defence is None else (duel.offence, duel.defence)


def is_main(state: State, seat: int) -> bool:
    """Whether a seat is offence or defence."""
    return seat in mains(state)


def opponent(state: State, seat: int) -> int:
    """The other main player."""
    duel = duel_of(state)
    return defence_of(state) if seat == duel.offence else duel.offence


def outsiders(state: State) -> tuple[int, ...]:
    """The seats that are not main players, clockwise from the offence's left."""
    return tuple(seat for seat in clockwise(state, duel_of(state).offence) if not is_main(state, seat))


def side_of(state: State, seat: int) -> Side | None:
    """The side a seat fights on, if any."""
    duel = duel_of(state)
    if seat == duel.offence:
        return OFFENCE
    return DEFENCE if seat == duel.defence else duel.allies.get(seat)


def main_of(state: State, side: Side) -> int:
    """The main player of a side."""
    return duel_of(state).offence if side == OFFENCE else defence_of(state)


def allies_on(state: State, side: Side) -> tuple[int, ...]:
    """The allies of a side, clockwise from the offence's left."""
    duel = duel_of(state)
    return tuple(seat for seat in clockwise(state, duel.offence) if duel.allies.get(seat) == side)


def card_of(state: State, seat: int) -> TableCard | None:
    """The card on a main player's side."""
    duel = duel_of(state)
    return duel.cards.get(OFFENCE if seat == duel.offence else DEFENCE)


def colour_of(state: State, seat: int) -> str:
    """The colour of a seat."""
    colour = state.colours[seat]
    assert colour is not None
    return colour


def seat_of(state: State, colour: str) -> int:
    """The seat of a colour."""
    return state.colours.index(colour)


def home(state: State, seat: int) -> tuple[str, ...]:
    """The planets of a seat's home system."""
    return planets_of(colour_of(state, seat))


def tokens_on(state: State, seat: int, planet: str) -> int:
    """How many tokens of a seat stand on a planet."""
    return state.tokens[seat].planets.get(planet, 0)


@rule("cosmic.win.2")
def bases(state: State, seat: int) -> dict[str, int]:
    """The planets where a seat has tokens, in planet order, with their number."""
    held = state.tokens[seat].planets
    return {planet: held[planet] for planet in PLANETS if held.get(planet)}


def on_bases(state: State, seat: int) -> int:
    """How many tokens a seat has on planets."""
    return sum(state.tokens[seat].planets.values())


def in_duel(state: State, seat: int) -> int:
    """How many tokens a seat has in the duel."""
    duel = duel_of(state)
    if seat == duel.defence:
        return tokens_on(state, seat, duel.planet) if duel.planet else 0
    held = state.tokens[seat]
    return held.oval if side_of(state, seat) == OFFENCE else held.ring


def foreign_bases(state: State, seat: int) -> int:
    """How many planets outside its home system a seat has bases on."""
    own = colour_of(state, seat)
    return sum(PLANETS[planet].colour != own for planet in bases(state, seat))


@rule("cosmic.power.7")
def home_bases(state: State, seat: int) -> int:
    """How many home planets a seat has tokens on, those about to be lost still counted where they stood."""
    held = state.tokens[seat]
    return sum(bool(held.planets.get(planet) or held.lifted.get(planet)) for planet in home(state, seat))


@rule("cosmic.power.4", "cosmic.two.4")
def threshold(state: State) -> int:
    """Home bases needed to use a power: three, or two in a game of two seats."""
    return 3 if state.seats > 2 else 2


@rule("cosmic.power.4", "cosmic.power.5", "cosmic.var.multi")
def has_lost_power(state: State, seat: int) -> bool:
    """Whether a seat has too few home bases to use any power."""
    return home_bases(state, seat) < threshold(state)


def use_key(seat: int, power: str) -> str:
    """The name of one seat's instance of a power."""
    return f"{seat}:{power}"


def has_power(state: State, seat: int, power: str) -> bool:
    """Whether a seat has a power of its own or by graft, usable or not."""
    if power in state.powers[seat]:
        return True
    graft = state.duel.grafts.get(seat) if state.duel else None
    return graft is not None and graft.power == power


def powers_held(state: State, seat: int) -> tuple[str, ...]:
    """A seat's powers, a graft last."""
    graft = state.duel.grafts.get(seat) if state.duel else None
    return (*state.powers[seat], graft.power) if graft else state.powers[seat]


def is_suspended(state: State, seat: int, power: str) -> bool:
    """Whether a power was stopped for the rest of the duel."""
    return state.duel is not None and use_key(seat, power) in state.duel.suspended


def is_spent(state: State, seat: int, power: str) -> bool:
    """Whether a power has been used as often as it may be in a duel."""
    limit = POWERS[power].limit
    return limit is not None and duel_of(state).uses.get(use_key(seat, power), 0) >= limit


@rule("cosmic.power.4", "cosmic.edict.zap")
def is_usable(state: State, seat: int, power: str) -> bool:
    """Whether a seat has a power that is neither lost nor suspended."""
    return has_power(state, seat, power) and not has_lost_power(state, seat) and not is_suspended(state, seat, power)


def is_active(state: State, seat: int, power: str) -> bool:
    """Whether a seat can use a power now."""
    return is_usable(state, seat, power) and not is_spent(state, seat, power)


def duel_cards(state: State, seat: int) -> tuple[str, ...]:
    """The duel cards in a hand."""
    return tuple(card for card in state.hands[seat] if is_duel_card(card))


def holds(state: State, seat: int, card: str) -> bool:
    """Whether a card is in a hand."""
    return card in state.hands[seat]


def is_in_play(state: State, card: str) -> bool:
    """Whether, by what everybody sees, a copy of a face could be in a hand."""
    return state.discard.count(card) < CARDS[card].copies


def black_hole(state: State) -> int:
    """All tokens in the Black Hole."""
    return sum(held.black_hole for held in state.tokens)


def moment(state: State) -> str:
    """The part of a draw's label that names the duel."""
    return f"{state.turn.round}/{duel_of(state).offence}/{state.turn.duel_no}"
