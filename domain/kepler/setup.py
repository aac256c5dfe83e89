"""Setting up the table."""

from collections.abc import Callable

from msgspec.structs import replace

from domain.core.chance import Chance
from domain.core.errors import BadOptions
from domain.core.game import Start
from domain.core.model import Fact, Outcome, again, done
from domain.core.rules import rule
from domain.kepler import frames
from domain.kepler.board import in_turn_order
from domain.kepler.components import CENTRE, CORPORATIONS, PLANETS, SATELLITES, SLOTS, TRACKS, UNITS
from domain.kepler.corporations import before_the_game
from domain.kepler.facts import CorporationsDealt, FirstPlayerDrawn, SatellitesPlaced, TokensTurned
from domain.kepler.military import refreshed_markers
from domain.kepler.state import Face, Map, Options, SeatState, State, Units, kepler

FACES: tuple[Face, Face] = ("A", "B")
BEFORE_THE_GAME, FIRST_TURN = 9, 11


@kepler.starts
@rule("kepler.setup.1", "kepler.two.1")
def start(options: Options, seats: int) -> Start:
    """Each seat gets its pieces; the map depends on the number of seats and on what the table chose."""
    chosen = map_for(options, seats)
    state = State(
        options=replace(options, two_player_map=chosen),
        players=seats,
        planets=CENTRE if chosen == "centre" else tuple(PLANETS),
        seats=tuple(new_seat() for _ in range(seats)),
    )
    return Start(state=state, agenda=(frames.Setup(),))


@rule("kepler.option.two_player_map", "kepler.two.1")
def map_for(options: Options, seats: int) -> Map:
    """The centre is for two seats only, and they may choose the full map instead."""
    if not 2 <= seats <= 5:
        raise BadOptions("Kepler-3AD has 2 to 5 seats.", rules=("kepler.setup.1",))
    if seats > 2 and options.two_player_map == "centre":
        raise BadOptions("The centre map is for 2 seats only.", rules=("kepler.option.two_player_map",))
    return options.two_player_map or ("centre" if seats == 2 else "full")


@rule("kepler.setup.1", "kepler.setup.3", "kepler.setup.4")
def new_seat() -> SeatState:
    """Fourteen figures in supply, discs on their start levels, score and military value at zero."""
    return SeatState(
        corporation=None,
        supply=Units(**{unit.id: unit.figures for unit in UNITS.values()}),
        units={},
        level={track.id: track.start for track in TRACKS.values()},
    )


@kepler.step(frames.Setup)
@rule("kepler.setup.8")
def setup(state: State, frame: frames.Setup, chance: Chance) -> Outcome:
    """The steps that draw follow the order of the rulebook, then some corporations act in turn order."""
    if frame.stage == FIRST_TURN:
        return done(then=(frames.Turn(),))
    next_stage = replace(frame, stage=frame.stage + 1)
    if frame.stage == BEFORE_THE_GAME:
        business = (before_the_game(state, seat) for seat in in_turn_order(state))
        return again(next_stage, then=tuple(item for items in business for item in items))
    return again(next_stage, *STAGES.get(frame.stage, nothing)(state, chance))


def nothing(state: State, chance: Chance) -> tuple[Fact, ...]:
    """A stage that `start` has laid out already."""
    return ()


@rule("kepler.setup.2")
def draw_first_seat(state: State, chance: Chance) -> tuple[Fact, ...]:
    """The first seat is drawn at random."""
    return (FirstPlayerDrawn(seat=chance.below("first_player", state.players)),)


@rule("kepler.setup.5")
def place_satellites(state: State, chance: Chance) -> tuple[Fact, ...]:
    """Three random satellites lie face up in their slots, the others form the pile."""
    drawn = chance.shuffle("satellites/setup", SATELLITES)
    slots = dict(zip(SLOTS, drawn, strict=False))
    return (SatellitesPlaced(slots=slots, pile=tuple(sorted(drawn[len(SLOTS) :]))),)


@rule("kepler.setup.6")
def turn_tokens(state: State, chance: Chance) -> tuple[Fact, ...]:
    """Each planet in play has its own token, on a random face."""
    return (TokensTurned(faces={planet: chance.pick(f"token_face/{planet}", FACES) for planet in state.planets}),)


@rule("kepler.setup.7")
def deal_corporations(state: State, chance: Chance) -> tuple[Fact, ...]:
    """Each seat is dealt one corporation, from the first seat on."""
    drawn = chance.shuffle("corporations", CORPORATIONS)
    dealt = dict(zip(in_turn_order(state), drawn, strict=False))
    cards = tuple(dealt[seat] for seat in range(state.players))
    return (CorporationsDealt(cards=cards, aside=tuple(sorted(drawn[state.players :]))),)


def refresh(state: State, chance: Chance) -> tuple[Fact, ...]:
    """Markers show the ships that are on the board before the first turn."""
    return refreshed_markers(state)


STAGES: dict[int, Callable[[State, Chance], tuple[Fact, ...]]] = {
    2: draw_first_seat,
    6: place_satellites,
    7: turn_tokens,
    8: deal_corporations,
    10: refresh,
}
