"""Which actions a seat may take now, with all their choices."""

from collections.abc import Iterator

from domain.climate.board import authorised, hand_limit, is_sharing, is_weak, pawns_at, seats_in_play, serves
from domain.climate.components import (
    CARD_IDS,
    COLOUR_IDS,
    COLOURS,
    EXODUS_LINES,
    INSTITUTIONS,
    PLACES,
    REGIONAL_LETTERS,
    SHEETS,
    WORLD_LETTERS,
    colour_of,
    power_of,
)
from domain.climate.electricity import change_options, is_weakness_in_the_way
from domain.climate.forms import hand_split, named
from domain.climate.influence import draw_pairs
from domain.climate.state import State
from domain.climate.transformations import can_implant
from domain.core.forms import Answer, AnySlot, Form, Option, Pick, pick_form
from domain.core.rules import rule

STRONGEST_ACTION = 2


@rule("climate.action.1", "climate.action.2", "climate.infl.2")
def action_form(state: State, seat: int, *, in_turn: bool) -> Form:
    """Every action that is legal and whose kind has not been used, then the free extras, then passing."""
    used = state.kinds_used if in_turn else ()
    options: list[Option] = []
    if not in_turn or state.actions_left:
        options += [option for option in all_actions(state, seat, in_turn=in_turn) if kind(option) not in used]
    if in_turn:
        options = with_extras(options, free_extras(state, seat))
    return pick_form("do", *options, Option("pass"))


def kind(option: Option) -> str:
    """The kind of action that an option is."""
    verb, _, card = option.id.partition(":")
    if card:
        return f"{verb}:{colour_of(card)}"
    return "draw" if verb == "draw_forbidden" else verb


def with_extras(options: list[Option], extras: tuple[Option, ...]) -> list[Option]:
    """The free move stands behind the move, free cards stand last."""
    moves = [option for option in options if option.id == "move"]
    free_moves = [option for option in extras if option.id == "free_move"]
    others = [option for option in options if option.id != "move"]
    return [*moves, *free_moves, *others, *(option for option in extras if option.id != "free_move")]


def all_actions(state: State, seat: int, *, in_turn: bool) -> Iterator[Option]:
    """The legal actions in the order of the rulebook, whatever has been done already."""
    yield from move_options(state, seat, in_turn=in_turn)
    yield from implant_options(state, seat)
    yield from electricity_options(state, seat)
    if state.seats[seat].location in INSTITUTIONS:
        yield Option("institution", {"location": state.seats[seat].location or ""})
    yield from draw_options(state, seat)
    if not (in_turn and is_weak(state, seat, "volunteers") and "move" in state.kinds_used):
        yield from card_options(state, seat, with_media=in_turn)


@rule("climate.action.3", "climate.inst.2", "climate.emp.hrg.w", "climate.emp.volunteers.w")
def move_options(state: State, seat: int, *, in_turn: bool) -> Iterator[Option]:
    """Anywhere else, once the pawn is on the board; some weaknesses forbid certain ways, or moving after a card."""
    here = state.seats[seat].location
    has_carded = state.free_card_used or any(used.startswith("card:") for used in state.kinds_used)
    is_bound = in_turn and has_carded and is_weak(state, seat, "volunteers")
    if here is None or is_bound:
        return
    is_tied = here in INSTITUTIONS and is_weak(state, seat, "hrg")
    places = [place for place in PLACES if place != here and not (is_tied and place in INSTITUTIONS)]
    yield Option("move", {}, (Pick(name="to", options=named("to", places)),))


@rule("climate.pt.implant.1", "climate.pt.global", "climate.nam.2", "climate.emp.shift.w", "climate.emp.malmo.w")
def implant_options(state: State, seat: int) -> Iterator[Option]:
    """The letters of the pawn's region, those of the world, and overconsumption."""
    here = state.seats[seat].location
    letters: list[str] = []
    if here in state.regions and not may_not_work_in(state, seat, here):
        letters += [letter for letter in REGIONAL_LETTERS if can_implant(state, here, letter, by_hand=True)]
    letters += [letter for letter in WORLD_LETTERS if letter not in state.global_pts]
    if here == "NAM" and may_fight_overconsumption(state, seat):
        letters.append("overconsumption")
    if letters:
        yield Option("implant", {}, (Pick(name="letter", options=named("letter", letters)),))


def may_fight_overconsumption(state: State, seat: int) -> bool:
    """Whether a seat in North America may implant restraint there."""
    region = state.regions["NAM"]
    is_bound = is_weak(state, seat, "malmo") and pawns_at(state, "NAM") != (seat,)
    return is_sharing(region) and region.overconsumption > 0 and not is_bound


def may_not_work_in(state: State, seat: int, name: str) -> bool:
    """Whether a weakness keeps a seat from implanting in a region."""
    is_poor = is_weak(state, seat, "shift") and state.regions[name].ls == 1
    return is_poor or (is_weak(state, seat, "malmo") and pawns_at(state, name) != (seat,))


