"""The seven corporations, each at the moment its card is used."""

from domain.core.chance import Chance
from domain.core.forms import Answer, Option
from domain.core.model import Ask, Fact, Frame, Outcome, ask, done
from domain.core.rules import rule
from domain.kepler import frames
from domain.kepler.board import active, count, turn_of, units_on
from domain.kepler.dice import reroll
from domain.kepler.facts import VanguardPlaced
from domain.kepler.forms import DECLINE, pick, place_option
from domain.kepler.state import SeatState, State, UnitType, kepler

HELIOS_DISCS = 2
VANGUARD_SHIPS = 2
EMBASSY_STRENGTH = 2


@rule("kepler.setup.8", "kepler.corp.helios", "kepler.corp.orion")
def before_the_game(state: State, seat: int) -> tuple[Frame, ...]:
    """Helios raises up to two discs, Orion may place two ships, before the first turn."""
    match state.seats[seat].corporation:
        case "helios":
            return (frames.Discs(seat=seat, cause="helios", max=HELIOS_DISCS, rise=1),)
        case "orion":
            return (frames.Vanguard(seat=seat),)
        case _:
            return ()


@kepler.step(frames.Vanguard)
@rule("kepler.corp.orion")
def vanguard(state: State, frame: frames.Vanguard, chance: Chance) -> Outcome:
    """Orion may choose any planet in play for its two ships."""
    form = pick(*(place_option(planet, VANGUARD_SHIPS) for planet in state.planets), DECLINE)
    rules = ("kepler.corp.orion",)
    return ask(Ask(seat=frame.seat, kind="setup_place", form=form, default={"do": DECLINE.id}, rules=rules))


@kepler.answer(frames.Vanguard)
@rule("kepler.corp.orion")
def place_vanguard(state: State, frame: frames.Vanguard, given: dict[int, Answer], chance: Chance) -> Outcome:
    """The two ships go there together, or stay in supply."""
    match given[frame.seat]["do"].split(":"):
        case ["place", planet]:
            return done(VanguardPlaced(seat=frame.seat, planet=planet, ships=VANGUARD_SHIPS))
        case _:
            return done(VanguardPlaced(seat=frame.seat, planet=None, ships=0))


@rule("kepler.corp.fortuna")
def free_reroll_options(state: State) -> tuple[Option, ...]:
    """Fortuna may reroll one die for free, once per turn, before its action."""
    turn = turn_of(state)
    if not has_free_reroll(state):
        return ()
    return tuple(Option(f"free_reroll:{die.id}", {"die": die.id}) for die in turn.dice)


@rule("kepler.corp.fortuna")
def has_free_reroll(state: State) -> bool:
    """The free reroll belongs to Fortuna, and is gone once used or once the action is chosen."""
    turn = turn_of(state)
    return active(state).corporation == "fortuna" and not turn.free_reroll_done and turn.action is None


@rule("kepler.corp.fortuna")
def free_reroll(state: State, die: str, chance: Chance) -> tuple[Fact, ...]:
    """The free reroll lowers no disc and is none of the three spends."""
    return (reroll(state, (die,), "fortuna", chance),)


@rule("kepler.corp.scoria")
def salvage(state: State) -> tuple[Frame, ...]:
    """Scoria raises one more disc in a turn with a leftover."""
    if active(state).corporation != "scoria":
        return ()
    return (frames.Discs(seat=turn_of(state).seat, cause="scoria", max=1, rise=1),)


@rule("kepler.corp.valkyr")
def discount(seat: SeatState, build: UnitType) -> int:
    """Valkyr pays one die less for a cruiser."""
    return int(seat.corporation == "valkyr" and build == "cruiser")


@rule("kepler.corp.xenia")
def embassy(seat: SeatState, planets: tuple[str, ...]) -> int:
    """Xenia counts two more in a clan where it has a unit."""
    if seat.corporation != "xenia":
        return 0
    return EMBASSY_STRENGTH if any(count(units_on(seat, planet)) for planet in planets) else 0


@rule("kepler.corp.aegis")
def is_shielded(seat: SeatState) -> bool:
    """Ships of Aegis cannot be removed with track 5."""
    return seat.corporation == "aegis"
