"""Reading the board: what follows from the tokens without being written anywhere."""

from collections.abc import Iterable

from domain.climate.components import (
    CHARACTERS,
    COLOUR_IDS,
    DEMOGRAPHY,
    ELECTRICITY,
    HAND_LIMIT,
    OVERCONSUMPTION,
    OVERPRODUCTION,
    SCENARIOS,
    SHEETS,
)
from domain.climate.printed import Scenario
from domain.climate.state import Region, State
from domain.core.rules import rule


@rule("climate.region.4")
def resilience(region: Region) -> int:
    """Resilience is the higher of living standard and discipline."""
    return max(region.ls, region.discipline)


@rule("climate.popunit.1", "climate.region.7")
def pop_unit(region: Region) -> int:
    """One unit for each ten points of population, and never less than one."""
    return max(1, region.population // 10)


@rule("climate.cal.share")
def is_sharing(region: Region) -> bool:
    """War, famine, dictatorship and chaos cut a region off from the others."""
    return not (region.war or region.famine or region.dictatorship or region.chaos)


def is_sick(region: Region) -> bool:
    """Whether an epidemic or a pandemic rages."""
    return region.epidemic or region.pandemic


@rule("climate.region.1", "climate.region.3")
def oil_units(region: Region) -> int:
    """Oil burnt at home, whether local or imported; transport reform counts as one more."""
    return region.brown + region.red_oil + int(region.ab)


@rule("climate.region.2", "climate.region.3")
def elec_units(region: Region) -> int:
    """Electricity tokens of every type; renovated heating counts as one more."""
    return len(region.elec) + int(region.cd)


@rule("climate.region.10")
def production(region: Region) -> int:
    """Oil taken from the ground, used at home or exported."""
    return region.brown + region.orange


def pairs(region: Region) -> int:
    """How many pairs of transformations are complete."""
    return int(region.ab) + int(region.cd) + int(region.ef)


@rule("climate.region.5")
def emissions(state: State, name: str) -> int:
    """The values of energy and special tokens, one less with a post-carbon industry, never below one."""
    region = state.regions[name]
    burnt = region.brown + region.red_oil + sum(ELECTRICITY[token].emissions for token in region.elec)
    special = OVERCONSUMPTION * region.overconsumption + OVERPRODUCTION * region.overproduction
    return max(1, burnt + special + climate_token(state, name) - int(region.ef))


@rule("climate.clim.3")
def climate_token(state: State, name: str) -> int:
    """The cold of Russia and the heat of the Middle East, before and after they are turned."""
    token = SHEETS[name].climate
    if token is None:
        return 0
    return token.after if state.specials_flipped else token.before


@rule("climate.ghg.1")
def region_ghg(emitted: int, population: int) -> int:
    """A tenth of emissions times population, to the nearest whole number, halves upwards."""
    return (2 * emitted * population + 10) // 20


@rule("climate.region.8", "climate.expert.1")
def population_change(state: State, region: Region) -> int:
    """What the demography table of the mode gives for a population and its rate."""
    rate = region.demography
    if rate == 0:
        return 0
    table = DEMOGRAPHY.expert if state.options.mode == "expert" else DEMOGRAPHY.normal
    band = next(band for band in reversed(table) if band.start <= region.population)
    return band.by_rate[abs(rate) - 1] * (1 if rate > 0 else -1)


def destruction(state: State) -> int:
    """Destruction tokens in all four zones."""
    return sum(state.zones.values())


def round_of(state: State) -> int:
    """The round, nine turns each."""
    return (state.turn - 1) // 9 + 1


@rule("climate.turn.1")
def active_region(state: State) -> str:
    """The region whose turn it is."""
    return state.region_order[(max(state.turn, 1) - 1) % len(state.region_order)]


def down_from(state: State, name: str) -> tuple[str, ...]:
    """The other regions in list order, starting behind the named one and wrapping."""
    place = state.region_order.index(name)
    return (*state.region_order[place + 1 :], *state.region_order[:place])


def up_from(state: State, name: str) -> tuple[str, ...]:
    """The other regions in reverse order, starting above the named one and wrapping."""
    return tuple(reversed(down_from(state, name)))


def searched(state: State, arrow: str) -> tuple[str, ...]:
    """The active region, then the others in the direction of an arrow."""
    start = active_region(state)
    return (start, *(up_from(state, start) if arrow == "up" else down_from(state, start)))


def in_list_order(state: State, names: Iterable[str]) -> tuple[str, ...]:
    """Some regions from the top of the column to its foot."""
    return tuple(sorted(names, key=state.region_order.index))


def scenario(state: State) -> Scenario:
    """The scenario being played."""
    return SCENARIOS[state.options.scenario]


def seats_in_play(state: State) -> tuple[int, ...]:
    """The seats that take turns, in table order."""
    return tuple(number for number, seat in enumerate(state.seats) if seat.in_play)


def seats_from(state: State, seat: int) -> tuple[int, ...]:
    """All seats in play from the one at a seat's left round to the seat itself."""
    seats = seats_in_play(state)
    return (*(s for s in seats if s > seat), *(s for s in seats if s <= seat))


@rule("climate.char.2")
def secondaries(character: str, players: int) -> tuple[str, ...]:
    """Both secondary influences with three or four seats, the single one with five."""
    printed = CHARACTERS[character]
    return (printed.single,) if players == 5 else printed.secondaries


def authorised(state: State, seat: int) -> tuple[str, ...]:
    """The colours a seat may draw: primaries, then secondaries."""
    return authorised_colours(state.seats[seat].character, len(seats_in_play(state)))


def authorised_colours(character: str | None, players: int) -> tuple[str, ...]:
    """The colours of a character on the side that the number of seats puts up."""
    if character is None:
        return ()
    return (*CHARACTERS[character].primaries, *secondaries(character, players))


def is_covering(characters: Iterable[str], players: int) -> bool:
    """Whether some characters together have access to all six colours."""
    found = {colour for character in characters for colour in authorised_colours(character, players)}
    return found == set(COLOUR_IDS)


@rule("climate.emp.1")
def serves(state: State, employer: str) -> bool:
    """Whether the competence of an employer is at everybody's service."""
    return holder(state, employer) is not None


def holder(state: State, employer: str) -> int | None:
    """The seat in play that works for an employer."""
    return next((n for n, seat in enumerate(state.seats) if seat.in_play and seat.employer == employer), None)


@rule("climate.emp.3", "climate.expert.4")
def is_weak(state: State, seat: int, employer: str) -> bool:
    """Whether a seat is bound by the weakness of an employer."""
    return has_weaknesses(state) and state.seats[seat].employer == employer


def has_weaknesses(state: State) -> bool:
    """Weaknesses count in expert mode, and wherever the table says so."""
    chosen = state.options.weaknesses
    return state.options.mode == "expert" if chosen is None else chosen


@rule("climate.infl.5", "climate.emp.famox.w")
def hand_limit(state: State, seat: int) -> int:
    """Ten cards, eight under Famox's weakness."""
    return 8 if is_weak(state, seat, "famox") else HAND_LIMIT


def pawns_at(state: State, place: str) -> tuple[int, ...]:
    """The seats whose pawns stand in a place."""
    return tuple(n for n in seats_in_play(state) if state.seats[n].location == place)
