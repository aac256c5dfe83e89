"""What is true of every table, whatever happened."""

from collections.abc import Iterator

from domain.climate.board import destruction, resilience
from domain.climate.components import (
    COLOUR_IDS,
    CONSEQUENCE_COPIES,
    CONSEQUENCES,
    COPIES,
    EXTERNAL_PER_COLOUR,
    PAIRS,
    TRACK,
    ZONE_LIMIT,
    colour_of,
    event_cards,
)
from domain.climate.state import Region, State, climate

LIMITED = ("riots", "conflicts", "shortages", "scarcities", "epizootics", "refugees")
LEVELS = (("riots", "conflicts", "war"), ("shortages", "scarcities", "famine"), ("epizootics", "epidemic", "pandemic"))


@climate.invariants
def broken(state: State) -> Iterator[str]:
    """Everything that is wrong with a table: nothing, ever."""
    yield from broken_world(state)
    for name, region in state.regions.items():
        for wrong in (*broken_energy(state, region), *broken_people(region), *broken_tokens(region)):
            yield f"{name}: {wrong}"
    if state.decks.removed:
        yield from broken_cards(state)


def broken_world(state: State) -> Iterator[str]:
    """Counter, balance, zones and track."""
    regions = state.regions.values()
    if state.oil_balance != sum(r.orange for r in regions) - sum(r.red_oil for r in regions):
        yield "the oil balance is not exports less imports"
    if state.ghg < 0:
        yield "the counter is below zero"
    if any(not 0 <= count <= ZONE_LIMIT for count in state.zones.values()) or destruction(state) > 12:
        yield "a zone has too many destruction tokens"
    if not TRACK.floor <= state.red <= TRACK.length or not 0 <= state.green < state.red:
        yield "a marker has left the climate track"
    if state.turn > 36:
        yield "there are too many turns"


def broken_energy(state: State, region: Region) -> Iterator[str]:
    """Oil, electricity and living standard."""
    if region.ls != region.brown + region.red_oil + int(region.ab) or not 1 <= region.ls <= 4:
        yield "the living standard is not the oil that is burnt"
    if min(region.brown, region.red_oil, region.orange, region.seized) < 0:
        yield "there is less than no oil"
    if region.elec.count("hydro") > 1:
        yield "there are two dams"
    if region.nuclear_added > (1 if "M" in state.global_pts else 0):
        yield "nuclear power came too early or twice"
    for pair, letters in PAIRS.items():
        if getattr(region, pair.lower()) != (set(letters) <= set(region.pts)):
            yield f"the mark of pair {pair} is wrong"


def broken_people(region: Region) -> Iterator[str]:
    """Population, demography, discipline and regime."""
    if region.population < 1:
        yield "nobody is left"
    if not -4 <= region.demography <= 5:
        yield "demography is off its table"
    if (region.discipline == 0) != region.chaos:
        yield "discipline zero and chaos go together"
    if region.discipline == 4 and not region.dictatorship:
        yield "only a dictatorship has discipline four"
    if region.dictatorship and region.chaos:
        yield "dictatorship and chaos exclude each other"


def broken_tokens(region: Region) -> Iterator[str]:
    """Calamity tokens."""
    for levels in LEVELS:
        if sum(bool(getattr(region, level)) for level in levels) > 1:
            yield f"two levels of {levels[0]} at once"
    if (region.chaos or region.dictatorship) and (region.riots or region.conflicts or region.war or region.refugees):
        yield "red or yellow tokens under dictatorship or in chaos"
    if region.chaos and (region.shortages or region.scarcities or region.famine):
        yield "orange tokens in chaos"


def broken_cards(state: State) -> Iterator[str]:
    """No card is lost and none is made."""
    yield from broken_influence(state)
    decks, aci = state.decks, state.aci
    external = len(decks.external) + len(decks.external_discard) + (len(aci.external) if aci else 0)
    if external != EXTERNAL_PER_COLOUR * len(COLOUR_IDS):
        yield "external cards are lost"
    in_play = (state.event.card,) if state.event else ()
    every = [*decks.events, *decks.events_discard, *in_play, *decks.removed, *decks.climate, *decks.climate_discard]
    consequences = sum(card in CONSEQUENCES for card in every)
    if consequences != CONSEQUENCE_COPIES * len(CONSEQUENCES):
        yield "climate consequences are lost"
    if len(every) - consequences != len(event_cards()):
        yield "event cards are lost"


def broken_influence(state: State) -> Iterator[str]:
    """Each colour has its 32 cards, wherever they are."""
    decks, aci = state.decks, state.aci
    shown = [card for cards in aci.shown.values() for card in cards] if aci and aci.revealed else []
    outside = (*decks.external, *decks.external_discard, *(aci.external if aci else ()))
    held = [*(card for hand in state.hands for card in hand), *shown, *outside]
    for colour in COLOUR_IDS:
        piles = len(getattr(decks.influence, colour)) + len(decks.discard.get(colour, ()))
        if piles + sum(colour_of(card) == colour for card in held) != COPIES * 4:
            yield f"{colour} cards are lost"


def overflowing(state: State) -> Iterator[str]:
    """Regions with more tokens than Resilience bears: none, unless one is just being looked at again."""
    for name, region in state.regions.items():
        for token in LIMITED:
            if getattr(region, token) > resilience(region):
                yield f"{name}: too many {token}"
