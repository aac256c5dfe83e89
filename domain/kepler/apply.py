"""How each fact changes the table. No rules, no checks, no exceptions."""

from typing import Any

from msgspec.structs import asdict, replace

from domain.kepler import facts as happened
from domain.kepler.board import NOTHING, turn_of, units_on
from domain.kepler.citations import (
    rule_of_action,
    rule_of_discs,
    rule_of_end,
    rule_of_leftover,
    rule_of_move,
    rule_of_no_allegiance,
    rule_of_placement,
    rule_of_roll,
    rule_of_scoring,
)
from domain.kepler.state import Action, Clan, Die, PhasePoints, SeatState, State, Turn, Units, kepler


def with_seat(state: State, number: int, **changes: Any) -> State:
    """The state with one seat changed."""
    seats = list(state.seats)
    seats[number] = replace(seats[number], **changes)
    return replace(state, seats=tuple(seats))


def with_turn(state: State, **changes: Any) -> State:
    """The state with the turn changed."""
    return replace(state, turn=replace(turn_of(state), **changes))


def with_levels(state: State, number: int, levels: dict[int, int]) -> State:
    """The state with some discs of a seat on new levels."""
    return with_seat(state, number, level={**state.seats[number].level, **levels})


def added(units: Units, **numbers: int) -> Units:
    """The figures with some more, or fewer, of each type."""
    return replace(units, **{unit: getattr(units, unit) + number for unit, number in numbers.items()})


def stationed(seat: SeatState, planet: str, units: Units) -> dict[str, Units]:
    """The seat's units with those of one planet replaced; empty planets are left out."""
    others = {place: there for place, there in seat.units.items() if place != planet}
    return others if units == NOTHING else {**others, planet: units}


def from_supply(state: State, number: int, planet: str, **numbers: int) -> State:
    """Figures go from a seat's supply to a planet, or back when the numbers are negative."""
    seat = state.seats[number]
    supply = added(seat.supply, **{unit: -amount for unit, amount in numbers.items()})
    units = stationed(seat, planet, added(units_on(seat, planet), **numbers))
    return with_seat(state, number, supply=supply, units=units)


def moved(state: State, number: int, route: tuple[str, str], **numbers: int) -> State:
    """Figures of a seat go from one planet to another."""
    origin, to = route
    seat = state.seats[number]
    fewer = added(units_on(seat, origin), **{unit: -n for unit, n in numbers.items()})
    more = added(units_on(seat, to), **numbers)
    left = replace(seat, units=stationed(seat, origin, fewer))
    return with_seat(state, number, units=stationed(left, to, more))


def arrived(state: State, planet: str, ships: int) -> State:
    """The turn remembers where the groups of its action went."""
    turn = turn_of(state)
    ships += turn.arrived.get(planet, 0)
    return with_turn(state, targets=(*turn.targets, planet), arrived={**turn.arrived, planet: ships})


def scored(state: State, phase: str, points: tuple[int, ...]) -> State:
    """Points are added to the counters and noted by phase."""
    seats = tuple(
        replace(seat, score=seat.score + gain, by_phase=credited(seat.by_phase, phase, gain)) if gain else seat
        for seat, gain in zip(state.seats, points, strict=True)
    )
    return replace(state, seats=seats)


def credited(by_phase: PhasePoints, phase: str, gain: int) -> PhasePoints:
    """The points by phase with one phase's gain added."""
    return replace(by_phase, **{phase: getattr(by_phase, phase) + gain})


@kepler.applies(happened.FirstPlayerDrawn, "kepler.setup.2")
def first_player_drawn(state: State, fact: happened.FirstPlayerDrawn) -> State:
    return replace(state, first_seat=fact.seat)


@kepler.applies(happened.SatellitesPlaced, "kepler.setup.5")
def satellites_placed(state: State, fact: happened.SatellitesPlaced) -> State:
    return replace(state, satellites=dict(fact.slots), satellite_pile=fact.pile)


@kepler.applies(happened.TokensTurned, "kepler.setup.6")
def tokens_turned(state: State, fact: happened.TokensTurned) -> State:
    return replace(state, tokens=fact.faces)


