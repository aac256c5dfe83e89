"""How good a position looks to a seat: what the sensible opponent tries to improve."""

from functools import lru_cache

from domain.kepler.board import planets_of, weight
from domain.kepler.components import CLANS, SCORING, THRESHOLDS, TOKENS, TRACKS
from domain.kepler.corporations import embassy
from domain.kepler.military import military_total
from domain.kepler.scoring import PRESTIGE, degressive
from domain.kepler.state import SeatState, State

POINT = 1200
"""Appraisals are whole numbers, so that they are the same everywhere; a point divides evenly among opponents."""

NEW_CLAN = 5 * POINT
SATELLITE = 12 * POINT // 10
MILITARY = 2 * POINT
LASTING_UNITS = 16 * POINT // 10
READY_TO_BUILD, NEARLY_READY = 6 * POINT, 2 * POINT
SHIP_IN_SUPPLY, SHIPS_COUNTED = POINT // 2, 4
LEVELS = (50 * POINT // 100, 35 * POINT // 100, 20 * POINT // 100)
PRESTIGE_PER_SCORING = POINT // 2

Weights = list[dict[str, int]]


def appraise(state: State, me: int) -> int:
    """The seat's lead if points were counted now, counted twice if they soon will be, and its means to go on."""
    totals = [military_total(seat) for seat in state.seats]
    worth = values(state)
    others = [value for seat, value in enumerate(worth) if seat != me]
    lead = worth[me] - sum(others) // len(others)
    is_near = state.scorings_done < len(THRESHOLDS) and max(totals) >= THRESHOLDS[state.scorings_done]
    return lead * (2 if is_near else 1) + MILITARY * totals[me] + means(state, me)


def means(state: State, me: int) -> int:
    """Lasting units, ships that can be turned into one, supply and influence."""
    seat = state.seats[me]
    lasting = sum(weight(units) - units.ship for units in seat.units.values())
    influence = sum(sum(LEVELS[:level]) for track, level in seat.level.items() if track != PRESTIGE)
    scorings_left = len(THRESHOLDS) - state.scorings_done
    return (
        LASTING_UNITS * lasting
        + readiness(seat)
        + SHIP_IN_SUPPLY * min(seat.supply.ship, SHIPS_COUNTED)
        + influence
        + PRESTIGE_PER_SCORING * seat.level[PRESTIGE] * scorings_left
    )


def readiness(seat: SeatState) -> int:
    """Three ships on one planet are about to become a frigate or a cruiser."""
    if not seat.supply.frigate and not seat.supply.cruiser:
        return 0
    most = max((units.ship for units in seat.units.values()), default=0)
    return READY_TO_BUILD if most >= 3 else NEARLY_READY if most == 2 else 0


def values(state: State) -> list[int]:
    """What each seat would gain by a scoring now, allegiances included."""
    worth = [POINT * seat.level[PRESTIGE] for seat in state.seats]
    weights = [{planet: weight(units) for planet, units in seat.units.items()} for seat in state.seats]
    _add_planets(state, weights, worth)
    _add_tracks(state, worth)
    _add_clans(state, weights, worth)
    return worth


def _add_planets(state: State, weights: Weights, worth: list[int]) -> None:
    for planet in {planet for held in weights for planet in held}:
        bands = TOKENS[planet].faces[state.tokens[planet]]
        for seat, points in enumerate(planet_points(tuple(held.get(planet, 0) for held in weights), bands)):
            worth[seat] += POINT * points


def _add_tracks(state: State, worth: list[int]) -> None:
    for track in TRACKS:
        for seat, points in enumerate(track_points(tuple(seat.level[track] for seat in state.seats))):
            worth[seat] += POINT * points


def _add_clans(state: State, weights: Weights, worth: list[int]) -> None:
    for clan, card in CLANS.items():
        places = planets_of(clan, state.planets)
        strengths = [
            sum(held.get(place, 0) for place in places) + embassy(seat, places)
            for seat, held in zip(state.seats, weights, strict=True)
        ]
        best = max(strengths)
        if best and strengths.count(best) == 1:
            winner = strengths.index(best)
            satellites = sum(state.satellites.get(slot) is not None for slot in card.slots)
            is_new = clan not in state.seats[winner].allegiances
            worth[winner] += NEW_CLAN * is_new + SATELLITE * satellites


@lru_cache(maxsize=1 << 16)
def planet_points(levels: tuple[int, ...], bands: tuple[int, ...]) -> tuple[int, ...]:
    """Points of one planet by seat, remembered because the same levels are looked at again and again."""
    return degressive({seat: level for seat, level in enumerate(levels) if level}, bands, len(levels))


@lru_cache(maxsize=1 << 16)
def track_points(levels: tuple[int, ...]) -> tuple[int, ...]:
    """Points of one track by seat."""
    return degressive(dict(enumerate(levels)), SCORING["track_bands"], len(levels))
