"""The end: the winner, the roll-off and the other places."""

from msgspec.structs import asdict, replace

from domain.core.chance import Chance
from domain.core.model import Outcome, again, over
from domain.core.result import Place, Result, places_by_key
from domain.core.rules import rule
from domain.kepler import frames
from domain.kepler.facts import GameOver, TiebreakRolled
from domain.kepler.state import State, kepler

ROLL_OFF_DICE = 3


@kepler.step(frames.Ending)
@rule("kepler.end.1", "kepler.end.4")
def ending(state: State, frame: frames.Ending, chance: Chance) -> Outcome:
    """Seats that cannot be told apart roll three dice until one of them is ahead."""
    tied = contenders(state, frame.sums)
    if len(tied) > 1:
        number = len(frame.sums) + 1
        dice = {seat: tuple(chance.die(f"tiebreak/{number}/{seat}") for _ in range(ROLL_OFF_DICE)) for seat in tied}
        sums = {seat: sum(faces) for seat, faces in dice.items()}
        rolled = TiebreakRolled(roll_off=number, dice=dice, sums=sums)
        return again(replace(frame, sums=(*frame.sums, sums)), rolled)
    result = result_of(state, frame, winner=tied[0])
    return over(result, GameOver(seat=tied[0], reason=result.reason, points=scores(state)))


@rule("kepler.end.2", "kepler.end.3", "kepler.end.4")
def contenders(state: State, sums: tuple[dict[int, int], ...]) -> tuple[int, ...]:
    """Most points, then most allied clans, then the highest sum of each roll-off."""
    keys = dict(enumerate(standings(state)))
    best = tuple(seat for seat, key in keys.items() if key == max(keys.values()))
    for rolled in sums:
        highest = max(rolled.values())
        best = tuple(seat for seat in best if rolled[seat] == highest)
    return best


@rule("kepler.end.2", "kepler.end.3")
def standings(state: State) -> tuple[tuple[int, int], ...]:
    """What seats are compared by: points, then allied clans."""
    return tuple((seat.score, len(seat.allegiances)) for seat in state.seats)


def scores(state: State) -> tuple[int, ...]:
    """The points of all seats."""
    return tuple(seat.score for seat in state.seats)


@rule("kepler.end.5")
def places(state: State, winner: int) -> tuple[Place, ...]:
    """The winner is alone in front; others equal on points and allied clans share a place."""
    keys = dict(enumerate(standings(state)))
    ranked = places_by_key(
        {seat: (*key, int(seat == winner)) for seat, key in keys.items()}, dict(enumerate(scores(state)))
    )
    return tuple(replace(place, key=keys[place.seat]) for place in ranked)


@rule("kepler.end.1", "kepler.option.round_limit")
def result_of(state: State, frame: frames.Ending, *, winner: int) -> Result:
    """Who won, by which of the two ends, with each seat's figures."""
    return Result(
        kind="places",
        reason="round_limit" if frame.forced else "threshold",
        places=places(state, winner),
        winners=(winner,),
        details={
            "rounds": state.round,
            "seats": [
                {
                    "seat": number,
                    "allegiances": list(seat.allegiances),
                    "by_phase": asdict(seat.by_phase),
                    "tiebreak_sums": [sums[number] for sums in frame.sums if number in sums],
                }
                for number, seat in enumerate(state.seats)
            ],
        },
    )