@kepler.applies(happened.CorporationsDealt, "kepler.setup.7")
def corporations_dealt(state: State, fact: happened.CorporationsDealt) -> State:
    seats = tuple(replace(seat, corporation=card) for seat, card in zip(state.seats, fact.cards, strict=True))
    return replace(state, seats=seats, corporations_aside=fact.aside)


@kepler.applies(happened.VanguardPlaced, "kepler.corp.orion")
def vanguard_placed(state: State, fact: happened.VanguardPlaced) -> State:
    return state if fact.planet is None else from_supply(state, fact.seat, fact.planet, ship=fact.ships)


@kepler.applies(happened.TurnStarted, "kepler.turn.2")
def turn_started(state: State, fact: happened.TurnStarted) -> State:
    started = replace(state, phase="play", round=fact.round, turn=Turn(seat=fact.seat))
    return with_seat(started, fact.seat, turns_taken=fact.turn)


@kepler.applies(happened.DiceRolled, cites=rule_of_roll)
def dice_rolled(state: State, fact: happened.DiceRolled) -> State:
    dice = {die.id: die for die in turn_of(state).dice}
    dice |= {die: Die(id=die, face=face) for die, face in fact.dice.items()}
    rolled = with_turn(state, dice=tuple(dice.values()))
    return with_turn(rolled, free_reroll_done=True) if fact.cause == "fortuna" else rolled


@kepler.applies(happened.DieShifted, "kepler.track.3")
def die_shifted(state: State, fact: happened.DieShifted) -> State:
    dice = turn_of(state).dice
    return with_turn(state, dice=tuple(replace(die, face=fact.face) if die.id == fact.die else die for die in dice))


@kepler.applies(happened.InfluenceSpent, "kepler.infl.3")
def influence_spent(state: State, fact: happened.InfluenceSpent) -> State:
    turn = turn_of(state)
    lowered = with_levels(state, turn.seat, {fact.track: fact.level_after})
    return with_turn(lowered, spent=(*turn.spent, fact.track))


@kepler.applies(happened.UnitMoved, cites=rule_of_move)
def unit_moved(state: State, fact: happened.UnitMoved) -> State:
    return moved(state, fact.owner, (fact.origin, fact.to), **{fact.unit: 1})


@kepler.applies(happened.UnitDestroyed, "kepler.track.5")
def unit_destroyed(state: State, fact: happened.UnitDestroyed) -> State:
    return from_supply(state, fact.owner, fact.planet, ship=-1)


@kepler.applies(happened.Bonus421Offered, "kepler.bonus421.1")
def bonus_421_offered(state: State, fact: happened.Bonus421Offered) -> State:
    return with_turn(state, bonus_421_done=True)


@kepler.applies(happened.Bonus421Used, "kepler.bonus421.2")
def bonus_421_used(state: State, fact: happened.Bonus421Used) -> State:
    return with_levels(state, fact.seat, {fact.track: fact.level_after})


@kepler.applies(happened.Bonus421Declined, "kepler.bonus421.2")
def bonus_421_declined(state: State, fact: happened.Bonus421Declined) -> State:
    return state


@kepler.applies(happened.ActionChosen, cites=rule_of_action)
def action_chosen(state: State, fact: happened.ActionChosen) -> State:
    action = Action(number=fact.number, value=fact.value, dice=fact.dice, build=fact.build)
    dice = tuple(replace(die, locked=True) if die.id in fact.dice else die for die in turn_of(state).dice)
    return with_turn(state, action=action, dice=dice)


@kepler.applies(happened.GroupPlaced, cites=rule_of_placement)
def group_placed(state: State, fact: happened.GroupPlaced) -> State:
    placed = from_supply(state, turn_of(state).seat, fact.planet, ship=fact.size)
    return arrived(placed, fact.planet, fact.size)


@kepler.applies(happened.GroupMoved, "kepler.move.1")
def group_moved(state: State, fact: happened.GroupMoved) -> State:
    gone = moved(state, turn_of(state).seat, (fact.origin, fact.to), ship=fact.size)
    return arrived(gone, fact.to, fact.size)


@kepler.applies(happened.GroupSkipped, "kepler.group.3")
def group_skipped(state: State, fact: happened.GroupSkipped) -> State:
    return state


