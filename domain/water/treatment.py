"""Treatment stations: pollution turned into water, in phases 3 and 6."""

from msgspec.structs import replace

from domain.core.chance import Chance
from domain.core.forms import Answer, Option, Pick
from domain.core.model import Ask, Fact, Outcome, again, ask, done
from domain.core.rules import rule
from domain.water import frames
from domain.water.board import canonical
from domain.water.components import STATION_LIMIT, TREATMENT_COST
from domain.water.facts import PollutionTreated, TreatDone
from domain.water.forms import DONE, cell_option, cell_pick, deed, pick
from domain.water.needs import thirsty
from domain.water.networks import network_of, networks, own_cells, reach_of
from domain.water.state import State, water

PUT_BACK = "put_back"


@rule("water.treat.1", "water.treat.2", "water.treat.3", "water.treat.4")
def treatable(state: State, seat: int) -> dict[str, list[str]]:
    """Own stations that may work now, with the polluted river cells in reach of their networks."""
    if state.thunes[seat] < TREATMENT_COST:
        return {}
    stations = (cell for cell in own_cells(state, seat) if state.constructions[cell].type == "treatment_station")
    free = (cell for cell in stations if state.station_uses.get(cell, 0) < STATION_LIMIT)
    found = {cell: [c for c in canonical(reach_of(state, seat, cell)) if state.pollution[c]] for cell in free}
    return {station: cells for station, cells in found.items() if cells}


@rule("water.treat.5")
def collecting_options(state: State, seat: int) -> tuple[Option, ...]:
    """In phase 3 the cube goes to a building of the station's network or back into the river."""
    return tuple(
        deed(
            f"treat:{station}",
            cell_pick("cell", cells),
            Pick(name="use", options=(*(cell_option(b) for b in served(state, seat, station)), Option(PUT_BACK))),
            where=station,
        )
        for station, cells in treatable(state, seat).items()
    )


def served(state: State, seat: int, station: str) -> list[str]:
    """Buildings of the station's network that lack water."""
    cells = networks(state, seat)[network_of(state, seat, station)]
    return [cell for cell in thirsty(state, seat) if cell in cells]


@rule("water.treat.2", "water.treat.5")
def treated(state: State, seat: int, station: str, cell: str, use: str) -> tuple[Fact, ...]:
    """Two coins turn one pollution cube into one water cube; one put back is worth a point."""
    return (PollutionTreated(seat=seat, station=station, cell=cell, use=use),)


@water.step(frames.Treat)
@rule("water.p6.3")
def treat(state: State, frame: frames.Treat, chance: Chance) -> Outcome:
    """A community that can treat nothing when its turn comes is not asked; another is, until it is done."""
    seat = frame.seat
    options = tuple(
        deed(f"treat:{station}:{cell}", where=f"{station} → {cell}")
        for station, cells in treatable(state, seat).items()
        for cell in cells
    )
    if not frame.begun:
        return again(replace(frame, begun=True)) if options else done()
    default = {"do": "done"}
    form, pace = pick(*options, DONE), any(state.hand)
    return ask(Ask(seat=seat, kind="treat_action", form=form, default=default, rules=("water.p6.3",), pace=pace))


@water.answer(frames.Treat)
def treating(state: State, frame: frames.Treat, given: dict[int, Answer], chance: Chance) -> Outcome:
    """In phase 6 the cube always goes back into the river."""
    match given[frame.seat]["do"].split(":"):
        case ["treat", station, cell]:
            return again(frame, *treated(state, frame.seat, station, cell, PUT_BACK))
    return done(TreatDone(seat=frame.seat))
