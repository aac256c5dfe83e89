"""Phases 6 and 8. Running buildings pollute, and the pollution flows to the sea."""

from domain.core.chance import Chance
from domain.core.model import Fact, Outcome, done, over
from domain.core.rules import rule
from domain.water import frames, result
from domain.water.board import FLOW_ORDER, LINKS, OUTFALLS, RIVER, SEA
from domain.water.facts import Polluted, PollutionFlowed, TurnEnded
from domain.water.mediator import turns_of
from domain.water.modes import is_normal
from domain.water.needs import tile_on
from domain.water.networks import own_cells
from domain.water.state import State, water
from domain.water.telling import Telling


@water.step(frames.Pollution, background=True)
@rule("water.p6.1", "water.p6.2")
def pollution(state: State, frame: frames.Pollution, chance: Chance) -> Outcome:
    """Each working building that pollutes puts a cube on its outfall."""
    return done(
        *(
            Polluted(cell=cell, outfall=OUTFALLS[cell], cause="running")
            for seat in state.order
            for cell in own_cells(state, seat)
            if cell in state.activated and tile_on(state, cell).pollution
        )
    )


@rule("water.p8.1", "water.p8.2", "water.p8.3")
def flowed(state: State) -> PollutionFlowed:
    """Every cube goes one cell down; then, from the top, all but one cube of each cell run on."""
    moves = {f"{cell}>{LINKS[cell]}": state.pollution[cell] for cell in FLOW_ORDER}
    lying = dict.fromkeys((*RIVER, SEA), 0)
    lying[SEA] = state.sea_pollution
    for cell in RIVER:
        lying[LINKS[cell]] += state.pollution[cell]
    for cell in FLOW_ORDER:
        surplus = max(0, lying[cell] - 1)
        lying[cell] -= surplus
        lying[LINKS[cell]] += surplus
        moves[f"{cell}>{LINKS[cell]}"] += surplus
    return PollutionFlowed(moves={way: number for way, number in moves.items() if number}, sea=lying[SEA])


@water.step(frames.Flow, background=True)
@rule("water.end_turn.1", "water.end.1")
def flow(state: State, frame: frames.Flow, chance: Chance) -> Outcome:
    """The water leaves the board; after the last turn the game is scored."""
    told = Telling(state)
    if is_normal(state):
        told.tell(flowed(state))
    told.tell(TurnEnded(turn=state.turn))
    facts: tuple[Fact, ...] = tuple(told.facts)
    if state.turn < turns_of(state):
        return done(*facts)
    return over(result.result_of(told.state), *facts, result.ended(told.state))