@rule("climate.elec.1", "climate.elec.2")
def electricity_options(state: State, seat: int) -> Iterator[Option]:
    """Changes of electricity in the pawn's region, if it shares."""
    here = state.seats[seat].location
    if here not in state.regions or not is_sharing(state.regions[here]) or is_weakness_in_the_way(state, seat, here):
        return
    changes = change_options(state, here)
    if changes:
        yield Option("electricity", {}, (Pick(name="change", options=changes),))


@rule("climate.action.5", "climate.emp.journalists.w", "climate.infl.5")
def draw_options(state: State, seat: int) -> Iterator[Option]:
    """Two authorised cards, or one of another colour."""
    pairs = draw_pairs(state, seat, is_bound=is_weak(state, seat, "journalists"))
    colours = tuple(Option(f"{a}+{b}", {"colour_a": a, "colour_b": b}) for a, b in pairs)
    yield Option("draw", {}, (Pick(name="colours", options=colours), *discard_slot(state, seat, 2)))
    others = [colour for colour in COLOUR_IDS if colour not in authorised(state, seat)]
    if others:
        slots = (Pick(name="colour", options=named("colour", others)), *discard_slot(state, seat, 1))
        yield Option("draw_forbidden", {}, slots)


def discard_slot(state: State, seat: int, drawn: int) -> tuple[AnySlot, ...]:
    """Cards to discard first, where those to be drawn do not all fit; at least one place must be free."""
    hand, limit = state.hands[seat], hand_limit(state, seat)
    if len(hand) + drawn <= limit:
        return ()
    return (hand_split("discard", hand, max(0, len(hand) + 1 - limit), len(hand)),)


@rule("climate.infl.2", "climate.infl.7")
def card_options(state: State, seat: int, *, with_media: bool) -> Iterator[Option]:
    """The ACTION cards in hand that find a target."""
    for card in CARD_IDS:
        if card not in state.hands[seat] or power_of(card) > STRONGEST_ACTION:
            continue
        effect = COLOURS[colour_of(card)].action
        if effect.removes is not None:
            slots = region_slot(state, effect.removes)
            if slots:
                yield Option(f"card:{card}", {"card": card}, slots)
        elif effect.id == "decarbonisation":
            yield Option(f"card:{card}", {"card": card})
        elif with_media:
            yield Option(f"card:{card}", {"card": card}, (seat_slot(state, seat),))


def region_slot(state: State, token: str, *, reserves_only: bool = False) -> tuple[AnySlot, ...]:
    """A region that holds a token, or nothing."""
    names = [
        name
        for name in state.region_order
        if getattr(state.regions[name], token) and (SHEETS[name].reserve or not reserves_only)
    ]
    return (Pick(name="region", options=named("region", names)),) if names else ()


def seat_slot(state: State, seat: int) -> Pick:
    """Another seat."""
    others = tuple(Option(f"s{other}", {"seat": other}) for other in seats_in_play(state) if other != seat)
    return Pick(name="seat", options=others)


def free_extras(state: State, seat: int) -> tuple[Option, ...]:
    """What costs no action and is still legal this turn."""
    return (*free_moves(state, seat), *free_cards(state, seat))


@rule("climate.emp.hrg.c")
def free_moves(state: State, seat: int) -> Iterator[Option]:
    """Once a turn a pawn may follow one exodus line."""
    here = state.seats[seat].location
    if serves(state, "hrg") and not state.free_move_used and here in EXODUS_LINES:
        yield Option("free_move", {}, (Pick(name="to", options=named("to", EXODUS_LINES[here])),))


@rule("climate.emp.trco.c", "climate.emp.volunteers.w")
def free_cards(state: State, seat: int) -> Iterator[Option]:
    """Once a turn an ACTION card may heal a nature reserve."""
    is_bound = is_weak(state, seat, "volunteers") and "move" in state.kinds_used
    if not serves(state, "trco") or state.free_card_used or is_bound:
        return
    for card in CARD_IDS:
        token = COLOURS[colour_of(card)].action.removes
        if card in state.hands[seat] and power_of(card) <= STRONGEST_ACTION and token is not None:
            slots = region_slot(state, token, reserves_only=True)
            if slots:
                yield Option(f"free_card:{card}", {"card": card}, slots)


def default_action(state: State, seat: int, form: Form) -> Answer:
    """Two cards of the primaries where they fit, otherwise nothing."""
    slot = form.slots[0]
    assert isinstance(slot, Pick)
    is_listed = any(option.id == "draw" for option in slot.options)
    if not is_listed or len(state.hands[seat]) + 2 > hand_limit(state, seat):
        return {"do": "pass"}
    first, second = authorised(state, seat)[:2]
    colours = f"{first}+{first}" if is_weak(state, seat, "journalists") else f"{first}+{second}"
    return {"do": "draw", "colours": colours}
