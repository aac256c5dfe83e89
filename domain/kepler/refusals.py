"""Why an answer breaks a rule; asked only after it was found not to fit."""

from collections.abc import Iterator
from typing import Any

from domain.core.errors import Reason
from domain.core.forms import Answer
from domain.core.model import Ask
from domain.kepler import frames
from domain.kepler.actions import fresh_ships, is_within_reach
from domain.kepler.board import UNIT_TYPES, active, amount, count, turn_of, units_on
from domain.kepler.building import BUILDABLE, UNITS_REPLACED, price
from domain.kepler.citations import RULE_OF_CAUSE
from domain.kepler.components import NEIGHBOURS, PLANETS, TOP, TRACKS
from domain.kepler.corporations import has_free_reroll, is_shielded
from domain.kepler.dice import DICE, dice_left
from domain.kepler.influence import INTIMIDATED, MANOEUVRED, MOST_SPENDS, SABOTAGED
from domain.kepler.state import State, Units, UnitType, kepler

Reasons = Iterator[Reason]
"""Reasons in the order of reporting: track, dice, units and discs, map, groups, reach, supply."""


def because(code: str, rule: str) -> Reason:
    """A reason with the one rule it cites."""
    return Reason(code, (f"kepler.{rule}",))


@kepler.why_not("pre_action", "post_action")
def why_not_now(state: State, frame: frames.Turn, question: Ask, answer: Answer) -> Reason | None:
    """An act, a spend or a free reroll that the dice, the discs or the board do not allow."""
    words = _words(answer, "do")
    is_before = question.kind == "pre_action"
    match words:
        case ["act", "7", value, build, planet] if is_before and set(answer) == {"do", "units"}:
            return _first(_against_conversion(state, (value, build, planet), answer["units"]))
        case _ if set(answer) != {"do"}:
            return None
        case ["act", number] if is_before and number in {"1", "2", "3", "4", "5", "6"}:
            return because("action_not_on_dice", "action.0")
        case ["spend", track, *rest]:
            return _first(_against_spend(state, track, rest))
        case ["free_reroll", die] if die in DICE:
            return _first(_against_free_reroll(state, die))
    return None


def _against_conversion(state: State, words: tuple[str, str, str], removed: Any) -> Reasons:
    value, word, planet = words
    build = next((unit for unit in BUILDABLE if unit == word), None)
    numbers = _as_units(removed)
    if value not in {"1", "2", "3", "4", "5", "6"} or build is None or planet not in PLANETS or numbers is None:
        return
    seat = active(state)
    if sum(die.face == int(value) for die in turn_of(state).dice) < price(seat, build):
        yield because("not_enough_identical", "build.2")
    there = units_on(seat, planet)
    if count(numbers) != UNITS_REPLACED or any(amount(numbers, unit) > amount(there, unit) for unit in UNIT_TYPES):
        yield because("not_three_units", "build.1")
    if planet not in state.planets:
        yield because("planet_not_in_play", "two.1")
    if not amount(seat.supply, build):
        yield because("figure_exhausted", "build.4")


def _against_spend(state: State, track: str, words: list[str]) -> Reasons:
    match [track, *words]:
        case ["7"]:
            yield because("track_not_spendable", "track.7")
        case ["1"]:
            yield from _against_track(state, 1)
            if not dice_left(turn_of(state)):
                yield because("pool_full", "dice.3")
        case ["2", *dice] if dice in _dice_choices():
            yield from _against_track(state, 2)
            yield from _against_dice(state, dice)
        case ["3", die, "up" | "down"] if die in DICE:
            yield from _against_track(state, 3)
            yield from _against_dice(state, [die])
        case ["4", unit, origin, to] if _are_units(unit) and _are_planets(origin, to):
            yield from _against_track(state, 4)
            yield from _against_manoeuvre(state, unit, origin)
            yield from _against_passage(state, origin, to)
        case ["5", owner, unit, planet] if _is_seat(state, owner) and _are_units(unit) and _are_planets(planet):
            yield from _against_track(state, 5)
            yield from _against_sabotage(state, int(owner[1:]), unit, planet)
        case ["6", owner, unit, origin, to] if _is_seat(state, owner) and _are_units(unit) and _are_planets(origin, to):
            yield from _against_track(state, 6)
            yield from _against_intimidation(state, int(owner[1:]), unit, origin)
            yield from _against_passage(state, origin, to)


def _against_track(state: State, track: int) -> Reasons:
    turn = turn_of(state)
    if len(turn.spent) >= MOST_SPENDS:
        yield because("influence_limit", "infl.1")
    if track in turn.spent:
        yield because("influence_repeated", "infl.2")
    if active(state).level[track] < 1:
        yield because("influence_empty", "infl.3")


def _against_free_reroll(state: State, die: str) -> Reasons:
    if not has_free_reroll(state):
        yield because("free_reroll_unavailable", "corp.fortuna")
    yield from _against_dice(state, [die])


def _against_dice(state: State, dice: list[str]) -> Reasons:
    pool = {die.id: die for die in turn_of(state).dice}
    if not set(dice) <= set(pool):
        yield because("die_unknown", "dice.4")
    if any(pool[die].locked for die in dice if die in pool):
        yield because("die_locked", "dice.4")


def _against_manoeuvre(state: State, unit: str, origin: str) -> Reasons:
    if unit not in MANOEUVRED:
        yield because("unit_immovable", "track.4")
    if not amount(units_on(active(state), origin), _unit(unit)):
        yield because("unit_not_there", "track.4")


