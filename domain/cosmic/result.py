"""IV. Who has won, and how the others are placed."""

from domain.core.chance import Chance
from domain.core.model import Outcome, done, over
from domain.core.result import Place, Result
from domain.core.rules import rule
from domain.cosmic import frames
from domain.cosmic.board import foreign_bases, on_bases
from domain.cosmic.facts import GameWon
from domain.cosmic.registry import step
from domain.cosmic.state import State

BASES_TO_WIN = 5

Triple = tuple[int, int, int]
Ranks = dict[int, tuple[int, ...]]


def triple(state: State, seat: int) -> Triple:
    """Foreign bases, tokens on planets, tokens in the Black Hole."""
    return foreign_bases(state, seat), on_bases(state, seat), state.tokens[seat].black_hole


@step(frames.WinCheck)
@rule("cosmic.win.1", "cosmic.win.3", "cosmic.win.4")
def win_check(state: State, frame: frames.WinCheck, chance: Chance) -> Outcome:
    """At the end of a duel every seat with five foreign bases wins, together with the others."""
    winners = tuple(seat for seat in range(state.seats) if foreign_bases(state, seat) >= BASES_TO_WIN)
    if not winners:
        return done(give="closed")
    return over(result_of(state, winners, "five_bases"), GameWon(seats=winners))


@rule("cosmic.end.3")
def at_the_round_limit(state: State) -> Outcome:
    """After the last round the best placed win."""
    best = max(triple(state, seat) for seat in range(state.seats))
    winners = tuple(seat for seat in range(state.seats) if triple(state, seat) == best)
    return over(result_of(state, winners, "max_rounds"), GameWon(seats=winners))


@rule("cosmic.end.4")
def without_tokens(state: State) -> Outcome:
    """Nobody has a token left: nobody wins."""
    return over(result_of(state, (), "no_tokens"))


@rule("cosmic.end.1", "cosmic.end.2")
def result_of(state: State, winners: tuple[int, ...], reason: str) -> Result:
    """Winners share the first place; the others follow by their figures, equal ones together."""
    ranks: Ranks = {seat: (int(seat in winners), *triple(state, seat)) for seat in range(state.seats)}
    compared: Ranks = {seat: (1,) if seat in winners else (0, *rank[1:]) for seat, rank in ranks.items()}
    places = tuple(_place(seat, compared, ranks, winners) for seat in sorted(ranks, key=lambda s: _order(compared, s)))
    return Result(kind="places", reason=reason, places=places, winners=winners, details=details(state))


def _order(compared: Ranks, seat: int) -> tuple[tuple[int, ...], int]:
    return tuple(-part for part in compared[seat]), seat


def _place(seat: int, compared: Ranks, ranks: Ranks, winners: tuple[int, ...]) -> Place:
    won, bases = seat in winners, ranks[seat][1]
    return Place(
        seat=seat,
        place=1 + sum(compared[other] > compared[seat] for other in compared),
        score=bases,
        shared=sum(compared[other] == compared[seat] for other in compared) > 1,
        key=(int(won and len(winners) == 1), int(won), bases),
    )


def details(state: State) -> dict[str, object]:
    """The figures by seat, and how long the game was."""
    seats = [
        dict(zip(("foreign_bases", "on_planets", "black_hole"), triple(state, seat), strict=True))
        | {"eliminated": state.tokens[seat].eliminated}
        for seat in range(state.seats)
    ]
    return {"seats": seats, "rounds": state.turn.round, "duels": state.duels}