@kepler.applies(happened.UnitBuilt, "kepler.build.1")
def unit_built(state: State, fact: happened.UnitBuilt) -> State:
    seat = turn_of(state).seat
    removed = {unit: -number for unit, number in asdict(fact.removed).items()}
    return from_supply(from_supply(state, seat, fact.planet, **removed), seat, fact.planet, **{fact.unit: 1})


@kepler.applies(happened.DiscsRaised, cites=rule_of_discs)
def discs_raised(state: State, fact: happened.DiscsRaised) -> State:
    return with_levels(state, fact.seat, dict(zip(fact.tracks, fact.levels_after, strict=True)))


@kepler.applies(happened.LeftoverGained, cites=rule_of_leftover)
def leftover_gained(state: State, fact: happened.LeftoverGained) -> State:
    return with_levels(state, turn_of(state).seat, {fact.track: fact.level_after})


@kepler.applies(happened.MilitaryUpdated, "kepler.military.1")
def military_updated(state: State, fact: happened.MilitaryUpdated) -> State:
    for seat, value in fact.values.items():
        state = with_seat(state, seat, military=value)
    return state


@kepler.applies(happened.ScoringStarted, cites=rule_of_scoring)
def scoring_started(state: State, fact: happened.ScoringStarted) -> State:
    return state


@kepler.applies(happened.PlanetScored, "kepler.scoring.A1")
def planet_scored(state: State, fact: happened.PlanetScored) -> State:
    return scored(state, "A", fact.points)


@kepler.applies(happened.AllegianceWon, "kepler.scoring.B1")
def allegiance_won(state: State, fact: happened.AllegianceWon) -> State:
    allies: tuple[Clan, ...] = state.seats[fact.seat].allegiances
    return state if fact.clan in allies else with_seat(state, fact.seat, allegiances=(*allies, fact.clan))


@kepler.applies(happened.AllegianceNotWon, cites=rule_of_no_allegiance)
def allegiance_not_won(state: State, fact: happened.AllegianceNotWon) -> State:
    return state


@kepler.applies(happened.SatelliteWon, "kepler.scoring.B2")
def satellite_won(state: State, fact: happened.SatelliteWon) -> State:
    won = replace(
        state,
        satellites={**state.satellites, fact.slot: None},
        satellite_discard=tuple(sorted((*state.satellite_discard, fact.satellite))),
    )
    return with_levels(won, fact.seat, {fact.track: fact.level_after})


@kepler.applies(happened.SatellitesRefilled, "kepler.scoring.B5")
def satellites_refilled(state: State, fact: happened.SatellitesRefilled) -> State:
    slots = {**state.satellites, **fact.slots}
    return replace(state, satellites=slots, satellite_pile=fact.pile, satellite_discard=())


@kepler.applies(happened.TrackScored, "kepler.scoring.C1")
def track_scored(state: State, fact: happened.TrackScored) -> State:
    return scored(state, "C", fact.points)


@kepler.applies(happened.PrestigeScored, "kepler.scoring.D1")
def prestige_scored(state: State, fact: happened.PrestigeScored) -> State:
    return scored(state, "D", fact.points)


@kepler.applies(happened.AllegianceBonus, "kepler.scoring.E1")
def allegiance_bonus(state: State, fact: happened.AllegianceBonus) -> State:
    return scored(state, "E", fact.points)


@kepler.applies(happened.ScoringFinished, "kepler.scoring.3")
def scoring_finished(state: State, fact: happened.ScoringFinished) -> State:
    return replace(state, scorings_done=fact.index)


@kepler.applies(happened.TurnEnded, "kepler.turn.2")
def turn_ended(state: State, fact: happened.TurnEnded) -> State:
    following = (turn_of(state).seat + 1) % state.players
    rounds = state.round + (following == state.first_seat)
    return replace(state, turn=Turn(seat=following), round=rounds)


@kepler.applies(happened.TiebreakRolled, "kepler.end.4")
def tiebreak_rolled(state: State, fact: happened.TiebreakRolled) -> State:
    return state


@kepler.applies(happened.GameOver, cites=rule_of_end)
def game_over(state: State, fact: happened.GameOver) -> State:
    return replace(state, phase="over", turn=None)