def _against_sabotage(state: State, owner: int, unit: str, planet: str) -> Reasons:
    if owner == turn_of(state).seat:
        yield because("wrong_owner", "track.5")
    if unit not in SABOTAGED:
        yield because("unit_indestructible", "unit.2")
    if not amount(units_on(state.seats[owner], planet), _unit(unit)):
        yield because("unit_not_there", "track.5")
    if is_shielded(state.seats[owner]):
        yield because("protected_by_aegis", "corp.aegis")


def _against_intimidation(state: State, owner: int, unit: str, origin: str) -> Reasons:
    if owner == turn_of(state).seat:
        yield because("wrong_owner", "track.6")
    if unit not in INTIMIDATED:
        yield because("unit_immovable", "unit.2")
    if not amount(units_on(state.seats[owner], origin), _unit(unit)):
        yield because("unit_not_there", "track.6")


def _against_passage(state: State, origin: str, to: str) -> Reasons:
    if not {origin, to} <= set(state.planets):
        yield because("planet_not_in_play", "two.1")
    if to not in NEIGHBOURS[origin]:
        yield because("not_adjacent", "place.3")


@kepler.why_not("action_group")
def why_not_group(state: State, frame: frames.Group, question: Ask, answer: Answer) -> Reason | None:
    """A group that is too large, goes too far, or goes where an earlier one went."""
    match _words(answer, "do"):
        case ["place", planet] if set(answer) == {"do"} and planet in PLANETS:
            return _first(_against_placement(state, planet, frame.size))
        case ["move", origin, to] if set(answer) == {"do"} and _are_planets(origin, to):
            return _first(_against_move(state, (origin, to), frame.size))
    return None


def _against_placement(state: State, planet: str, size: int) -> Reasons:
    seat = active(state)
    if planet not in state.planets:
        yield because("planet_not_in_play", "two.1")
    if planet in turn_of(state).targets:
        yield because("planet_already_targeted", "group.2")
    if not is_within_reach(seat, planet, state.planets):
        yield because("out_of_reach", "place.2")
    if seat.supply.ship < size:
        yield because("supply_short", "group.1")


def _against_move(state: State, route: tuple[str, str], size: int) -> Reasons:
    origin, to = route
    yield from _against_passage(state, origin, to)
    if units_on(active(state), origin).ship < size:
        yield because("group_too_small", "group.1")
    if fresh_ships(state, origin) < size:
        yield because("ship_already_used", "group.2")
    if to in turn_of(state).targets:
        yield because("planet_already_targeted", "group.2")


@kepler.why_not("raise_discs")
def why_not_discs(state: State, frame: frames.Discs, question: Ask, answer: Answer) -> Reason | None:
    """Discs that are too many, named twice, or at the top of their track."""
    named = answer.get("tracks")
    if set(answer) != {"tracks"} or not isinstance(named, list):
        return None
    tracks = [track for item in named for track in TRACKS if item == f"raise:{track}"]
    return _first(_against_discs(state, frame, tracks)) if len(tracks) == len(named) else None


def _against_discs(state: State, frame: frames.Discs, tracks: list[int]) -> Reasons:
    if len(tracks) > frame.max:
        yield Reason("too_many_discs", (RULE_OF_CAUSE[frame.cause],))
    if len(set(tracks)) < len(tracks):
        yield because("disc_repeated", "group.2")
    if any(state.seats[frame.seat].level[track] >= TOP for track in tracks):
        yield because("disc_at_cap", "track.cap")


@kepler.why_not("bonus_421")
def why_not_421(state: State, frame: frames.Bonus421, question: Ask, answer: Answer) -> Reason | None:
    """An own disc, or one that is at the bottom already."""
    match _words(answer, "do"):
        case ["lower", seat, track] if set(answer) == {"do"} and _is_seat(state, seat) and track in map(str, TRACKS):
            if int(seat[1:]) == turn_of(state).seat:
                return because("wrong_owner", "bonus421.2")
            return because("disc_at_zero", "bonus421.2")
    return None


@kepler.why_not("setup_place")
def why_not_vanguard(state: State, frame: frames.Vanguard, question: Ask, answer: Answer) -> Reason | None:
    """A planet of the rim while only the centre is in play."""
    match _words(answer, "do"):
        case ["place", planet] if set(answer) == {"do"} and planet in PLANETS:
            return because("planet_not_in_play", "two.1")
    return None


def _first(reasons: Reasons) -> Reason | None:
    return next(reasons, None)


def _words(answer: Answer, slot: str) -> list[str]:
    value = answer.get(slot)
    return value.split(":") if isinstance(value, str) else []


def _as_units(value: Any) -> Units | None:
    if not isinstance(value, dict) or not set(value) <= set(UNIT_TYPES):
        return None
    whole = all(isinstance(number, int) and not isinstance(number, bool) and number >= 0 for number in value.values())
    return Units(**value) if whole else None


def _dice_choices() -> list[list[str]]:
    single = [[die] for die in DICE]
    return single + [[die, other] for die in DICE for other in DICE if die < other]


def _are_units(*words: str) -> bool:
    return set(words) <= set(UNIT_TYPES)


def _are_planets(*words: str) -> bool:
    return set(words) <= set(PLANETS)


def _is_seat(state: State, word: str) -> bool:
    return word in {f"s{number}" for number in range(state.players)}


def _unit(word: str) -> UnitType:
    return next(unit for unit in UNIT_TYPES if unit == word)
