"""Phase 5. Coins and points, crises and riots."""

from msgspec.structs import replace

from domain.core.chance import Chance
from domain.core.forms import Answer, Option
from domain.core.model import Ask, Fact, Outcome, again, ask_each, done
from domain.core.rules import rule
from domain.water import frames
from domain.water.board import INDEX
from domain.water.components import FACES
from domain.water.facts import CrisisCleared, CrisisSet, Harvested, Riot, RiotAverted
from domain.water.forms import PASS, pick
from domain.water.needs import has_needs, makes, tile_on
from domain.water.networks import own_cells
from domain.water.state import State, water

SOCIAL_MEDIATION = "A20"


@water.step(frames.Harvest, background=True)
@rule("water.p5.1", "water.p5.2", "water.p5.3")
def harvest(state: State, frame: frames.Harvest, chance: Chance) -> Outcome:
    """Seat by seat, building by building; a building that fails again riots before the next one."""
    if frame.place == state.n:
        return done()
    seat = state.order[frame.place]
    facts: list[Fact] = []
    for cell in needy(state, seat, frame.cell):
        if is_rioting(state, cell):
            return again(replace(frame, cell=cell), *facts, then=(frames.Riot(seat=seat, cell=cell),))
        facts += yielded(state, seat, cell)
    return again(frames.Harvest(place=frame.place + 1), *facts)


def needy(state: State, seat: int, after: str | None) -> list[str]:
    """Own buildings with needs that come after the last one done."""
    first = -1 if after is None else INDEX[after]
    return [cell for cell in own_cells(state, seat) if INDEX[cell] > first and has_needs(tile_on(state, cell))]


@rule("water.p5.3")
def is_rioting(state: State, cell: str) -> bool:
    """A building already in crisis that was not supplied this turn, unless it was blocked."""
    return cell in state.crisis and cell not in state.activated and cell not in state.blocked


@rule("water.p5.1", "water.p5.2", "water.p5.4")
def yielded(state: State, seat: int, cell: str) -> tuple[Fact, ...]:
    """A working building pays and is out of crisis, a failing one gets a crisis cube, a blocked one neither."""
    if cell in state.blocked:
        return ()
    if cell not in state.activated:
        return (CrisisSet(seat=seat, cell=cell),)
    made = makes(state, cell)
    income = (Harvested(seat=seat, cell=cell, coins=made.coins, vp=made.vp),) if made.coins or made.vp else ()
    return (*income, *((CrisisCleared(seat=seat, cell=cell),) if cell in state.crisis else ()))


@water.step(frames.Riot)
@rule("water.p5.5")
def riot(state: State, frame: frames.Riot, chance: Chance) -> Outcome:
    """Whoever holds a card is asked, whatever it is; else the die is rolled."""
    hand = state.hand[frame.seat]
    if not hand:
        return done(rolled(state, frame, chance))
    plays = (Option(f"play:{SOCIAL_MEDIATION}", {"card": SOCIAL_MEDIATION}),) if SOCIAL_MEDIATION in hand else ()
    form, default = pick(*plays, PASS), {"do": "pass"}
    question = Ask(
        seat=frame.seat, kind="riot_reaction", form=form, default=default, rules=("water.p5.5",), hidden=True
    )
    return ask_each([question], gather=True)


@water.answer(frames.Riot)
@rule("water.p5.5")
def reacted(state: State, frame: frames.Riot, given: dict[int, Answer], chance: Chance) -> Outcome:
    """Social mediation spares the die; the crisis stays."""
    if given[frame.seat]["do"] == "pass":
        return done(rolled(state, frame, chance))
    return done(RiotAverted(seat=frame.seat, cell=frame.cell, card=SOCIAL_MEDIATION))


@rule("water.p5.3", "water.p5.4")
def rolled(state: State, frame: frames.Riot, chance: Chance) -> Riot:
    """Points are lost by the die, never below zero."""
    die = chance.pick(f"riot/{state.turn}/{frame.cell}", FACES)
    return Riot(seat=frame.seat, cell=frame.cell, die=die, lost=min(die, state.vp[frame.seat]))
